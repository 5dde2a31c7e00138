package synthetic;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** Several variables become one, and locals become attributes; read backwards, one becomes several. */
final class Merges {
    private Merges() {}

    static boolean parameters(Commit commit, Place place) {
        if (!place.isOwn() || place.method().getParameters().size() < 2 || place.statements() < 2
                || !Place.calls(place.unit().tree, place.method().getName().toString()).isEmpty()) {
            return false;
        }
        List<? extends VariableTree> all = place.method().getParameters();
        int at = commit.random.nextInt(all.size() - 1);
        VariableTree first = all.get(at);
        VariableTree second = all.get(at + 1);
        Unit unit = place.unit();
        if (!isReadOnly(place, first) || !isReadOnly(place, second) || !place.take()) {
            return false;
        }
        String type = commit.fresh(Commit.capital(first.getName().toString()) + Commit.capital(second.getName().toString()));
        String name = Commit.small(type);
        unit.replace(unit.start(first), unit.end(second), type + " " + name);
        readThrough(commit, place, first, name);
        readThrough(commit, place, second, name);
        Names.Signature old = place.signature();
        List<String[]> parameters = new ArrayList<>(old.parameters());
        parameters.set(at, new String[] {name, type});
        parameters.remove(at + 1);
        String one = Names.variable(name, type);
        String two = both(unit, first, second);
        commit.finds("Merge Parameter " + two + " to " + one + place.from(old.with(parameters)),
                "Split Parameter " + one + " to " + two + place.from(old));
        return true;
    }

    static boolean variables(Commit commit, Place place) {
        List<VariableTree[]> pairs = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBlock(BlockTree node, Void nothing) {
                List<? extends StatementTree> list = node.getStatements();
                for (int i = 0; i + 1 < list.size(); i++) {
                    VariableTree first = Locals.plainLocal(place, list.get(i));
                    VariableTree second = Locals.plainLocal(place, list.get(i + 1));
                    if (first != null && second != null && isReadOnly(place, first) && isReadOnly(place, second)
                            && Place.uses(second.getInitializer(), first.getName().toString()).isEmpty()) {
                        pairs.add(new VariableTree[] {first, second});
                    }
                }
                return super.visitBlock(node, nothing);
            }
        }.scan(place.method().getBody(), null);
        VariableTree[] pair = commit.pick(pairs);
        if (pair == null || !place.take()) {
            return false;
        }
        Unit unit = place.unit();
        String type = commit.fresh(Commit.capital(pair[0].getName().toString()) + Commit.capital(pair[1].getName().toString()));
        String name = Commit.small(type);
        unit.replace(unit.start(pair[0]), unit.end(pair[1]), type + " " + name + " = new " + type + "("
                + unit.of(pair[0].getInitializer()) + ", " + unit.of(pair[1].getInitializer()) + ");");
        readThrough(commit, place, pair[0], name);
        readThrough(commit, place, pair[1], name);
        String one = Names.variable(name, type);
        String two = both(unit, pair[0], pair[1]);
        String in = place.from(place.signature());
        commit.finds("Merge Variable " + two + " to " + one + in, "Split Variable " + one + " to " + two + in);
        return true;
    }

    static boolean attributes(Commit commit, Place place) {
        List<VariableTree> fields = new ArrayList<>();
        for (Tree member : place.type().getMembers()) {
            if (member instanceof VariableTree field && Members.isPlainField(place, field) && !Members.isStatic(field)
                    && field.getInitializer() == null && !Locals.isAssigned(place.type(), field.getName().toString())) {
                fields.add(field);
            }
        }
        Unit unit = place.unit();
        if (fields.size() < 2 || !unit.isUntouched() || !place.isPlainClass()) {
            return false;
        }
        int at = commit.random.nextInt(fields.size() - 1);
        VariableTree first = fields.get(at);
        VariableTree second = fields.get(at + 1);
        if (!Members.onlyReadOrSet(place, first) || !Members.onlyReadOrSet(place, second)
                || !unit.take(unit.start(place.type()), unit.end(place.type()))) {
            return false;
        }
        String type = commit.fresh(Commit.capital(first.getName().toString()) + Commit.capital(second.getName().toString()));
        String name = Commit.small(type);
        unit.replace(unit.start(first), unit.end(first), "private final " + type + " " + name + " = new " + type + "();");
        unit.cut(second);
        Members.throughObject(place, first, name);
        Members.throughObject(place, second, name);
        String one = Names.variable(name, type);
        String two = both(unit, first, second);
        commit.finds("Merge Attribute " + two + " to " + one + place.in(), "Split Attribute " + one + " to " + two + place.in());
        return true;
    }

    private static boolean isReadOnly(Place place, VariableTree variable) {
        String name = variable.getName().toString();
        boolean isOnly = Place.declared(place.method()).stream().filter(v -> v.getName().contentEquals(name)).count() == 1;
        String type = Names.written(place.unit(), variable);
        return isOnly && !type.isEmpty() && !type.contains("...") && !type.equals("var")
                && !Place.uses(place.method(), name).isEmpty() && !Locals.isAssigned(place.method(), name)
                && !place.unit().of(place.method()).contains("this." + name);
    }

    private static void readThrough(Commit commit, Place place, VariableTree variable, String object) {
        String name = variable.getName().toString();
        Locals.renameUses(commit, place, name, object + ".get" + Commit.capital(name) + "()");
    }

    private static String both(Unit unit, VariableTree first, VariableTree second) {
        return "[" + Names.variable(first.getName().toString(), Names.written(unit, first)) + ", "
                + Names.variable(second.getName().toString(), Names.written(unit, second)) + "]";
    }

    static boolean variableToAttribute(Commit commit, Place place) {
        if (place.isStatic() || !place.isPlainClass()) {
            return false;
        }
        StatementTree statement = commit.pick(new ArrayList<>(place.method().getBody().getStatements()));
        VariableTree local = Locals.plainLocal(place, statement);
        Unit unit = place.unit();
        if (local == null || !place.method().getTypeParameters().isEmpty() || !place.take()) {
            return false;
        }
        String old = local.getName().toString();
        String fresh = commit.fresh(old);
        String type = Names.written(unit, local);
        unit.insert(unit.bodyStart(place.type()), "\n    private " + type + " " + fresh + ";");
        unit.replace(unit.start(local), unit.start(local.getInitializer()), fresh + " = ");
        Locals.renameUses(commit, place, old, fresh);
        commit.finds("Replace Variable With Attribute " + Names.variable(old, type) + " to " + Names.variable(fresh, type)
                + place.from(place.signature()), null);
        return true;
    }

    /** Reads of an attribute in methods go to a new one beside it. */
    static boolean attributeByAttribute(Commit commit, Place place) {
        VariableTree field = Members.pickField(commit, place);
        Unit unit = place.unit();
        if (field == null || !unit.isUntouched() || Members.isStatic(field)) {
            return false;
        }
        String name = field.getName().toString();
        List<IdentifierTree> uses = new ArrayList<>();
        for (Tree member : place.type().getMembers()) {
            if (Methods.isMethod(member) && ((com.sun.source.tree.MethodTree) member).getReturnType() != null) {
                uses.addAll(Place.uses(member, name));
            }
        }
        if (uses.size() < 2 || unit.text.contains("this." + name) && uses.size() < 3
                || !unit.take(unit.start(place.type()), unit.end(place.type()))) {
            return false;
        }
        String fresh = commit.fresh(name);
        String type = Names.written(unit, field);
        unit.insert(unit.end(field), "\n    private " + type + " " + fresh + ";");
        uses.forEach(u -> unit.replace(u, fresh));
        commit.finds("Replace Attribute " + Names.attribute(unit, field, place.type(), null) + " from class " + place.typeName()
                + " with private " + Names.variable(fresh, type) + " from class " + place.typeName(), null);
        return true;
    }
}
