use super::write;
use crate::{Element, Entry, Evidence, Kind, Log, Parameter, Removed};

fn entry(kind: Kind, old: &str, new: &str, at: &str) -> Entry {
    Entry {
        old_at: Some(at.to_owned()),
        ..Entry::new(kind, Element::Method, old, new)
    }
}

fn noted(note: &str) -> Evidence {
    Evidence {
        notes: vec![note.to_owned()],
        ..Evidence::default()
    }
}

#[test]
fn what_changed_is_told_with_its_place() {
    let mut signature = entry(
        Kind::ChangeSignature,
        "p.A.f(int,long)",
        "p.A.f(String,int)",
        "src/main/java/p/A.java:7",
    );
    signature.returns = Some(["int".into(), "List<T>".into()]);
    let parameter = |name: &str, ty: &str, from| Parameter {
        name: name.into(),
        ty: ty.into(),
        from,
        receiver: false,
        default: None,
    };
    signature.parameters = Some(vec![
        parameter("s", "String", None),
        parameter("n", "int", Some(0)),
    ]);
    let mut visibility = entry(
        Kind::ChangeVisibility,
        "p.A.g()",
        "p.A.g()",
        "src/main/java/p/A.java:9",
    );
    visibility.evidence = Some(noted("public became protected"));
    let mut thrown = entry(
        Kind::ChangeExceptions,
        "p.A.h()",
        "p.A.h()",
        "src/main/java/p/A.java:11",
    );
    thrown.evidence = Some(noted("IOException became nothing"));
    let page = write(&Log {
        entries: vec![signature, visibility, thrown],
        ..Log::default()
    });
    for part in [
        "<b>returns</b> <del>int</del> → <ins>List&lt;<wbr>T&gt;</ins>",
        "<b>parameter</b> <ins>String s</ins>",
        "<b>parameter</b> <del>long (<wbr>number 2)</del>",
        "<b>visibility</b> <del>public</del> → <ins>protected</ins>",
        "<b>throws</b> <del>IOException</del> → <ins>nothing</ins>",
        "A.java:7</small>",
        "it can be used from fewer places",
        "<input id=\"text\" type=\"search\"",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

#[test]
fn tests_and_examples_stand_apart() {
    let at = |path: &str| entry(Kind::RenameMethod, "p.A.f()", "p.A.g()", path);
    let page = write(&Log {
        entries: vec![
            at("src/test/java/p/ATest.java:3"),
            at("src/main/java/p/test/A.java:3"),
            at("examples/p/E.java:3"),
        ],
        removed: vec![Removed {
            element: Element::Method,
            name: "p.A.gone()".into(),
            uses: 0,
            at: None,
        }],
        ..Log::default()
    });
    let section = |id: &str| {
        let rest = page
            .split(&format!("id=\"{id}\""))
            .nth(1)
            .expect("a section");
        rest.split("</details>").next().expect("its end").to_owned()
    };
    assert!(section("main-sources").contains("<i>2</i>"), "{page}");
    assert!(section("main-sources").contains("p<wbr>.A<wbr>.gone(<wbr>)"));
    assert!(section("tests").contains("ATest"));
    assert!(section("examples").contains("E.java"));
}

#[test]
fn only_kinds_that_are_there_are_in_the_legend() {
    let page = write(&Log {
        entries: vec![entry(
            Kind::RenameMethod,
            "p.A.f()",
            "p.A.g()",
            "p/A.java:1",
        )],
        ..Log::default()
    });
    assert_eq!(page.matches("<li>").count(), 1, "{page}");
    assert!(page.contains("value=\"rename-method\""));
}
