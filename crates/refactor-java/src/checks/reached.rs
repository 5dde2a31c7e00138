//! Declarations that a framework reaches by an annotation, and what serialization writes: no call in the sources shows it, so
//! what becomes of them is told here. Which annotations these are is an open list ([`reweave_refactor::Frameworks`]).

use crate::Java;
use crate::checks::looked_for::is_serial;
use crate::query::at::{named_at, noun};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Severity;
use reweave_refactor::{Effect, Frameworks, Judged, Offer, Reached, Remark};

/// The word for `--allow`.
pub const FRAMEWORK: &str = "framework";

/// Annotations on annotations, as `@FastTest` that is itself a `@Test`.
const DEEPEST: usize = 4;

/// What becomes of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Delete,
    Move,
    Rename,
    Signature,
}

impl Act {
    fn effect(self, reached: &Reached) -> Effect {
        match self {
            Self::Delete | Self::Move => reached.delete,
            Self::Rename => reached.rename,
            Self::Signature => reached.signature,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Delete => "deleted",
            Self::Move => "moved",
            Self::Rename => "renamed",
            Self::Signature => "changed",
        }
    }
}

pub fn remarks(judged: &Judged<'_, Java>) -> Vec<Remark> {
    let mut all = Vec::new();
    for offer in &judged.offers.lost {
        let Some(decl) = named_at(judged.before, offer.at) else {
            continue;
        };
        let act = act(judged, offer);
        // What is inherited, and what keeps its name in another package, is found there as far as anybody can tell.
        let is_kept =
            act == Act::Move && (offer.is_type || judged.request.refactoring == "pull-up");
        let reached = Reach {
            program: judged.before,
            frameworks: &judged.around.frameworks,
            most: if is_kept {
                Effect::Warn
            } else {
                Effect::Refuse
            },
        };
        all.extend(reached.remark(offer, decl, act));
        all.extend(written_field(judged.before, offer, decl, act));
    }
    all
}

fn act(judged: &Judged<'_, Java>, offer: &Offer) -> Act {
    let gained = &judged.offers.gained;
    let same_name = |o: &&Offer| o.name == offer.name && o.is_type == offer.is_type;
    let here = gained
        .iter()
        .filter(same_name)
        .any(|o| o.owner == offer.owner);
    let elsewhere = gained.iter().any(|o| same_name(&o));
    match judged.request.refactoring.as_str() {
        _ if here => Act::Signature,
        "safe-delete" => Act::Delete,
        _ if elsewhere => Act::Move,
        _ if gained.iter().any(|o| o.is_type == offer.is_type) => Act::Rename,
        _ => Act::Delete,
    }
}

struct Reach<'p> {
    program: &'p JavaProgram,
    frameworks: &'p Frameworks,
    /// The strongest effect that a change can have.
    most: Effect,
}

impl Reach<'_> {
    fn remark(&self, offer: &Offer, decl: Decl, act: Act) -> Option<Remark> {
        let annotations = self.annotations(decl);
        let mut strongest: Option<(Effect, &Reached)> = None;
        for (number, annotation, is_own) in annotations {
            for reached in self.behind(number, annotation, 0) {
                if !is_own && !reached.fields {
                    continue;
                }
                let mut effect = act.effect(reached).min(self.most);
                let may_name = is_own && reached.may_name && act == Act::Rename;
                if may_name && self.gives_name(number, annotation) {
                    effect = effect.min(Effect::Warn);
                }
                if strongest.is_none_or(|(known, _)| known < effect) {
                    strongest = Some((effect, reached));
                }
            }
        }
        let (effect, reached) = strongest?;
        let severity = match effect {
            Effect::Ignore => return None,
            Effect::Warn => Severity::Warn,
            Effect::Refuse => Severity::Refuse,
        };
        let (what, name) = (noun(self.program, decl), &offer.name);
        Some(Remark {
            kind: FRAMEWORK,
            severity,
            message: format!(
                "the {what} `{name}` is {} though {} (@{})",
                act.word(),
                reached.why,
                reached.annotation
            ),
            places: vec![offer.at],
        })
    }

    /// The annotations of a declaration, and of the type that a field stands in, by file; and whether they are its own.
    fn annotations(&self, decl: Decl) -> Vec<(u32, NodeId, bool)> {
        let world = self.program.world();
        let mut all = Vec::new();
        let (node, owner) = match decl {
            Decl::Method(m) => (world.method_node(m), None),
            Decl::Field(f) => (world.field_node(f), Some(world.field(f).owner)),
            Decl::Class(c) => (world.decl_of(c).map(|(n, d)| (n, d.node)), None),
            _ => (None, None),
        };
        if let Some((number, node)) = node {
            let tree = &self.program.model(number).tree;
            let own = tree.children_in(node, Role::Annotation);
            all.extend(own.map(|a| (number, a, true)));
            // Injected parameters make their method one that is called.
            let params = tree.children(node).filter(|&c| tree.kind(c) == Kind::Param);
            let of_params = params.flat_map(|p| tree.children_in(p, Role::Annotation));
            if matches!(decl, Decl::Method(_)) {
                all.extend(of_params.map(|a| (number, a, true)));
            }
        }
        let is_static = |f| world.field(f).modifiers.has(Modifiers::STATIC);
        if let (Some(owner), Decl::Field(field)) = (owner, decl)
            && !is_static(field)
            && let Some((number, class)) = world.decl_of(owner)
        {
            all.extend(class.annotations.iter().map(|&a| (number, a, false)));
        }
        all
    }

    /// What stands behind an annotation: of the list, or of what annotates it where it is declared here.
    fn behind(&self, number: u32, annotation: NodeId, depth: usize) -> Vec<&Reached> {
        let world = self.program.world();
        let tree = &self.program.model(number).tree;
        let written = world.text(tree.sym(annotation));
        let class = match self.program.names.decl(number, annotation) {
            Decl::Class(class) => Some(class),
            _ => None,
        };
        let name = class.map_or_else(|| written.to_owned(), |c| full_name(self.program, c));
        let mut all: Vec<&Reached> = self.frameworks.find(&name).collect();
        if let Some((number, decl)) = class.and_then(|c| world.decl_of(c))
            && depth < DEEPEST
        {
            for &above in &decl.annotations {
                all.extend(self.behind(number, above, depth + 1));
            }
        }
        all
    }

    /// Whether an annotation gives a name: a string as its value, or as `name` or `value`.
    fn gives_name(&self, number: u32, annotation: NodeId) -> bool {
        let world = self.program.world();
        let tree = &self.program.model(number).tree;
        let mut arguments = tree.children_in(annotation, Role::Argument);
        arguments.any(|argument| {
            if tree.kind(argument) != Kind::Assign {
                return true;
            }
            let element = tree.children(argument).next();
            element.is_some_and(|e| matches!(world.text(tree.sym(e)), "name" | "value"))
        })
    }
}

fn full_name(program: &JavaProgram, class: ClassId) -> String {
    let world = program.world();
    world
        .text(world.class(class).binary)
        .replace(['/', '$'], ".")
}

/// Serialization writes fields by their names, and what was written before has the old ones.
fn written_field(program: &JavaProgram, offer: &Offer, decl: Decl, act: Act) -> Option<Remark> {
    let Decl::Field(field) = decl else {
        return None;
    };
    let world = program.world();
    let data = world.field(field);
    let is_left_out =
        data.modifiers.has(Modifiers::STATIC) || data.modifiers.has(Modifiers::TRANSIENT);
    if is_left_out || data.enum_constant || !is_serial(program, data.owner) {
        return None;
    }
    Some(Remark {
        kind: FRAMEWORK,
        severity: Severity::Warn,
        message: format!(
            "the field `{}` is {}, and serialization writes it: objects that were written before are read without it",
            offer.name,
            act.word()
        ),
        places: vec![offer.at],
    })
}
