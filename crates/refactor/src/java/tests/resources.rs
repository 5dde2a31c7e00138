//! Files that lie beside a class that goes elsewhere.

use crate::java::Java;
use crate::{Around, Request, Session, Standing, Target};
use reweave_classpath::ClassPath;
use reweave_text::{FileId, Sources};
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
                let rest = &text[at.span.start as usize..];
                rest.split(['"']).nth(1).unwrap_or_default()
            })
            .collect();
        assert_eq!(lines, ["near.txt", "far.txt"]);
    }
}
