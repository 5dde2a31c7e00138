package synthetic;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Commits with known truth: transformations and other edits on real code, as cases of an oracle.
 *
 * <p>usage: Main OUT COUNT SEED LIBRARY... (folders of sources; the last part of each is its name)
 *
 * <p>A commit is a few files of one library, one to five transformations in places that do not overlap, and other edits beside
 * them. What can be undone is written backwards half of the time, so that extractions become inlinings. The types that are
 * rarest so far are tried first.
 */
public final class Main {
    private static final int MOST_TRIES = 30;
    private static final int MOST_PLACES = 15;
    private static final int LARGEST = 60_000;
    /** Files are drawn from so many neighbours in order of path, so that packages and superclasses are among them. */
    private static final int WINDOW = 14;

    interface Transformation {
        boolean apply(Commit commit, Place place);
    }

    private static final Map<String, Transformation> ALL = new LinkedHashMap<>();

    static {
        ALL.put("Extract Method", Methods::extract);
        ALL.put("Extract And Move Method", Methods::extractAndMove);
        ALL.put("Extract Variable", Locals::extractVariable);
        ALL.put("Rename Variable", Locals::renameVariable);
        ALL.put("Rename Parameter", Locals::renameParameter);
        ALL.put("Change Variable Type", Locals::changeVariableType);
        ALL.put("Change Parameter Type", Locals::changeParameterType);
        ALL.put("Change Return Type", Locals::changeReturnType);
        ALL.put("Rename Method", Methods::rename);
        ALL.put("Move Method", (c, p) -> Methods.move(c, p, false));
        ALL.put("Move And Rename Method", (c, p) -> Methods.move(c, p, true));
        ALL.put("Parameterize Variable", Methods::parameterize);
        ALL.put("Merge Parameter", Merges::parameters);
        ALL.put("Merge Variable", Merges::variables);
        ALL.put("Merge Attribute", Merges::attributes);
        ALL.put("Replace Variable With Attribute", Merges::variableToAttribute);
        ALL.put("Replace Attribute", Merges::attributeByAttribute);
        ALL.put("Rename Attribute", Members::rename);
        ALL.put("Change Attribute Type", Members::changeType);
        ALL.put("Extract Attribute", Members::extract);
        ALL.put("Move Attribute", (c, p) -> Members.move(c, p, false));
        ALL.put("Move And Rename Attribute", (c, p) -> Members.move(c, p, true));
        ALL.put("Pull Up Method", Members::pullUpMethod);
        ALL.put("Pull Up Attribute", Members::pullUpAttribute);
        ALL.put("Rename Class", Types::rename);
        ALL.put("Move Class", (c, p) -> Types.move(c, p, false));
        ALL.put("Move And Rename Class", (c, p) -> Types.move(c, p, true));
        ALL.put("Change Package", Types::changePackage);
        ALL.put("Extract Superclass", Types::extractSuperclass);
        ALL.put("Extract Subclass", Types::extractSubclass);
        ALL.put("Extract Interface", Types::extractInterface);
        ALL.put("Extract Class", Types::extractClass);
    }

    private final Path out;
    private final Map<String, Integer> made = new TreeMap<>();
    private final PrintWriter cases;

    private Main(Path out) throws Exception {
        this.out = out;
        this.cases = new PrintWriter(Files.newBufferedWriter(out.resolve("cases.jsonl")));
    }

    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[0]);
        Files.createDirectories(out);
        int count = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        List<String> libraries = Arrays.asList(args).subList(3, args.length);
        Main main = new Main(out);
        Map<String, List<Path>> files = new LinkedHashMap<>();
        for (String library : libraries) {
            try (Stream<Path> all = Files.walk(Path.of(library))) {
                files.put(library, all.filter(p -> p.toString().endsWith(".java")).sorted().toList());
            }
        }
        int written = 0;
        for (int attempt = 0; written < count && attempt < 20 * count; attempt++) {
            String library = libraries.get(attempt % libraries.size());
            Random random = new Random(seed * 1_000_003 + attempt);
            Commit commit = main.commit(Path.of(library), files.get(library), random);
            if (commit != null && main.write(Path.of(library).getFileName() + "-" + attempt, commit)) {
                written++;
            }
        }
        main.cases.close();
        main.made.forEach((type, n) -> System.out.println(n + "\t" + type));
        System.out.println("synthetic commits=" + written);
    }

    /** A change of a few files of the library; null where nothing could be done to them. */
    private Commit commit(Path root, List<Path> files, Random random) throws Exception {
        if (files.size() < 4) {
            return null;
        }
        int at = random.nextInt(Math.max(1, files.size() - WINDOW));
        List<Path> near = new ArrayList<>(files.subList(at, Math.min(files.size(), at + WINDOW)));
        Collections.shuffle(near, random);
        List<Unit> units = new ArrayList<>();
        for (Path file : near.subList(0, Math.min(near.size(), 5 + random.nextInt(4)))) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
            boolean plain = text.length() < LARGEST && text.chars().allMatch(c -> c < 128 && c != '\t');
            Unit unit = plain ? Unit.parse(root.relativize(file).toString(), text) : null;
            if (unit != null && unit.tree.getTypeDecls().size() > 0) {
                units.add(unit);
            }
        }
        Commit commit = new Commit(units, random);
        int wanted = 1 + random.nextInt(5);
        for (int i = 0; i < MOST_TRIES && commit.findings.size() < wanted; i++) {
            attempt(commit);
        }
        if (commit.findings.isEmpty()) {
            return null;
        }
        Noise.apply(commit, random.nextInt(3), random.nextInt(4));
        return commit;
    }

    /** Tries one kind in some places, a rare one rather than another. */
    private void attempt(Commit commit) {
        List<String> names = new ArrayList<>(ALL.keySet());
        Collections.shuffle(names, commit.random);
        names.sort((a, b) -> Integer.compare(weight(a), weight(b)));
        String name = names.get((int) (Math.pow(commit.random.nextDouble(), 2) * names.size()));
        for (int i = 0; i < MOST_PLACES; i++) {
            Unit unit = commit.pick(commit.units);
            Place place = unit == null ? null : commit.pick(Place.all(unit));
            if (place != null && place.isFree() && ALL.get(name).apply(commit, place)) {
                return;
            }
        }
    }

    private int weight(String name) {
        return made.getOrDefault(name, 0);
    }

    private boolean write(String id, Commit commit) throws Exception {
        Map<String, String> before = new TreeMap<>();
        Map<String, String> after = new TreeMap<>(commit.added);
        for (Unit unit : commit.units) {
            String result = unit.result();
            if (result == null) {
                return false;
            }
            if (!result.equals(unit.text) || !unit.newPath.equals(unit.path)) {
                before.put(unit.path, unit.text);
                after.put(unit.newPath, result);
            }
        }
        for (Map.Entry<String, String> file : after.entrySet()) {
            if (Unit.parse(file.getKey(), file.getValue()) == null) {
                return false;
            }
        }
        boolean backwards = commit.isReversible() && commit.random.nextBoolean();
        files(out.resolve(id).resolve("before"), backwards ? after : before);
        files(out.resolve(id).resolve("after"), backwards ? before : after);
        StringBuilder line = new StringBuilder("{\"id\": " + quoted(id) + ", \"expected\": [");
        String separator = "";
        for (Commit.Finding finding : commit.findings) {
            String words = backwards ? finding.backwards() : finding.forwards();
            line.append(separator).append("{\"type\": null, \"description\": ").append(quoted(words)).append(", \"valid\": true}");
            separator = ", ";
            made.merge(typeOf(words), 1, Integer::sum);
        }
        cases.println(line.append("]}"));
        return true;
    }

    /** The words before the first that begins with a small letter, a bracket or a name. */
    private static String typeOf(String words) {
        String[] types = {"Inline Method", "Inline Variable", "Move And Inline Method", "Push Down Method", "Push Down Attribute",
                "Split Parameter", "Split Variable", "Split Attribute"};
        String best = "";
        for (String type : Stream.concat(ALL.keySet().stream(), Stream.of(types)).toList()) {
            if (words.startsWith(type + " ") && type.length() > best.length()) {
                best = type;
            }
        }
        return best;
    }

    private static void files(Path root, Map<String, String> texts) throws Exception {
        for (Map.Entry<String, String> file : texts.entrySet()) {
            Path to = root.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.writeString(to, file.getValue());
        }
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
