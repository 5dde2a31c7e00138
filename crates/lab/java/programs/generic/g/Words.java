package g;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

public class Words extends Store<Integer, String> {
    protected Set<String> known = new TreeSet<>();
    private static int made;
    public Words() { made++; }
    @Override protected Integer key(String s) { return s.length(); }
    @Override public void put(String s) { super.put(s.trim()); known.add(s); }
    protected String show(String s) { return "S" + s; }
    protected String show(Integer i) { return "I" + i; }
    public String shown() { return show(first()) + show(last) + show((Object) last); }
    public String joined(List<? extends CharSequence> more) { StringBuilder b = new StringBuilder(); for (CharSequence c : more) b.append(c.length()); return b + first(); }
    public String longest() { String best = ""; for (String s : items) if (s.length() > best.length()) best = s; return best; }
    int known() { return known.size(); }
    static int made() { return made; }
    public Words self() { return this; }
    public boolean has(String s) { return known.contains(s) || items.contains(s); }
    @Override public String orElse(String other) { return super.orElse(other) + other; }
}
