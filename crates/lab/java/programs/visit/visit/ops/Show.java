package visit.ops;

import java.util.function.Function;
import java.util.stream.Collectors;
import visit.ast.*;

public class Show<V> extends Fold<V, String> {
    private final Function<? super V, String> text;
    String sep = " ";

    public Show(Function<? super V, String> text) {
        this.text = text;
    }

    @Override
    protected String zero() {
        return "";
    }

    @Override
    protected String plus(String a, String b) {
        return a + sep + b;
    }

    @Override
    public String lit(Lit<? extends V> l) throws Bad {
        return step(text.apply(l.value()));
    }

    @Override
    public String bin(Bin<? extends V> b) throws Bad {
        return "(" + super.bin(b) + b.op + ")";
    }

    public Show<V> sep(String sep) {
        this.sep = sep;
        return this;
    }

    public String all(Expr<? extends V>... es) {
        return java.util.Arrays.stream(es).map(e -> {
            try {
                return go(e);
            } catch (Bad b) {
                return b.getMessage() + b.code();
            }
        }).collect(Collectors.joining(sep));
    }

    public int steps() {
        return steps;
    }
}
