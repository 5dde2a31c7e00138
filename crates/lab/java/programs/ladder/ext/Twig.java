package ext;

import base.Middle;
import base.Weighed;

public class Twig extends Middle {
    int bonus = 2;
    protected String word = "twig";

    public Twig() { super(2); }

    int bonus() { return bonus; }

    public String word() { return word + super.word; }

    public int grow(int by) { return by - bonus; }

    @Override
    public int weight() { return Weighed.UNIT; }

    int peek(int n) { return n; }

    public static class Bud extends Twig {
        private int open = 6;

        @Override
        public int grow(int by) { return super.grow(by) * open; }

        int opened() { return open++ + bonus(); }

        @Override
        public String shown() { return "bud" + super.shown(); }
    }
}
