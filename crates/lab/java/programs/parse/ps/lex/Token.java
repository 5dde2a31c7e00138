package ps.lex;

public sealed abstract class Token permits Token.Num, Token.Op, Token.End {
    protected final int at;
    static int count;

    Token(int at) {
        this.at = at;
        count++;
    }

    public int at() {
        return at;
    }

    public abstract <R> R accept(Visitor<R> visitor);

    public interface Visitor<R> {
        R num(Num num);

        R op(Op op);

        default R end(End end) {
            return null;
        }
    }

    public static final class Num extends Token {
        public final int value;

        Num(int at, int value) {
            super(at);
            this.value = value;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.num(this);
        }
    }

    public static non-sealed class Op extends Token {
        public static final char PLUS = '+', TIMES = '*', OPEN = '(', CLOSE = ')';
        public final char sign;

        protected Op(int at, char sign) {
            super(at);
            this.sign = sign;
        }

        public boolean is(char sign) {
            return this.sign == sign;
        }

        public boolean is(int sign) {
            return false;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.op(this);
        }
    }

    public static final class End extends Token {
        End(int at) {
            super(at);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.end(this);
        }
    }

    public static int count() {
        return count;
    }
}
