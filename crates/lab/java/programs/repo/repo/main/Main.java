package repo.main;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.reducing;
import static repo.query.Checks.*;

import java.util.*;
import java.util.function.*;
import repo.data.*;
import repo.query.Checks;
import repo.query.Repo;

public class Main {
    private static int saved;
    final Repo<Key.User, User> users = new Repo<Key.User, User>().hook(u -> saved++);
    final Repo<Key.Order, Order> orders = new Repo<>() {
        @Override
        public Optional<Order> find(Key.Order k) {
            return super.find(k).map(Order::touch);
        }

        {
            hook((k, o) -> o.note(k.owner.id()).note('o'));
        }
    };

    static void put(String s) {
        System.out.println("s " + s);
    }

    static void put(Object s) {
        System.out.println("o " + s);
    }

    static void put(double d) {
        System.out.println("d " + d);
    }

    static void put(Integer i) {
        System.out.println("i " + i);
    }

    static <T> T pick(boolean b, T x, T y) {
        return b ? x : y;
    }

    static User named(String n) {
        return new User(n, n.length());
    }

    public static void main(String[] args) {
        Main m = new Main();
        Function<String, User> f = Main::named;
        User ann = f.apply("ann"), bo = f.andThen(User::touch).apply("bo");
        User old = new User("old", 70);
        m.users.save(ann, bo, old);
        Order first = new Order(ann, 10);
        m.orders.save(first, new Order(old, 5), new Order(old, 7.5));
        put(m.users.find(ann.key()).map(u -> u.name).orElse("?"));
        put(m.users.find(u -> u.older(bo)).map(User::age).get());
        put(m.orders.find(first.key()).map(Order::amount).orElse(0.0));
        put(m.orders.find(first.key()).isPresent() ? first.amount() : 1);
        put(pick(true, 1, 2.0));
        put(true ? ann.agePlus(1) : Integer.valueOf(2));
        put(false ? 'c' : ann.age());
        put(m.users.from().where(over(User::age, 2)).by(u -> u.name).by(User::age).list(u -> u.name + u.note()));
        put(m.orders.from().group(o -> o.user().name, averagingDouble(Order::amount)));
        put(m.orders.from().group(Order::root, counting()));
        put(m.users.from().group(u -> u.age() > 2, reducing(0, User::age, Integer::sum)));
        put(m.users.from().where(u -> u.age() > 5).join(m.orders, (u, o) -> o.key().of(u.key())).list(Order::note));
        put(Checks.none(m.users, all(over(User::age, 1), not((User u) -> u.name.equals("old") || u.age() > 0))));
        List<User> us = new ArrayList<>(m.users.from().list(Function.identity()));
        us.sort(User::byAge);
        Collections.sort(us, Collections.reverseOrder());
        put(us.get(0).name + us.stream().map(User::note).count());
        Supplier<? extends Entity<?>> sup = () -> first;
        put(sup.get().root() + new Key.User(3).id() + new Key.User(3L).id());
        LongFunction<Key.User> mk = Key.User::new;
        Function<Integer, Key.User> mk2 = Key.User::new;
        put(mk.apply(4).id() + ":" + mk2.apply(4).id() + saved + asked);
        for (var o : m.orders) put(o.version + o.note());
        ToIntBiFunction<User, User> cmp = User::byAge;
        BiPredicate<User, User> older = User::older;
        put(cmp.applyAsInt(ann, bo) + (older.test(bo, ann) ? "y" : "n"));
    }
}
