package synthetic;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Descriptions in the wording of the oracle. */
final class Names {
    private Names() {}

    /** A type as written, without blanks inside its arguments and without annotations. */
    static String type(String written) {
        return written.replaceAll("@\\w+(\\([^)]*\\))?\\s*", "").replaceAll("\\s*([<>,\\[\\]?&.])\\s*", "$1")
                .replaceAll("\\?(extends|super)", "? $1").replaceAll("\\s+", " ").trim();
    }

    static String variable(String name, String type) {
        return name + " : " + type(type);
    }

    static String visibility(ModifiersTree modifiers, boolean inInterface) {
        Set<Modifier> flags = modifiers.getFlags();
        if (flags.contains(Modifier.PUBLIC) || inInterface && !flags.contains(Modifier.PRIVATE)) {
            return "public";
        }
        return flags.contains(Modifier.PROTECTED) ? "protected" : flags.contains(Modifier.PRIVATE) ? "private" : "package";
    }

    /** A method by its parts, of which a transformation may change some. */
    record Signature(String visibility, boolean isAbstract, String name, List<String[]> parameters, String returns) {
        Signature named(String other) {
            return new Signature(visibility, isAbstract, other, parameters, returns);
        }

        Signature with(List<String[]> others) {
            return new Signature(visibility, isAbstract, name, others, returns);
        }

        Signature returning(String other) {
            return new Signature(visibility, isAbstract, name, parameters, other);
        }

        Signature seen(String other) {
            return new Signature(other, isAbstract, name, parameters, returns);
        }

        @Override
        public String toString() {
            String list = parameters.stream().map(p -> p[0] + " " + type(p[1])).collect(Collectors.joining(", "));
            return visibility + (isAbstract ? " abstract " : " ") + name + "(" + list + ")"
                    + (returns == null ? "" : " : " + type(returns));
        }
    }

    static Signature signature(Unit unit, Place place) {
        MethodTree method = place.method();
        boolean isConstructor = method.getReturnType() == null;
        String name = isConstructor ? place.type().getSimpleName().toString() : method.getName().toString();
        boolean inInterface = place.type().getKind() == Tree.Kind.INTERFACE || place.type().getKind() == Tree.Kind.ANNOTATION_TYPE;
        List<String[]> parameters = method.getParameters().stream()
                .map(p -> new String[] {p.getName().toString(), written(unit, p)}).collect(Collectors.toList());
        return new Signature(visibility(method.getModifiers(), inInterface),
                method.getModifiers().getFlags().contains(Modifier.ABSTRACT), name, parameters,
                isConstructor ? null : unit.of(method.getReturnType()));
    }

    /** The type of a variable as written; empty where it has none. */
    static String written(Unit unit, VariableTree variable) {
        Tree type = variable.getType();
        if (type == null || unit.start(type) < 0 || unit.end(type) <= unit.start(type)) {
            return "";
        }
        int begin = unit.start(type);
        int name = unit.nameAt(variable, variable.getName().toString());
        String between = name > begin ? unit.text.substring(begin, name).trim() : unit.of(type);
        return between.isEmpty() ? unit.of(type) : between;
    }

    static String attribute(Unit unit, VariableTree field, ClassTree type, String visibility) {
        boolean inInterface = type.getKind() == Tree.Kind.INTERFACE;
        String seen = visibility != null ? visibility : visibility(field.getModifiers(), inInterface);
        return seen + " " + variable(field.getName().toString(), written(unit, field));
    }
}
