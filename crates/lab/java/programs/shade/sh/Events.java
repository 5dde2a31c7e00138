package sh;

import static sh.Config.*;
import static sh.Config.Keys.Inner.*;

public class Events {
    static String name = "events";

    public static String all() {
        log(name, DEEP);
        String text = "";
        for (String e : EVENTS) text += e + ",";
        Listener a = (c, old) -> log(c.name, old), b = (config, mode) -> log("b" + config.value, mode);
        a.then(b).then(a).changed(DEFAULT, mode);
        return text + EVENTS.size() + EVENTS.get(EVENTS.size() - 1) + Keys.B;
    }
}
