package pl.ext;

import pl.Registry;
import pl.Registry.Event;
import pl.spi.*;

public class Quiet extends Abstract implements Registry.Listener {
    int state = 2;
    private transient int heard;

    @Override
    public void on(Plugin plugin, Event event) {
        switch (event) {
            case ADDED:
                heard += 10;
            case CHANGED:
                heard++;
                break;
            case REMOVED:
                heard = -heard;
        }
        note(event.text(plugin == this));
    }

    public int sum() {
        return state + super.state * 10 + heard * 100;
    }
}
