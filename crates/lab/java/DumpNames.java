import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.code.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.ElementKind;
import javax.tools.*;

/**
 * Writes which declaration javac binds each identifier to: a line each with offset (in bytes of UTF-8), kind, name and key.
 * Files start with a line "F path". Arguments: a file of source paths (one a line), the class path, the output file.
 */
public class DumpNames {
    static PrintWriter out;
    static Trees trees;
    static com.sun.tools.javac.code.Types types;

    public static void main(String[] args) throws Exception {
        List<String> sources = Files.readAllLines(Path.of(args[0]));
        out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(new FileOutputStream(args[2]), StandardCharsets.UTF_8)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1000000", "-nowarn",
                "-implicit:none", "-cp", args[1]);
        int[] errors = {0};
        JavacTask task = (JavacTask) compiler.getTask(new PrintWriter(System.err), files,
                d -> { if (d.getKind() == Diagnostic.Kind.ERROR && errors[0]++ < 20) System.err.println(d); },
                options, null, files.getJavaFileObjectsFromStrings(sources));
        trees = Trees.instance(task);
        types = com.sun.tools.javac.code.Types.instance(((com.sun.tools.javac.api.BasicJavacTask) task).getContext());
        List<CompilationUnitTree> units = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) units.add(unit);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            Dumper dumper = new Dumper(unit);
            new TreeScanner<Void, Void>() {
                @Override public Void visitBindingPattern(BindingPatternTree tree, Void p) {
                    dumper.pattern((JCTree.JCVariableDecl) tree.getVariable());
                    return super.visitBindingPattern(tree, p);
                }
            }.scan(unit, null);
            dumper.scan(unit, null);
        }
        out.close();
        System.err.println("javac: " + units.size() + " files, " + errors[0] + " errors");
    }

    static class Dumper extends TreeScanner<Void, Void> {
        final CompilationUnitTree unit;
        final String text;
        int[] bytes;
        /** Where the names of pattern variables stand: javac notes where their types start. */
        final Map<Symbol, Integer> patterns = new HashMap<>();

        void pattern(JCTree.JCVariableDecl v) {
            if (v.sym == null || v.vartype == null) return;
            int after = v.vartype.getEndPosition(((JCTree.JCCompilationUnit) unit).endPositions);
            if (after >= 0) patterns.put(v.sym, text.indexOf(v.name.toString(), after));
        }

        @Override public Void visitLambdaExpression(LambdaExpressionTree tree, Void p) {
            JCTree.JCLambda lambda = (JCTree.JCLambda) tree;
            // Types of parameters that nobody wrote are filled in by javac.
            for (VariableTree v : tree.getParameters()) {
                scan(v.getModifiers(), p);
                if (lambda.paramKind == JCTree.JCLambda.ParameterKind.EXPLICIT && !((JCTree.JCVariableDecl) v).declaredUsingVar())
                    scan(v.getType(), p);
            }
            return scan(tree.getBody(), p);
        }

        Dumper(CompilationUnitTree unit) throws IOException {
            this.unit = unit;
            this.text = unit.getSourceFile().getCharContent(true).toString();
            boolean ascii = text.chars().allMatch(c -> c < 128);
            if (!ascii) {
                bytes = new int[text.length() + 1];
                int at = 0;
                for (int i = 0; i < text.length(); i++) {
                    bytes[i] = at;
                    char c = text.charAt(i);
                    at += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
                }
                bytes[text.length()] = at;
            }
            out.println("F " + Path.of(unit.getSourceFile().toUri()));
        }

        int offset(int pos) { return bytes == null || pos < 0 || pos > text.length() ? pos : bytes[pos]; }

        @Override public Void visitPackage(PackageTree tree, Void p) { return scan(tree.getAnnotations(), p); }

        @Override public Void visitIdentifier(IdentifierTree tree, Void p) {
            JCTree.JCIdent id = (JCTree.JCIdent) tree;
            // javac also makes identifiers that nobody wrote, such as `value` in @SuppressWarnings("x").
            if (id.pos >= 0 && text.startsWith(id.name.toString(), id.pos)) emit(id.pos, id.name.toString(), id.sym, tree);
            return null;
        }

        @Override public Void visitMemberSelect(MemberSelectTree tree, Void p) {
            JCTree.JCFieldAccess access = (JCTree.JCFieldAccess) tree;
            scan(tree.getExpression(), p);
            int at = nameAfterDot(access);
            emit(at, access.name.toString(), access.sym, tree);
            return null;
        }

        /** The position of a selected name: after the dot, which is where javac puts the tree. */
        int nameAfterDot(JCTree.JCFieldAccess access) {
            int at = access.pos;
            // Annotations and comments may stand between the dot and the name.
            String name = access.name.toString();
            int found = text.indexOf(name, at);
            return found < 0 ? at : found;
        }

        @Override public Void visitMemberReference(MemberReferenceTree tree, Void p) {
            JCTree.JCMemberReference ref = (JCTree.JCMemberReference) tree;
            scan(tree.getQualifierExpression(), p);
            scan(tree.getTypeArguments(), p);
            String name = ref.name.toString().equals("<init>") ? "new" : ref.name.toString();
            int from = ((JCTree) tree.getQualifierExpression()).getEndPosition(((JCTree.JCCompilationUnit) unit).endPositions);
            int at = text.indexOf(name, text.indexOf("::", from < 0 ? ref.getStartPosition() : from));
            emit(at, name, ref.sym, tree);
            return null;
        }

        @Override public Void visitNewClass(NewClassTree tree, Void p) {
            JCTree.JCNewClass n = (JCTree.JCNewClass) tree;
            // With a body, javac binds to the anonymous class's own constructor: not a declaration of the source.
            if (tree.getClassBody() == null) emit(n.getStartPosition(), "new", n.constructor, tree);
            scan(tree.getEnclosingExpression(), p);
            scan(tree.getTypeArguments(), p);
            scan(tree.getIdentifier(), p);
            scan(tree.getArguments(), p);
            if (tree.getClassBody() != null) {
                // The body's modifiers and supertypes are made up.
                for (Tree member : tree.getClassBody().getMembers()) if (!generated(member)) scan(member, p);
            }
            return null;
        }

        @Override public Void visitClass(ClassTree tree, Void p) {
            scan(tree.getModifiers(), p);
            scan(tree.getTypeParameters(), p);
            scan(tree.getExtendsClause(), p);
            scan(tree.getImplementsClause(), p);
            scan(tree.getPermitsClause(), p);
            for (Tree member : tree.getMembers()) if (!generated(member)) scan(member, p);
            return null;
        }

        boolean generated(Tree member) {
            if (member instanceof JCTree.JCMethodDecl m) {
                return m.sym != null && (m.sym.flags() & (Flags.GENERATEDCONSTR | Flags.GENERATED_MEMBER)) != 0
                    && (m.sym.flags() & Flags.COMPACT_RECORD_CONSTRUCTOR) == 0;
            }
            return false;
        }

        @Override public Void visitVariable(VariableTree tree, Void p) {
            JCTree.JCVariableDecl v = (JCTree.JCVariableDecl) tree;
            // A type that javac filled in (var, lambda parameters, enum constants) is not in the text.
            if (v.sym != null && (v.sym.flags() & Flags.ENUM) != 0) {
                scan(tree.getModifiers(), p);
                if (tree.getInitializer() instanceof JCTree.JCNewClass n) {
                    int after = v.mods.annotations.isEmpty() ? v.pos
                        : v.mods.annotations.last().getEndPosition(((JCTree.JCCompilationUnit) unit).endPositions);
                    if (n.getClassBody() == null) emit(text.indexOf(v.name.toString(), after), "enum", n.constructor, tree);
                    scan(n.getArguments(), p);
                    if (n.getClassBody() != null)
                        for (Tree member : n.getClassBody().getMembers()) if (!generated(member)) scan(member, p);
                }
                return null;
            }
            scan(tree.getModifiers(), p);
            if (!v.declaredUsingVar() && !(v.isImplicitlyTyped())) scan(tree.getType(), p);
            scan(tree.getNameExpression(), p);
            scan(tree.getInitializer(), p);
            return null;
        }

        @Override public Void visitMethod(MethodTree tree, Void p) {
            JCTree.JCMethodDecl m = (JCTree.JCMethodDecl) tree;
            if (m.sym != null && (m.sym.flags() & Flags.COMPACT_RECORD_CONSTRUCTOR) != 0) {
                scan(tree.getModifiers(), p);
                // Assignments to the fields are added at the end.
                for (StatementTree s : tree.getBody().getStatements())
                    if (((JCTree) s).pos > m.body.pos) scan(s, p);
                return null;
            }
            return super.visitMethod(tree, p);
        }

        @Override public Void visitMethodInvocation(MethodInvocationTree tree, Void p) {
            JCTree.JCMethodInvocation call = (JCTree.JCMethodInvocation) tree;
            // `super()` that nobody wrote stands where the body starts.
            if (call.meth instanceof JCTree.JCIdent id && (id.name.contentEquals("super") || id.name.contentEquals("this"))) {
                if (id.pos < 0 || id.pos >= text.length() || !text.startsWith(id.name.toString(), id.pos)) return null;
            }
            return super.visitMethodInvocation(tree, p);
        }

        void emit(int pos, String name, Symbol sym, Tree tree) {
            if (name.equals("class") || name.equals("length") && sym != null && sym.owner != null && sym.owner.getQualifiedName().contentEquals("Array")) {
                if (name.equals("length")) out.println(offset(pos) + "\tA\tlength\tlength");
                return;
            }
            if (sym == null || sym.kind == Kinds.Kind.ERR || sym.type != null && sym.type.hasTag(TypeTag.ERROR)) {
                out.println(offset(pos) + "\t?\t" + name + "\t-");
                return;
            }
            switch (sym.kind) {
                case PCK: return;
                case TYP:
                    if (sym.type.hasTag(TypeTag.TYPEVAR)) line(pos, "V", name, "V");
                    else line(pos, "T", name, classKey((Symbol.ClassSymbol) sym));
                    return;
                case VAR:
                    if (name.equals("this") || name.equals("super")) return;
                    // A field imported through a subtype is a copy; the declaration is meant.
                    sym = sym.baseSymbol();
                    if (sym.owner.kind == Kinds.Kind.TYP) line(pos, "F", name, classKey(sym.enclClass()) + "." + sym.name);
                    else line(pos, "L", name, "" + offset(patterns.getOrDefault(sym, ((Symbol.VarSymbol) sym).pos)));
                    return;
                case MTH:
                    String kind = sym.isConstructor() ? "C" : "M";
                    line(pos, kind, name, methodKey((Symbol.MethodSymbol) sym.baseSymbol()));
                    return;
                default:
                    out.println(offset(pos) + "\t?\t" + name + "\t-");
            }
        }

        void line(int pos, String kind, String name, String key) {
            out.println(offset(pos) + "\t" + kind + "\t" + name + "\t" + key);
        }
    }

    static String classKey(Symbol.ClassSymbol c) {
        if (c.owner.kind != Kinds.Kind.PCK && !isMember(c)) {
            return "local:" + c.name;
        }
        return c.flatName().toString().replace('.', '/');
    }

    static boolean isMember(Symbol c) {
        for (Symbol s = c; s.kind == Kinds.Kind.TYP; s = s.owner) {
            if (s.owner.kind == Kinds.Kind.PCK) return true;
            if (s.owner.kind != Kinds.Kind.TYP || s.name.isEmpty()) return false;
        }
        return false;
    }

    static String methodKey(Symbol.MethodSymbol m) {
        if (m.owner.getQualifiedName().contentEquals("Array")) return "Array." + m.name;
        StringBuilder key = new StringBuilder(classKey(m.enclClass())).append('.').append(m.name).append('(');
        for (Type t : m.type.asMethodType().getParameterTypes()) descriptor(types.erasure(t), key);
        return key.append(')').toString();
    }

    static void descriptor(Type t, StringBuilder key) {
        switch (t.getTag()) {
            case BYTE: key.append('B'); break;
            case CHAR: key.append('C'); break;
            case SHORT: key.append('S'); break;
            case INT: key.append('I'); break;
            case LONG: key.append('J'); break;
            case FLOAT: key.append('F'); break;
            case DOUBLE: key.append('D'); break;
            case BOOLEAN: key.append('Z'); break;
            case VOID: key.append('V'); break;
            case ARRAY: key.append('['); descriptor(types.elemtype(t), key); break;
            case CLASS: key.append('L').append(classKey((Symbol.ClassSymbol) t.tsym)).append(';'); break;
            default: key.append('?');
        }
    }
}
