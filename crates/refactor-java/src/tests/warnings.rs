//! What is warned about: files that lie beside a class, and names that a program reads of itself.

use crate::Java;
use reweave_classpath::ClassPath;
use reweave_refactor::{Around, Request, Session, Standing, Target};
use reweave_text::{FileId, Part, Sources};
use std::sync::Arc;

#[test]
fn files_that_are_looked_for_beside_a_class_are_warned_about() {
    let here = "package a;
public class Here {
    Object near = getClass().getResourceAsStream(\"near.txt\"), full = Here.class.getResource(\"/a/full.txt\");
}
";
    let there = "package b;
class There {
    Object far = a.Here.class.getResource(\"far.txt\"), own = There.class.getResource(\"own.txt\");
    Object loaded = ClassLoader.getSystemClassLoader().getResource(\"loaded.txt\");
}
";
    let sources = Sources::new([("a/Here.java", here), ("b/There.java", there)]);
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], None)),
        ..Around::default()
    };
    let session = Session::<Java>::within(sources, around);
    let package = Request::new("rename-package", Target::Nothing).with("from", "a");
    let at = here.find("Here").expect("it is there") as u32;
    let ty = Request::new("move-type", Target::At(FileId(0), at));
    for request in [package, ty] {
        let outcome = session.apply(&request.with("to", "c")).expect("it can go");
        let warned = outcome.conflicts.iter();
        let warned = warned.filter(|c| c.kind == "resource" && c.standing == Standing::Warns);
        let places = warned.flat_map(|c| &c.places).filter_map(|p| p.original);
        let lines: Vec<&str> = places
            .map(|at| {
                let text = if at.file == FileId(0) { here } else { there };
                let rest = text.part(at.span.start as usize..);
                rest.split(['"']).nth(1).unwrap_or_default()
            })
            .collect();
        assert_eq!(lines, ["near.txt", "far.txt"]);
    }
}

/// The lines with a warning of this kind.
fn warned_lines(files: &[(&str, &str)], request: &Request, kind: &str) -> Vec<u32> {
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], None)),
        ..Around::default()
    };
    let session = Session::<Java>::within(Sources::new(files.iter().copied()), around);
    let outcome = session.apply(request).expect("it can be asked for");
    let warned = outcome.conflicts.iter();
    let warned = warned.filter(|c| c.kind == kind && c.standing == Standing::Warns);
    let places = warned.flat_map(|c| &c.places).filter_map(|p| p.original);
    places
        .map(|at| outcome.before.line_col(at.file, at.span.start).line)
        .collect()
}

#[test]
fn names_that_a_program_reads_of_itself_are_warned_about() {
    let text = "package a;
class Shape { String own() { return getClass().getName(); } }
class Round extends Shape { }
class Other {
    String literal() { return Round.class.getSimpleName(); }
    String object(Shape shape) { return shape.getClass().getTypeName(); }
    String itself() { return getClass().getName(); }
    String file(java.io.File file) { return file.getName(); }
}
";
    let at = text.find("Round").expect("it is there") as u32;
    let rename = Request::new("rename", Target::At(FileId(0), at)).with("to", "Oval");
    let lines = warned_lines(&[("a/Shape.java", text)], &rename, "reflection");
    assert_eq!(lines, [2, 5, 6]);
    let package = Request::new("rename-package", Target::Nothing);
    let package = package.with("from", "a").with("to", "b");
    let lines = warned_lines(&[("a/Shape.java", text)], &package, "reflection");
    // A simple name is not changed by that.
    assert_eq!(lines, [2, 6, 7]);

    let text = "enum Rate { LOW; }
class Use {
    Rate of(String s) { return Rate.valueOf(s); }
    String name(Rate rate) { return rate.name() + Integer.valueOf(1) + \"\".toString(); }
}
";
    let at = text.find("LOW").expect("it is there") as u32;
    let rename = Request::new("rename", Target::At(FileId(0), at)).with("to", "SMALL");
    let lines = warned_lines(&[("Use.java", text)], &rename, "reflection");
    assert_eq!(lines, [3, 4]);
}
