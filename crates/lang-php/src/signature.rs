//! Whether an overriding method takes and gives what the overridden one promises.

use crate::entity::{ClassKind, MemberId, Param, Scope};
use crate::program::Program;
use crate::types::{Atom, Type};
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// Why `below` may not override `above`; `None` when it may.
pub fn incompatible(program: &Program, below: MemberId, above: MemberId) -> Option<&'static str> {
    let (b, a) = (program.member(below), program.member(above));
    let (bs, a_scope) = (program.scope(b.scope?), program.scope(a.scope?));
    let in_interface = program.class(a.class).kind == ClassKind::Interface;
    if &*b.key == "__construct" && !a.is_abstract && !in_interface {
        return None;
    }
    if let Some(why) = params(program, bs, a_scope) {
        return Some(why);
    }
    match (bs.returns, a_scope.returns) {
        (_, None) => None,
        (None, Some(_)) => Some("it gives up the declared result"),
        (Some(x), Some(y)) => {
            let narrower = fits(program, (bs.file, x), (a_scope.file, y));
            (!narrower).then_some("its result is wider")
        }
    }
}

fn params(program: &Program, below: &Scope, above: &Scope) -> Option<&'static str> {
    let rest = below.params.iter().find(|p| p.variadic);
    for (i, over) in above.params.iter().enumerate() {
        let Some(own) = below.params.get(i).or(rest) else {
            return Some("it takes fewer parameters");
        };
        if own.by_ref != over.by_ref {
            return Some("a parameter is by reference in one of them only");
        }
        let takes_none = own.optional || own.variadic;
        if (over.optional || over.variadic) && !takes_none {
            return Some("a parameter is optional above only");
        }
        if over.variadic && !own.variadic {
            return Some("the rest of the parameters is taken above only");
        }
        if !takes(program, (below.file, own), (above.file, over)) {
            return Some("a parameter has a narrower type");
        }
    }
    let more = below.params.iter().skip(above.params.len());
    let mut needed = more.filter(|p| !p.optional && !p.variadic);
    needed.next().map(|_| "it needs more parameters")
}

fn takes(program: &Program, own: (FileId, &Param), over: (FileId, &Param)) -> bool {
    match (own.1.declared_type, over.1.declared_type) {
        (None, _) => true,
        (Some(x), None) => program.file(own.0).text(x).eq_ignore_ascii_case("mixed"),
        (Some(x), Some(y)) => {
            program.file(own.0).text(x).eq_ignore_ascii_case("mixed")
                || fits(program, (over.0, y), (own.0, x))
        }
    }
}

/// Whether every value of the type `narrow` is one of `wide`.
fn fits(program: &Program, narrow: (FileId, NodeId), wide: (FileId, NodeId)) -> bool {
    let text = |t: (FileId, NodeId)| program.file(t.0).text(t.1).to_ascii_lowercase();
    let (n, w) = (text(narrow), text(wide));
    let known = |t: &Type| !t.open && t.atoms.iter().all(|a| !matches!(a, Atom::Array(_)));
    let (nt, wt) = (
        program.type_at(narrow.0, narrow.1),
        program.type_at(wide.0, wide.1),
    );
    if known(&nt) && known(&wt) {
        return n == "never"
            || nt.atoms.iter().all(|a| match a {
                Atom::Object { class, .. } => wt.objects().any(|(c, _)| program.is_a(class, c)),
                other => wt.atoms.contains(other),
            }) && (w != "static" || n == "static")
                && (w == "void") == (n == "void");
    }
    n == w || w == "mixed" && n != "void"
}

/// Whether the two differ in a class that is declared only below the overriding one: php may not know it yet when it
/// compares them.
pub fn relies_on_later(program: &Program, below: MemberId, above: MemberId) -> bool {
    let (b, a) = (program.member(below), program.member(above));
    let (Some(bs), Some(a_scope)) = (b.scope, a.scope) else {
        return false;
    };
    let (bs, a_scope) = (program.scope(bs), program.scope(a_scope));
    let types = |s: &Scope| -> Vec<Option<Type>> {
        let declared = s.params.iter().map(|p| p.declared_type).chain([s.returns]);
        declared
            .map(|t| t.map(|t| program.type_at(s.file, t)))
            .collect()
    };
    let class = program.class(b.class);
    let start = program.file(class.file).span(class.node).start;
    let later = |name: &str| {
        program.class_named(name).is_some_and(|c| {
            let c = program.class(c);
            c.file == class.file && program.file(c.file).span(c.node).start > start
        })
    };
    types(bs).iter().zip(types(a_scope)).any(|(x, y)| {
        let all = x.iter().chain(&y).flat_map(Type::objects);
        *x != y && all.into_iter().any(|(name, _)| later(name))
    })
}
