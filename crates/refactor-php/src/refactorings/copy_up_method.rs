//! Copy Up Method: copies a concrete method into the superclass, where the one of the subclass then overrides it.
//!
//! The first half of Pull Up Method (section 5.6). `parent` becomes `self` in the copy. Every name in the copy must mean
//! what it meant, under the rule `N O⊇←↺ I=→~`: the copy may be overridden, but no other class may inherit it; that the
//! superclass itself no longer inherits another one only warns.
//!
//! ```before
//! <?php
//! class Shape {
//!     protected $name = 'shape';
//! }
//! class Circle extends Shape {
//!     public function $0title() { return ucfirst($this->name); }
//! }
//! ```
//! ```after
//! <?php
//! class Shape {
//!     protected $name = 'shape';
//!
//!     public function title() { return ucfirst($this->name); }
//! }
//! class Circle extends Shape {
//!     public function title() { return ucfirst($this->name); }
//! }
//! ```
//!
//! ```before
//! <?php
//! class Shape {}
//! class Circle extends Shape {
//!     public function $0kind() { return __CLASS__; }
//! }
//! ```
//! ```refuses
//! `__CLASS__`
//! ```

use crate::Php;
use crate::place::{indent_at, method_at, newline, whole_lines};
use crate::unknown::refuse_positions;
use reweave_lang_php::{
    Ancestor, ClassId, ClassKind, EntityId, Infer, Kind, MemberId, MemberKind, SourceFile, Type,
    class_body, class_keyword, related,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_syntax::NodeId;
use reweave_text::{Edit, EditSet, FileId, Part, Span};
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "copy-up-method",
    file: include_str!("copy_up_method.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    copy_up(run)?;
    Ok(())
}

/// A method and the classes it goes between.
pub struct Copied {
    pub method: Interval,
    /// Where the copy went in the text after the step.
    pub copy: Interval,
}

pub fn copy_up(run: &mut Run<'_, Php>) -> Result<Copied, Stop> {
    let method = concrete_method(run)?;
    let program = &run.program().program;
    let member = program.member(method);
    let class = program.class(member.class);
    if class.kind == ClassKind::Trait || class.kind == ClassKind::Interface {
        return Err(BadInput::new("only a method of a class can be pulled up").into());
    }
    let Some(parent) = class.parent.as_ref() else {
        return Err(BadInput::new("the class has no superclass to pull up to").into());
    };
    let Some(above) = program.class_named(&parent.name) else {
        return Err(BadInput::new(
            "the superclass is not in these files; name a folder that holds it",
        )
        .into());
    };
    let (file, target) = (class.file, program.class(above).file);
    let source = program.file(file);
    let whole = whole_lines(source, member.node);
    let text = respelled(source, member.node, whole, &|word| {
        word.eq_ignore_ascii_case("parent")
            .then(|| "self".to_owned())
    });
    let mut step = Step::new("copy the method to the superclass", "N O⊇←↺ I=→~");
    step.affect(Interval::new(file, whole));
    let keyword = class_keyword(program, program.class(above));
    step.affect(Interval::new(keyword.file, keyword.span));
    let Some((offset, inserted)) =
        insertion(program.file(target), program.class(above).node, &text)
    else {
        return Err(BadInput::new("the superclass has no body").into());
    };
    step.insert(target, offset, inserted.clone());
    refuse_reflection(run, above);
    refuse_positions(run, true);
    magic_call(run, method, above);
    run.step(&step)?;
    let shift = |at: u32| {
        if target == file && offset <= at {
            at + inserted.len() as u32
        } else {
            at
        }
    };
    Ok(Copied {
        method: Interval::new(file, Span::new(shift(whole.start), shift(whole.end))),
        copy: Interval::new(target, Span::new(offset, offset + inserted.len() as u32)),
    })
}

/// The method under the caret, which must have a body.
pub fn concrete_method(run: &Run<'_, Php>) -> Result<MemberId, BadInput> {
    let (file, offset) = run.caret()?;
    let analysis = run.program();
    let Some(method) = method_at(analysis, file, offset) else {
        return Err(BadInput::unclear(
            "no method stands here; put the caret on one",
        ));
    };
    let member = analysis.program.member(method);
    if member.is_abstract {
        return Err(BadInput::new(
            "the method is abstract; only one with a body can be moved",
        ));
    }
    if member.key.starts_with("__") {
        return Err(BadInput::new(
            "PHP calls this method by itself; where it stands cannot be changed",
        ));
    }
    Ok(method)
}

/// The text of `whole` with the keywords `self` and `parent` of the method's own class spelled anew.
pub fn respelled(
    source: &SourceFile,
    method: NodeId,
    whole: Span,
    spell: &dyn Fn(&str) -> Option<String>,
) -> String {
    let mut edits = Vec::new();
    for id in source.tree.descendants(method) {
        let is_word = source.kind(id) == Kind::RelativeScope
            || source.kind(id) == Kind::Name
                && !matches!(
                    source.parent_kind(id),
                    Kind::Variable | Kind::MemberAccess | Kind::MemberCall
                );
        let nested = source
            .ancestor(id, &[Kind::AnonymousClass, Kind::MethodDeclaration])
            .is_some_and(|a| source.kind(a) == Kind::AnonymousClass || a != method);
        if is_word
            && !nested
            && let Some(new) = spell(source.text(id))
        {
            let span = source.span(id);
            edits.push(Edit::replace(
                Span::new(span.start - whole.start, span.end - whole.start),
                new,
            ));
        }
    }
    edits.dedup();
    let text = whole.text(&source.text);
    EditSet::new(edits)
        .and_then(|set| set.apply(text))
        .unwrap_or_else(|_| text.to_owned())
}

/// Where a method goes into a class, and the text with the blank lines around it.
pub fn insertion(source: &SourceFile, class: NodeId, method: &str) -> Option<(u32, String)> {
    let body = class_body(source, class)?;
    let close = source.span(body).end - 1;
    let text = &source.text;
    let line_start = text.part(..close as usize).rfind('\n').map_or(0, |i| i + 1);
    let own_line = text.part(line_start..close as usize).trim().is_empty();
    let nl = newline(text);
    let trimmed = method.trim_end();
    if own_line {
        let empty = source.named(body).next().is_none();
        let gap = if empty { "" } else { nl };
        let lead = if method.starts_with([' ', '\t']) {
            ""
        } else {
            "    "
        };
        return Some((line_start as u32, format!("{gap}{lead}{trimmed}{nl}")));
    }
    let indent = indent_at(text, close).to_owned();
    let lead = if method.starts_with([' ', '\t']) {
        String::new()
    } else {
        format!("{indent}    ")
    };
    Some((close, format!("{nl}{lead}{trimmed}{nl}{indent}")))
}

/// Refuses where code asks php which class has which methods, and means one of these; warns where it may.
pub fn refuse_reflection(run: &mut Run<'_, Php>, class: ClassId) {
    const ASKING: &[&str] = &["get_class_methods", "method_exists", "is_callable"];
    const REFLECTING: &[&str] = &["reflectionclass", "reflectionmethod", "reflectionobject"];
    let program = &run.program().program;
    let infer = Infer::new(program, &program.variables_of);
    let mut found = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        let file = FileId(f as u32);
        for id in source.tree.ids() {
            let named = match source.kind(id) {
                Kind::FunctionCall => source.field(id, |f| f.function),
                Kind::ObjectCreation => source.first_named(id),
                _ => None,
            };
            let name = named.map(|n| source.text(n).trim_start_matches('\\').to_ascii_lowercase());
            let asks = name
                .is_some_and(|n| ASKING.contains(&n.as_str()) || REFLECTING.contains(&n.as_str()));
            let arguments = source.child(id, Kind::Arguments);
            let first = arguments
                .and_then(|a| source.first_named(a))
                .and_then(|a| source.named(a).last());
            if !asks {
                continue;
            }
            let ty = first.map_or_else(Type::unknown, |e| infer.expression(file, e));
            let close = |name: &str| {
                program
                    .class_named(name)
                    .is_some_and(|c| related(program, c, class))
            };
            let surely = ty.objects().any(|(c, _)| close(c))
                || first.is_some_and(|e| spells_class(source, e));
            let near = program
                .classes
                .iter()
                .any(|c| c.file == file && close(&c.name));
            found.push((Interval::new(file, source.span(id)), surely || near));
        }
    }
    for (at, surely) in found {
        let text = at
            .span
            .text(&run.program().program.file(at.file).text)
            .to_owned();
        let words = format!(
            "{} could tell where the method stands",
            reweave_refactor::quote(&text)
        );
        if surely {
            run.refuse("reflection", words, &[at]);
        } else {
            run.warn("reflection", words, &[at]);
        }
    }
}

fn spells_class(source: &SourceFile, id: NodeId) -> bool {
    source.kind(id) == Kind::ClassConstantAccess || source.string_value(id).is_some()
}

/// A class below that answers unknown methods by `__call` would find the new one instead.
fn magic_call(run: &mut Run<'_, Php>, method: MemberId, above: ClassId) {
    let program = &run.program().program;
    let member = program.member(method);
    let mut classes: Vec<ClassId> = program.descendants(&program.class(above).name);
    classes.push(above);
    let mut at: BTreeSet<EntityId> = BTreeSet::new();
    for class in classes {
        let line = program.ancestry(&program.class(class).name);
        let has = line.iter().any(|a| match a {
            Ancestor::User(c) | Ancestor::Trait { class: c, .. } => program
                .own_member(*c, MemberKind::Method, &member.key)
                .is_some(),
            _ => false,
        });
        let calls = line.iter().find_map(|a| match a {
            Ancestor::User(c) | Ancestor::Trait { class: c, .. } => ["__call", "__callstatic"]
                .iter()
                .find_map(|k| program.own_member(*c, MemberKind::Method, k)),
            _ => None,
        });
        if let Some(call) = calls.filter(|_| !has) {
            at.insert(program.member(call).entity);
        }
    }
    let places: Vec<Interval> = at
        .iter()
        .map(|&e| program.entity(e).place)
        .map(|p| Interval::new(p.file, p.span))
        .collect();
    for place in places {
        run.refuse(
            "magic",
            "calls that a magic method answers would find the moved one",
            &[place],
        );
    }
}
