package core;

/** Fields of every type that numbers have, changed in every way. */
public class Numbers {
    public byte b = 100;
    public short s = 30000;
    public char c = 'a';
    public int i = 7;
    public long l = 1L << 40;
    public float f = 1.5f;
    public double d = 2.25;
    public boolean flag;
    public Integer boxed = 5;
    public Character letter = 'q';
    public Byte small = 3;
    public Short middle = 4;
    public Long wide = 9L;
    public Double part = 0.5;
    public String text = "t";
    public Object any = "o";
    protected volatile int seen, other = 4;
    int[] row = {1, 2, 3};
    long grid[][] = {{1}, {2, 3}};

    int ask() { return ++seen; }

    public void compound(int by, int high) {
        b += 60;
        b >>>= 1;
        s *= 2;
        c += 1;
        c++;
        i += by << 2;
        i += by & 6;
        i += high > 3 ? 10 : 20;
        i += 0.75;
        i -= by - high;
        i *= by + high;
        l += by + high;
        l += Integer.MAX_VALUE + by;
        l -= 2.5;
        l ^= by | high;
        l >>= 2;
        f += 1.25;
        f /= 2;
        d += by;
        d %= 4;
        flag |= by > 2;
        flag ^= true;
        boxed += 3;
        boxed++;
        letter++;
        --small;
        middle++;
        wide += by + high;
        part *= 2;
        text += by + high;
        text += 'c';
        text += null;
        any += "x";
        i = i++ + ++i;
        i += i++ * ask();
        row[i & 1] += ask();
        row[ask() % 3]++;
        grid[1][0] += i;
    }

    public String used() {
        int a = i++ + 2 * i--;
        long z = -l++;
        int y = i = 12;
        byte bb = b = 9;
        char cc = c = 'z';
        double q = d = 3;
        short t = s = (short) a;
        StringBuilder out = new StringBuilder();
        out.append(c).append(s).append(b).append(i++).append((byte) i++).append("" + i++ + ++i);
        out.append(letter = 'w').append(boxed = 300).append(any = 'v').append(text = "n");
        int k = switch (i % 3) { case 0 -> i++; case 1 -> ++i; default -> i += 2; };
        int w = switch (i % 2) { case 0: yield i++; default: yield i = 4; };
        return out + ":" + a + z + y + bb + cc + q + t + k + w + (flag ? i : c) + (flag ? 'x' : b);
    }

    public void small() {
        small = 12;
        middle = 13;
        letter = 66;
        b = 'c';
        s = b;
        c = 67;
        f = i;
        d = l;
        wide = 5L;
        part = 1.5;
        any = 5;
        Runnable r = () -> i++;
        r.run();
        Runnable set = () -> i = 77;
        set.run();
        java.util.function.IntSupplier give = () -> i++;
        i += give.getAsInt();
        for (i = 0, seen = 1; i < 5; i++, seen += 2) other -= i;
        boolean odd;
        if (odd = i % 2 == 1) i = -i;
        while ((i = i + 3) < 20) ask();
        row = new int[] {4, i++, i--, (i)};
        (i)++;
        this.i = (this.i) + 1;
        i = odd ? 1 : i;
    }

    public String row() { return row.length + "" + grid[1].length; }

    public String all() {
        return b + "," + s + "," + (int) c + "," + i + "," + l + "," + f + "," + d + "," + flag + "," + boxed + "," + letter
            + "," + small + "," + middle + "," + wide + "," + part + "," + text + "," + any + "," + seen + other
            + java.util.Arrays.toString(row) + grid[1][0] + grid.length;
    }
}
