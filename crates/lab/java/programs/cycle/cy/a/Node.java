package cy.a;

import cy.b.*;
import static cy.b.Tree.DEPTH;
import static cy.b.Tree.grow;

public class Node implements Marks {
    protected static int total = DEPTH;
    protected int id = next();
    protected Node parent;
    String tag = "n";

    protected static int next() {
        return total++;
    }

    protected Node self() {
        return this;
    }

    protected String show(Node n) {
        return "N" + n.id;
    }

    protected String show(Object o) {
        return "O" + o;
    }

    protected class Cursor {
        protected int at = id;

        protected Cursor() { }

        public int move(int by) {
            return at += by;
        }
    }

    public static class Empty extends Node {
        String tag = "e";

        public Empty() {
            id = -1;
        }

        @Override
        public String toString() {
            return tag + super.tag + id + STAR;
        }
    }

    public static Node sprout(int n) {
        return n <= 0 ? new Empty() : grow(n);
    }

    public String path() {
        return parent == null ? tag + id : parent.path() + "/" + tag + id;
    }

    static String local(Node n) {
        return n.tag + n.id;
    }
}
