package repo.data;

import java.util.Optional;

public interface Entity<K extends Key<K>> {
    K key();

    default Optional<Entity<?>> parent() {
        return Optional.empty();
    }

    default long root() {
        return parent().map(Entity::root).orElseGet(() -> key().id());
    }

    abstract class Base<K extends Key<K>, E extends Base<K, E>> implements Entity<K>, Comparable<E> {
        private final K key;
        public int version;
        protected String note = "";

        protected Base(K key) {
            this.key = key;
        }

        @Override
        public K key() {
            return key;
        }

        @SuppressWarnings("unchecked")
        public E touch() {
            version++;
            return (E) this;
        }

        public E note(Object o) {
            note += o;
            return touch();
        }

        public E note(char c) {
            note += "'" + c;
            return touch();
        }

        public String note() {
            return note;
        }

        @Override
        public int compareTo(E o) {
            return key().compareTo(o.key());
        }
    }
}
