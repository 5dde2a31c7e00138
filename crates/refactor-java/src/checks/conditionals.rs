//! `?:` whose branches get other types: of numbers and truth values one is made first, of objects not.
//!
//! `c ? f() : n()` is the object that `f` or `n` gives where both give an `Integer`; where one of them comes to give an `int`, the other is
//! opened first, and fails where it is `null`. `c ? 1 : 2.0` is a `Double` in either case, but not where one of them comes to be a `Number`.

use crate::Java;
use crate::checks::value_places::{BOXED, NULL, Nodes, Place, place_of};
use crate::query::program::JavaProgram;
use reweave_java_names::{Ty, World};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// What a `?:` makes of its branches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Branches {
    /// The number or truth value that it gives; unknown where it gives one of two objects.
    joined: Ty,
    sides: [Ty; 2],
    place: Place,
}

impl Branches {
    pub fn of(program: &JavaProgram, number: u32, conditional: NodeId) -> Self {
        let tree = &program.model(number).tree;
        let side = |role| {
            let side = tree.child_in(conditional, role);
            side.map_or(Ty::UNKNOWN, |s| program.names.ty(number, s))
        };
        Self {
            joined: program.names.joined_type(number, conditional),
            sides: [side(Role::Then), side(Role::Else)],
            place: place_of(program, number, conditional),
        }
    }

    /// Why another value may come of it when its branches have the types that they have now.
    pub fn why_not(&self, world: &World, now: &Self) -> Option<&'static str> {
        let (old, new) = (self.joined, now.joined);
        let is_seen = matches!(
            self.place,
            Place::Object | Place::Text | Place::Compared(_) | Place::Branch
        );
        let all_plain = |b: &Self| b.sides.iter().all(|s| s.is_primitive());
        if old == new || !is_seen {
            return None;
        }
        match (old.is_primitive(), new.is_primitive()) {
            (true, true) if self.place == Place::Text => None,
            (true, true) => Some(BOXED),
            (true, false) if all_plain(self) && self.sides == [old; 2] => None,
            (true, false) if world.unboxed(new) == old => Some(NULL),
            (true, false) => Some(BOXED),
            (false, true) if all_plain(now) && world.unboxed(old) == new => None,
            (false, true) => Some(NULL),
            (false, false) => None,
        }
    }
}

/// The `?:` expressions of the files that a change concerns, before it.
#[derive(Default)]
pub struct Conditionals {
    noted: Vec<(Interval, Branches)>,
}

impl Conditionals {
    pub fn note_file(&mut self, program: &JavaProgram, number: u32) {
        let tree = &program.model(number).tree;
        let all = tree.descendants(NodeId::ROOT);
        for node in all.filter(|&n| tree.kind(n) == Kind::Conditional) {
            let at = program.interval(number, tree.span(node));
            self.noted.push((at, Branches::of(program, number, node)));
        }
    }

    /// Refuses where one that stands where it stood may give something else.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let mut trouble = Vec::new();
        let mut nodes = Nodes::default();
        for (at, branches) in self.noted {
            let now = run.now(at);
            let program = run.program();
            if let Some((number, node)) = nodes.at(program, now, Kind::Conditional) {
                let after = Branches::of(program, number, node);
                let why = branches.why_not(program.world(), &after);
                trouble.extend(why.map(|why| (why, now)));
            }
        }
        for (why, at) in trouble {
            run.refuse("type", why, &[at]);
        }
    }
}
