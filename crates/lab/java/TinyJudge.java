import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles small programs in memory and runs their `main`, any number of them in one virtual machine and some at a time.
 *
 * A question: its number, how many files, and path and text of each. An answer: the number, how many errors, file, offset and message of
 * each, whether it met a limit, and what was printed. Numbers are of four bytes, texts have their length before them.
 */
public class TinyJudge {
    record Problem(int file, int offset, String message) {}

    record Answer(List<Problem> problems, boolean isLate, byte[] printed) {}

    static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "-Xmaxerrs", "200", "-XDuseUnsharedTable",
        "--should-stop=ifError=FLOW", "-implicit:none", "-g:none");
    /** How long a program may run, and how much it may print. */
    static final long MOST_MILLIS = 5_000;
    static final int MOST_PRINTED = 1 << 16;

    /** What the program of this thread prints. */
    static final ThreadLocal<Printed> PRINTED = new ThreadLocal<>();
    static final ThreadLocal<StandardJavaFileManager> MANAGER =
        ThreadLocal.withInitial(() -> COMPILER.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));

    public static void main(String[] args) throws Exception {
        int workers = Integer.parseInt(args[0]);
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        PrintStream shared = new PrintStream(new Dispatch(), true, StandardCharsets.UTF_8);
        System.setOut(shared);
        System.setErr(shared);
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            while (true) {
                int number = in.readInt();
                TreeMap<String, String> files = new TreeMap<>();
                List<String> paths = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    String path = text(in);
                    paths.add(path);
                    files.put(path, text(in));
                }
                pool.submit(() -> {
                    Answer answer = answer(paths, files);
                    synchronized (out) {
                        send(out, number, answer);
                    }
                    return null;
                });
            }
        } catch (EOFException end) {
            System.exit(0);
        }
    }

    static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    static void send(DataOutputStream out, int number, Answer answer) throws IOException {
        out.writeInt(number);
        out.writeInt(answer.problems.size());
        for (Problem problem : answer.problems) {
            out.writeInt(problem.file);
            out.writeInt(problem.offset);
            byte[] message = problem.message.getBytes(StandardCharsets.UTF_8);
            out.writeInt(message.length);
            out.write(message);
        }
        out.writeInt(answer.isLate ? 1 : 0);
        out.writeInt(answer.printed.length);
        out.write(answer.printed);
        out.flush();
    }

    static Answer answer(List<String> paths, Map<String, String> files) {
        try {
            Map<String, byte[]> classes = new HashMap<>();
            List<Problem> problems = compile(paths, files, classes);
            return problems.isEmpty() ? run(classes) : new Answer(problems, false, new byte[0]);
        } catch (Throwable broken) {
            String message = "javac broke down: " + broken;
            return new Answer(List.of(new Problem(0, -1, message)), false, new byte[0]);
        }
    }

    static List<Problem> compile(List<String> paths, Map<String, String> files, Map<String, byte[]> classes) {
        List<JavaFileObject> units = new ArrayList<>();
        for (String path : paths) {
            units.add(new Source(path, files.get(path)));
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        COMPILER.getTask(null, new InMemory(MANAGER.get(), classes), found, OPTIONS, null, units).call();
        List<Problem> problems = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                int file = d.getSource() instanceof Source source ? paths.indexOf(source.path) : -1;
                problems.add(new Problem(file, (int) d.getPosition(), d.getMessage(Locale.ROOT)));
            }
        }
        return problems;
    }

    @SuppressWarnings("deprecation")
    static Answer run(Map<String, byte[]> classes) throws InterruptedException {
        Printed printed = new Printed();
        Thread program = new Thread(null, () -> {
            PRINTED.set(printed);
            run(new Loader(classes), classes.keySet());
        }, "main", 1 << 19);
        program.setDaemon(true);
        program.start();
        program.join(MOST_MILLIS);
        boolean isLate = program.isAlive() || printed.isFull;
        if (program.isAlive()) {
            printed.isFull = true;
        }
        return new Answer(List.of(), isLate, printed.bytes());
    }

    static void run(ClassLoader loader, Iterable<String> names) {
        try {
            for (String name : names) {
                for (Method method : Class.forName(name, false, loader).getDeclaredMethods()) {
                    if (method.getName().equals("main") && method.getParameterCount() == 1
                            && method.getParameterTypes()[0] == String[].class) {
                        method.setAccessible(true);
                        method.invoke(null, (Object) new String[0]);
                        return;
                    }
                }
            }
            System.out.print("no main");
        } catch (InvocationTargetException thrown) {
            System.out.print("ended by " + thrown.getCause().getClass().getName());
        } catch (Throwable thrown) {
            System.out.print("does not run: " + thrown.getClass().getName());
        }
    }

    /** One program's output. */
    static class Printed {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        volatile boolean isFull;

        synchronized void add(byte[] from, int at, int length) {
            if (isFull || bytes.size() + length > MOST_PRINTED) {
                isFull = true;
                throw new ThreadDeath();
            }
            bytes.write(from, at, length);
        }

        synchronized byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    static class Dispatch extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int at, int length) {
            Printed printed = PRINTED.get();
            if (printed != null) {
                printed.add(from, at, length);
            }
        }
    }

    static class Source extends SimpleJavaFileObject {
        final String path;
        private final String text;

        Source(String path, String text) {
            super(URI.create("mem:///" + path), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignored) {
            return text;
        }
    }

    static class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> classes;

        InMemory(JavaFileManager jdk, Map<String, byte[]> classes) {
            super(jdk);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location l, String name, JavaFileObject.Kind kind, FileObject by) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }

        /** Nothing but the sources and the JDK. */
        @Override
        public Iterable<JavaFileObject> list(Location location, String of, java.util.Set<JavaFileObject.Kind> kinds,
                boolean below) throws IOException {
            boolean isOwn = location == StandardLocation.CLASS_PATH || location == StandardLocation.SOURCE_PATH;
            return isOwn ? List.of() : super.list(location, of, kinds, below);
        }

        @Override
        public void close() {}
    }

    static class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
