package cy.b;

import cy.a.Node;
import cy.a.Marks.Mark;

public class Tree extends Node {
    public static final int DEPTH = 2;
    static int total = 900;
    private final Node[] kids;
    private int id = 50;

    Tree(int n) {
        kids = new Node[n];
        for (int i = 0; i < n; i++) {
            kids[i] = i % 2 == 0 ? new Tree(n - 1 - i) : new Leaf(this, i);
        }
        total += n;
    }

    public static Node grow(int n) {
        return new Tree(n);
    }

    public static int total() {
        return total * 1000 + Node.total;
    }

    protected String show(Tree t) {
        return "T" + t.id + "," + ((Tree) t.self()).id;
    }

    @Override
    protected Tree self() {
        return this;
    }

    public String shows() {
        Node n = this;
        Object o = 5;
        return show(this) + show(n) + show(o) + super.show(this) + super.id;
    }

    int walk() {
        Cursor c = new Cursor() {
            @Override
            public int move(int by) {
                return super.move(by) + id + kids.length;
            }
        };
        return c.move(2) + new Walker().move(3);
    }

    private class Walker extends Cursor {
        int id = 4;

        Walker() {
            at += id + Tree.this.id;
        }
    }

    public int fold(Mark mark) {
        int sum = walk();
        for (Node kid : kids) {
            switch (mark) {
                case PLUS -> sum = mark.apply(sum, kid instanceof Tree t ? t.fold(mark) : 1);
                case MINUS -> {
                    if (kid instanceof Leaf leaf) sum = mark.apply(sum, leaf.value());
                    else sum += ((Tree) kid).fold(Mark.NONE);
                }
                default -> sum ^= mark.apply(0, 0);
            }
        }
        return sum;
    }

    public Node kid(int i) {
        return kids[i];
    }
}
