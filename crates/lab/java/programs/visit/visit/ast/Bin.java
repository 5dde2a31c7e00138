package visit.ast;

import java.util.Iterator;
import java.util.NoSuchElementException;

public final class Bin<V> implements Expr<V> {
    public final char op;
    protected Expr<V> left, right;

    public Bin(char op, Expr<V> left, Expr<V> right) {
        this.op = op;
        this.left = left;
        this.right = right;
    }

    public Expr<V> left() {
        return left;
    }

    public Expr<V> right() {
        return right;
    }

    public Bin<V> swap() {
        Expr<V> t = left;
        left = right;
        right = t;
        return this;
    }

    @Override
    public <R, X extends Exception> R accept(Visitor<? super V, R, X> v) throws X {
        return v.bin(this);
    }

    private class Sides implements Iterator<Expr<V>> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < 2;
        }

        @Override
        public Expr<V> next() {
            return switch (at++) {
                case 0 -> left;
                case 1 -> right;
                default -> throw new NoSuchElementException();
            };
        }
    }

    @Override
    public Iterator<Expr<V>> iterator() {
        return new Sides();
    }
}
