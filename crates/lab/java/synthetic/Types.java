package synthetic;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Transformations of types. Each wants its file for itself. */
final class Types {
    private Types() {}

    /** The one type of the file, where it is a plain class without parameters and without types inside. */
    private static ClassTree plain(Place place) {
        Unit unit = place.unit();
        boolean isOnly = unit.tree.getTypeDecls().size() == 1 && unit.tree.getTypeDecls().get(0) == place.type();
        boolean isFlat = place.type().getMembers().stream().noneMatch(Methods::isType);
        return isOnly && isFlat && place.isPlainClass() && place.type().getTypeParameters().isEmpty() && unit.isUntouched()
                ? place.type() : null;
    }

    private static boolean takeAll(Unit unit) {
        return unit.take(0, unit.text.length());
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static String qualified(Unit unit, String name) {
        return unit.packageName().isEmpty() ? name : unit.packageName() + "." + name;
    }

    static boolean rename(Commit commit, Place place) {
        ClassTree type = plain(place);
        if (type == null || type.getMembers().size() < 4 || !namesItselfOnlyToCreate(place) || !takeAll(place.unit())) {
            return false;
        }
        Unit unit = place.unit();
        String old = type.getSimpleName().toString();
        String fresh = commit.fresh(old);
        renameAll(unit, old, fresh);
        unit.newPath = folder(unit.path) + fresh + ".java";
        commit.finds("Rename Class " + qualified(unit, old) + " renamed to " + qualified(unit, fresh),
                "Rename Class " + qualified(unit, fresh) + " renamed to " + qualified(unit, old));
        return true;
    }

    /** Whether the class stands in no type of its own members, which would change with it. */
    private static boolean namesItselfOnlyToCreate(Place place) {
        String name = place.type().getSimpleName().toString();
        boolean inVariables = Place.declared(place.type()).stream()
                .anyMatch(v -> v.getType() != null && Unit.words(v.getType().toString()).contains(name));
        boolean inReturns = place.type().getMembers().stream().anyMatch(m -> m instanceof MethodTree method
                && method.getReturnType() != null && Unit.words(method.getReturnType().toString()).contains(name));
        return !inVariables && !inReturns;
    }

    private static void renameAll(Unit unit, String old, String fresh) {
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("\\b" + old + "\\b(?=\\s*[\\s({.:])").matcher(unit.text);
        while (matcher.find()) {
            boolean qualifies = matcher.start() > 0 && unit.text.charAt(matcher.start() - 1) == '"';
            if (!qualifies) {
                unit.replace(matcher.start(), matcher.end(), fresh);
            }
        }
    }

    static boolean move(Commit commit, Place place, boolean renames) {
        ClassTree type = plain(place);
        Unit unit = place.unit();
        List<Unit> elsewhere = commit.units.stream()
                .filter(u -> !u.packageName().equals(unit.packageName()) && !u.packageName().isEmpty()).toList();
        Unit beside = commit.pick(elsewhere);
        boolean stays = commit.units.stream().anyMatch(u -> u != unit && u.packageName().equals(unit.packageName()));
        if (type == null || beside == null || !stays || type.getMembers().size() < 3 || unit.tree.getPackageName() == null
                || renames && !namesItselfOnlyToCreate(place)) {
            return false;
        }
        String old = type.getSimpleName().toString();
        String fresh = renames ? commit.fresh(old) : old;
        String to = folder(beside.path) + fresh + ".java";
        if (commit.units.stream().anyMatch(u -> u.path.equals(to)) || !takeAll(unit)) {
            return false;
        }
        unit.replace(unit.tree.getPackageName(), beside.packageName());
        if (renames) {
            int after = unit.end(unit.tree.getPackageName());
            java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("\\b" + old + "\\b(?=\\s*[\\s({.:])").matcher(unit.text);
            for (boolean found = matcher.find(after); found; found = matcher.find()) {
                unit.replace(matcher.start(), matcher.end(), fresh);
            }
        }
        unit.newPath = to;
        String from = qualified(unit, old);
        String now = beside.packageName() + "." + fresh;
        String words = renames ? "Move And Rename Class %s moved and renamed to %s" : "Move Class %s moved to %s";
        commit.finds(words.formatted(from, now), words.formatted(now, from));
        return true;
    }

    /** All files of the change that are of one package go to a package that is new. */
    static boolean changePackage(Commit commit, Place place) {
        String old = place.unit().packageName();
        List<Unit> all = commit.units.stream().filter(u -> u.packageName().equals(old)).toList();
        if (old.isEmpty() || all.size() < 2 || !all.stream().allMatch(u -> u.isUntouched() && isFlat(u))) {
            return false;
        }
        String fresh = old.substring(0, old.lastIndexOf('.') + 1) + commit.fresh("pack").toLowerCase();
        List<String[]> moves = new ArrayList<>();
        for (Unit unit : all) {
            takeAll(unit);
            unit.replace(unit.tree.getPackageName(), fresh);
            String file = unit.path.substring(unit.path.lastIndexOf('/') + 1);
            String base = unit.path.substring(0, unit.path.length() - old.length() - file.length() - 1);
            unit.newPath = base + fresh.replace('.', '/') + "/" + file;
            String name = ((ClassTree) unit.tree.getTypeDecls().get(0)).getSimpleName().toString();
            moves.add(new String[] {old + "." + name, fresh + "." + name});
        }
        commit.finds("Change Package " + old + " to " + fresh, "Change Package " + fresh + " to " + old);
        moves.forEach(m -> commit.finds("Move Class " + m[0] + " moved to " + m[1], "Move Class " + m[1] + " moved to " + m[0]));
        return true;
    }

    private static boolean isFlat(Unit unit) {
        return unit.tree.getTypeDecls().size() == 1 && unit.tree.getTypeDecls().get(0) instanceof ClassTree type
                && type.getMembers().stream().noneMatch(Methods::isType) && type.getMembers().size() >= 3
                && unit.path.endsWith(unit.packageName().replace('.', '/') + "/" + type.getSimpleName() + ".java");
    }

    /** Methods that can leave their class: their own, with a body that says something. */
    private static List<MethodTree> leaving(Commit commit, Place place, boolean alone) {
        List<MethodTree> methods = new ArrayList<>();
        for (Place other : Place.all(place.unit())) {
            boolean fits = other.type() == place.type() && other.isOwn() && other.statements() >= 2 && Methods.isAlone(other);
            boolean goes = alone ? other.isStatic() && Place.standsAlone(other.method().getBody(),
                    Place.declared(other.method()).stream().map(v -> v.getName().toString()).collect(Collectors.toSet()))
                    : !other.isStatic();
            if (fits && goes) {
                methods.add(other.method());
            }
        }
        java.util.Collections.shuffle(methods, commit.random);
        return methods.subList(0, Math.min(methods.size(), 1 + commit.random.nextInt(3)));
    }

    private static String header(Unit unit) {
        StringBuilder out = new StringBuilder();
        if (unit.tree.getPackageName() != null) {
            out.append("package ").append(unit.packageName()).append(";\n\n");
        }
        unit.tree.getImports().forEach(i -> out.append(unit.of(i)).append('\n'));
        return out.append('\n').toString();
    }

    private static String body(Unit unit, List<MethodTree> methods, String visibility) {
        return methods.stream().map(m -> "    " + unit.of(m).replaceFirst("^private\\b", visibility)).collect(Collectors.joining("\n\n"));
    }

    static boolean extractSuperclass(Commit commit, Place place) {
        ClassTree type = plain(place);
        Unit unit = place.unit();
        if (type == null || type.getExtendsClause() != null) {
            return false;
        }
        List<MethodTree> methods = leaving(commit, place, false);
        if (methods.isEmpty() || !takeAll(unit)) {
            return false;
        }
        String old = type.getSimpleName().toString();
        String fresh = commit.fresh("Base" + old);
        int at = unit.nameAt(type, old);
        unit.insert(at + old.length(), " extends " + fresh);
        methods.forEach(unit::cut);
        commit.added.put(folder(unit.path) + fresh + ".java",
                header(unit) + "public abstract class " + fresh + " {\n" + body(unit, methods, "protected") + "\n}\n");
        commit.finds("Extract Superclass " + qualified(unit, fresh) + " from classes [" + qualified(unit, old) + "]", null);
        for (MethodTree method : methods) {
            Names.Signature signature = new Place(unit, type, place.typeName(), method).signature();
            String seen = signature.visibility().equals("private") ? "protected" : signature.visibility();
            commit.finds("Pull Up Method " + signature + " from class " + qualified(unit, old) + " to " + signature.seen(seen)
                    + " from class " + qualified(unit, fresh), null);
        }
        return true;
    }

    static boolean extractSubclass(Commit commit, Place place) {
        ClassTree type = plain(place);
        Unit unit = place.unit();
        if (type == null || type.getModifiers().getFlags().contains(Modifier.FINAL)) {
            return false;
        }
        List<MethodTree> methods = leaving(commit, place, false);
        methods = methods.stream().filter(m -> Place.calls(unit.tree, m.getName().toString()).isEmpty()).toList();
        if (methods.isEmpty() || type.getMembers().size() < methods.size() + 3 || !takeAll(unit)) {
            return false;
        }
        String old = type.getSimpleName().toString();
        String fresh = commit.fresh("Special" + old);
        methods.forEach(unit::cut);
        commit.added.put(folder(unit.path) + fresh + ".java",
                header(unit) + "public class " + fresh + " extends " + old + " {\n" + body(unit, methods, "private") + "\n}\n");
        commit.finds("Extract Subclass " + qualified(unit, fresh) + " from class " + qualified(unit, old), null);
        for (MethodTree method : methods) {
            Names.Signature signature = new Place(unit, type, place.typeName(), method).signature();
            commit.finds("Push Down Method " + signature + " from class " + qualified(unit, old) + " to " + signature
                    + " from class " + qualified(unit, fresh), null);
        }
        return true;
    }

    static boolean extractInterface(Commit commit, Place place) {
        ClassTree type = plain(place);
        Unit unit = place.unit();
        if (type == null) {
            return false;
        }
        List<MethodTree> methods = new ArrayList<>();
        for (Place other : Place.all(unit)) {
            Set<Modifier> flags = other.method().getModifiers().getFlags();
            if (other.isOwn() && flags.contains(Modifier.PUBLIC) && !flags.contains(Modifier.STATIC)) {
                methods.add(other.method());
            }
        }
        if (methods.size() < 2 || !takeAll(unit)) {
            return false;
        }
        String old = type.getSimpleName().toString();
        String fresh = commit.fresh(old + "Like");
        List<? extends Tree> implemented = type.getImplementsClause();
        if (implemented.isEmpty()) {
            unit.insert(type.getExtendsClause() == null ? unit.nameAt(type, old) + old.length() : unit.end(type.getExtendsClause()),
                    " implements " + fresh);
        } else {
            unit.insert(unit.end(implemented.get(implemented.size() - 1)), ", " + fresh);
        }
        String body = methods.stream().map(m -> "    " + unit.text.substring(unit.start(m.getReturnType()), unit.start(m.getBody())).trim() + ";\n")
                .collect(Collectors.joining("\n"));
        commit.added.put(folder(unit.path) + fresh + ".java", header(unit) + "public interface " + fresh + " {\n" + body + "}\n");
        commit.finds("Extract Interface " + qualified(unit, fresh) + " from classes [" + qualified(unit, old) + "]", null);
        return true;
    }

    static boolean extractClass(Commit commit, Place place) {
        ClassTree type = plain(place);
        Unit unit = place.unit();
        if (type == null) {
            return false;
        }
        List<MethodTree> methods = leaving(commit, place, true);
        List<MethodInvocationTree> calls = new ArrayList<>();
        methods.forEach(m -> calls.addAll(Place.calls(unit.tree, m.getName().toString())));
        if (methods.isEmpty() || calls.isEmpty() || type.getMembers().size() < methods.size() + 3 || !takeAll(unit)) {
            return false;
        }
        String old = type.getSimpleName().toString();
        String fresh = commit.fresh(old + "Helper");
        methods.forEach(unit::cut);
        for (MethodInvocationTree call : calls) {
            boolean leaves = methods.stream().anyMatch(m -> unit.start(call) >= unit.start(m) && unit.end(call) <= unit.end(m));
            if (!leaves) {
                String name = call.getMethodSelect().toString().replace("this.", "");
                Methods.renameCall(unit, call, name, fresh + "." + name);
            }
        }
        commit.added.put(folder(unit.path) + fresh + ".java",
                header(unit) + "final class " + fresh + " {\n" + body(unit, methods, "protected") + "\n}\n");
        commit.finds("Extract Class " + qualified(unit, fresh) + " from class " + qualified(unit, old), null);
        for (MethodTree method : methods) {
            Names.Signature signature = new Place(unit, type, place.typeName(), method).signature();
            String seen = signature.visibility().equals("private") ? "protected" : signature.visibility();
            commit.finds("Move Method " + signature + " from class " + qualified(unit, old) + " to " + signature.seen(seen)
                    + " from class " + qualified(unit, fresh), null);
        }
        return true;
    }
}
