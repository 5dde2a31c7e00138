package ext;

import base.Middle;
import base.Node;
import base.Weighed;

public class Main {
    public static void main(String[] args) {
        Leaf leaf = new Leaf(3);
        Twig twig = new Twig();
        Twig.Bud bud = new Twig.Bud();
        Node odd = new Node(8) {
            int secret = 12;
            @Override protected void prepare() { secret = 90; }
            @Override public int value() { return secret + level; }
            int hidden() { return secret; }
        };
        Middle plain = new Middle(5) {
            @Override public String describe() { return "[" + super.describe() + word + "]"; }
        };
        for (Node n : new Node[] {leaf, twig, bud, odd, plain, new Middle(1)}) {
            System.out.println(n.value() + " " + n.weight() + " " + n.heavy() + " " + n.shown() + " " + n.sealedValue() + " " + n.all());
            if (n instanceof Middle m) System.out.println(m.describe() + m.depth() + " " + m.same(leaf) + m.self().value() + m.same(odd));
        }
        System.out.println(leaf.grow(2) + " " + leaf.peek() + " " + leaf.word() + leaf.calls() + " " + leaf.later().getAsInt());
        System.out.println(leaf.compare(new Leaf(6)) + " " + leaf.self().bonus() + " " + twig.bonus() + twig.word() + twig.grow(4));
        System.out.println(bud.grow(3) + " " + bud.opened() + bud.opened() + " " + bud.shown() + twig.peek(3) + Leaf.grown + Leaf.MARK);
        System.out.println(Weighed.sum(leaf, twig, bud) + " " + leaf.bonus + twig.bonus + Node.LIMIT + Leaf.start());
    }
}
