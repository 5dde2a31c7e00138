//! Which statements of two bodies correspond, and whether names stand for the same things throughout.

use crate::code::{Code, Place, Word};
use reweave_model::{Kind, Role};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A statement of the missed place, and the one of the example that does the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correspondence {
    pub missed: Place,
    pub example: Place,
}

/// Below this part of corresponding code a pair is no refactoring of one another. With vectors that are equal, anything less
/// than all means that names or order differ.
pub(crate) const LEAST_SCORE: f64 = 0.999;

/// A statement without the statements inside it.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: Kind,
    pub place: Place,
    /// Equal for statements that read the same but for the names of variables, fields and types.
    pub shape: u64,
    /// The names, in order.
    pub names: Vec<Word>,
    /// How many nodes it has.
    pub size: u32,
    /// Throws, assertions, null checks, exception handling and declarations without a value, which the core view leaves out.
    pub aside: bool,
}

/// The statements of a body in order, the inner ones after the heads of those around them; all of them count.
pub fn statements(block: &Code) -> Vec<Statement> {
    let mut all = core_statements(block, None);
    for statement in &mut all {
        statement.aside = false;
    }
    all
}

/// The same, with those marked that the core view leaves out; `equal` is the operator of null checks.
pub fn core_statements(block: &Code, equal: Option<Symbol>) -> Vec<Statement> {
    let mut list = List {
        equal,
        out: Vec::new(),
    };
    list.flatten(block, 0, false);
    list.out
}

struct List {
    equal: Option<Symbol>,
    out: Vec<Statement>,
}

impl List {
    fn flatten(&mut self, block: &Code, depth: u32, aside: bool) {
        for code in &block.kids {
            self.statement(code, depth, aside);
        }
    }

    fn statement(&mut self, code: &Code, depth: u32, aside: bool) {
        // A try shows only in its handlers; the statements that it guards stand as if without it.
        if code.kind == Kind::Try {
            for kid in &code.kids {
                match kid.kind {
                    Kind::Block => self.flatten(kid, depth, aside),
                    Kind::Finally => {
                        for block in &kid.kids {
                            self.flatten(block, depth, aside);
                        }
                    }
                    Kind::Catch => self.statement(kid, depth, true),
                    _ => self.statement(kid, depth, aside),
                }
            }
            return;
        }
        let aside = aside
            || matches!(code.kind, Kind::Throw | Kind::Assert | Kind::Catch)
            || is_null_check(code, self.equal)
            || crate::normal::is_bare(code);
        let mut head = Head {
            hasher: FxHasher::default(),
            names: Vec::new(),
            size: 0,
        };
        head.add(code, true);
        depth.hash(&mut head.hasher);
        self.out.push(Statement {
            kind: code.kind,
            place: code.place,
            shape: head.hasher.finish(),
            names: head.names,
            size: head.size,
            aside,
        });
        for kid in &code.kids {
            if kid.kind == Kind::Block {
                if kid.role == Role::Else {
                    self.out.push(marker(kid, depth));
                }
                self.flatten(kid, depth + 1, aside);
            } else if kid.kind == Kind::Case || is_inner(code.kind, kid) {
                self.statement(kid, depth + 1, aside);
            }
        }
    }
}

/// Statements that stand in a case without a block around them.
fn is_inner(parent: Kind, kid: &Code) -> bool {
    parent == Kind::Case && kid.role == Role::Body
}

fn marker(block: &Code, depth: u32) -> Statement {
    let mut hasher = FxHasher::default();
    (Role::Else, depth).hash(&mut hasher);
    Statement {
        kind: Kind::Block,
        place: block.place,
        shape: hasher.finish(),
        names: Vec::new(),
        size: 0,
        aside: false,
    }
}

fn is_null_check(code: &Code, equal: Option<Symbol>) -> bool {
    code.kind == Kind::If
        && code.kid(Role::Else).is_none()
        && code.kid(Role::Condition).is_some_and(|c| {
            let asks = c.kind == Kind::Binary && equal.is_some_and(|e| c.word == Word::Text(e));
            asks && c.kids.iter().any(|k| k.kind == Kind::Null)
        })
        && code.kid(Role::Then).is_some_and(|then| {
            matches!(&then.kids[..], [only] if matches!(
                only.kind,
                Kind::Return | Kind::Throw | Kind::Break | Kind::Continue
            ))
        })
}

struct Head {
    hasher: FxHasher,
    names: Vec<Word>,
    size: u32,
}

impl Head {
    fn add(&mut self, code: &Code, outermost: bool) {
        self.size += 1;
        // A declaration with a value is an assignment that comes early.
        match code.kind {
            Kind::Local => {
                if let Some(variable) = code.kids.first() {
                    let kind = if variable.kids.is_empty() {
                        Kind::VarDecl
                    } else {
                        Kind::Assign
                    };
                    (kind, Word::None).hash(&mut self.hasher);
                    self.names.push(variable.word);
                    for init in &variable.kids {
                        self.add(init, false);
                    }
                }
                return;
            }
            Kind::Assign => {
                let plain = code.kid(Role::Target).filter(|t| t.kind == Kind::Name);
                if let Some(target) = plain
                    && let Some(value) = code.kid(Role::Value)
                {
                    (Kind::Assign, Word::None).hash(&mut self.hasher);
                    if outermost {
                        self.names.push(target.word);
                    } else {
                        self.add(target, false);
                    }
                    self.add(value, false);
                    if let Word::Text(operator) = code.word {
                        operator.index().hash(&mut self.hasher);
                    }
                    return;
                }
            }
            _ => {}
        }
        code.kind.hash(&mut self.hasher);
        match code.word {
            Word::Text(text) => text.index().hash(&mut self.hasher),
            Word::None => {}
            name => self.names.push(name),
        }
        for kid in &code.kids {
            let inner = outermost
                && (kid.kind == Kind::Block || kid.kind == Kind::Case || is_inner(code.kind, kid));
            if !inner {
                kid.role.hash(&mut self.hasher);
                self.add(kid, false);
            }
        }
        code.kids.len().min(2).hash(&mut self.hasher);
    }
}

/// How two bodies correspond.
#[derive(Clone, Debug, Default)]
pub struct Alignment {
    /// Statements that correspond, by their places in the two lists.
    pub pairs: Vec<(usize, usize)>,
    /// Nodes of statements without a counterpart, and of all, leaving out what the core view leaves out.
    pub apart: u32,
    pub size: u32,
    /// Names from outside of the methods that stand for one another though they differ.
    pub renamed: Vec<(Word, Word)>,
    /// How many names correspond, each counted once.
    pub names: usize,
    /// How many of them come from outside of the methods, on both sides.
    pub free_names: usize,
}

/// Of so many names, one may differ; and of so many in code that is akin.
const NAMES_PER_RENAMED: usize = 5;
const NAMES_PER_RENAMED_AKIN: usize = 2;

impl Alignment {
    /// The part of the nodes that stands in statements that correspond.
    pub fn score(&self) -> f64 {
        if self.size == 0 {
            return 0.0;
        }
        1.0 - f64::from(self.apart) / f64::from(self.size)
    }

    /// Whether the sides speak of the same things: names from outside of the methods differ here and there at most.
    pub fn agrees(&self, akin: bool) -> bool {
        let each = if akin {
            NAMES_PER_RENAMED_AKIN
        } else {
            NAMES_PER_RENAMED
        };
        self.renamed.len() * each <= self.names
    }

    pub fn is_complete(&self) -> bool {
        self.apart == 0 && self.size > 0
    }
}

/// Tables for longer bodies would be too large; they are compared step by step from both ends.
const LONGEST: usize = 600;

/// Aligns two lists of statements: the longest common subsequence by shape, of which those stay whose names stand for
/// the same things as in the statements before.
pub fn align(a: &[Statement], b: &[Statement]) -> Alignment {
    let mut names = Names::default();
    let mut alignment = Alignment::default();
    for (i, j) in common(a, b) {
        if names.bind(&a[i].names, &b[j].names) {
            alignment.pairs.push((i, j));
        }
    }
    let mut matched = [vec![false; a.len()], vec![false; b.len()]];
    for &(i, j) in &alignment.pairs {
        matched[0][i] = true;
        matched[1][j] = true;
    }
    for (list, matched) in [a, b].into_iter().zip(&matched) {
        for (statement, &matched) in list.iter().zip(matched) {
            if !statement.aside {
                alignment.size += statement.size;
                if !matched {
                    alignment.apart += statement.size.max(1);
                }
            }
        }
    }
    alignment.names = names.there.len();
    alignment.free_names = names
        .there
        .iter()
        .filter(|pair| matches!(pair, (Word::Free(_), Word::Free(_))))
        .count();
    alignment.renamed = names.renamed;
    alignment
}

fn common(a: &[Statement], b: &[Statement]) -> Vec<(usize, usize)> {
    let ahead = a
        .iter()
        .zip(b)
        .take_while(|(x, y)| x.shape == y.shape)
        .count();
    let mut pairs: Vec<(usize, usize)> = (0..ahead).map(|i| (i, i)).collect();
    let (a, b) = (&a[ahead..], &b[ahead..]);
    if a.len() > LONGEST || b.len() > LONGEST {
        return pairs;
    }
    let width = b.len() + 1;
    let mut longest = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i].shape == b[j].shape {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].shape == b[j].shape {
            pairs.push((ahead + i, ahead + j));
            i += 1;
            j += 1;
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// What names of the one side stand for on the other: one for one.
#[derive(Default)]
struct Names {
    there: FxHashMap<Word, Word>,
    back: FxHashMap<Word, Word>,
    renamed: Vec<(Word, Word)>,
}

impl Names {
    /// All names of a statement or none.
    fn bind(&mut self, a: &[Word], b: &[Word]) -> bool {
        if a.len() != b.len() {
            return false;
        }
        let fits = a.iter().zip(b).all(|(x, y)| {
            self.there.get(x).is_none_or(|k| k == y) && self.back.get(y).is_none_or(|k| k == x)
        });
        let mut new: FxHashMap<Word, Word> = FxHashMap::default();
        let mut new_back: FxHashMap<Word, Word> = FxHashMap::default();
        let consistent = a.iter().zip(b).all(|(&x, &y)| {
            *new.entry(x).or_insert(y) == y && *new_back.entry(y).or_insert(x) == x
        });
        if !fits || !consistent {
            return false;
        }
        for (&x, &y) in a.iter().zip(b) {
            if self.there.insert(x, y).is_none() {
                self.back.insert(y, x);
                let locals = matches!((x, y), (Word::Variable(_), Word::Variable(_)));
                if x != y && !locals {
                    self.renamed.push((x, y));
                }
            }
        }
        true
    }
}
