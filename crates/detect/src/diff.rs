//! What has been paired so far and what is left: every step of detection reads and shrinks this.

use crate::Side;
use crate::calls::Calls;
use crate::class_text::Texts;
use crate::hierarchy::Hierarchy;
use crate::score::Judge;
use crate::source::FileSource;
use crate::view::{Attr, Method, Ty, View};
use reweave_matching::{
    Argumentization, Arguments, Body, BodyMatch, Budget, Distances, Matcher, Parts, Renames,
};
use reweave_model::Program;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypePair {
    pub before: Ty,
    pub after: Ty,
}

/// How two methods came to be the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Same class, same signature.
    Same,
    /// Same class, another signature.
    Signature,
    /// Another class.
    Moved,
}

pub struct MethodPair<'p> {
    pub before: Method,
    pub after: Method,
    pub how: How,
    pub body: BodyMatch<'p>,
    /// The bodies read the same: nothing in them was matched, and nothing is to be found.
    pub identical: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct AttrPair {
    pub before: Attr,
    pub after: Attr,
}

/// Code of `pair` that now stands in `method` (extracted), or that stood there (inlined).
pub struct Transfer<'p> {
    /// The index of the method pair whose body gave or took the code.
    pub pair: usize,
    pub method: Method,
    pub body: BodyMatch<'p>,
    /// The method that makes the call, on the side that has it: the pair's own, or a new (or vanished) one it calls.
    pub caller: Method,
    pub calls: Vec<reweave_model::NodeId>,
    pub other_class: bool,
}

pub struct Diff<'p> {
    pub before: View<'p>,
    pub after: View<'p>,
    pub calls_before: Calls,
    pub calls_after: Calls,
    pub hierarchy_before: Hierarchy<'p>,
    pub hierarchy_after: Hierarchy<'p>,
    distances: Distances<'p>,
    /// Names of types and methods that became others, as far as it is known by now.
    pub renames: Renames,
    pub budget: &'p Budget<'p>,
    pub judge: Judge<'p>,
    /// Matched types: same name first, then renamed and moved ones.
    pub types: Vec<TypePair>,
    /// Matched types inside methods and attributes that have a name.
    pub local_types: Vec<TypePair>,
    /// Types that went into one that another was paired with.
    pub merged: Vec<TypePair>,
    pub removed_types: BTreeSet<Ty>,
    pub added_types: BTreeSet<Ty>,
    pub methods: Vec<MethodPair<'p>>,
    pub removed_methods: BTreeSet<Method>,
    pub added_methods: BTreeSet<Method>,
    pub attrs: Vec<AttrPair>,
    pub removed_attrs: BTreeSet<Attr>,
    pub added_attrs: BTreeSet<Attr>,
    pub extracted: Vec<Transfer<'p>>,
    pub inlined: Vec<Transfer<'p>>,
    /// The pairs of methods by the type of the first, those that moved aside.
    in_type: FxHashMap<Ty, Vec<usize>>,
    texts: Texts,
    bodies: [RefCell<FxHashMap<Method, Parts>>; 2],
    renamed_types: FxHashMap<Symbol, Symbol>,
    after_of: FxHashMap<Ty, Ty>,
    before_of: FxHashMap<Ty, Ty>,
}

impl<'p> Diff<'p> {
    pub fn new(
        before: &'p Program,
        after: &'p Program,
        untouched: &'p dyn FileSource,
        budget: &'p Budget<'p>,
        judge: Judge<'p>,
    ) -> Self {
        let (before, after) = (View::new(before), View::new(after));
        Self {
            removed_types: before.types.iter().copied().collect(),
            added_types: after.types.iter().copied().collect(),
            distances: Distances::new(&before.program.names),
            before,
            after,
            calls_before: Calls::default(),
            calls_after: Calls::default(),
            hierarchy_before: Hierarchy::new(untouched, Side::Before),
            hierarchy_after: Hierarchy::new(untouched, Side::After),
            renames: Renames::default(),
            budget,
            judge,
            types: Vec::new(),
            local_types: Vec::new(),
            merged: Vec::new(),
            methods: Vec::new(),
            removed_methods: BTreeSet::new(),
            added_methods: BTreeSet::new(),
            attrs: Vec::new(),
            removed_attrs: BTreeSet::new(),
            added_attrs: BTreeSet::new(),
            extracted: Vec::new(),
            inlined: Vec::new(),
            in_type: FxHashMap::default(),
            texts: Texts::default(),
            bodies: Default::default(),
            renamed_types: FxHashMap::default(),
            after_of: FxHashMap::default(),
            before_of: FxHashMap::default(),
        }
    }

    pub fn matcher(&self) -> Matcher<'_, 'p> {
        Matcher {
            distances: &self.distances,
            budget: self.budget,
            renames: &self.renames,
        }
    }

    /// How much of the text of two types is the same, in percent.
    pub fn same_text(&self, before: Ty, after: Ty) -> u32 {
        self.texts
            .percent((&self.before, before), (&self.after, after))
    }

    /// Whether two types say the same but for their own names.
    pub fn same_but_name(&self, before: Ty, after: Ty) -> bool {
        self.texts
            .are_same((&self.before, before), (&self.after, after))
    }

    pub fn distances(&self) -> &Distances<'p> {
        &self.distances
    }

    pub fn pair_types(&mut self, before: Ty, after: Ty) {
        self.added_types.remove(&after);
        self.before_of.insert(after, before);
        self.types.push(TypePair { before, after });
        self.goes_to(before, after);
    }

    /// `before` became part of `after`, which stays paired with another.
    pub fn merge_types(&mut self, before: Ty, after: Ty) {
        self.merged.push(TypePair { before, after });
        self.goes_to(before, after);
    }

    fn goes_to(&mut self, before: Ty, after: Ty) {
        self.removed_types.remove(&before);
        self.after_of.insert(before, after);
        let (old, new) = (self.before.ty(before).name, self.after.ty(after).name);
        if old != new {
            self.renames.insert((old, new));
            self.renamed_types.insert(old, new);
        }
    }

    /// What a type of that simple name is called in the second version, where it was renamed.
    pub fn renamed_type(&self, name: Symbol) -> Option<Symbol> {
        self.renamed_types.get(&name).copied()
    }

    pub fn after_of(&self, before: Ty) -> Option<Ty> {
        self.after_of.get(&before).copied()
    }

    pub fn before_of(&self, after: Ty) -> Option<Ty> {
        self.before_of.get(&after).copied()
    }

    /// The methods of a pair of types that nothing was paired with, before and after.
    pub fn left_methods(&self, pair: TypePair) -> (Vec<Method>, Vec<Method>) {
        let before = self.before.methods(pair.before);
        let after = self.after.methods(pair.after);
        (
            before
                .filter(|m| self.removed_methods.contains(m))
                .collect(),
            after.filter(|m| self.added_methods.contains(m)).collect(),
        )
    }

    /// The same for attributes.
    pub fn left_attrs(&self, pair: TypePair) -> (Vec<Attr>, Vec<Attr>) {
        let before = self.before.attrs(pair.before);
        let after = self.after.attrs(pair.after);
        (
            before.filter(|a| self.removed_attrs.contains(a)).collect(),
            after.filter(|a| self.added_attrs.contains(a)).collect(),
        )
    }

    pub fn pair_methods(&mut self, before: Method, after: Method, how: How, body: BodyMatch<'p>) {
        self.removed_methods.remove(&before);
        self.added_methods.remove(&after);
        let owner = self.before.owner(before);
        self.in_type
            .entry(owner)
            .or_default()
            .push(self.methods.len());
        self.methods.push(MethodPair {
            before,
            after,
            how,
            body,
            identical: false,
        });
    }

    pub fn pair_identical(&mut self, before: Method, after: Method, how: How) {
        let body = BodyMatch::new(
            self.empty_before(before),
            self.empty_after(after),
            Vec::new(),
        );
        self.pair_methods(before, after, how, body);
        if let Some(last) = self.methods.last_mut() {
            last.identical = true;
        }
    }

    fn empty_before(&self, method: Method) -> Body<'p> {
        Body::empty(
            self.before.tree(method.file),
            self.before.method(method).node,
        )
    }

    fn empty_after(&self, method: Method) -> Body<'p> {
        Body::empty(self.after.tree(method.file), self.after.method(method).node)
    }

    pub fn pair_attrs(&mut self, before: Attr, after: Attr) {
        self.removed_attrs.remove(&before);
        self.added_attrs.remove(&after);
        self.attrs.push(AttrPair { before, after });
    }

    /// The pairs of methods whose first one stands in the type.
    pub fn methods_in(&self, before: Ty) -> impl Iterator<Item = &MethodPair<'p>> {
        let all = self.in_type.get(&before).into_iter().flatten();
        all.map(|&i| &self.methods[i])
    }

    pub fn body_before(&self, method: Method) -> Body<'p> {
        self.body(0, &self.before, method)
    }

    pub fn body_after(&self, method: Method) -> Body<'p> {
        self.body(1, &self.after, method)
    }

    /// Made once; what is handed out shares its statements.
    fn body(&self, side: usize, view: &View<'p>, method: Method) -> Body<'p> {
        let mut known = self.bodies[side].borrow_mut();
        let parts = known
            .entry(method)
            .or_insert_with(|| body(view, method).parts());
        Body::of_parts(view.tree(method.file), parts)
    }

    pub fn same_body(&self, before: Method, after: Method) -> bool {
        let hash =
            |view: &View<'p>, m: Method| view.method(m).body.map(|b| view.tree(m.file).hash(b));
        hash(&self.before, before) == hash(&self.after, after)
    }

    /// The statements of two methods, matched.
    pub fn match_methods(&self, before: Method, after: Method) -> BodyMatch<'p> {
        self.matcher().bodies(
            self.body_before(before),
            self.body_after(after),
            &self.types_of(before, after),
        )
    }

    /// The types that the two methods stand in: code that came to one may name it no more.
    pub fn types_of(&self, before: Method, after: Method) -> Argumentization<'p> {
        let class = |view: &View<'p>, m| Some(view.ty(view.owner(m)).name);
        Argumentization {
            before: Arguments::default().within(class(&self.before, before)),
            after: Arguments::default().within(class(&self.after, after)),
        }
    }
}

fn body<'p>(view: &View<'p>, method: Method) -> Body<'p> {
    let tree = view.tree(method.file);
    match view.method(method).body {
        Some(root) => Body::new(tree, root),
        None => Body::empty(tree, view.method(method).node),
    }
}
