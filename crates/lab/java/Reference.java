import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.refactoringminer.api.Refactoring;
import org.refactoringminer.api.RefactoringHandler;
import org.refactoringminer.rm1.GitHistoryRefactoringMinerImpl;

/**
 * The reference tool as a black box: a folder of cases in, a line a case out, with the file and line where each finding begins.
 * Cases that already have a line are passed over. A case that takes too long gets a line that says so and ends the virtual
 * machine with status 3, because its thread cannot be stopped; whoever started it starts it again.
 *
 * <p>usage: Reference CASES OUT.jsonl SECONDS
 */
public class Reference {
    private static final long STACK = 256L << 20;
    private static final int TOO_LONG = 3;

    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[1]);
        List<String> done = Files.exists(out) ? Files.readAllLines(out) : List.of();
        List<Path> cases;
        try (Stream<Path> entries = Files.list(Path.of(args[0]))) {
            cases = entries.filter(Files::isDirectory).sorted().toList();
        }
        try (PrintWriter lines = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(out.toFile(), true), StandardCharsets.UTF_8))) {
            for (Path folder : cases) {
                String start = "{\"id\":" + quoted(folder.getFileName().toString()) + ",";
                if (done.stream().noneMatch(line -> line.startsWith(start))) {
                    boolean inTime = detect(folder, start, Long.parseLong(args[2]) * 1000, lines);
                    lines.flush();
                    if (!inTime) {
                        System.exit(TOO_LONG);
                    }
                }
            }
        }
        System.exit(0);
    }

    private static boolean detect(Path folder, String start, long limit, PrintWriter lines) throws Exception {
        Map<String, String> before = read(folder.resolve("before"));
        Map<String, String> after = read(folder.resolve("after"));
        List<Refactoring> found = new ArrayList<>();
        String[] error = {null};
        RefactoringHandler handler = new RefactoringHandler() {
            @Override
            public void handle(String id, List<Refactoring> refactorings) {
                found.addAll(refactorings);
            }

            @Override
            public void handleException(String id, Exception e) {
                error[0] = e.toString();
            }
        };
        long begin = System.nanoTime();
        Thread thread = new Thread(null, () -> {
            try {
                new GitHistoryRefactoringMinerImpl().detectAtFileContents(before, after, handler);
            } catch (Throwable e) {
                error[0] = e.toString();
            }
        }, "detection", STACK);
        thread.setDaemon(true);
        thread.start();
        thread.join(limit);
        boolean inTime = !thread.isAlive();
        if (!inTime) {
            error[0] = "timeout";
        }
        StringBuilder line = new StringBuilder(start);
        line.append("\"ms\":").append((System.nanoTime() - begin) / 1_000_000);
        line.append(",\"error\":").append(error[0] == null ? "null" : quoted(error[0])).append(",\"refactorings\":[");
        if (inTime) {
            String separator = "";
            for (Refactoring refactoring : found) {
                line.append(separator).append(described(refactoring));
                separator = ",";
            }
        }
        lines.println(line.append("]}"));
        return inTime;
    }

    private static String described(Refactoring refactoring) {
        return "{\"type\":" + quoted(refactoring.getRefactoringType().getDisplayName())
                + ",\"description\":" + quoted(refactoring.toString())
                + ",\"at\":" + quoted(place(refactoring)) + "}";
    }

    private static String place(Refactoring refactoring) {
        List<gr.uom.java.xmi.diff.CodeRange> sides = new ArrayList<>(refactoring.rightSide());
        sides.addAll(refactoring.leftSide());
        return sides.isEmpty() ? "" : sides.get(0).getFilePath() + ":" + sides.get(0).getStartLine();
    }

    private static Map<String, String> read(Path root) throws Exception {
        Map<String, String> texts = new LinkedHashMap<>();
        if (Files.isDirectory(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    texts.put(root.relativize(file).toString(),
                            new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                }
            }
        }
        return texts;
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\t' -> out.append(' ');
                case '\n' -> out.append("\\n");
                default -> out.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return out.append('"').toString();
    }
}
