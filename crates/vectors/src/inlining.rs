//! Vector inlining (paper 3, section 3.2): what a method's vector would be, were its callees' bodies in the place of
//! the calls.

use crate::{CallGraph, CallSite, CodeBase, Context, Dense, Feature, MethodFlags, MethodId};
use crate::{Range, Receiver, Store, Target};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

/// What may be inlined, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InliningConfig {
    /// Methods of these packages, and of those below them, count as api.
    pub api_packages: Vec<String>,
    /// Callees with fewer nodes are left alone.
    pub least_size: u32,
    /// As often as it is called, or only in the place of the first call (section 3.2.3).
    pub repeat: bool,
    /// How deep: 1 inlines the callees, 2 also theirs (section 3.2.5).
    pub depth: u8,
    /// Put the arguments where the callee uses its parameters, as inlining does, instead of dropping them.
    pub substitute: bool,
    pub mode: InliningMode,
}

/// Which of a method's callees are inlined together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InliningMode {
    None,
    /// All at once.
    All,
    /// Each distinct one alone.
    Each,
    /// Both of these.
    AllAndEach,
}

impl Default for InliningConfig {
    fn default() -> Self {
        Self {
            api_packages: Vec::new(),
            least_size: 1,
            repeat: true,
            depth: 1,
            substitute: true,
            mode: InliningMode::AllAndEach,
        }
    }
}

/// One version of a method's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variant {
    Base,
    /// All callees inlined, so deep.
    All(u8),
    /// One callee inlined wherever it is called, so deep.
    Each(MethodId, u8),
}

impl Variant {
    /// How deep callees are inlined; 0 for none.
    pub const fn depth(self) -> u8 {
        match self {
            Self::Base => 0,
            Self::All(depth) | Self::Each(_, depth) => depth,
        }
    }
}

/// Gives the vectors of methods in all their variants.
pub struct Inliner<'a> {
    base: &'a CodeBase,
    graph: &'a CallGraph,
    config: InliningConfig,
    /// Calls that close a cycle (section 3.2.4): they stay calls.
    back: FxHashSet<usize>,
    inlinable: Vec<bool>,
    /// All methods with their callees inlined, one level for each depth below the one asked for (algorithm 2).
    levels: Vec<(Store, Vec<Option<Range>>)>,
}

/// What "as deep as possible" stops at.
const DEEPEST: u8 = 16;

/// More distinct callees than this are not inlined one by one: such a method calls for another treatment.
const MOST_CALLEES: usize = 64;

impl<'a> Inliner<'a> {
    pub fn new(base: &'a CodeBase, graph: &'a CallGraph, config: InliningConfig) -> Self {
        let depth = config.depth.clamp(1, DEEPEST);
        let mut inliner = Self {
            base,
            graph,
            inlinable: base
                .method_ids()
                .map(|m| is_inlinable(base, m, &config))
                .collect(),
            back: back_edges(base, graph),
            config: InliningConfig { depth, ..config },
            levels: Vec::new(),
        };
        for _ in 1..depth {
            let vectors: Vec<Option<Dense>> = base
                .methods
                .par_iter()
                .enumerate()
                .map(|(m, _)| inliner.all(MethodId(m as u32), inliner.levels.len()))
                .collect();
            let mut level = (Store::default(), Vec::with_capacity(vectors.len()));
            for vector in vectors {
                let range = vector.map(|v| level.0.add_dense(&v));
                level.1.push(range);
            }
            inliner.levels.push(level);
        }
        inliner
    }

    pub fn graph(&self) -> &CallGraph {
        self.graph
    }

    /// The vector of the method as it stands.
    pub fn base_vector(&self, method: MethodId) -> Dense {
        let mut vector = Dense::default();
        let facts = self.base.method(method);
        self.add_code(facts.vector, method, 0, (0, u32::MAX), 1, &mut vector);
        vector
    }

    /// Calls `f` with every variant of the method and its vector, the base first.
    pub fn variants(&self, method: MethodId, mut f: impl FnMut(Variant, &Dense)) {
        if self.base.method(method).flags.has(MethodFlags::NO_BODY) {
            return;
        }
        let base = self.base_vector(method);
        f(Variant::Base, &base);
        let callees = self.callees(method);
        let mode = self.config.mode;
        if callees.is_empty() || mode == InliningMode::None {
            return;
        }
        for depth in 1..=self.config.depth {
            // With a single callee, both modes give the same.
            if (mode == InliningMode::All || mode == InliningMode::AllAndEach && callees.len() > 1)
                && let Some(v) = self.all(method, usize::from(depth - 1))
            {
                f(Variant::All(depth), &v);
            }
            if mode != InliningMode::All && callees.len() <= MOST_CALLEES {
                for &callee in &callees {
                    if depth > 1 && self.level(callee, usize::from(depth - 1)).is_none() {
                        continue;
                    }
                    let v = self.inline(&base, method, usize::from(depth - 1), |c| c == callee);
                    f(Variant::Each(callee, depth), &v);
                }
            }
        }
    }

    /// The vector of one variant; none where there is no such variant.
    pub fn vector(&self, method: MethodId, variant: Variant) -> Option<Dense> {
        let mut found = None;
        self.variants(method, |v, dense| {
            if v == variant {
                found = Some(dense.clone());
            }
        });
        found
    }

    /// The distinct callees that can be inlined, in order of number.
    pub fn callees(&self, method: MethodId) -> Vec<MethodId> {
        let mut callees: Vec<MethodId> = self
            .base
            .sites_of(method)
            .filter_map(|s| self.callee(method, s))
            .collect();
        callees.sort_unstable();
        callees.dedup();
        callees
    }

    /// The callees that a variant inlines.
    pub fn inlined(&self, method: MethodId, variant: Variant) -> Vec<MethodId> {
        match variant {
            Variant::Base => Vec::new(),
            Variant::All(_) => self.callees(method),
            Variant::Each(callee, _) => vec![callee],
        }
    }

    /// The names of the methods that a variant calls, each once, in an order that means nothing. Calls in code that the core
    /// view leaves out do not count.
    pub fn call_names(&self, method: MethodId, variant: Variant) -> Vec<u32> {
        let mut names = Vec::new();
        let mut open = vec![(method, variant)];
        while let Some((method, variant)) = open.pop() {
            for index in self.base.sites_of(method) {
                let site = &self.base.sites[index];
                if site.aside {
                    continue;
                }
                let inlined = match variant {
                    Variant::Base => None,
                    Variant::All(d) => self.callee(method, index).map(|c| (c, d)),
                    Variant::Each(only, d) => self
                        .callee(method, index)
                        .filter(|&c| c == only)
                        .map(|c| (c, d)),
                };
                match inlined {
                    Some((callee, 0 | 1)) => open.push((callee, Variant::Base)),
                    Some((callee, d)) if self.level(callee, usize::from(d - 1)).is_some() => {
                        open.push((callee, Variant::All(d - 1)));
                    }
                    Some((callee, _)) => open.push((callee, Variant::Base)),
                    None => names.push(site.name.index() as u32),
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The method whose body can take the place of a call.
    pub fn callee(&self, method: MethodId, site: usize) -> Option<MethodId> {
        // Calling what one overrides is no extraction: it must stay where it is.
        if self.base.sites[site].receiver == Receiver::Super {
            return None;
        }
        match self.graph.target(site) {
            Target::Own(c)
                if c != method && self.inlinable[c.index()] && !self.back.contains(&site) =>
            {
                Some(c)
            }
            _ => None,
        }
    }

    /// All callees inlined; none when one of them cannot be.
    fn all(&self, method: MethodId, level: usize) -> Option<Dense> {
        let mut any = false;
        for site in self.base.sites_of(method) {
            match self.graph.target(site) {
                Target::Api => {}
                Target::Own(_) if self.callee(method, site).is_some() => any = true,
                _ => return None,
            }
        }
        any.then(|| self.inline(&self.base_vector(method), method, level, |_| true))
    }

    fn level(&self, callee: MethodId, level: usize) -> Option<(&Store, Range)> {
        let (store, ranges) = self.levels.get(level.checked_sub(1)?)?;
        Some((store, ranges[callee.index()]?))
    }

    fn inline(
        &self,
        base: &Dense,
        method: MethodId,
        level: usize,
        wanted: impl Fn(MethodId) -> bool,
    ) -> Dense {
        let mut vector = base.clone();
        let mut seen: Vec<MethodId> = Vec::new();
        for index in self.base.sites_of(method) {
            let Some(callee) = self.callee(method, index).filter(|&c| wanted(c)) else {
                continue;
            };
            let site = &self.base.sites[index];
            self.add_code(
                site.call,
                method,
                index,
                (site.node.0, site.end),
                -1,
                &mut vector,
            );
            if !self.config.repeat && seen.contains(&callee) {
                continue;
            }
            seen.push(callee);
            self.put_body(method, index, site, callee, level, &mut vector);
        }
        vector.clamp();
        vector
    }

    fn put_body(
        &self,
        method: MethodId,
        index: usize,
        site: &CallSite,
        callee: MethodId,
        level: usize,
        vector: &mut Dense,
    ) {
        let mut body = match self.level(callee, level) {
            Some((store, range)) => {
                let mut body = Dense::default();
                store.add_to(range, 1, &mut body);
                body
            }
            None => self.base_vector(callee),
        };
        if site.context == Context::Returned {
            // The callee's returns take the place of the caller's.
            vector.0[Feature::RETURN.index()] -= 1;
        } else {
            body.0[Feature::RETURN.index()] = 0;
            body.0[Feature::RETURN.aside().index()] = 0;
        }
        let flags = self.base.method(callee).flags;
        if site.context == Context::Stored && flags.has(MethodFlags::RETURNS_LOCAL) {
            // `T x = m()` with `return y`: y is x from the start.
            let rest = site.rest;
            self.base.vectors.add_to(rest, -1, vector);
            body.0[Feature::NAME.index()] -= 1;
        }
        if self.config.substitute {
            let uses = self.base.uses_of(callee);
            for (i, &times) in uses.iter().enumerate().take(usize::from(site.arguments)) {
                let at = site.argument_vectors as usize + i;
                let (node, range) = self.base.arguments[at];
                let end = if i + 1 < usize::from(site.arguments) {
                    self.base.arguments[at + 1].0.0
                } else {
                    site.end
                };
                let times = i32::from(times);
                body.0[Feature::NAME.index()] -= times;
                self.add_code(range, method, index, (node.0, end), times, &mut body);
            }
        }
        for (feature, n) in body.iter() {
            // Code stands aside wherever the call did.
            let feature = if site.aside { feature.aside() } else { feature };
            vector.0[feature.index()] += n;
        }
    }

    /// Adds the stored vector of code of `method`, with the calls in it, which all are stored as leading out, put right.
    /// `span` are the nodes of the code, `from` a call at or before the first in it.
    fn add_code(
        &self,
        stored: Range,
        method: MethodId,
        from: usize,
        span: (u32, u32),
        times: i32,
        to: &mut Dense,
    ) {
        self.base.vectors.add_to(stored, times, to);
        let sites = self.base.sites_of(method);
        for i in sites.start.max(from)..sites.end {
            let site = &self.base.sites[i];
            if site.node.0 >= span.1 {
                break;
            }
            if site.node.0 < span.0
                || !matches!(self.graph.target(i), Target::Own(_) | Target::Several)
            {
                continue;
            }
            let place = |f: Feature| if site.aside { f.aside() } else { f };
            to.0[place(Feature::api_call(site.arguments)).index()] -= times;
            to.0[place(Feature::own_call(site.arguments)).index()] += times;
        }
    }
}

fn is_inlinable(base: &CodeBase, method: MethodId, config: &InliningConfig) -> bool {
    let facts = base.method(method);
    let never = [
        MethodFlags::NO_BODY,
        MethodFlags::CONSTRUCTOR,
        MethodFlags::EXCLUDED,
    ];
    if never.iter().any(|&f| facts.flags.has(f)) || facts.size < config.least_size {
        return false;
    }
    let package = base.names.text(base.files[facts.file as usize].package);
    !config.api_packages.iter().any(|api| {
        package
            .strip_prefix(api.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The calls that lead back into a method on the way to which they were met, going deep first from the methods in their
/// order.
fn back_edges(base: &CodeBase, graph: &CallGraph) -> FxHashSet<usize> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![NEW; base.methods.len()];
    let mut back = FxHashSet::default();
    let mut stack: Vec<(MethodId, usize)> = Vec::new();
    for root in base.method_ids() {
        if state[root.index()] != NEW {
            continue;
        }
        state[root.index()] = OPEN;
        stack.push((root, base.sites_of(root).start));
        while let Some((method, site)) = stack.last_mut() {
            if *site == base.sites_of(*method).end {
                state[method.index()] = DONE;
                stack.pop();
                continue;
            }
            let at = *site;
            *site += 1;
            if let Target::Own(callee) = graph.target(at) {
                match state[callee.index()] {
                    OPEN => {
                        back.insert(at);
                    }
                    NEW => {
                        state[callee.index()] = OPEN;
                        stack.push((callee, base.sites_of(callee).start));
                    }
                    _ => {}
                }
            }
        }
    }
    back
}
