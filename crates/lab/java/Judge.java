import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
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
 * A line of input is a class path, a tab and a folder, and perhaps a tab and a folder for the classes, or `?` to be told what the
 * virtual machine goes by without any name in the sources saying so, or `!` to run the class that has a `main`. A line of output is
 * the number of errors, a tab, the first of them, a tab, the files that have errors with colons between them, a tab, with `?` those
 * facts with colons between them, a tab, and with `!` what was printed, its lines ended by a backslash and an n.
 */
public class Judge {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String[] asked = line.split("\t");
            String classes = asked.length > 2 ? asked[2] : null;
            if ("!".equals(classes)) {
                Path made = Files.createDirectories(Path.of(asked[1], ".classes"));
                String judged = judge(compiler, asked[0], Path.of(asked[1]), made.toString());
                out.println(judged + "\t" + (judged.startsWith("0\t") ? printed(made) : ""));
            } else {
                out.println(judge(compiler, asked[0], Path.of(asked[1]), classes));
            }
        }
    }

    /** How long a small program may run. */
    static final long MOST_MILLIS = 20_000;

    /** What the class with a `main` prints, and how it ends. */
    static String printed(Path classes) throws Exception {
        List<String> names;
        try (Stream<Path> all = Files.walk(classes)) {
            names = all.map(f -> classes.relativize(f).toString())
                .filter(f -> f.endsWith(".class"))
                .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
                .sorted()
                .toList();
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream usual = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Thread program = new Thread(null, () -> run(loader, names), "main", 1 << 20);
            program.setDaemon(true);
            program.start();
            program.join(MOST_MILLIS);
            if (program.isAlive()) {
                System.out.println("goes on and on");
            }
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8).replace("\t", " ").replaceAll("\\R", "\\\\n");
    }

    static final Class<?>[] MAIN = {String[].class};

    static void run(ClassLoader loader, List<String> names) {
        try {
            for (String name : names) {
                for (Method method : Class.forName(name, false, loader).getDeclaredMethods()) {
                    if (method.getName().equals("main") && Arrays.equals(method.getParameterTypes(), MAIN)) {
                        method.setAccessible(true);
                        method.invoke(null, (Object) new String[0]);
                        return;
                    }
                }
            }
            System.out.println("no main");
        } catch (InvocationTargetException thrown) {
            System.out.println("ended by " + thrown.getCause().getClass().getSuperclass());
        } catch (Throwable thrown) {
            System.out.println("does not run: " + thrown.getClass());
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
        boolean asksFacts = "?".equals(classes);
        TreeSet<String> facts = new TreeSet<>();
        if (classes != null && !asksFacts) {
            options.addAll(List.of("-d", classes));
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, found, options, null,
                manager.getJavaFileObjectsFromPaths(files));
            if (asksFacts) {
                Elements elements = task.getElements();
                for (Element analyzed : task.analyze()) {
                    if (analyzed instanceof TypeElement type) {
                        facts(type, elements, task.getTypes(), facts);
                    }
                }
            } else if (classes == null) {
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
        return errors.size() + "\t" + first + "\t" + String.join(":", broken) + "\t" + String.join(":", facts);
    }

    /**
     * Which methods of a class override others, told by their classes and numbered so that names do not matter, and which members
     * of it are called or read by serialization or by the java command.
     */
    static void facts(TypeElement type, Elements elements, Types types, TreeSet<String> facts) {
        String name = type.getQualifiedName().toString();
        TypeElement serializable = elements.getTypeElement("java.io.Serializable");
        boolean isSerial = types.isAssignable(types.erasure(type.asType()), serializable.asType());
        Set<TypeElement> above = new LinkedHashSet<>();
        above(type, types, above);
        for (Element member : type.getEnclosedElements()) {
            String called = member.getSimpleName().toString();
            boolean isAsked = isSerial && SERIAL.contains(called)
                || called.equals("main") && member.getModifiers().containsAll(Set.of(Modifier.PUBLIC, Modifier.STATIC));
            if (isAsked) {
                facts.add("runtime " + name + " " + member.asType() + " " + called + " " + member.getModifiers());
            }
            if (member instanceof ExecutableElement method) {
                for (TypeElement other : above) {
                    for (ExecutableElement over : ElementFilter.methodsIn(other.getEnclosedElements())) {
                        if (over.getSimpleName().equals(method.getSimpleName())
                                && elements.overrides(method, over, type)) {
                            add(facts, "override " + name + " " + other.getQualifiedName());
                        }
                    }
                }
            } else if (member instanceof TypeElement inner) {
                facts(inner, elements, types, facts);
            }
        }
    }

    static final Set<String> SERIAL = Set.of("serialVersionUID", "serialPersistentFields", "writeObject", "readObject",
        "readObjectNoData", "writeReplace", "readResolve");

    static void above(TypeElement type, Types types, Set<TypeElement> all) {
        for (TypeMirror up : types.directSupertypes(type.asType())) {
            if (up instanceof DeclaredType declared && all.add((TypeElement) declared.asElement())) {
                above((TypeElement) declared.asElement(), types, all);
            }
        }
    }

    /** The first, the second, the third of the same. */
    static void add(TreeSet<String> facts, String fact) {
        int number = 1;
        while (!facts.add(fact + " " + number)) {
            number++;
        }
    }
}
