package synthetic;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** Edits that are no refactorings: what programmers change beside one, in the same statements or elsewhere. */
final class Noise {
    private Noise() {}

    /** Edits in statements that a transformation touched and in others; all are insertions or other literals. */
    static void apply(Commit commit, int inTouched, int elsewhere) {
        for (int i = 0; i < inTouched && !commit.touched.isEmpty(); i++) {
            int index = commit.random.nextInt(commit.touched.size());
            int[] range = commit.touched.get(index);
            edit(commit, commit.touchedUnit(index), range[0], range[1]);
        }
        for (int i = 0; i < elsewhere; i++) {
            Unit unit = commit.pick(commit.units);
            Place place = commit.pick(Place.all(unit));
            StatementTree statement = place == null ? null : commit.pick(Locals.statements(place));
            if (statement != null && unit.end(statement) > unit.start(statement)) {
                edit(commit, unit, unit.start(statement), Locals.headEnd(unit, statement));
            }
        }
    }

    private static void edit(Commit commit, Unit unit, int start, int end) {
        List<Tree> nodes = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree node, Void nothing) {
                if (node != null && unit.start(node) >= start && unit.end(node) <= end && unit.end(node) > unit.start(node)) {
                    nodes.add(node);
                }
                return super.scan(node, nothing);
            }
        }.scan(unit.tree, null);
        for (int attempt = 0; attempt < 6; attempt++) {
            Tree node = commit.pick(nodes);
            if (node != null && change(commit, unit, node)) {
                return;
            }
        }
    }

    private static boolean change(Commit commit, Unit unit, Tree node) {
        if (node instanceof LiteralTree literal && isQuiet(unit, node)) {
            return literal(commit, unit, literal);
        }
        if (node instanceof MethodInvocationTree call && !call.getMethodSelect().toString().matches("super|this")) {
            return commit.random.nextBoolean() ? argument(commit, unit, call) : wrap(unit, call);
        }
        if (node instanceof BinaryTree binary && (binary.getKind() == Tree.Kind.PLUS || binary.getKind() == Tree.Kind.CONDITIONAL_AND)) {
            int end = unit.end(node);
            return insert(unit, end, binary.getKind() == Tree.Kind.PLUS ? " + 1" : " && Settings.enabled()");
        }
        if (node instanceof ParenthesizedTree condition && unit.text.startsWith("if", unit.start(node) - 3)) {
            return insert(unit, unit.end(condition.getExpression()), " && Settings.enabled()");
        }
        if (node instanceof LambdaExpressionTree lambda && lambda.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION) {
            return insert(unit, unit.start(lambda.getBody()), "{ return ") && insertAfter(unit, unit.end(lambda.getBody()), "; }");
        }
        if (node instanceof ExpressionStatementTree statement && unit.text.charAt(unit.lineStart(unit.start(node))) == ' '
                && unit.text.substring(unit.lineStart(unit.start(node)), unit.start(node)).isBlank() && inBlock(unit, statement)) {
            return insert(unit, unit.end(node), "\n" + unit.indent(unit.start(node)) + "Audit.trace(\"" + commit.random.nextInt(100) + "\");");
        }
        return false;
    }

    /** A statement that stands by itself on its lines, after a statement or an opening brace. */
    private static boolean inBlock(Unit unit, ExpressionStatementTree statement) {
        String before = unit.text.substring(0, unit.start(statement)).stripTrailing();
        return before.endsWith(";") || before.endsWith("{") || before.endsWith("}");
    }

    private static boolean isQuiet(Unit unit, Tree node) {
        return unit.isUnedited(unit.start(node), unit.end(node));
    }

    private static boolean literal(Commit commit, Unit unit, LiteralTree literal) {
        String code = unit.of(literal);
        if (literal.getValue() instanceof String && code.length() > 3 && !code.startsWith("\"\"\"")) {
            unit.replace(unit.end(literal) - 1, unit.end(literal) - 1, " (" + commit.random.nextInt(100) + ")");
            return true;
        }
        if (literal.getValue() instanceof Integer && code.matches("[1-9]\\d{0,6}")) {
            unit.replace(literal, String.valueOf(Integer.parseInt(code) + 1 + commit.random.nextInt(9)));
            return true;
        }
        return false;
    }

    private static boolean argument(Commit commit, Unit unit, MethodInvocationTree call) {
        String value = commit.random.nextBoolean() ? "true" : "null";
        return insert(unit, unit.end(call) - 1, (call.getArguments().isEmpty() ? "" : ", ") + value);
    }

    private static boolean wrap(Unit unit, MethodInvocationTree call) {
        if (call.getArguments().isEmpty()) {
            return false;
        }
        ExpressionTree argument = call.getArguments().get(0);
        if (argument instanceof LambdaExpressionTree || !isQuiet(unit, argument)) {
            return false;
        }
        unit.replace(argument, "Checks.checked(" + unit.of(argument) + ")");
        return true;
    }

    private static boolean insert(Unit unit, int at, String text) {
        if (!unit.isUnedited(at, at)) {
            return false;
        }
        unit.insert(at, text);
        return true;
    }

    private static boolean insertAfter(Unit unit, int at, String text) {
        unit.insert(at, text);
        return true;
    }
}
