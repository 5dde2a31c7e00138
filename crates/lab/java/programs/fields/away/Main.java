package away;

import static core.Fixed.LIMIT;
import static core.Fixed.MARK;

import core.Cell;
import core.Fixed;
import core.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Main extends Numbers {
    static int count;
    private int i = 50;
    Numbers peer = new Numbers();

    enum Level {
        LOW(1), HIGH(LIMIT) { @Override int get() { return weight * 2; } };

        final int weight;
        static int asked;
        Level(int weight) { this.weight = weight; }
        int get() { asked++; return weight; }
    }

    static class Res implements AutoCloseable {
        static String closed = "";
        final String name;
        Res(String name) { this.name = name; }
        @Override public void close() { closed += name; }
    }

    final Res res = new Res("r");

    Numbers find() { count++; return peer; }

    String work() {
        find().i += 4;
        find().i++;
        find().text = "found" + find().i;
        super.i += 3;
        super.seen = seen + 1;
        this.other++;
        ((Numbers) this).i--;
        i += super.i;
        try (res) {
            text += "in";
        }
        return i + " " + super.i + text + seen + peer.i + peer.text + count;
    }

    public static void main(String[] args) {
        Main m = new Main();
        m.compound(3, 4);
        System.out.println(m.all());
        System.out.println(m.used());
        m.small();
        System.out.println(m.all());
        System.out.println(m.work() + m.work() + Res.closed);
        System.out.println(m.c);
        System.out.println(m.peer.c);
        System.out.println(String.valueOf(m.peer.b) + m.peer.row());
        System.out.println(Fixed.BIG + MARK + Fixed.lazy() + Fixed.log() + Fixed.lazier() + Fixed.log());
        Fixed fixed = new Fixed(3);
        System.out.println(fixed.narrow(true) + fixed.narrow(false) + fixed.parts);
        Cell<Integer> cell = new Cell<>(4);
        Cell<String> other = cell.map(n -> "n" + n);
        cell.x = 3;
        System.out.println(other.value + cell.value + cell.x + cell.y[1]++ + cell.y[1]);
        Cell.last = other;
        List<Cell<Integer>> cells = List.of(cell, new Cell<>(9));
        cells.forEach(each -> each.value++);
        System.out.println(cells.stream().map(each -> each.value).collect(Collectors.toList()));
        System.out.println(Stream.of(cells.get(0)).mapToInt(each -> each.value += 2).sum());
        System.out.println(cells.stream().mapToInt(each -> each.x).max().getAsInt() + More.run(cell, other));
        Cell<Object> wide = new Cell<>("w");
        Cell.fill(wide, cell.map(n -> n + 1));
        System.out.println(wide.value + "" + wide.x + Cell.last.value + Cell.last.x + cell.lazy().get() + cell.x);
        System.out.println(cell.new Look().both() + Cell.max(cells.get(1), cells.get(0)));
        for (Level level : Level.values()) System.out.println(level.get() + level.weight + Level.asked);
    }
}
