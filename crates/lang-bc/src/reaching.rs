//! Reaching definitions: which value of a variable a use may see.
//!
//! Blocks of points with one way through are taken together; the cost is the number of blocks times the number of
//! definitions in one procedure, in bits, so straight programs are linear however long.

use crate::flow::{Action, ActionKind, Graph};
use crate::program::Var;
use reweave_text::{FileId, Span};
use rustc_hash::FxHashMap;

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A definition in the procedure.
    At(FileId, Span),
    /// The value that the variable has when the procedure starts.
    Entry,
}

/// A variable's value flowing from a source to a use, or out of the procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flow {
    pub var: Var,
    pub from: Source,
    /// `None`: it is what the procedure leaves behind.
    pub to: Option<(FileId, Span)>,
}

struct Def {
    var: usize,
    source: Source,
}

/// All flows of a procedure, use by use in the order of its points, then those that leave it.
pub fn flows(graph: &Graph) -> Vec<Flow> {
    let mut vars: Vec<Var> = Vec::new();
    let mut number: FxHashMap<Var, usize> = FxHashMap::default();
    let mut defs: Vec<Def> = Vec::new();
    let mut of_var: Vec<Vec<usize>> = Vec::new();
    let mut ids: Vec<Vec<usize>> = Vec::new();
    for point in &graph.points {
        let mut list = Vec::new();
        for action in &point.events {
            let var = *number.entry(action.var).or_insert_with(|| {
                vars.push(action.var);
                of_var.push(vec![defs.len()]);
                defs.push(Def {
                    var: vars.len() - 1,
                    source: Source::Entry,
                });
                vars.len() - 1
            });
            if action.kind != ActionKind::Use {
                of_var[var].push(defs.len());
                list.push(defs.len());
                defs.push(Def {
                    var,
                    source: Source::At(action.at.0, action.at.1),
                });
            }
        }
        ids.push(list);
    }
    let problem = Problem {
        graph,
        number,
        defs,
        of_var,
        ids,
    };
    problem.solve()
}

struct Problem<'a> {
    graph: &'a Graph,
    number: FxHashMap<Var, usize>,
    defs: Vec<Def>,
    of_var: Vec<Vec<usize>>,
    /// The definitions of each point, in order.
    ids: Vec<Vec<usize>>,
}

type Bits = Vec<u64>;

impl Problem<'_> {
    fn solve(&self) -> Vec<Flow> {
        let blocks = blocks(self.graph);
        let words = self.defs.len().div_ceil(64);
        let mut block_of = vec![0; self.graph.points.len()];
        for (b, points) in blocks.iter().enumerate() {
            for &p in points {
                block_of[p] = b;
            }
        }
        let mut incoming: Vec<Bits> = vec![vec![0; words]; blocks.len()];
        let entry = block_of[Graph::ENTRY];
        for (i, def) in self.defs.iter().enumerate() {
            if def.source == Source::Entry {
                set(&mut incoming[entry], i);
            }
        }
        let mut open: Vec<usize> = (0..blocks.len()).rev().collect();
        let mut queued = vec![true; blocks.len()];
        while let Some(b) = open.pop() {
            queued[b] = false;
            let out = self.through(&blocks[b], incoming[b].clone());
            let last = *blocks[b].last().expect("a block has a point");
            for &next in &self.graph.points[last].next {
                let n = block_of[next];
                if join(&mut incoming[n], &out) && !queued[n] {
                    queued[n] = true;
                    open.push(n);
                }
            }
        }
        let mut list = Vec::new();
        for (b, points) in blocks.iter().enumerate() {
            self.read_off(points, &incoming[b], &mut list);
        }
        list
    }

    /// The definitions after a block, given those before.
    fn through(&self, points: &[usize], mut bits: Bits) -> Bits {
        let mut set_here: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut certain: FxHashMap<usize, bool> = FxHashMap::default();
        for &p in points {
            let defining = self.graph.points[p]
                .events
                .iter()
                .filter(|a| a.kind != ActionKind::Use);
            for (action, &id) in defining.zip(&self.ids[p]) {
                let var = self.defs[id].var;
                if action.kind == ActionKind::Set {
                    set_here.insert(var, vec![id]);
                    certain.insert(var, true);
                } else {
                    set_here.entry(var).or_default().push(id);
                }
            }
        }
        for (var, here) in set_here {
            if certain.contains_key(&var) {
                for &d in &self.of_var[var] {
                    clear(&mut bits, d);
                }
            }
            for d in here {
                set(&mut bits, d);
            }
        }
        bits
    }

    fn read_off(&self, points: &[usize], incoming: &Bits, list: &mut Vec<Flow>) {
        let mut now: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let at_start = |var: usize| -> Vec<usize> {
            let all = self.of_var[var].iter().copied();
            all.filter(|d| is_set(incoming, *d)).collect()
        };
        for &p in points {
            let mut ids = self.ids[p].iter();
            for Action { var, kind, at } in &self.graph.points[p].events {
                let number = self.number[var];
                let reaching = now.entry(number).or_insert_with(|| at_start(number));
                match kind {
                    ActionKind::Use => list.extend(reaching.iter().map(|d| Flow {
                        var: *var,
                        from: self.defs[*d].source,
                        to: Some(*at),
                    })),
                    ActionKind::Set => *reaching = ids.next().copied().into_iter().collect(),
                    ActionKind::MaySet => reaching.extend(ids.next()),
                }
            }
            if p == self.graph.exit {
                let mut left: Vec<(&Var, usize)> =
                    self.number.iter().map(|(v, n)| (v, *n)).collect();
                left.sort_unstable_by_key(|(_, n)| *n);
                for (var, n) in left.into_iter().filter(|(_, n)| self.of_var[*n].len() > 1) {
                    let reaching = now.entry(n).or_insert_with(|| at_start(n));
                    list.extend(reaching.iter().map(|d| Flow {
                        var: *var,
                        from: self.defs[*d].source,
                        to: None,
                    }));
                }
            }
        }
    }
}

/// Points with one way through, taken together.
fn blocks(graph: &Graph) -> Vec<Vec<usize>> {
    let mut ways_in = vec![0u32; graph.points.len()];
    for point in &graph.points {
        for &n in &point.next {
            ways_in[n] += 1;
        }
    }
    let follows = |p: usize| match graph.points[p].next[..] {
        [next] if ways_in[next] == 1 && next != Graph::ENTRY => Some(next),
        _ => None,
    };
    let mut is_inner = vec![false; graph.points.len()];
    for p in 0..graph.points.len() {
        if let Some(next) = follows(p) {
            is_inner[next] = true;
        }
    }
    (0..graph.points.len())
        .filter(|p| !is_inner[*p])
        .map(|start| {
            let mut block = vec![start];
            let mut at = start;
            while let Some(next) = follows(at) {
                block.push(next);
                at = next;
            }
            block
        })
        .collect()
}

fn set(bits: &mut Bits, i: usize) {
    bits[i / 64] |= 1 << (i % 64);
}

fn clear(bits: &mut Bits, i: usize) {
    bits[i / 64] &= !(1 << (i % 64));
}

fn is_set(bits: &Bits, i: usize) -> bool {
    bits[i / 64] & (1 << (i % 64)) != 0
}

/// Adds all of `more`; whether that changed anything.
fn join(bits: &mut Bits, more: &Bits) -> bool {
    let mut changed = false;
    for (b, m) in bits.iter_mut().zip(more) {
        changed |= *m & !*b != 0;
        *b |= m;
    }
    changed
}
