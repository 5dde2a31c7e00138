package synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A change in the making: files, what was done to them, and what that is called forwards and backwards. */
final class Commit {
    /** What a finding is called where the change is read forwards, and where it is read backwards. */
    record Finding(String forwards, String backwards) {}

    final List<Unit> units;
    final Random random;
    final List<Finding> findings = new ArrayList<>();
    final Map<String, String> added = new LinkedHashMap<>();
    /** Statements that a transformation touched, where other edits are the hardest to tell apart. */
    final List<int[]> touched = new ArrayList<>();
    private final List<Unit> touchedUnits = new ArrayList<>();

    Commit(List<Unit> units, Random random) {
        this.units = units;
        this.random = random;
    }

    void finds(String forwards, String backwards) {
        findings.add(new Finding(forwards, backwards));
    }

    /** The same both ways but for the order. */
    void touch(Unit unit, int start, int end) {
        touched.add(new int[] {start, end});
        touchedUnits.add(unit);
    }

    Unit touchedUnit(int index) {
        return touchedUnits.get(index);
    }

    boolean isReversible() {
        return added.isEmpty() && findings.stream().allMatch(f -> f.backwards != null);
    }

    <T> T pick(List<T> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    /** A name that no file has, from words that programmers use. */
    String fresh(String stem) {
        String[] ends = {"Value", "Info", "Now", "Entry", "Part", "Result", "Item", "Base", "Data", "Other"};
        for (int i = 0; i < 30; i++) {
            String name = stem + ends[random.nextInt(ends.length)] + (i < 10 ? "" : String.valueOf(i));
            if (units.stream().noneMatch(u -> u.mentions(name)) && !added.containsKey(name)) {
                return name;
            }
        }
        return stem + "X" + random.nextInt(100000);
    }

    static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    static String small(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
