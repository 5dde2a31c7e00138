package pl.ext;

import pl.spi.Abstract;
import pl.spi.Plugin;
import pl.Registry;

public class Timer extends Abstract.Stateful<Integer> {
    private static final Timer INSTANCE = new Timer();
    protected static String prefix = "timer";
    private int ticks = 7;

    private Timer() {
        super(3);
        note(prefix);
        note(4);
        note('c', 5L);
        note((short) 6);
    }

    public static Timer instance() {
        return INSTANCE;
    }

    @Override
    protected int initial() {
        ticks = 99;
        return super.initial() + ticks;
    }

    String suffix() {
        return "?" + ticks;
    }

    public int tick() {
        if (change(state + ticks--)) Registry.get().fire(this, Registry.Event.CHANGED);
        return state + ((Abstract) this).order();
    }

    public String both() {
        return prefix + Abstract.prefix + PREFIX + suffix() + id();
    }

    @Override
    public int order() {
        return ORDER - 1;
    }
}
