package repo.data;

import java.util.Objects;

public abstract class Key<K extends Key<K>> implements Comparable<K> {
    protected final long id;
    private static long next = 1;

    protected Key() {
        this(next++);
    }

    protected Key(long id) {
        this.id = id;
    }

    public long id() {
        return id;
    }

    @Override
    public int compareTo(K o) {
        return Long.compare(id, ((Key<?>) o).id);
    }

    @Override
    public boolean equals(Object o) {
        return o != null && o.getClass() == getClass() && ((Key<?>) o).id == id;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id);
    }

    public static final class User extends Key<User> {
        public User() {}

        public User(long id) {
            super(id);
        }

        public User(Integer id) {
            super(id * 100);
        }
    }

    public static final class Order extends Key<Order> {
        public final User owner;

        public Order(User owner) {
            this.owner = owner;
        }

        public boolean of(User u) {
            return owner.equals(u);
        }
    }
}
