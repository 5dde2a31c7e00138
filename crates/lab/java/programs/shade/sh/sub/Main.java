package sh.sub;

import java.util.function.*;

public class Main {
    private static final int[] COUNTS = {0, 0};
    private int value = 3;

    private static int tick() {
        return COUNTS[0]++;
    }

    private int[] cells() {
        COUNTS[1] += 2;
        return COUNTS;
    }

    IntUnaryOperator ops(int value) {
        IntUnaryOperator first = v -> v + value + this.value;
        IntUnaryOperator second = new IntUnaryOperator() {
            int value = 20;

            @Override
            public int applyAsInt(int v) {
                this.value += v;
                return this.value + Main.this.value++;
            }
        };
        return first.andThen(second).andThen(this::twice);
    }

    private int twice(int n) {
        return n * 2 + value;
    }

    private long twice(long n) {
        return n;
    }

    public static void main(String[] args) {
        Special special = new Special();
        System.out.println(special.get("a") + " " + special.get("ab") + " " + special.get("d") + " " + special.get("x"));
        System.out.println(special.sum(new Special()) + special.fill(3) + special.fill(9) + special.value);
        System.out.println(special.locks() + new Special.Lock("z").open());
        Extra extra = new Extra();
        System.out.println(extra.level() + " " + extra.new Part().both() + " " + extra.with(6).get("a"));
        Main main = new Main();
        IntUnaryOperator op = main.ops(2);
        System.out.println(op.applyAsInt(1) + " " + op.applyAsInt(1) + " " + main.value);
        main.cells()[tick()] += tick() + main.twice(4) + (int) main.twice(4L);
        main.value <<= 2;
        main.value %= 7;
        System.out.println(COUNTS[0] + " " + COUNTS[1] + " " + main.value);
        char[][] board = new char[3][4];
        rows:
        for (int i = 0; i < board.length; i++) {
            for (int j = 0; j < board[i].length; j++) {
                board[i][j] = (char) ('a' + i * j);
                if (board[i][j] == 'e') break rows;
                if (j > i + 1) continue rows;
                board[i][j] += i;
            }
        }
        for (char[] row : board) System.out.println(String.valueOf(row).replace('\0', '.'));
        System.out.println(sh.Events.all());
    }
}
