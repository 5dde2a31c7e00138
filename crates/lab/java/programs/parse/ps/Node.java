package ps;

interface Node {
    int eval();

    default int size() {
        return 1;
    }

    static Node of(char sign, Node left, Node right) {
        return new Pair(left, right) {
            final int size = 1 + left.size() + right.size();

            @Override
            public int eval() {
                return switch (sign) {
                    case ps.lex.Token.Op.PLUS -> left.eval() + right.eval();
                    case '*' -> this.left.eval() * this.right.eval();
                    default -> throw new IllegalStateException("" + sign);
                };
            }

            @Override
            public int size() {
                return size + super.size() * 0;
            }
        };
    }

    abstract class Pair implements Node {
        protected final Node left, right;

        Pair(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public String toString() {
            return "(" + left + " " + right + ")" + size();
        }
    }

    class Value implements Node {
        private static int evals;
        private final int value;

        Value(int value) {
            this.value = value;
        }

        public int eval() {
            evals++;
            return value;
        }

        static int evals() {
            return evals;
        }

        @Override
        public String toString() {
            return "" + value;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Value v && v.value == value;
        }

        @Override
        public int hashCode() {
            return value;
        }
    }
}
