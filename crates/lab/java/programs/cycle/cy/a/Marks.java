package cy.a;

public interface Marks {
    char STAR = '*';
    byte STEP = 3;
    short WIDE = STEP << 4;
    long BIG = WIDE * 1000L;

    enum Mark implements Marks {
        PLUS('+', 1) {
            @Override
            public int apply(int a, int b) {
                return a + b + weight;
            }
        },
        MINUS('-', STEP) {
            private int used = 0;

            @Override
            public int apply(int a, int b) {
                used++;
                return a - b * used;
            }

            @Override
            String sign() {
                return super.sign() + used;
            }
        },
        NONE(STAR, 0) {
            @Override
            public int apply(int a, int b) {
                return WIDE;
            }
        };

        private static final Mark[] ALL = values();
        final char sign;
        protected final int weight;

        Mark(char sign, int weight) {
            this.sign = sign;
            this.weight = weight;
        }

        public abstract int apply(int a, int b);

        String sign() {
            return "" + sign + weight;
        }

        public static Mark of(char c) {
            for (Mark m : ALL) if (m.sign == c) return m;
            return NONE;
        }

        public String signed(int n) {
            return sign() + n;
        }
    }
}
