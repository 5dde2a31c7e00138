package mix;

import mix.api.Both;

class Inside {
    private int value = 1;
    static String text = "t";

    class A {
        int value = Inside.this.value + 1;

        class B extends A {
            int sum() {
                return value + A.this.value * 10 + Inside.this.value * 100 + super.value * 1000;
            }
        }
    }

    static String run() {
        Inside inside = new Inside();
        A a = inside.new A();
        a.value = 7;
        A.B b = a.new B();
        b.value += 'a' - 95;
        Both both = () -> text + b.sum();
        Object o = new Object() {
            String text = "own";

            @Override
            public String toString() {
                return text + Inside.text + both.label();
            }
        };
        return "" + o + b.sum();
    }
}
