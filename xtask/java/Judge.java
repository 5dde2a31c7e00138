import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import com.sun.source.util.JavacTask;

/**
 * Tells for folder after folder whether javac takes the sources in it, without starting anew each time.
 *
 * A line of input is a class path, a tab and a folder, and perhaps a tab and a folder for the classes. A line of output is the
 * number of errors, a tab, the first of them, a tab, and the files that have errors with colons between them.
 */
public class Judge {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String[] asked = line.split("\t");
            out.println(judge(compiler, asked[0], Path.of(asked[1]), asked.length > 2 ? asked[2] : null));
        }
    }

    static String judge(JavaCompiler compiler, String classPath, Path folder, String classes) throws Exception {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(f -> f.toString().endsWith(".java"))
                .filter(f -> !f.endsWith("module-info.java"))
                .forEach(files::add);
        }
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xmaxerrs", "1000",
            "--should-stop=ifError=FLOW", "-implicit:none"));
        if (!classPath.isEmpty()) {
            options.add("-classpath");
            options.add(classPath);
        }
        if (classes != null) {
            options.addAll(List.of("-d", classes));
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, found, options, null,
                manager.getJavaFileObjectsFromPaths(files));
            if (classes == null) {
                task.analyze();
            } else {
                task.call();
            }
        } catch (RuntimeException crash) {
            return "1\tjavac broke down: " + crash;
        }
        List<String> errors = new ArrayList<>();
        TreeSet<String> broken = new TreeSet<>();
        for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                String file = d.getSource() == null ? "" : d.getSource().getName();
                String where = file.startsWith(folder.toString()) ? file.substring(folder.toString().length()) : file;
                broken.add(where);
                errors.add(where + ":" + d.getLineNumber() + ": " + d.getMessage(Locale.ROOT));
            }
        }
        String first = errors.isEmpty() ? "" : errors.get(0).replaceAll("\\s+", " ");
        return errors.size() + "\t" + first + "\t" + String.join(":", broken);
    }
}
