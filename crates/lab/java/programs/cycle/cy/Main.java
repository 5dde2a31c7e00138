package cy;

import cy.a.*;
import cy.b.*;
import cy.a.Marks.*;

public class Main extends Node implements Marks {
    static final Mark STAR = Mark.of('+');
    String tag = "main" + WIDE;

    String all() {
        return tag + id + STAR.signed(id) + Marks.STAR + next() + total + path();
    }

    public static void main(String[] args) {
        Tree tree = (Tree) Node.sprout(4);
        System.out.println(tree.shows());
        for (char c : "+-?".toCharArray()) {
            Mark mark = Mark.of(c);
            System.out.println(tree.fold(mark) + mark.signed(c));
        }
        System.out.println(tree.path() + tree.kid(1).path() + tree.kid(3));
        System.out.println(cy.b.Empty.twin(tree.kid(1)) + cy.b.Empty.twin(tree.kid(0)));
        System.out.println(new Node.Empty() + "" + Tree.total());
        System.out.println(new Main().all());
        byte b = (byte) (Marks.STEP * 50);
        short s = Marks.WIDE;
        s *= b;
        b -= s;
        char c = Marks.STAR;
        c += b;
        final byte fixed = Marks.STEP;
        b = fixed;
        System.out.println(b + s + (int) c + BIG);
    }
}
