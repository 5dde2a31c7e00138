package synthetic;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Transformations of attributes, and members that go up. */
final class Members {
    private Members() {}

    static boolean isStatic(VariableTree field) {
        return field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    /** A private attribute that is declared by itself, and whose name nothing else in the file has. */
    static boolean isPlainField(Place place, VariableTree field) {
        Unit unit = place.unit();
        String name = field.getName().toString();
        long same = Place.declared(unit.tree).stream().filter(v -> v.getName().contentEquals(name)).count();
        return field.getModifiers().getFlags().contains(Modifier.PRIVATE) && same == 1 && unit.end(field) > unit.start(field)
                && unit.text.charAt(unit.end(field) - 1) == ';' && !Names.written(unit, field).isEmpty()
                && field.getModifiers().getAnnotations().isEmpty() && qualified(unit, name).stream().allMatch(Members::isOwn);
    }

    private static boolean isOwn(MemberSelectTree select) {
        return select.getExpression().toString().equals("this");
    }

    /** `x.name` in the file, but for calls. */
    private static List<MemberSelectTree> qualified(Unit unit, String name) {
        List<MemberSelectTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
                if (node.getIdentifier().contentEquals(name)) {
                    found.add(node);
                }
                return super.visitMemberSelect(node, nothing);
            }
        }.scan(unit.tree, null);
        return found;
    }

    static VariableTree pickField(Commit commit, Place place) {
        List<VariableTree> fields = new ArrayList<>();
        for (Tree member : place.type().getMembers()) {
            if (member instanceof VariableTree field && isPlainField(place, field)) {
                fields.add(field);
            }
        }
        return place.isPlainClass() ? commit.pick(fields) : null;
    }

    /** Every place where the file names the attribute but its declaration. */
    private static List<int[]> mentions(Unit unit, String name) {
        List<int[]> found = new ArrayList<>();
        Place.uses(unit.tree, name).forEach(u -> found.add(new int[] {unit.start(u), unit.end(u)}));
        qualified(unit, name).forEach(q -> found.add(new int[] {unit.end(q) - name.length(), unit.end(q)}));
        return found;
    }

    static boolean rename(Commit commit, Place place) {
        VariableTree field = pickField(commit, place);
        Unit unit = place.unit();
        if (field == null) {
            return false;
        }
        String name = field.getName().toString();
        List<int[]> mentions = mentions(unit, name);
        if (mentions.size() < 2 || !mentions.stream().allMatch(m -> unit.isFree(m[0], m[1]))
                || !unit.take(unit.start(field), unit.end(field))) {
            return false;
        }
        String fresh = commit.fresh(name);
        int at = unit.nameAt(field, name);
        unit.replace(at, at + name.length(), fresh);
        mentions.forEach(m -> unit.replace(m[0], m[1], fresh));
        mentions.forEach(m -> unit.take(m[0], m[1]));
        String type = Names.written(unit, field);
        commit.finds("Rename Attribute " + Names.variable(name, type) + " to " + Names.variable(fresh, type) + place.in(),
                "Rename Attribute " + Names.variable(fresh, type) + " to " + Names.variable(name, type) + place.in());
        return true;
    }

    static boolean changeType(Commit commit, Place place) {
        VariableTree field = pickField(commit, place);
        Unit unit = place.unit();
        String type = field == null ? null : Names.written(unit, field);
        String other = type == null ? null : Locals.wider(type);
        if (other == null || !unit.take(unit.start(field), unit.end(field))) {
            return false;
        }
        unit.replace(field.getType(), other);
        String name = field.getName().toString();
        commit.finds("Change Attribute Type " + Names.variable(name, type) + " to " + Names.variable(name, other) + place.in(),
                "Change Attribute Type " + Names.variable(name, other) + " to " + Names.variable(name, type) + place.in());
        return true;
    }

    /** A text that a method holds becomes a constant. */
    static boolean extract(Commit commit, Place place) {
        List<LiteralTree> texts = new ArrayList<>();
        for (var statement : Locals.statements(place)) {
            if (statement instanceof ExpressionStatementTree) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitLiteral(LiteralTree node, Void nothing) {
                        if (node.getValue() instanceof String text && text.length() > 2) {
                            texts.add(node);
                        }
                        return null;
                    }
                }.scan(statement, null);
            }
        }
        LiteralTree text = commit.pick(texts);
        Unit unit = place.unit();
        if (text == null || !place.isPlainClass() || place.typeName().chars().filter(c -> c == '.').count() > 8 || !place.take()) {
            return false;
        }
        String name = commit.fresh("text").toUpperCase();
        unit.insert(unit.bodyStart(place.type()), "\n    private static final String " + name + " = " + unit.of(text) + ";");
        unit.replace(text, name);
        commit.touch(unit, unit.start(text), unit.end(text));
        commit.finds("Extract Attribute private " + Names.variable(name, "String") + place.in(), null);
        return true;
    }

    static boolean move(Commit commit, Place place, boolean renames) {
        Place target = Methods.target(commit, place);
        VariableTree field = target == null ? null : pickField(commit, place);
        Unit unit = place.unit();
        if (field == null || !isStatic(field) || field.getInitializer() == null
                || !Place.standsAlone(field.getInitializer(), java.util.Set.of())) {
            return false;
        }
        String name = field.getName().toString();
        List<int[]> mentions = mentions(unit, name);
        if (mentions.isEmpty() || !qualified(unit, name).isEmpty() || target.unit().mentions(name)
                || !mentions.stream().allMatch(m -> unit.isFree(m[0], m[1])) || !unit.take(unit.start(field), unit.end(field))) {
            return false;
        }
        String fresh = renames ? commit.fresh(name) : name;
        String code = unit.of(field);
        int at = unit.nameAt(field, name) - unit.start(field);
        String moved = (code.substring(0, at) + fresh + code.substring(at + name.length())).replaceFirst("\\bprivate\\s+", "");
        target.unit().insert(target.unit().bodyStart(target.type()), "\n    " + moved);
        unit.cut(field);
        mentions.forEach(m -> unit.replace(m[0], m[1], target.type().getSimpleName() + "." + fresh));
        mentions.forEach(m -> unit.take(m[0], m[1]));
        String old = "private " + Names.variable(name, Names.written(unit, field));
        String now = "package " + Names.variable(fresh, Names.written(unit, field));
        String[] from = {old, place.typeName()};
        String[] to = {now, target.typeName()};
        commit.finds(moved(from, to, renames), moved(to, from, renames));
        return true;
    }

    private static String moved(String[] from, String[] to, boolean renames) {
        return renames ? "Move And Rename Attribute " + from[0] + " renamed to " + to[0] + " and moved from class " + from[1] + " to class " + to[1]
                : "Move Attribute " + from[0] + " from class " + from[1] + " to " + to[0] + " from class " + to[1];
    }

    /** The superclass of a class, where it is declared at the top of another file of the change. */
    static Place superclass(Commit commit, Place place) {
        Tree extended = place.type().getExtendsClause();
        if (extended == null || !place.isPlainClass()) {
            return null;
        }
        String name = extended.toString().replaceAll("<.*", "");
        for (Unit unit : commit.units) {
            for (Place other : Place.all(unit)) {
                if (other.type().getSimpleName().contentEquals(name) && other.isPlainClass() && unit != place.unit()
                        && unit.packageName().equals(place.unit().packageName()) && other.type() == unit.tree.getTypeDecls().get(0)) {
                    return other;
                }
            }
        }
        return null;
    }

    static boolean pullUpMethod(Commit commit, Place place) {
        Place up = superclass(commit, place);
        String name = place.method().getName().toString();
        if (up == null || !place.isOwn() || place.statements() < 2 || up.unit().mentions(name)
                || place.method().getModifiers().getFlags().contains(Modifier.PRIVATE) || !place.take()) {
            return false;
        }
        Unit unit = place.unit();
        up.unit().insert(up.unit().bodyEnd(up.type()), "\n" + unit.indent(unit.start(place.method())) + unit.of(place.method()) + "\n");
        unit.cut(place.method());
        String sub = place.signature() + " from class " + place.typeName();
        String top = place.signature() + " from class " + up.typeName();
        commit.finds("Pull Up Method " + sub + " to " + top, "Push Down Method " + top + " to " + sub);
        return true;
    }

    static boolean pullUpAttribute(Commit commit, Place place) {
        Place up = superclass(commit, place);
        VariableTree field = up == null ? null : pickField(commit, place);
        if (field == null || isStatic(field) || up.unit().mentions(field.getName().toString())
                || !place.unit().take(place.unit().start(field), place.unit().end(field))) {
            return false;
        }
        Unit unit = place.unit();
        up.unit().insert(up.unit().bodyStart(up.type()), "\n    " + unit.of(field).replaceFirst("\\bprivate\\b", "protected"));
        unit.cut(field);
        String sub = Names.attribute(unit, field, place.type(), "private") + " from class " + place.typeName();
        String top = Names.attribute(unit, field, place.type(), "protected") + " from class " + up.typeName();
        commit.finds("Pull Up Attribute " + sub + " to " + top, "Push Down Attribute " + top + " to " + sub);
        return true;
    }

    /** Whether every mention is a read by the plain name, or a statement that sets it through this or plainly. */
    static boolean onlyReadOrSet(Place place, VariableTree field) {
        String name = field.getName().toString();
        return mentions(place.unit(), name).size() >= 3 && sets(place.type(), name) == assignments(place.type(), name);
    }

    private static long sets(ClassTree type, String name) {
        return setters(type, name).size();
    }

    private static long assignments(ClassTree type, String name) {
        return java.util.regex.Pattern.compile("\\b" + name + "\\s*(\\[[^]]*])?\\s*([-+*/|&^]|<<|>>)?=[^=]|\\b" + name + "\\s*(\\+\\+|--)|(\\+\\+|--)\\s*" + name + "\\b")
                .matcher(type.toString()).results().count();
    }

    private static List<ExpressionStatementTree> setters(ClassTree type, String name) {
        List<ExpressionStatementTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitExpressionStatement(ExpressionStatementTree node, Void nothing) {
                if (node.getExpression() instanceof AssignmentTree set && (set.getVariable().toString().equals("this." + name)
                        || set.getVariable() instanceof IdentifierTree id && id.getName().contentEquals(name))) {
                    found.add(node);
                }
                return super.visitExpressionStatement(node, nothing);
            }
        }.scan(type, null);
        return found;
    }

    /** Reads and settings of an attribute go through the object that holds it now. */
    static void throughObject(Place place, VariableTree field, String object) {
        Unit unit = place.unit();
        String name = field.getName().toString();
        List<int[]> set = new ArrayList<>();
        for (ExpressionStatementTree statement : setters(place.type(), name)) {
            AssignmentTree assignment = (AssignmentTree) statement.getExpression();
            unit.replace(unit.start(statement), unit.start(assignment.getExpression()), object + ".set" + Commit.capital(name) + "(");
            unit.insert(unit.end(assignment.getExpression()), ")");
            set.add(new int[] {unit.start(statement), unit.start(assignment.getExpression())});
        }
        for (int[] mention : mentions(unit, name)) {
            if (set.stream().noneMatch(s -> mention[0] >= s[0] && mention[1] <= s[1])) {
                unit.replace(mention[0], mention[1], object + ".get" + Commit.capital(name) + "()");
            }
        }
    }
}
