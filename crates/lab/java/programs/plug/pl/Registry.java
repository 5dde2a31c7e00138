package pl;

import java.util.*;
import pl.spi.Plugin;

public final class Registry {
    private static final class Holder {
        static final Registry REGISTRY = new Registry();
    }

    public interface Listener {
        void on(Plugin plugin, Event event);
    }

    public enum Event {
        ADDED("add"), CHANGED("change") {
            @Override
            public String text(boolean own) {
                return (own ? "own-" : "other-") + super.text(own);
            }
        }, REMOVED;

        private final String text;
        private static final Map<String, Event> BY_TEXT = new HashMap<>();

        static {
            for (Event event : values()) BY_TEXT.put(event.text, event);
        }

        Event() {
            this("none");
        }

        Event(String text) {
            this.text = text;
        }

        public String text(boolean own) {
            return text;
        }

        static Event by(String text) {
            return BY_TEXT.getOrDefault(text, REMOVED);
        }
    }

    private final SortedSet<Plugin> plugins = new TreeSet<>();
    private final List<Listener> listeners = new ArrayList<>();
    int fired;

    private Registry() { }

    public static Registry get() {
        return Holder.REGISTRY;
    }

    public Registry register(Plugin plugin) {
        if (plugin instanceof Listener listener) listeners.add(listener);
        if (plugins.add(plugin)) fire(plugin, Event.ADDED);
        return this;
    }

    public void fire(Plugin plugin, Event event) {
        fired++;
        for (Listener listener : listeners) listener.on(plugin, event);
    }

    String ids() {
        StringJoiner joiner = new StringJoiner("|");
        for (Plugin plugin : plugins) joiner.add(plugin.id() + plugin.order());
        return joiner.toString();
    }
}
