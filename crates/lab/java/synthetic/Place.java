package synthetic;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** A method of a named class, with what the transformations ask of it. */
record Place(Unit unit, ClassTree type, String typeName, MethodTree method) {
    /** All methods with a body, of types that are declared at the top or as members. */
    static List<Place> all(Unit unit) {
        List<Place> places = new ArrayList<>();
        for (Tree type : unit.tree.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                String prefix = unit.packageName().isEmpty() ? "" : unit.packageName() + ".";
                collect(unit, declared, prefix + declared.getSimpleName(), places);
            }
        }
        return places;
    }

    private static void collect(Unit unit, ClassTree type, String name, List<Place> to) {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && method.getBody() != null && unit.start(method) >= 0
                    && unit.end(method) > unit.start(method) + 10) {
                to.add(new Place(unit, type, name, method));
            } else if (member instanceof ClassTree inner) {
                collect(unit, inner, name + "." + inner.getSimpleName(), to);
            }
        }
    }

    Names.Signature signature() {
        return Names.signature(unit, this);
    }

    String in() {
        return " in class " + typeName;
    }

    String from(Names.Signature signature) {
        return " in method " + signature + " from class " + typeName;
    }

    boolean isStatic() {
        return method.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    boolean isConstructor() {
        return method.getReturnType() == null;
    }

    boolean isPlainClass() {
        return type.getKind() == Tree.Kind.CLASS;
    }

    /** Whether the method may change its signature without breaking what it overrides. */
    boolean isOwn() {
        return !isConstructor() && method.getTypeParameters().isEmpty()
                && method.getModifiers().getAnnotations().isEmpty() && !unit.of(method).contains("@Override");
    }

    int statements() {
        int[] count = {0};
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree node, Void nothing) {
                if (node instanceof com.sun.source.tree.StatementTree && !(node instanceof com.sun.source.tree.BlockTree)) {
                    count[0]++;
                }
                return super.scan(node, nothing);
            }
        }.scan(method.getBody(), null);
        return count[0];
    }

    boolean take() {
        return unit.take(unit.start(method), unit.end(method));
    }

    boolean isFree() {
        return unit.isFree(unit.start(method), unit.end(method));
    }

    /** Uses of a simple name as a variable in a tree. */
    static List<IdentifierTree> uses(Tree in, String name) {
        List<IdentifierTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree node, Void nothing) {
                if (node.getName().contentEquals(name)) {
                    found.add(node);
                }
                return null;
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
                // The name of an unqualified call is no variable.
                if (!(node.getMethodSelect() instanceof IdentifierTree)) {
                    scan(node.getMethodSelect(), null);
                }
                scan(node.getTypeArguments(), null);
                return scan(node.getArguments(), null);
            }
        }.scan(in, null);
        return found;
    }

    /** Unqualified calls of a name, and calls through this. */
    static List<MethodInvocationTree> calls(Tree in, String name) {
        List<MethodInvocationTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
                Tree select = node.getMethodSelect();
                boolean plain = select instanceof IdentifierTree id && id.getName().contentEquals(name);
                boolean own = select instanceof MemberSelectTree member && member.getIdentifier().contentEquals(name)
                        && member.getExpression().toString().equals("this");
                if (plain || own) {
                    found.add(node);
                }
                return super.visitMethodInvocation(node, nothing);
            }
        }.scan(in, null);
        return found;
    }

    /** The variables that a tree declares, whether locals, parameters or of lambdas. */
    static List<VariableTree> declared(Tree in) {
        List<VariableTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree node, Void nothing) {
                found.add(node);
                return super.visitVariable(node, nothing);
            }
        }.scan(in, null);
        return found;
    }

    /** Whether the code needs nothing of its class: no own members, no this. */
    static boolean standsAlone(Tree code, Set<String> known) {
        Set<String> names = new HashSet<>(known);
        declared(code).forEach(v -> names.add(v.getName().toString()));
        boolean[] alone = {true};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree node, Void nothing) {
                String name = node.getName().toString();
                boolean isType = Character.isUpperCase(name.charAt(0)) && !name.equals(name.toUpperCase());
                if (!names.contains(name) && !isType) {
                    alone[0] = false;
                }
                return null;
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree node, Void nothing) {
                return super.visitLambdaExpression(node, nothing);
            }

            @Override
            public Void visitNewClass(NewClassTree node, Void nothing) {
                alone[0] &= node.getClassBody() == null;
                return super.visitNewClass(node, nothing);
            }
        }.scan(code, null);
        return alone[0];
    }
}
