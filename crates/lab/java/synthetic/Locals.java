package synthetic;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Transformations of local variables and of parameters. */
final class Locals {
    private static final Map<String, String> CALL_TYPES = Map.ofEntries(Map.entry("toString", "String"),
            Map.entry("trim", "String"), Map.entry("substring", "String"), Map.entry("getName", "String"),
            Map.entry("toLowerCase", "String"), Map.entry("toUpperCase", "String"), Map.entry("getMessage", "String"),
            Map.entry("getSimpleName", "String"), Map.entry("size", "int"), Map.entry("length", "int"),
            Map.entry("indexOf", "int"), Map.entry("hashCode", "int"), Map.entry("isEmpty", "boolean"),
            Map.entry("equals", "boolean"), Map.entry("contains", "boolean"), Map.entry("startsWith", "boolean"),
            Map.entry("containsKey", "boolean"), Map.entry("getClass", "Class<?>"), Map.entry("charAt", "char"));
    private static final Map<String, String> WIDER = Map.ofEntries(Map.entry("int", "long"), Map.entry("long", "double"),
            Map.entry("float", "double"), Map.entry("String", "CharSequence"), Map.entry("short", "int"),
            Map.entry("byte", "int"), Map.entry("Integer", "Number"), Map.entry("Long", "Number"),
            Map.entry("boolean", "Boolean"), Map.entry("StringBuilder", "Appendable"), Map.entry("Class<?>", "Type"),
            Map.entry("InputStream", "Closeable"), Map.entry("Object", "Comparable"), Map.entry("Exception", "Throwable"),
            Map.entry("IOException", "Exception"), Map.entry("byte[]", "ByteBuffer"), Map.entry("char[]", "CharBuffer"),
            Map.entry("File", "Path"), Map.entry("Date", "Instant"), Map.entry("char", "int"));

    private Locals() {}

    /** A type that one would change the type to; null where none comes to mind. */
    static String wider(String type) {
        String plain = Names.type(type);
        for (String[] pair : new String[][] {{"ArrayList<", "List<"}, {"LinkedList<", "List<"}, {"List<", "Collection<"},
                {"HashMap<", "Map<"}, {"Map<", "ConcurrentMap<"}, {"HashSet<", "Set<"}, {"Set<", "Collection<"},
                {"Collection<", "Iterable<"}, {"Class<", "Supplier<"}, {"Iterator<", "Enumeration<"}}) {
            if (plain.startsWith(pair[0])) {
                return pair[1] + plain.substring(pair[0].length());
            }
        }
        return WIDER.get(plain);
    }

    /** Statements that stand in a block of the method itself, not of a lambda or class inside it. */
    static List<StatementTree> statements(Place place) {
        List<StatementTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBlock(BlockTree node, Void nothing) {
                found.addAll(node.getStatements());
                return super.visitBlock(node, nothing);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitNewClass(NewClassTree node, Void nothing) {
                return null;
            }
        }.scan(place.method().getBody(), null);
        return found;
    }

    static boolean extractVariable(Commit commit, Place place) {
        Unit unit = place.unit();
        StatementTree statement = commit.pick(statements(place));
        if (statement == null) {
            return false;
        }
        ExpressionTree whole = switch (statement.getKind()) {
            case EXPRESSION_STATEMENT -> ((com.sun.source.tree.ExpressionStatementTree) statement).getExpression();
            case RETURN -> ((com.sun.source.tree.ReturnTree) statement).getExpression();
            case VARIABLE -> ((VariableTree) statement).getInitializer();
            case IF -> ((com.sun.source.tree.IfTree) statement).getCondition();
            default -> null;
        };
        if (whole == null || unit.of(statement).startsWith("super") || unit.of(statement).startsWith("this(")) {
            return false;
        }
        ExpressionTree value = commit.pick(extractable(unit, whole));
        String type = value == null ? null : typeOf(unit, place, value);
        if (type == null || !place.take()) {
            return false;
        }
        String name = commit.fresh(nameOf(value));
        String code = unit.of(value);
        unit.insert(unit.start(statement), type + " " + name + " = " + code + ";\n" + unit.indent(unit.start(statement)));
        unit.replace(value, name);
        commit.touch(unit, unit.start(statement), headEnd(unit, statement));
        String words = Names.variable(name, type) + place.from(place.signature());
        commit.finds("Extract Variable " + words, "Inline Variable " + words);
        return true;
    }

    /** Where the statement ends, or its condition where it has a body. */
    static int headEnd(Unit unit, StatementTree statement) {
        return statement instanceof com.sun.source.tree.IfTree branch ? unit.end(branch.getCondition()) : unit.end(statement);
    }

    private static List<ExpressionTree> extractable(Unit unit, ExpressionTree whole) {
        List<ExpressionTree> found = new ArrayList<>();
        Set<Tree> covering = new HashSet<>();
        covering.add(whole);
        if (whole instanceof com.sun.source.tree.ParenthesizedTree inner) {
            covering.add(inner.getExpression());
        }
        if (whole instanceof AssignmentTree assignment) {
            covering.add(assignment.getExpression());
            covering.add(assignment.getVariable());
        }
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree node, Void nothing) {
                boolean kind = node instanceof MethodInvocationTree || node instanceof NewClassTree
                        || node instanceof LiteralTree literal && literal.getValue() instanceof String s && s.length() > 2;
                if (kind && !covering.contains(node) && unit.end(node) > unit.start(node)) {
                    found.add((ExpressionTree) node);
                }
                return super.scan(node, nothing);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitNewClass(NewClassTree node, Void nothing) {
                return node.getClassBody() != null ? null : super.visitNewClass(node, nothing);
            }
        }.scan(whole, null);
        found.removeIf(e -> e instanceof NewClassTree created && created.getClassBody() != null);
        return found;
    }

    private static String typeOf(Unit unit, Place place, ExpressionTree value) {
        if (value instanceof LiteralTree literal) {
            return literal.getValue() instanceof String ? "String" : null;
        }
        if (value instanceof NewClassTree created) {
            String type = unit.of(created.getIdentifier());
            return type.contains("<>") || created.getEnclosingExpression() != null ? null : type;
        }
        String called = name((MethodInvocationTree) value);
        for (Tree member : place.type().getMembers()) {
            if (member instanceof com.sun.source.tree.MethodTree own && own.getName().contentEquals(called)
                    && own.getReturnType() != null && own.getTypeParameters().isEmpty()
                    && ((MethodInvocationTree) value).getMethodSelect() instanceof IdentifierTree) {
                String type = unit.of(own.getReturnType());
                return type.equals("void") ? null : type;
            }
        }
        return CALL_TYPES.get(called);
    }

    private static String name(MethodInvocationTree call) {
        Tree select = call.getMethodSelect();
        return select instanceof com.sun.source.tree.MemberSelectTree member ? member.getIdentifier().toString() : select.toString();
    }

    private static String nameOf(ExpressionTree value) {
        if (value instanceof MethodInvocationTree call) {
            String name = name(call).replaceFirst("^(get|is|to)(?=[A-Z])", "");
            return Commit.small(name.isEmpty() ? "call" : name);
        }
        return value instanceof LiteralTree ? "text" : "created";
    }

    /** A local with a value that is only read afterwards, at least once, and whose name nothing else in the method has. */
    static VariableTree plainLocal(Place place, StatementTree statement) {
        if (!(statement instanceof VariableTree local) || local.getInitializer() == null
                || Names.written(place.unit(), local).isEmpty() || Names.written(place.unit(), local).startsWith("var")
                || local.getInitializer().getKind() == Tree.Kind.NEW_ARRAY) {
            return null;
        }
        String name = local.getName().toString();
        boolean isOnly = Place.declared(place.method()).stream().filter(v -> v.getName().contentEquals(name)).count() == 1;
        boolean isAlone = !place.unit().text.substring(place.unit().start(local), place.unit().end(local)).contains(",\n")
                && place.unit().text.substring(place.unit().end(local) - 1, place.unit().end(local)).equals(";");
        return isOnly && isAlone && !Place.uses(place.method(), name).isEmpty() && !hasField(place, name) ? local : null;
    }

    private static boolean hasField(Place place, String name) {
        return place.type().getMembers().stream().anyMatch(m -> m instanceof VariableTree v && v.getName().contentEquals(name));
    }

    static boolean isAssigned(Tree in, String name) {
        boolean[] found = {false};
        new TreeScanner<Void, Void>() {
            private void check(ExpressionTree target) {
                found[0] |= target instanceof IdentifierTree id && id.getName().contentEquals(name);
            }

            @Override
            public Void visitAssignment(AssignmentTree node, Void nothing) {
                check(node.getVariable());
                return super.visitAssignment(node, nothing);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree node, Void nothing) {
                check(node.getVariable());
                return super.visitCompoundAssignment(node, nothing);
            }

            @Override
            public Void visitUnary(UnaryTree node, Void nothing) {
                check(node.getExpression());
                return super.visitUnary(node, nothing);
            }
        }.scan(in, null);
        return found[0];
    }

    static boolean renameVariable(Commit commit, Place place) {
        VariableTree local = plainLocal(place, commit.pick(statements(place)));
        if (local == null || Place.uses(place.method(), local.getName().toString()).size() < 2 || !place.take()) {
            return false;
        }
        String type = Names.written(place.unit(), local);
        String name = local.getName().toString();
        String fresh = commit.fresh(name);
        rename(commit, place, local, fresh);
        String in = place.from(place.signature());
        commit.finds("Rename Variable " + Names.variable(name, type) + " to " + Names.variable(fresh, type) + in,
                "Rename Variable " + Names.variable(fresh, type) + " to " + Names.variable(name, type) + in);
        return true;
    }

    private static void rename(Commit commit, Place place, VariableTree variable, String fresh) {
        Unit unit = place.unit();
        String name = variable.getName().toString();
        int at = unit.nameAt(variable, name);
        unit.replace(at, at + name.length(), fresh);
        renameUses(commit, place, name, fresh);
    }

    static void renameUses(Commit commit, Place place, String name, String fresh) {
        Unit unit = place.unit();
        for (IdentifierTree use : Place.uses(place.method(), name)) {
            unit.replace(use, fresh);
        }
        for (StatementTree statement : statements(place)) {
            if (!(statement instanceof VariableTree) && !Place.uses(statement, name).isEmpty()) {
                commit.touch(unit, unit.start(statement), headEnd(unit, statement));
            }
        }
    }

    /** A parameter that the body reads, whose name nothing else has. */
    static VariableTree plainParameter(Commit commit, Place place) {
        VariableTree parameter = commit.pick(new ArrayList<>(place.method().getParameters()));
        if (parameter == null) {
            return null;
        }
        String name = parameter.getName().toString();
        boolean isOnly = Place.declared(place.method()).stream().filter(v -> v.getName().contentEquals(name)).count() == 1;
        boolean isPlain = !Names.written(place.unit(), parameter).contains("...");
        return isOnly && isPlain && !Place.uses(place.method(), name).isEmpty() ? parameter : null;
    }

    static boolean renameParameter(Commit commit, Place place) {
        VariableTree parameter = plainParameter(commit, place);
        if (parameter == null || place.statements() < 2 || !place.take()) {
            return false;
        }
        String name = parameter.getName().toString();
        String type = Names.written(place.unit(), parameter);
        String fresh = commit.fresh(name);
        Names.Signature old = place.signature();
        Names.Signature now = old.with(changed(old, name, fresh, type));
        rename(commit, place, parameter, fresh);
        commit.finds("Rename Parameter " + Names.variable(name, type) + " to " + Names.variable(fresh, type) + place.from(now),
                "Rename Parameter " + Names.variable(fresh, type) + " to " + Names.variable(name, type) + place.from(old));
        return true;
    }

    /** The parameters with another name and type for one of them. */
    static List<String[]> changed(Names.Signature signature, String name, String fresh, String type) {
        List<String[]> parameters = new ArrayList<>(signature.parameters());
        parameters.replaceAll(p -> p[0].equals(name) ? new String[] {fresh, type} : p);
        return parameters;
    }

    static boolean changeParameterType(Commit commit, Place place) {
        VariableTree parameter = plainParameter(commit, place);
        String type = parameter == null ? null : Names.written(place.unit(), parameter);
        String other = type == null ? null : wider(type);
        if (other == null || place.statements() < 2 || !place.isOwn() || !place.take()) {
            return false;
        }
        String name = parameter.getName().toString();
        Names.Signature old = place.signature();
        Names.Signature now = old.with(changed(old, name, name, other));
        place.unit().replace(parameter.getType(), other);
        commit.finds("Change Parameter Type " + Names.variable(name, type) + " to " + Names.variable(name, other) + place.from(now),
                "Change Parameter Type " + Names.variable(name, other) + " to " + Names.variable(name, type) + place.from(old));
        return true;
    }

    static boolean changeVariableType(Commit commit, Place place) {
        StatementTree statement = commit.pick(statements(place));
        VariableTree local = plainLocal(place, statement);
        String type = local == null ? null : Names.written(place.unit(), local);
        String other = type == null ? null : wider(type);
        if (other == null || !place.take()) {
            return false;
        }
        place.unit().replace(local.getType(), other);
        commit.touch(place.unit(), place.unit().start(local), place.unit().end(local));
        String name = local.getName().toString();
        String in = place.from(place.signature());
        commit.finds("Change Variable Type " + Names.variable(name, type) + " to " + Names.variable(name, other) + in,
                "Change Variable Type " + Names.variable(name, other) + " to " + Names.variable(name, type) + in);
        return true;
    }

    static boolean changeReturnType(Commit commit, Place place) {
        if (!place.isOwn() || place.statements() < 2) {
            return false;
        }
        Unit unit = place.unit();
        String type = unit.of(place.method().getReturnType());
        String other = wider(type);
        if (other == null || !place.take()) {
            return false;
        }
        Names.Signature old = place.signature();
        unit.replace(place.method().getReturnType(), other);
        commit.finds("Change Return Type " + Names.type(type) + " to " + other + place.from(old.returning(other)),
                "Change Return Type " + other + " to " + Names.type(type) + place.from(old));
        return true;
    }
}
