//! The log as Eclipse's refactoring script, which its Apply Script and its refactoring history read.
//!
//! Eclipse carries a script out step by step, so that each step names its element as it is called by then. What the script has no
//! words for stands beside it in attributes that begin with `reweave.`, which Eclipse passes over; entries for which it has no
//! refactoring have an id of ours, and Eclipse says that it does not know them.

mod handle;
mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::Kind;

/// Eclipse's refactorings, with the kind that each of them is to us.
const IDS: &[(Kind, &str)] = &[
    (Kind::RenamePackage, "org.eclipse.jdt.ui.rename.package"),
    (Kind::RenameClass, "org.eclipse.jdt.ui.rename.type"),
    (Kind::MoveClass, "org.eclipse.jdt.ui.move"),
    (Kind::RenameMethod, "org.eclipse.jdt.ui.rename.method"),
    (Kind::RenameField, "org.eclipse.jdt.ui.rename.field"),
    (Kind::PullUpMethod, "org.eclipse.jdt.ui.pull.up"),
    (Kind::PushDownMethod, "org.eclipse.jdt.ui.push.down"),
    (
        Kind::ChangeSignature,
        "org.eclipse.jdt.ui.change.method.signature",
    ),
    (
        Kind::ExtractInterface,
        "org.eclipse.jdt.ui.extract.interface",
    ),
    (
        Kind::ExtractSuperclass,
        "org.eclipse.jdt.ui.extract.superclass",
    ),
];

/// Static methods and fields, and methods with a receiver: one kind for us.
const MOVE_STATIC: &str = "org.eclipse.jdt.ui.move.static";
const MOVE_METHOD: &str = "org.eclipse.jdt.ui.move.method";

#[cfg(test)]
mod tests {
    use crate::{Element, Entry, Kind, Log, Parameter};

    fn all_kinds() -> Log {
        let mut log = Log::default();
        for &kind in Kind::ALL {
            let element = kind.element().unwrap_or(Element::Class);
            let (old, new) = match element {
                Element::Package => ("a.b", "a.c"),
                Element::Class => ("a.b.Old", "a.c.New"),
                Element::Method => ("a.b.K.m(String,int[])", "a.c.K.n(String,int[])"),
                Element::Field => ("a.b.K.f", "a.c.K.g"),
            };
            let old = old.replace("Old", &format!("Old{kind:?}"));
            let old = old.replace(".m(", &format!(".m{kind:?}("));
            log.entries.push(Entry::new(kind, element, &old, new));
        }
        let signature = log
            .entries
            .iter_mut()
            .find(|e| e.kind == Kind::ChangeSignature)
            .expect("all kinds");
        signature.new = "a.c.K.mChangeSignature(int,String)".to_owned();
        let parameter = |name: &str, ty: &str, from, default: Option<&str>| Parameter {
            name: name.to_owned(),
            ty: ty.to_owned(),
            from,
            receiver: false,
            default: default.map(str::to_owned),
        };
        signature.parameters = Some(vec![
            parameter("count", "int", None, Some("0 < 1 ? 2 : 3")),
            parameter("text", "String", Some(0), None),
        ]);
        signature.returns = Some(["void".into(), "boolean".into()]);
        log
    }

    #[test]
    fn every_kind_is_written_and_read_back() {
        let log = all_kinds();
        let script = super::write(&log);
        let again = super::read(&script).expect("our own script");
        assert_eq!(again.entries, log.entries, "{script}");
    }

    #[test]
    fn what_eclipse_recorded_is_read() {
        let script = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<session version="1.0">
<refactoring description="Rename package" hierarchical="true" id="org.eclipse.jdt.ui.rename.package" input="/src&lt;a.b" name="a.c" version="1.0"/>
<refactoring id="org.eclipse.jdt.ui.rename.method" input="/src&lt;a.c{K.java[K~m~QString;~\[I" name="n" version="1.0"/>
<refactoring id="org.eclipse.jdt.ui.rename.type" input="/src&lt;a.c{K.java[K[In" name="Inner" version="1.0"/>
</session>"#;
        let log = super::read(script).expect("as Eclipse writes it");
        let lines: Vec<String> = log
            .entries
            .iter()
            .map(|e| format!("{} {} {}", e.kind.word(), e.old, e.new))
            .collect();
        assert_eq!(
            lines,
            [
                "rename-package a.b a.c",
                "rename-method a.b.K.m(String,int[]) a.c.K.n(String,int[])",
                "rename-class a.b.K.In a.c.K.Inner"
            ]
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| super::read(text).expect_err("wrong").to_string();
        assert!(error("<session><refactoring id='x'").contains("at byte"));
        assert!(error("<html/>").contains("session"));
        let unknown =
            "<session version='1.0'><refactoring id='org.example.x' input='a'/></session>";
        assert!(error(unknown).contains("org.example.x"));
        let nameless = "<session version='1.0'><refactoring id='org.eclipse.jdt.ui.rename.type' input='/src&lt;a{K.java[K'/></session>";
        assert!(error(nameless).contains("`name`"));
    }
}
