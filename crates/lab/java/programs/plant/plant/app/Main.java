package plant.app;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import plant.model.*;
import plant.model.Order.Builder;
import plant.model.Order.Line;
import plant.util.Log;

import static plant.model.Shape.*;
import static plant.util.Log.*;
import static java.util.Map.Entry;
import static java.util.stream.Collectors.*;

public class Main {
    static Log log = new Log("app");
    static final Map<String, Integer> counts = new TreeMap<>();
    private static final String PREFIX = SEP + "main" + SEP;

    static { log(PREFIX.length()); counts.put("seed", Order.next()); }

    static int area(Shape shape) {
        if (shape instanceof Circle circle) return circle.radius() * 3;
        if (shape instanceof Square s && s.side() > 1) { int side = s.side(); return side * side; }
        return switch (shape.size()) { case SMALL -> 1; case BIG -> UNIT; };
    }

    static <T, R extends Collection<T>> R into(Stream<? extends T> all, Supplier<R> make) {
        R result = make.get();
        all.forEach(result::add);
        return result;
    }

    static String show(Entry<String, ? extends Number> entry) {
        return entry.getKey() + "=" + entry.getValue().intValue();
    }

    interface Visitor<R> { R visit(Order order); default R both(Order a, Order b) { visit(a); return visit(b); } }

    static class Sum implements Visitor<Integer> {
        private int total;
        @Override public Integer visit(Order order) { total += order.total(); return total; }
        public int getTotal() { return total; }
        public void setTotal(int total) { this.total = total; }
    }

    static int log(long n) { Log.lines += n; return Log.lines; }

    public static void main(String[] args) {
        Builder builder = Order.builder().line("ink", 3).line("pen", 4);
        Order order = builder.build();
        Order second = new Order.Builder().line("cap", 5).discount(2).build();
        Sum sum = new Sum();
        sum.setTotal(sum.getTotal() + 1);
        System.out.println(sum.both(order, second) + " " + sum.getTotal());
        System.out.println(area(new Circle(2)) + area(new Square(3)) + area(new Square(1)) + area(Shape.unit()));
        List<String> names = into(order.lines().stream().map(Line::name), ArrayList::new);
        System.out.println(names + " " + log.size() + " " + lines);
        for (Entry<String, Integer> entry : counts.entrySet()) System.out.println(show(entry));
        System.out.println(order.lines().stream().collect(groupingBy(line -> line.cost() > 3, mapping(Line::cost, toList()))));
        try (Log.Scope scope = open("in")) {
            log.write(scope.depth() + "a");
        } catch (IllegalStateException | IllegalArgumentException e) {
            System.out.println("bad" + e.getMessage().length());
        } finally {
            System.out.println(Log.lines + log.size());
        }
        Line line = new Line(" tea ", 9);
        System.out.println(line.name().length() + line.cost() + line.compareTo(new Line("x", 2)) + Line.ZERO.cost());
        System.out.println(Order.Status.of(2).next().code() + Order.Status.DONE.code());
        var anonymous = new Object() { int lines = 5; int log() { return lines + Log.lines; } };
        System.out.println(anonymous.log() + anonymous.lines);
    }
}
