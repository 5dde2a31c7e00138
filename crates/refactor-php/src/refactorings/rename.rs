//! Rename: gives a variable, function, method, property, constant, class, namespace, alias or label another name, in all
//! files.
//!
//! A method goes with all that it overrides or that override it; a promoted parameter with its property. Doc comments
//! follow. A file that is named after its class goes with it, and a folder with its namespace.
//!
//! ```before
//! <?php
//! class Cart {
//!     private $$0total = 0;
//!     /** @param int $price */
//!     function add($price) { $this->total += $price; }
//!     function total() { return $this->total; }
//! }
//! ```
//! ```with
//! to=sum
//! ```
//! ```after
//! <?php
//! class Cart {
//!     private $sum = 0;
//!     /** @param int $price */
//!     function add($price) { $this->sum += $price; }
//!     function total() { return $this->sum; }
//! }
//! ```
//!
//! A name that is already there would be taken for the new one, or the other way round:
//!
//! ```before
//! <?php
//! function area($w, $h) { return $w * $$0h; }
//! ```
//! ```with
//! to=w
//! ```
//! ```refuses
//! parameter $w is declared twice
//! ```
//!
//! A name that only the running program knows makes it refuse where it could mean what is renamed:
//!
//! ```before
//! <?php
//! function show() { $$0title = 'x'; return compact('title'); }
//! ```
//! ```with
//! to=name
//! ```
//! ```refuses
//! could name the variable
//! ```

use crate::Php;
use crate::lifetime::observer;
use crate::moves::moves;
use crate::refactorings::extract_variable::is_shared;
use crate::unknown::{DYNAMIC, refuse_dynamic, refuse_positions};
use reweave_lang_php::{
    Analysis, EntityId, EntityKind, Infer, Kind, MemberKind, Occurrence, Role, ScopeKind, chains,
    family, is_identifier, is_keyword, is_reserved_class,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_syntax::NodeId;
use reweave_text::FileId;
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "rename",
    file: include_str!("rename.rs"),
    params: &[Param::required("to", "the new name, without `$`")],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let to = run.param("to")?.trim_start_matches('$');
    let start = named_at(run.program(), file, offset)?;
    let analysis = run.program();
    let program = &analysis.program;
    let first = program.entity(start[0]);
    let (kind, old) = (first.kind, first.name.to_string());
    valid(kind, &old, to)?;

    let all = family(program, &analysis.bindings, &start);
    let mut places: BTreeSet<Interval> = BTreeSet::new();
    let mut magic: BTreeSet<Interval> = BTreeSet::new();
    for occurrence in &analysis.bindings.occurrences {
        let at = Interval::new(occurrence.place.file, occurrence.place.span);
        if follows(analysis, occurrence, &all) {
            let by_name = occurrence.targets.iter().any(|t| {
                let target = program.entity(*t);
                target.kind == EntityKind::Method
                    && target.name.starts_with("__")
                    && !all.contains(t)
            });
            if by_name {
                magic.insert(at);
            }
            places.insert(at);
        }
    }
    // A property that no class declares can be hidden by a private one of the same name.
    let declared = |name: &str| !program.members_named(MemberKind::Property, name).is_empty();
    let taken = kind == EntityKind::Property
        && first.member.is_none()
        && (analysis.bindings.undeclared.contains_key(to) || declared(&old) || declared(to));
    let merged = merges(analysis, &all, to);
    let rule = if merged.is_some() { "D O I" } else { "N O I" };
    let mut step = Step::new(format!("rename {old} to {to}"), rule).each_apart();
    for &place in &places {
        step.replace(place, to);
    }
    let moved = moves(run, start[0], to);
    refuse_dynamic(run, &all, &[&old, to]);
    refuse_positions(run, false);
    for at in magic {
        run.refuse(
            DYNAMIC,
            format!("a magic method is given the name `{old}`"),
            &[at],
        );
    }
    if taken {
        run.refuse(
            "name",
            format!(
                "other properties are called `{old}` or `{to}`, and no class declares this one"
            ),
            &[],
        );
    }
    if let Some(at) = merged {
        run.warn(
            "merge",
            format!("`${to}` is a variable already, and the two become one"),
            &[at],
        );
    }
    for (file, path) in moved.files {
        step.move_file(file, path);
    }
    if let Some(at) = moved.mapped {
        run.refuse(
            "autoload",
            "the folder of this namespace is set outside these files; rename it there and allow this, or name the folder above",
            &[at],
        );
    }
    run.renamed(old, to);
    run.step(&step)
}

/// Another variable of the new name, when the two may become one: no value of one can then reach a read of the other, which
/// the def-use edges show. They must be plain variables of one body whose flow is known, shared with nothing, and no
/// object's life may depend on them where it could be noticed.
fn merges(analysis: &Analysis, all: &BTreeSet<EntityId>, to: &str) -> Option<Interval> {
    let program = &analysis.program;
    let mut only = all.iter().copied();
    let (variable, None) = (only.next()?, only.next()) else {
        return None;
    };
    let scope = program.entity(variable).scope?;
    let other = program
        .variable_in(scope, to)
        .filter(|_| program.entity(variable).kind == EntityKind::Variable)?;
    let home = program.scope(scope);
    let file = program.entity(variable).place.file;
    let body = if home.kind == ScopeKind::Global {
        NodeId::ROOT
    } else {
        home.node
    };
    chains(program, file, body)?;
    let infer = Infer::new(program, &program.variables_of);
    let seen = observer(analysis).is_some();
    for v in [variable, other] {
        let entity = program.entity(v);
        let is_param = home.params.iter().any(|p| p.name == entity.name);
        let declared = analysis.bindings.occurrences.iter().any(|o| {
            let kind = program.file(o.place.file).parent_kind(o.node);
            o.targets.contains(&v) && matches!(kind, Kind::StaticVariable | Kind::GlobalDeclaration)
        });
        let kept = seen && !infer.variable(v).is_plain();
        if is_param || declared || kept || entity.place.file != file || is_shared(analysis, v) {
            return None;
        }
    }
    let place = program.entity(other).place;
    Some(Interval::new(place.file, place.span))
}

/// What the name under the caret surely means.
fn named_at(analysis: &Analysis, file: FileId, offset: u32) -> Result<Vec<EntityId>, BadInput> {
    let program = &analysis.program;
    let inside = |o: &&Occurrence| o.place.span.contains_offset(offset);
    let mut touching: Vec<&Occurrence> = analysis.bindings.at(file, offset).collect();
    touching.sort_by_key(|o| o.role == Role::Keyword);
    let chosen = touching
        .iter()
        .copied()
        .find(|o| inside(o))
        .or(touching.first().copied());
    let Some(chosen) = chosen else {
        return Err(BadInput::unclear(
            "no name stands here; put the caret on one",
        ));
    };
    let bad = |message: &str| BadInput::new(message).at(file, chosen.place.span);
    if chosen.role == Role::Keyword {
        let message = "this is a word of the language; put the caret on the name itself";
        return Err(BadInput::unclear(message).at(file, chosen.place.span));
    }
    let candidates = analysis.bindings.candidates(program, chosen);
    let Some(&first) = candidates.first() else {
        return Err(bad(
            "this is not declared in these files; name a folder that holds its declaration",
        ));
    };
    let own_kind: Vec<EntityId> = candidates
        .iter()
        .copied()
        .filter(|&c| program.entity(c).kind == chosen.kind)
        .collect();
    if own_kind.is_empty() {
        return Err(bad(
            "a magic method stands in for this name; it is declared nowhere",
        ));
    }
    let all = family(program, &analysis.bindings, &[first]);
    if chosen.targets.is_empty() && !candidates.iter().all(|c| all.contains(c)) {
        return Err(bad(
            "several declarations could be meant; put the caret on the one to rename",
        ));
    }
    Ok(own_kind)
}

/// Whether the name at this place changes too: it surely means one of them, or can mean nothing else.
fn follows(analysis: &Analysis, occurrence: &Occurrence, all: &BTreeSet<EntityId>) -> bool {
    if occurrence.role == Role::Keyword {
        return false;
    }
    if occurrence.targets.iter().any(|t| all.contains(t)) {
        return true;
    }
    if !occurrence.open {
        return false;
    }
    let candidates = analysis.bindings.candidates(&analysis.program, occurrence);
    !candidates.is_empty() && candidates.iter().all(|c| all.contains(c))
}

fn valid(kind: EntityKind, old: &str, to: &str) -> Result<(), BadInput> {
    let bad = |why: &str| Err(BadInput::new(format!("`{to}` {why}")));
    if !is_identifier(to) {
        return Err(BadInput::unclear(format!(
            "`{to}` is not a valid name in PHP; use letters, digits and underscores"
        )));
    }
    if old == to {
        return bad("is its name already; give another");
    }
    match kind {
        EntityKind::Variable if to == "this" => {
            bad("is what PHP calls the object; give another name")
        }
        EntityKind::Class if is_reserved_class(to) => bad("is reserved; give another name"),
        EntityKind::Function
        | EntityKind::Constant
        | EntityKind::Namespace
        | EntityKind::Alias
        | EntityKind::Label
            if is_keyword(to) =>
        {
            bad("is a word of the language; give another name")
        }
        EntityKind::ClassConstant if to.eq_ignore_ascii_case("class") => {
            bad("has a meaning of its own after `::`; give another name")
        }
        EntityKind::Method if old.starts_with("__") => Err(BadInput::new(format!(
            "PHP calls `{old}` by this name; it cannot have another"
        ))),
        EntityKind::Method if to.starts_with("__") => {
            bad("looks like one of PHP's own; names with two underscores are reserved")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::Php;
    use reweave_refactor_testing::check;

    fn refuses(program: &str, to: &str, because: &str) {
        let example = format!(
            "```before\n<?php\n{program}\n```\n```with\nto={to}\n```\n```refuses\n{because}\n```\n"
        );
        check::<Php>("rename", &example);
    }

    #[test]
    fn folders_go_with_their_namespace() {
        let example = "```before\n//- src/Money/Price.php\n<?php\nnamespace Shop\\$0Money;\nclass Price {}\n//- src/Cart.php\n<?php\nnamespace Shop;\nclass Cart { public Money\\Price $total; }\n```\n```with\nto=Cash\n```\n```after\n//- src/Cash/Price.php\n<?php\nnamespace Shop\\Cash;\nclass Price {}\n//- src/Cart.php\n<?php\nnamespace Shop;\nclass Cart { public Cash\\Price $total; }\n```\n";
        check::<Php>("rename", example);
        let example = "```before\n//- src/Cart.php\n<?php\nnamespace $0Shop;\nclass Cart {}\n```\n```with\nto=Store\n```\n```refuses\nset outside these files\n```\n";
        check::<Php>("rename", example);
    }

    /// A string is no name where php takes none for one.
    #[test]
    fn strings_that_are_only_text() {
        let example = "```before\n<?php\nclass $0A { public $p = 'A::p'; }\n$a = new A;\necho $a->p;\n```\n```with\nto=B\n```\n```after\n<?php\nclass B { public $p = 'A::p'; }\n$a = new B;\necho $a->p;\n```\n";
        check::<Php>("rename", example);
        refuses(
            "class $0A { public $p = 'A'; }\n$a = new A;\necho get_class($a) == $a->p;",
            "B",
            "a string spells the name of the class",
        );
        refuses(
            "class A { public $$0p = 1; }\n$o = new A;\n$k = 'p';\nforeach ($o as $name => $v) { echo $name == $k; }",
            "q",
            "a string spells the name of the property",
        );
        refuses(
            "function $0f() {}\nfunction g(callable $c) {}\ng('f');",
            "h",
            "a string spells the name of the function",
        );
    }

    #[test]
    fn strings_that_are_called() {
        refuses(
            "function $0show() { echo 1; }\ncall_user_func('show');",
            "print_it",
            "a string spells the name of the function",
        );
    }
}
