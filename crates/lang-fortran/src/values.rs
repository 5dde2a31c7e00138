//! Def-use edges: from each place that sets a variable to each place where that value may be read.

use crate::flow::Flow;
use crate::program::Program;
use crate::table::{EntityId, EntityKind, Flags, Occurrence, role};
use reweave_preserve::{EdgeKind, Model, Node};
use rustc_hash::FxHashMap;

/// Statements times definitions above which a procedure's values are taken to reach every use, whatever the order.
const MAX_CELLS: usize = 20_000_000;

/// Definitions times uses of one variable above which its values are joined in one node.
const MAX_PAIRS: usize = 20_000;

struct Accesses<'a> {
    reads: Vec<Vec<&'a Occurrence>>,
    writes: Vec<Vec<&'a Occurrence>>,
}

pub(crate) fn edges(program: &Program, flow: &Flow, entry: Node, model: &mut Model) {
    let accesses = accesses(program, flow);
    let mut by_variable: FxHashMap<EntityId, (usize, usize)> = FxHashMap::default();
    let mut definitions: Vec<(usize, &Occurrence)> = Vec::new();
    let mut of_variable: FxHashMap<EntityId, Vec<usize>> = FxHashMap::default();
    for (i, writes) in accesses.writes.iter().enumerate() {
        for &write in writes {
            of_variable
                .entry(write.entity)
                .or_default()
                .push(definitions.len());
            definitions.push((i, write));
            by_variable.entry(write.entity).or_default().0 += 1;
        }
    }
    for read in accesses.reads.iter().flatten() {
        by_variable.entry(read.entity).or_default().1 += 1;
    }
    if flow.stmts.len().saturating_mul(definitions.len()) > MAX_CELLS {
        for read in accesses.reads.iter().flatten() {
            for &d in of_variable.get(&read.entity).into_iter().flatten() {
                model.add(place(definitions[d].1), EdgeKind::DEF_USE, place(read));
            }
        }
        return;
    }
    let reaching = reach(program, flow, &definitions);
    for (i, reads) in accesses.reads.iter().enumerate() {
        for read in reads {
            let joined = by_variable
                .get(&read.entity)
                .is_some_and(|(d, u)| d * u > MAX_PAIRS);
            let mut entered = reaching.entry(i, read.entity);
            for &d in of_variable.get(&read.entity).into_iter().flatten() {
                let write = definitions[d].1;
                if reaching.reaches(i, d) {
                    if joined {
                        entered = true;
                        model.add(
                            place(write),
                            EdgeKind::DEF_USE,
                            declared(program, write.entity, place(write)),
                        );
                    } else {
                        model.add(place(write), EdgeKind::DEF_USE, place(read));
                    }
                }
            }
            if entered {
                let from = if joined {
                    declared(program, read.entity, entry)
                } else {
                    entry
                };
                model.add(from, EdgeKind::DEF_USE, place(read));
            }
        }
    }
}

fn declared(program: &Program, entity: EntityId, otherwise: Node) -> Node {
    program
        .entity(entity)
        .decl
        .map_or(otherwise, |(file, span)| Node::text(file, span))
}

fn place(o: &Occurrence) -> Node {
    Node::text(o.file, o.span)
}

/// What each statement reads and writes, in the order of the flow.
fn accesses<'a>(program: &'a Program, flow: &Flow) -> Accesses<'a> {
    let index: FxHashMap<_, usize> = flow
        .stmts
        .iter()
        .enumerate()
        .map(|(i, &s)| (s, i))
        .collect();
    let mut found = Accesses {
        reads: vec![Vec::new(); flow.stmts.len()],
        writes: vec![Vec::new(); flow.stmts.len()],
    };
    for &stmt in &flow.stmts {
        for o in program.of_statement(stmt) {
            let variable = matches!(program.entity(o.entity).kind, EntityKind::Variable)
                || program.entity(o.entity).flags.has(Flags::FUNCTION) && o.role & role::WRITE != 0;
            if !variable || o.role & role::SPECIFY != 0 {
                continue;
            }
            if o.role & role::READ != 0 {
                found.reads[index[&stmt]].push(o);
            }
            if o.role & (role::WRITE | role::MAY_WRITE) != 0 {
                found.writes[index[&stmt]].push(o);
            }
        }
    }
    found
}

/// Which definitions reach which statements, by the usual fixed point over bit sets.
struct Reaching {
    words: usize,
    bits: Vec<u64>,
    /// The bit of each variable's value at entry.
    entries: FxHashMap<EntityId, usize>,
}

impl Reaching {
    fn bit(&self, stmt: usize, bit: usize) -> bool {
        self.bits[stmt * self.words + bit / 64] >> (bit % 64) & 1 != 0
    }

    fn reaches(&self, stmt: usize, definition: usize) -> bool {
        self.bit(stmt, definition)
    }

    fn entry(&self, stmt: usize, variable: EntityId) -> bool {
        self.entries
            .get(&variable)
            .is_none_or(|&bit| self.bit(stmt, bit))
    }
}

fn reach(program: &Program, flow: &Flow, definitions: &[(usize, &Occurrence)]) -> Reaching {
    let mut entries: FxHashMap<EntityId, usize> = FxHashMap::default();
    let mut of_variable: FxHashMap<EntityId, Vec<usize>> = FxHashMap::default();
    for (d, (_, write)) in definitions.iter().enumerate() {
        let bit = definitions.len() + entries.len();
        entries.entry(write.entity).or_insert(bit);
        of_variable.entry(write.entity).or_default().push(d);
    }
    let count = definitions.len() + entries.len();
    let words = count.div_ceil(64).max(1);
    let n = flow.stmts.len();
    let mut bits = vec![0_u64; (n + 1) * words];
    let mut generated: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut killed: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (d, (stmt, write)) in definitions.iter().enumerate() {
        generated[*stmt].push(d);
        let flags = program.entity(write.entity).flags;
        let loose = Flags::POINTER | Flags::TARGET | Flags::EQUIVALENCE | Flags::UNRULY;
        let whole = write.role & (role::PART | role::MAY_WRITE) == 0 && flags.0 & loose == 0;
        // A statement that is controlled by IF or WHERE need not run.
        let certain = !matches!(
            program.stmt(flow.stmts[*stmt]).kind,
            crate::ast::StmtKind::If(..)
                | crate::ast::StmtKind::Where(..)
                | crate::ast::StmtKind::Forall(..)
        );
        if whole && certain {
            killed[*stmt].extend(of_variable[&write.entity].iter().filter(|&&o| o != d));
            killed[*stmt].push(entries[&write.entity]);
        }
    }
    if n > 0 {
        for &bit in entries.values() {
            bits[bit / 64] |= 1 << (bit % 64);
        }
    }
    let mut work: Vec<u32> = (0..n as u32).rev().collect();
    let mut waiting = vec![true; n];
    let mut out = vec![0_u64; words];
    while let Some(i) = work.pop() {
        let i = i as usize;
        waiting[i] = false;
        out.copy_from_slice(&bits[i * words..(i + 1) * words]);
        for &k in &killed[i] {
            out[k / 64] &= !(1 << (k % 64));
        }
        for &g in &generated[i] {
            out[g / 64] |= 1 << (g % 64);
        }
        for &next in &flow.next[i] {
            let next = next as usize;
            let row = &mut bits[next * words..(next + 1) * words];
            let mut changed = false;
            for (have, new) in row.iter_mut().zip(&out) {
                changed |= *have | new != *have;
                *have |= new;
            }
            if changed && next < n && !waiting[next] {
                waiting[next] = true;
                work.push(next as u32);
            }
        }
    }
    Reaching {
        words,
        bits,
        entries,
    }
}
