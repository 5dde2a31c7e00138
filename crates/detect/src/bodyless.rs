//! Methods without bodies that got another name: only their types and their places tell.

use crate::class_methods::Class;
use crate::diff::Diff;
use crate::members::{erased, erased_type};
use crate::view::{Method, View};
use rustc_hash::FxHashMap;

/// Methods without bodies that take and give the same: the last ones left, or the only ones of these types, about where
/// the other stood.
pub fn is_renamed_declaration(diff: &Diff<'_>, class: &Class, b: Method, a: Method) -> bool {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    if mb.body.is_some() || ma.body.is_some() {
        return false;
    }
    let taken = shape(diff, &diff.before, b);
    taken == shape(diff, &diff.after, a)
        && (class.last_ones || class.near(b, a) && class.shapes.only_one(&taken))
}

/// What a method takes and gives, under the names that types have now.
type Shape = (Vec<u64>, Option<u64>);

fn shape(diff: &Diff<'_>, view: &View<'_>, m: Method) -> Shape {
    let given = view.method(m).return_type;
    let given = given.map(|t| erased_type(diff, view.tree(m.file), t));
    (erased(diff, view, m).1, given)
}

/// How many of the methods left in a class take and give the same, before and after.
pub struct Shapes(FxHashMap<Shape, (u32, u32)>);

impl Shapes {
    pub fn of(diff: &Diff<'_>, removed: &[Method], added: &[Method]) -> Self {
        let mut out: FxHashMap<Shape, (u32, u32)> = FxHashMap::default();
        for &m in removed {
            out.entry(shape(diff, &diff.before, m)).or_default().0 += 1;
        }
        for &m in added {
            out.entry(shape(diff, &diff.after, m)).or_default().1 += 1;
        }
        Self(out)
    }

    /// Whether one method of these types is left on each side, and takes something.
    fn only_one(&self, shape: &Shape) -> bool {
        !shape.0.is_empty() && self.0.get(shape) == Some(&(1, 1))
    }
}
