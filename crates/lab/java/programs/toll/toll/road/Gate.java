package toll.road;

import toll.err.*;
import toll.err.TollException.Blocked;
import static toll.road.Rates.*;

public class Gate implements AutoCloseable {
    static final String OPEN = "open", SHUT = "shut";
    private static Gate instance;
    static int created = 0;

    private final StringBuilder trace;
    protected short level;
    byte flags = 0x0f;
    char letter = 'a';
    private int depth;

    protected Gate(StringBuilder trace) {
        this.trace = trace;
        level = (short) ++created;
        trace.append("+").append(level);
    }

    public static synchronized Gate get(StringBuilder trace) {
        if (instance == null) {
            instance = new Gate(trace) {
                @Override
                public void close() {
                    super.close();
                    trace().append("!");
                }
            };
        }
        return instance;
    }

    StringBuilder trace() {
        return trace;
    }

    int pass(String what) throws TollException {
        trace.append(' ').append(what);
        switch (what) {
            case OPEN:
                level += 2.7;
                break;
            case SHUT:
                throw new Blocked(what + level);
            case "odd":
            case Rates.FREE:
                flags <<= 1;
                letter++;
                letter += 1;
                return letter + flags;
            default:
                level -= 'a' / 10;
                flags ^= (byte) 0xf3;
                throw new TollException.Unpaid(flags);
        }
        return level * BASE;
    }

    public int enter(String... all) {
        int sum = 0;
        depth++;
        outer:
        for (String one : all) {
            int left = depth;
            while (true) {
                try {
                    sum += pass(one);
                    if (left-- > 0) continue;
                    if (sum > LIMIT) break outer;
                    continue outer;
                } catch (Blocked | TollException.Unpaid e) {
                    sum -= e.code();
                    trace.append('?').append(e.getMessage());
                    break;
                } catch (TollException e) {
                    throw new Fatal(e);
                } finally {
                    sum++;
                    trace.append('.');
                }
            }
        }
        depth--;
        return sum;
    }

    @Override
    public void close() {
        trace.append("-").append(level--);
    }
}
