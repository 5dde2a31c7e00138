//! Names that the compiler does not read: documentation, and the directives of modules.

use reweave_classpath::ClassPath;
use reweave_java_names::{Names, Use};
use reweave_text::Interner;
use std::sync::Arc;

fn resolve(files: &[(&str, &str)]) -> Names {
    let names = Arc::new(Interner::new());
    let program = Arc::new(reweave_lang_java::lower_program(
        files.iter().copied(),
        &names,
    ));
    Names::resolve(program, Arc::new(ClassPath::with_jdk(&[], None)), 1)
}

fn shown(names: &Names, text: &str, uses: &[Use]) -> Vec<String> {
    let show = |u: &Use| format!("{}={}", u.span.text(text), names.key_of(u.decl));
    uses.iter().map(show).collect()
}

#[test]
fn documentation_names_types_members_and_parameters() {
    let text = "package a;
/** See {@link Inner#run(int, String...)} and {@linkplain java.util.List}.
 * @param <T> of it
 * @see #size */
class A<T> {
    int size;
    /** @param first one
     * @throws IllegalStateException never
     * @see \"a book\"
     * @see A.Inner */
    void f(int first) {}
    static class Inner { void run(int n, String... more) {} }
}
";
    let names = resolve(&[("a/A.java", text)]);
    assert_eq!(
        shown(&names, text, &names.doc_uses(0, text)),
        [
            "Inner=a/A$Inner",
            "String=java/lang/String",
            "run=a/A$Inner.run(I[Ljava/lang/String;)",
            "List=java/util/List",
            "T=T",
            "size=a/A.size",
            "first=unknown",
            "IllegalStateException=java/lang/IllegalStateException",
            "A=a/A",
            "Inner=a/A$Inner",
        ]
    );
}

#[test]
fn documentation_of_a_package_names_types() {
    let text = "/** See {@link A#size} and {@link a.A}; not {@link #size}. */\npackage a;\n";
    let files = [
        ("a/A.java", "package a; class A { int size; }"),
        ("a/package-info.java", text),
    ];
    let names = resolve(&files);
    assert_eq!(
        shown(&names, text, &names.doc_uses(1, text)),
        ["A=a/A", "size=a/A.size", "A=a/A"]
    );
}

#[test]
fn modules_name_modules_packages_and_types() {
    let module = "module m {
    requires static transitive java.sql;
    requires gone;
    exports a /* all */ to m, y;
    opens a.gone;
    uses a.A;
    provides a.A with a.B.C;
}
";
    let names = resolve(&[
        ("a/A.java", "package a; public interface A {}"),
        (
            "a/B.java",
            "package a; public class B { public static class C implements A {} }",
        ),
        ("module-info.java", module),
    ]);
    assert_eq!(
        shown(&names, module, &names.module_uses(2, module)),
        [
            "java.sql=java.sql",
            "gone=unknown",
            "a=a",
            "m=m",
            "y=unknown",
            "a.gone=unknown",
            "A=a/A",
            "A=a/A",
            "C=a/B$C",
            "B=a/B"
        ]
    );
}
