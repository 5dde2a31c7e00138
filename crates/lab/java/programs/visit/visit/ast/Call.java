package visit.ast;

import java.util.Iterator;
import java.util.List;

public record Call<V>(String name, List<Expr<V>> args) implements Expr<V> {
    public Call {
        args = List.copyOf(args);
        if (name.isBlank()) throw new IllegalArgumentException("name");
    }

    public Call(String name, Expr<V> one) {
        this(name, List.of(one));
    }

    @Override
    public <R, X extends Exception> R accept(Visitor<? super V, R, X> v) throws X {
        return v.call(this);
    }

    @Override
    public Iterator<Expr<V>> iterator() {
        return args.iterator();
    }

    public int arity() {
        return args().size();
    }
}
