package synthetic;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One source file as javac parses it, and the edits that are planned in it. */
final class Unit {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    record Edit(int start, int end, String text) {}

    final String path;
    final String text;
    final CompilationUnitTree tree;
    private final SourcePositions positions;
    private final List<Edit> edits = new ArrayList<>();
    /** Ranges that a transformation works in; another one stays out of them. */
    private final List<int[]> taken = new ArrayList<>();
    /** Where the file stands afterwards. */
    String newPath;

    private Unit(String path, String text, CompilationUnitTree tree, SourcePositions positions) {
        this.path = path;
        this.newPath = path;
        this.text = text;
        this.tree = tree;
        this.positions = positions;
    }

    /** The parsed file; null where javac finds errors in it. */
    static Unit parse(String path, String text) throws Exception {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        JavacTask task = (JavacTask) COMPILER.getTask(null, null, diagnostics, List.of("-proc:none"), null, List.of(file));
        CompilationUnitTree tree = task.parse().iterator().next();
        for (Diagnostic<?> d : diagnostics.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                return null;
            }
        }
        return new Unit(path, text, tree, Trees.instance(task).getSourcePositions());
    }

    int start(Tree node) {
        return (int) positions.getStartPosition(tree, node);
    }

    int end(Tree node) {
        return (int) positions.getEndPosition(tree, node);
    }

    String of(Tree node) {
        return text.substring(start(node), end(node));
    }

    String packageName() {
        return tree.getPackageName() == null ? "" : tree.getPackageName().toString();
    }

    /** Where the line begins that holds the position. */
    int lineStart(int at) {
        return text.lastIndexOf('\n', at - 1) + 1;
    }

    String indent(int at) {
        int begin = lineStart(at);
        int end = begin;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(begin, end);
    }

    /** Where the name of a declaration stands: after its type, or after its modifiers. */
    int nameAt(Tree declaration, String name) {
        int from = start(declaration);
        if (declaration instanceof VariableTree variable && variable.getType() != null && end(variable.getType()) > 0) {
            from = end(variable.getType());
        } else if (declaration instanceof MethodTree method) {
            from = method.getReturnType() != null ? end(method.getReturnType()) : Math.max(from, end(method.getModifiers()));
        } else if (declaration instanceof ClassTree type) {
            from = Math.max(from, end(type.getModifiers()));
        }
        Matcher matcher = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text);
        return matcher.find(from) ? matcher.start() : -1;
    }

    /** The place after the opening brace of a type or a body. */
    int bodyStart(ClassTree type) {
        int from = nameAt(type, type.getSimpleName().toString());
        for (Tree bound : type.getImplementsClause()) {
            from = Math.max(from, end(bound));
        }
        if (type.getExtendsClause() != null) {
            from = Math.max(from, end(type.getExtendsClause()));
        }
        for (Tree bound : type.getTypeParameters()) {
            from = Math.max(from, end(bound));
        }
        return text.indexOf('{', from) + 1;
    }

    int bodyEnd(Tree typeOrBlock) {
        return end(typeOrBlock) - 1;
    }

    /** Takes a range for one transformation; false where another has it. */
    boolean take(int start, int end) {
        if (taken.stream().anyMatch(t -> start < t[1] && t[0] < end)) {
            return false;
        }
        taken.add(new int[] {start, end});
        return true;
    }

    boolean isFree(int start, int end) {
        return taken.stream().noneMatch(t -> start < t[1] && t[0] < end);
    }

    boolean isUntouched() {
        return taken.isEmpty() && edits.isEmpty();
    }

    void replace(int start, int end, String by) {
        edits.add(new Edit(start, end, by));
    }

    void replace(Tree node, String by) {
        replace(start(node), end(node), by);
    }

    void insert(int at, String what) {
        edits.add(new Edit(at, at, what));
    }

    /** Whether no planned edit touches the range. */
    boolean isUnedited(int start, int end) {
        return edits.stream().noneMatch(e -> e.start <= end && start <= e.end);
    }

    /** Removes a member or statement with the blank lines before it. */
    void cut(Tree node) {
        int from = lineStart(start(node));
        int before = docStart(start(node));
        if (before >= 0) {
            from = lineStart(before);
        }
        while (from > 1 && text.charAt(from - 1) == '\n' && text.charAt(from - 2) == '\n') {
            from--;
        }
        int to = end(node);
        replace(Math.max(0, from - 1), to, "");
    }

    /** Where the comment of a declaration begins; negative without one. */
    int docStart(int at) {
        int end = at;
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end > 1 && text.startsWith("*/", end - 2) ? text.lastIndexOf("/*", end) : -1;
    }

    /** The file with all edits; null where they overlap. */
    String result() {
        List<Edit> sorted = new ArrayList<>(edits);
        sorted.sort(Comparator.comparingInt(Edit::start).thenComparingInt(Edit::end));
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (Edit edit : sorted) {
            if (edit.start < at) {
                return null;
            }
            out.append(text, at, edit.start).append(edit.text);
            at = edit.end;
        }
        return out.append(text.substring(at)).toString();
    }

    boolean mentions(String name) {
        return Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text).find();
    }

    static Set<String> words(String code) {
        Set<String> words = new TreeSet<>();
        Matcher matcher = Pattern.compile("[A-Za-z_$][\\w$]*").matcher(code);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }
}
