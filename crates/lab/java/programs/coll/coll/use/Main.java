package coll.use;

import coll.seq.Linked;
import coll.seq.Seq;
import coll.tool.Ops;
import coll.tool.Ops.Pair;
import java.util.Comparator;
import java.util.Iterator;

public class Main extends Ops {
    static class Counted<T extends Comparable<T>> extends Linked<T> implements Comparable<Counted<T>> {
        int adds;
        private final Linked<? super T> copy;

        Counted(Linked<? super T> copy) {
            this.copy = copy;
        }

        @Override
        public Counted<T> add(T t) {
            adds++;
            copy.add(t);
            super.add(t);
            return this;
        }

        @Override
        public int compareTo(Counted<T> o) {
            return size() != o.size() ? size() - o.size() : first().compareTo(o.first());
        }

        int adds() {
            return adds;
        }
    }

    static String text(Seq<?> s) {
        StringBuilder b = new StringBuilder("[");
        for (Object o : s) b.append(o instanceof Seq<?> in ? text(in) : o instanceof Pair<?, ?> p ? p.left() + "=" + p.right() : o).append(' ');
        return b.append(s.size()).append(']').toString();
    }

    static int line = 0;

    static void out(Object... os) {
        System.out.print(++line + ":");
        for (Object o : os) System.out.print(" " + (o instanceof Seq<?> s ? text(s) : o));
        System.out.println();
    }

    public static void main(String[] args) {
        Seq<Integer> ints = Seq.of(1, 5);
        Seq<Integer> three = Seq.of(4, 2, 9);
        out(ints, three, Seq.of("x", "y"), Seq.<Object>of(1, 2));
        Linked<Object> all = new Linked<>();
        Counted<Integer> c = new Counted<>(all);
        c.add(7).add(3).add(2, 8);
        out(c, c.adds(), all, c.remove(Integer.valueOf(3)), c);
        c.remove(0);
        out(c, max(c), max(three.map(i -> i * 1.5)), Ops.used());
        out(sum(ints, Integer::intValue), Ops.sumLong(three, i -> i), sum(Seq.of("a", "bcd"), String::length));
        out(byLength(Seq.of("ccc", "a", "bb")).map(String::toUpperCase), zip(ints, Seq.of('a', 'b')).map(Pair::flip));
        copy(three, all);
        out(all, all.node(1).next().value, all.size);
        StringBuilder b = new StringBuilder();
        Ops.swap(all, b);
        out(b, Pair.twice("t").with(String::concat), new Pair<>(2, "ab").with((n, s) -> s.repeat(n)));
        Monoid<Integer> plus = Integer::sum;
        Monoid<String> cat = Monoid.of("<", String::concat);
        out(plus.all(ints), cat.all(Seq.of("p", "q")), plus.andThen(x -> x + 1).apply(1, 2), Pair.pairs());
        Integer[] arr = three.<Integer>toArray(Integer[]::new);
        out(arr.length, arr[2], three.sorted(Comparator.reverseOrder()), three.filter(i -> i > 3).isEmpty());
        Iterator<? extends Number> it = ints.iterator();
        double d = 0;
        while (it.hasNext()) d += it.next().doubleValue();
        Counted<Integer> e = new Counted<Integer>(new Linked<Number>()).add(1);
        Linked<Integer>.Node node = e.add(4).node(1);
        out(d, e.compareTo(c), node.value + node.value, node.next() == null, Seq.created());
        @SuppressWarnings("unchecked")
        Seq<? extends Number>[] seqs = new Seq[] {ints, three.map(Integer::doubleValue)};
        for (Seq<? extends Number> s : seqs) out(s.first(), s.fold(0.0, (a, n) -> a + n.doubleValue()));
    }
}
