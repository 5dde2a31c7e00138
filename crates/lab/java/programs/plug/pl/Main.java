package pl;

import pl.ext.*;
import pl.spi.Plugin;
import static pl.Registry.*;
import static pl.spi.Plugin.named;
import static pl.spi.Plugin.Info.*;

class Main {
    @Plugin.Info(value = "main", kinds = Kind.NEW)
    static int fired = FIRST;

    static void listen(Listener listener) {
        listener.on(null, Event.by("change"));
    }

    public static void main(String[] args) {
        Quiet quiet = new Quiet();
        Registry registry = get().register(quiet).register(named("b")).register(named("a", 2)).register(Timer.instance());
        System.out.println(registry.ids());
        Timer timer = Timer.instance();
        System.out.println(timer.tick() + " " + timer.tick() + timer.note() + timer.both());
        System.out.println(quiet.sum() + quiet.note());
        listen(quiet);
        listen((plugin, event) -> fired += event.text(plugin == null).length());
        registry.fire(quiet, Event.by("x"));
        System.out.println(quiet.sum() + quiet.note() + fired + registry.fired);
        System.out.println(registry.ids() + quiet.compareTo(timer));
    }
}
