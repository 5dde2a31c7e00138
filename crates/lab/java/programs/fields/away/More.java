package away;

import core.Cell;

class More extends Cell<String> {
    int value = 3;
    static String log = "";

    More(String s) { super(s); backup = s + "!"; super.value = backup; }

    String getValue() { return "more"; }

    static int next() { log += "n"; return log.length(); }

    static String run(Cell<Integer> a, Cell<String> b) {
        More more = new More("m");
        more.value += next() + more.value++;
        ((Cell<String>) more).value += "z";
        Cell<String>[] all = array(b, more);
        all[next() % 2].x = next();
        all[next() % 2].value = "v" + log;
        var v = a.value;
        v++;
        a.value = v;
        log = log + v;
        return more.value + more.getValue() + more.backup + b.value + all[1].value + a.value + b.x + more.x + log;
    }

    @SafeVarargs
    static <T> Cell<T>[] array(Cell<T>... all) { return all; }
}
