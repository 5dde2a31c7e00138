package v;

import w.Being;
import w.Cat;
import w.Dog;
import w.Sings;
import w.Speaks;
import java.util.List;

public class Main {
    static <T extends Being & Sings> String both(T t) { return t.sing(2) + t.rank() + t.volume(); }
    static String call(Being b) { return "mb"; }
    static String call(Speaks s) { return "ms"; }
    public static void main(String[] args) {
        Robot robot = new Robot();
        Puppy puppy = new Puppy();
        Cat cat = new Cat();
        Dog odd = new Dog() {
            int power = 7;
            @Override public int run() { return super.run() * power; }
            @Override public int rank() { return -power; }
            public int walk() { return power + LEGS; }
        };
        for (Dog d : List.of(robot, puppy, odd, new Dog())) {
            System.out.println(d.bark() + d.bark("a", "b") + d.calls() + d.run() + d.jump(3) + d.say() + d.volume() + d.rank() + call((Speaks) d));
        }
        System.out.println(both(cat) + both(robot) + cat.bark() + cat.jump(2) + cat.purrs() + Cat.herd(cat, new Cat()) + call(cat));
        System.out.println(robot.charged() + robot.barker().get() + robot.runner().get() + robot.walk() + robot.rankTwice() + Sings.plain().sing(1));
        System.out.println(puppy.charge(2) + puppy.heavy() + puppy.walk() + puppy.walk() + Puppy.kind() + Robot.kind() + Dog.kind() + Being.kind() + Cat.kind());
    }
}
