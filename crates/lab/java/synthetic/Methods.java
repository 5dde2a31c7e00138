package synthetic;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Transformations of methods. */
final class Methods {
    private Methods() {}

    /** Statements that can become a method of their own, and what they need of the method they stand in. */
    record Run(List<StatementTree> statements, Map<String, String> needs) {}

    static boolean extract(Commit commit, Place place) {
        Run run = run(commit, place);
        if (run == null || !place.isPlainClass() || !place.take()) {
            return false;
        }
        String name = commit.fresh("do");
        Unit unit = place.unit();
        unit.insert(unit.end(place.method()), "\n\n" + declared(unit, place, run, "private " + (place.isStatic() ? "static " : ""), name));
        call(commit, unit, run, name);
        String extracted = signature("private", name, run);
        String whole = place.signature().toString();
        commit.finds("Extract Method " + extracted + " extracted from " + whole + place.in(),
                "Inline Method " + extracted + " inlined to " + whole + place.in());
        return true;
    }

    static boolean extractAndMove(Commit commit, Place place) {
        Place target = target(commit, place);
        Run run = target == null ? null : run(commit, place);
        if (run == null || !run.statements.stream().allMatch(s -> Place.standsAlone(s, known(place))) || !place.take()) {
            return false;
        }
        String name = commit.fresh("run");
        Unit unit = place.unit();
        target.unit().insert(target.unit().bodyEnd(target.type()), "\n" + declared(unit, place, run, "static ", name) + "\n");
        call(commit, unit, run, target.type().getSimpleName() + "." + name);
        String extracted = signature("package", name, run);
        String whole = place.signature().toString();
        commit.finds("Extract And Move Method " + extracted + " extracted from " + whole + place.in() + " & moved to class " + target.typeName(),
                "Move And Inline Method " + extracted + " moved from class " + target.typeName() + " to class " + place.typeName()
                        + " & inlined to " + whole);
        return true;
    }

    /** Parameters and locals of the method. */
    private static Set<String> known(Place place) {
        return Place.declared(place.method()).stream().map(v -> v.getName().toString()).collect(Collectors.toSet());
    }

    private static String signature(String visibility, String name, Run run) {
        List<String[]> parameters = run.needs.entrySet().stream().map(e -> new String[] {e.getKey(), e.getValue()}).toList();
        return new Names.Signature(visibility, false, name, parameters, "void").toString();
    }

    private static String declared(Unit unit, Place place, Run run, String modifiers, String name) {
        String list = run.needs.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).collect(Collectors.joining(", "));
        String thrown = place.method().getThrows().isEmpty() ? ""
                : " throws " + place.method().getThrows().stream().map(unit::of).collect(Collectors.joining(", "));
        int begin = unit.start(run.statements.get(0));
        int end = unit.end(run.statements.get(run.statements.size() - 1));
        String body = unit.text.substring(begin, end);
        String indent = unit.indent(unit.start(place.method()));
        return indent + modifiers + "void " + name + "(" + list + ")" + thrown + " {\n" + unit.indent(begin) + body + "\n" + indent + "}";
    }

    private static void call(Commit commit, Unit unit, Run run, String name) {
        int begin = unit.start(run.statements.get(0));
        int end = unit.end(run.statements.get(run.statements.size() - 1));
        unit.replace(begin, end, name + "(" + String.join(", ", run.needs.keySet()) + ");");
    }

    /** Two to five neighbours that declare nothing for the rest, change no local of the rest, and do not leave the method. */
    private static Run run(Commit commit, Place place) {
        List<BlockTree> blocks = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBlock(BlockTree node, Void nothing) {
                blocks.add(node);
                return super.visitBlock(node, nothing);
            }

            @Override
            public Void visitLambdaExpression(com.sun.source.tree.LambdaExpressionTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitNewClass(com.sun.source.tree.NewClassTree node, Void nothing) {
                return null;
            }
        }.scan(place.method().getBody(), null);
        BlockTree block = commit.pick(blocks);
        int size = 2 + commit.random.nextInt(4);
        if (block == null || block.getStatements().size() < size || place.statements() < size + 1
                || !place.method().getTypeParameters().isEmpty()) {
            return null;
        }
        int first = commit.random.nextInt(block.getStatements().size() - size + 1);
        List<StatementTree> statements = new ArrayList<>(block.getStatements().subList(first, first + size));
        Unit unit = place.unit();
        String code = statements.stream().map(unit::of).collect(Collectors.joining("\n"));
        if (Unit.words(code).stream().anyMatch(w -> Set.of("return", "break", "continue", "yield", "super", "this").contains(w) && !w.equals("this"))
                || code.contains("this(")) {
            return null;
        }
        return needs(place, statements);
    }

    private static Run needs(Place place, List<StatementTree> statements) {
        Unit unit = place.unit();
        int begin = unit.start(statements.get(0));
        int end = unit.end(statements.get(statements.size() - 1));
        Map<String, String> needs = new LinkedHashMap<>();
        for (VariableTree variable : Place.declared(place.method())) {
            String name = variable.getName().toString();
            int at = unit.start(variable);
            boolean inside = at >= begin && at < end;
            boolean used = statements.stream().anyMatch(s -> !Place.uses(s, name).isEmpty());
            if (inside) {
                boolean after = Place.uses(place.method(), name).stream().anyMatch(u -> unit.start(u) >= end);
                if (after) {
                    return null;
                }
            } else if (used) {
                String type = Names.written(unit, variable).replace("...", "[]");
                boolean isChanged = statements.stream().anyMatch(s -> Locals.isAssigned(s, name));
                if (type.isEmpty() || type.equals("var") || isChanged || needs.containsKey(name) || type.contains("|")) {
                    return null;
                }
                needs.put(name, Names.type(type));
            }
        }
        return needs.size() > 5 ? null : new Run(statements, needs);
    }

    /** A class in another file that something can go to. */
    static Place target(Commit commit, Place place) {
        List<Place> others = new ArrayList<>();
        for (Unit unit : commit.units) {
            if (unit != place.unit()) {
                Place.all(unit).stream().filter(p -> p.isPlainClass() && p.type() == unit.tree.getTypeDecls().get(0)).findFirst()
                        .ifPresent(others::add);
            }
        }
        return commit.pick(others);
    }

    static boolean rename(Commit commit, Place place) {
        String name = place.method().getName().toString();
        if (!isAlone(place) || !place.isOwn() || place.statements() < 2 || !place.isFree()) {
            return false;
        }
        List<MethodInvocationTree> calls = Place.calls(place.unit().tree, name);
        if (!callsAreFree(place, calls) || !place.take()) {
            return false;
        }
        String fresh = commit.fresh(name.length() > 3 ? name.substring(0, name.length() - 1) : name);
        int at = place.unit().nameAt(place.method(), name);
        place.unit().replace(at, at + name.length(), fresh);
        calls.forEach(c -> renameCall(place.unit(), c, name, fresh));
        Names.Signature old = place.signature();
        commit.finds("Rename Method " + old + " renamed to " + old.named(fresh) + place.in(),
                "Rename Method " + old.named(fresh) + " renamed to " + old + place.in());
        return true;
    }

    /** Whether the file has one method of the name and no mention of it but calls. */
    static boolean isAlone(Place place) {
        String name = place.method().getName().toString();
        long declared = Place.all(place.unit()).stream().filter(p -> p.method().getName().contentEquals(name)).count();
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("\\b" + name + "\\b").matcher(place.unit().text.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", ""));
        int mentions = 0;
        while (matcher.find()) {
            mentions++;
        }
        return declared == 1 && mentions == 1 + Place.calls(place.unit().tree, name).size();
    }

    static boolean callsAreFree(Place place, List<MethodInvocationTree> calls) {
        Unit unit = place.unit();
        int begin = unit.start(place.method());
        int end = unit.end(place.method());
        return calls.stream().allMatch(c -> unit.start(c) >= begin && unit.end(c) <= end || unit.isFree(unit.start(c), unit.end(c)));
    }

    static void renameCall(Unit unit, MethodInvocationTree call, String name, String by) {
        ExpressionTree select = call.getMethodSelect();
        int end = unit.end(select);
        unit.replace(select instanceof IdentifierTree ? unit.start(select) : end - name.length(), end, by);
    }

    static boolean move(Commit commit, Place place, boolean renames) {
        Place target = target(commit, place);
        if (target == null || !place.isStatic() || !place.isOwn() || !isAlone(place) || place.statements() < 3
                || !Place.standsAlone(place.method().getBody(), known(place)) || !place.isFree()) {
            return false;
        }
        String name = place.method().getName().toString();
        List<MethodInvocationTree> calls = Place.calls(place.unit().tree, name);
        if (calls.isEmpty() || target.unit().mentions(name) || !callsAreFree(place, calls)
                || !Place.calls(place.method(), name).isEmpty() || !place.take()) {
            return false;
        }
        String fresh = renames ? commit.fresh(name) : name;
        Unit unit = place.unit();
        String code = unit.of(place.method());
        int at = unit.nameAt(place.method(), name) - unit.start(place.method());
        String moved = code.substring(0, at) + fresh + code.substring(at + name.length());
        Names.Signature old = place.signature();
        String seen = old.visibility().equals("private") ? "package" : old.visibility();
        moved = moved.replaceFirst("^private ", "");
        target.unit().insert(target.unit().bodyEnd(target.type()), "\n" + unit.indent(unit.start(place.method())) + moved + "\n");
        unit.cut(place.method());
        calls.forEach(c -> renameCall(unit, c, name, target.type().getSimpleName() + "." + fresh));
        Names.Signature now = old.named(fresh).seen(seen);
        String type = renames ? "Move And Rename Method " : "Move Method ";
        commit.finds(type + old + " from class " + place.typeName() + " to " + now + " from class " + target.typeName(),
                type + now + " from class " + target.typeName() + " to " + old + " from class " + place.typeName());
        return true;
    }

    /** A local becomes the last parameter; callers in the file pass its value. */
    static boolean parameterize(Commit commit, Place place) {
        if (!place.isOwn() || !isAlone(place) || place.statements() < 3) {
            return false;
        }
        StatementTree statement = commit.pick(new ArrayList<>(place.method().getBody().getStatements()));
        VariableTree local = Locals.plainLocal(place, statement);
        Unit unit = place.unit();
        String name = place.method().getName().toString();
        List<MethodInvocationTree> calls = Place.calls(unit.tree, name);
        if (local == null || !Place.standsAlone(local.getInitializer(), Set.of()) || !Place.calls(place.method(), name).isEmpty()
                || place.method().getParameters().stream().anyMatch(p -> Names.written(unit, p).contains("..."))
                || !callsAreFree(place, calls) || !place.take()) {
            return false;
        }
        String type = Names.written(unit, local);
        String old = local.getName().toString();
        String fresh = commit.random.nextBoolean() ? old : commit.fresh(old);
        boolean isFirst = place.method().getParameters().isEmpty();
        int close = isFirst ? unit.text.indexOf('(', unit.nameAt(place.method(), name)) + 1
                : unit.end(place.method().getParameters().get(place.method().getParameters().size() - 1));
        unit.insert(close, (isFirst ? "" : ", ") + type + " " + fresh);
        unit.cut(local);
        if (!fresh.equals(old)) {
            Locals.renameUses(commit, place, old, fresh);
        }
        for (MethodInvocationTree call : calls) {
            unit.insert(unit.end(call) - 1, (call.getArguments().isEmpty() ? "" : ", ") + unit.of(local.getInitializer()));
        }
        Names.Signature before = place.signature();
        List<String[]> parameters = new ArrayList<>(before.parameters());
        parameters.add(new String[] {fresh, type});
        commit.finds("Parameterize Variable " + Names.variable(old, type) + " to " + Names.variable(fresh, type)
                + place.from(before.with(parameters)), null);
        return true;
    }

    static boolean isMethod(Tree member) {
        return member instanceof MethodTree;
    }

    static boolean isType(Tree member) {
        return member instanceof ClassTree;
    }
}
