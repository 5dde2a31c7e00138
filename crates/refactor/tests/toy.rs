//! Rename: one name for another, in a language that only the tests know.
//!
//! Each line is `let NAME` or `use NAME`; a use means the last `let` of that name above it, in any file. Two lets of one
//! name on end are an error.
//!
//! ```before
//! //- a.toy
//! let a$0
//! let b
//! //- b.toy
//! use a
//! use b
//! ```
//! ```with
//! to=total
//! ```
//! ```after
//! //- a.toy
//! let total
//! let b
//! //- b.toy
//! use total
//! use b
//! ```

use reweave_preserve::{EdgeKind, Interval, Model, Node};
use reweave_refactor::{
    AnyLanguage, Around, BadInput, Conflict, Earlier, Hidden, Language, Param, Problem,
    Refactoring, Request, Run, Session, Standing, Step, Stop, Target,
};
use reweave_refactor_testing::{check, check_pages};
use reweave_text::{FileId, Interner, Sources, Span};

struct Toy;

struct Line {
    is_let: bool,
    name: String,
    at: Interval,
    /// The line that a use means.
    meant: Option<usize>,
}

impl Language for Toy {
    type Program = Vec<Line>;
    const NAME: &'static str = "toy";
    const EXTENSIONS: &'static [&'static str] = &["toy"];
    const REFACTORINGS: &'static [Refactoring<Self>] = &[Refactoring {
        name: "rename",
        file: include_str!("toy.rs"),
        params: &[
            Param::required("to", "the new name"),
            Param::optional("also", "a second one"),
        ],
        perform,
    }];

    fn analyse(
        sources: &Sources,
        _: &Interner,
        _: &Around,
        _: Option<Earlier<'_, Vec<Line>>>,
    ) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (file, source) in sources.iter() {
            let mut start = 0;
            for text in source.text.split_inclusive('\n') {
                let name = text.get(4..).unwrap_or_default().trim_end().to_owned();
                let at = Interval::new(file, Span::new(start + 4, start + 4 + name.len() as u32));
                let meant = lines.iter().rposition(|l| l.is_let && l.name == name);
                let is_let = text.starts_with("let ");
                lines.push(Line {
                    is_let,
                    name,
                    at,
                    meant,
                });
                start += text.len() as u32;
            }
        }
        lines
    }

    fn model(lines: &Vec<Line>, _: &Sources, names: &Interner) -> Model {
        let mut model = Model::new();
        for line in lines.iter().filter(|l| !l.is_let) {
            let outside = Node::Outside(names.intern(&line.name));
            let to = line.meant.map_or(outside, |i| lines[i].at.into());
            model.add(line.at, EdgeKind::NAME, to);
        }
        model
    }

    fn problems(lines: &Vec<Line>, _: &Sources) -> Vec<Problem> {
        let twice = lines
            .windows(2)
            .filter(|w| w[0].is_let && w[1].is_let && w[0].name == w[1].name);
        let problem = |code, is_syntax, at| Problem {
            code,
            is_syntax,
            message: code.to_owned(),
            at,
        };
        let empty = lines.iter().filter(|l| l.name.is_empty());
        empty
            .map(|l| problem("no name", true, l.at))
            .chain(twice.map(|w| problem("declared twice", false, w[1].at)))
            .collect()
    }

    fn find_symbol(lines: &Vec<Line>, _: &Sources, symbol: &str) -> Vec<Interval> {
        let lets = lines.iter().filter(|l| l.is_let && l.name == symbol);
        lets.map(|l| l.at).collect()
    }
}

fn perform(run: &mut Run<'_, Toy>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    for to in [Some(run.param("to")?), run.optional("also")]
        .into_iter()
        .flatten()
    {
        let now = run.now(Interval::new(file, Span::at(offset)));
        let lines = run.program();
        let on = lines
            .iter()
            .position(|l| {
                l.at.file == now.file
                    && l.at.span.start <= now.span.start
                    && now.span.start <= l.at.span.end
            })
            .ok_or_else(|| BadInput::new("no name here"))?;
        let decl = if lines[on].is_let {
            on
        } else {
            lines[on].meant.unwrap_or(on)
        };
        let mut step = Step::new(format!("rename to {to}"), "N").each_apart();
        for (i, line) in lines.iter().enumerate() {
            if i == decl || (!line.is_let && line.meant == Some(decl)) {
                step.replace(line.at, to);
            }
        }
        run.step(&step)?;
    }
    Ok(())
}

#[test]
fn the_head_of_this_file_holds() {
    check_pages::<Toy>();
}

#[test]
fn capture_and_errors_refuse() {
    let examples = "\
```before
let a
use x
let b
use a$0
use b
```
```with
to=b
```
```refuses
`b` at main.toy:4:5 of the result would mean `b` at main.toy:3:5 instead of `a` at main.toy:1:5
```
```before
let a$0
let b
```
```with
to=b
```
```refuses
declared twice at main.toy:2:5
```
```before
let a$0
let
```
```with
to=b
```
```refuses
no name; correct it first
```";
    check::<Toy>("rename", examples);
}

fn conflicts(params: &[(&str, &str)], allow: &[&str]) -> Vec<Conflict> {
    let session = Session::<Toy>::new(Sources::new([("a.toy", "let a\nlet b\nuse a\n")]));
    let mut request = Request::new("rename", Target::Symbol("a".to_owned()));
    for (name, value) in params {
        request = request.with(*name, *value);
    }
    for kind in allow {
        request = request.allowing(*kind);
    }
    session.apply(&request).expect("good input").conflicts
}

#[test]
fn what_is_allowed_no_longer_refuses() {
    let standings = |allow: &[&str]| -> Vec<Standing> {
        conflicts(&[("to", "b")], allow)
            .iter()
            .map(|c| c.standing)
            .collect()
    };
    assert_eq!(standings(&[]), [Standing::Refuses, Standing::Refuses]);
    assert_eq!(standings(&["name"]), [Standing::Refuses, Standing::Allowed]);
    assert_eq!(standings(&["all"]), [Standing::Allowed, Standing::Allowed]);
}

#[test]
fn a_conflict_of_an_early_step_is_told_by_the_first_text_and_the_last() {
    let found = conflicts(&[("to", "b"), ("also", "c")], &[]);
    let places = &found[0].places[0];
    assert_eq!(found[0].kind, "error");
    assert_eq!(
        places.original,
        Some(Interval::new(FileId(0), Span::new(10, 11)))
    );
}

#[test]
fn parameters_and_places_are_checked_first() {
    let session = Hidden::<Toy>::new().open(Sources::new([("a.toy", "let a\n")]));
    let complaint = |request: &Request| session.apply(request).expect_err("bad").message;
    let at = Request::new("rename", Target::At(FileId(0), 4));
    assert_eq!(
        complaint(&at),
        "to=… is missing: rename takes to=… [also=…]"
    );
    let odd = at.with("to", "b").with("colour", "red");
    assert_eq!(
        complaint(&odd),
        "no parameter colour; rename takes to=… [also=…]"
    );
    let none = Request::new("rename", Target::Symbol("z".to_owned())).with("to", "b");
    assert!(complaint(&none).starts_with("nothing named z is declared"));
}

#[test]
fn what_the_program_does_not_allow_is_refused_and_cannot_be_allowed() {
    let session = Hidden::<Toy>::new().open(Sources::new([("a.toy", "let a\n")]));
    let nowhere = Request::new("rename", Target::At(FileId(0), 1)).with("to", "b");
    let outcome = session
        .apply(&nowhere.allowing("all"))
        .expect("it is clear");
    assert!(!outcome.is_accepted() && !outcome.was_made());
    assert_eq!(outcome.conflicts[0].kind, reweave_refactor::PRECONDITION);
    assert_eq!(
        outcome.conflicts[0].standing,
        reweave_refactor::Standing::Refuses
    );
    assert_eq!(outcome.changed().count(), 0);
}
