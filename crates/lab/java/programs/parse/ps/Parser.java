package ps;

import static ps.lex.Token.Op.*;
import ps.lex.*;
import ps.lex.Token.Num;
import ps.lex.Token.Op;

public class Parser extends Lexer {
    private Token now;
    private int depth, most;
    private final Problems problems = new Problems();

    Parser(String text) {
        super(text);
        now = next();
    }

    @Override
    protected boolean skip(char c) {
        return super.skip(c) || c == '_';
    }

    boolean newline(char c) {
        return c == ';';
    }

    private boolean take(char sign) {
        if (now instanceof Op op && op.is(sign)) {
            now = next();
            return true;
        }
        return false;
    }

    Node sum() throws Problem {
        Node left = product();
        while (take(PLUS)) left = Node.of(PLUS, left, product());
        return left;
    }

    private Node product() throws Problem {
        Node left = atom();
        for (; take(TIMES); ) left = Node.of(TIMES, left, atom());
        return left;
    }

    private Node atom() throws Problem {
        try {
            most = Math.max(most, ++depth);
            if (take(OPEN)) {
                Node inner = sum();
                if (!take(CLOSE)) throw problems.new Missing(CLOSE, now.at());
                return inner;
            }
            if (now instanceof Num num) {
                now = next();
                return new Node.Value(num.value);
            }
            throw new Problem("at " + now.at());
        } finally {
            depth--;
        }
    }

    int most() {
        return most;
    }

    static class Problem extends Exception {
        Problem(String message) {
            super(message);
        }

        int cost() {
            return 1;
        }
    }

    static class Problems {
        private int seen;

        class Missing extends Problem {
            final char sign;

            Missing(char sign, int at) {
                super("missing " + sign + at);
                this.sign = sign;
                seen++;
            }

            @Override
            int cost() {
                return super.cost() + seen + sign;
            }
        }
    }
}
