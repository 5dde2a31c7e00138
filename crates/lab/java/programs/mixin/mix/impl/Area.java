package mix.impl;

public non-sealed class Area implements Shape {
    static final int DIM = 9;
    protected int[][] cells = new int[DIM / 3][Shape.DIM];

    public int span() {
        int sum = 0;
        cells[1][0] += 4;
        cells[2][1]++;
        search:
        for (int[] row : cells) {
            for (int cell : row) {
                if (cell == 1) break search;
                if (cell > 8) continue search;
                sum += cell + 1;
            }
        }
        return sum;
    }
}
