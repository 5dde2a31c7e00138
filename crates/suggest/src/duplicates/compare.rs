//! Whether two pieces of code are the same but for what a method could take as parameters.

use super::regions::{self, Growing};
use super::scopes::{Meaning, Scopes};
use crate::code::{Body, Code, Word};
use reweave_model::{Kind, Role};
use reweave_text::{Interner, Symbol};
use reweave_vectors::MethodId;

/// Where the sides differ: expressions that a parameter could stand for.
#[derive(Clone, Copy, Debug)]
pub struct Hole<'a> {
    pub sides: [&'a Code; 2],
}

/// What two methods have in common, as it grows statement by statement.
pub struct Common<'a> {
    scopes: &'a Scopes<'a>,
    names: &'a Interner,
    methods: [MethodId; 2],
    /// The types of the variables on each side, by number.
    declared: [&'a [Symbol]; 2],
    /// Variables that stand for each other, in the order in which they were met.
    pub variables: Vec<(u32, u32)>,
    pub holes: Vec<Hole<'a>>,
    /// Types that differ.
    pub types: Vec<(Symbol, Symbol)>,
    /// Types that differ where the code itself names them: what it creates, casts to, tests, or whose members it uses.
    pub named: u32,
    /// Calls on the object itself that lead to different methods.
    pub calls: u32,
    /// Statements within loops and branches that only one side has.
    pub extra: u32,
    /// Pieces of code that were compared.
    steps: u32,
}

/// Comparisons of one pair of regions. Operands in both orders and blocks in several alignments multiply with the depth of the
/// code; two regions that need more are not called alike.
const MOST_STEPS: u32 = 100_000;

/// A state to go back to.
#[derive(Clone, Copy)]
pub struct Mark(usize, usize, usize, [u32; 3]);

/// Operators whose operands may be exchanged.
const COMMUTATIVE: &[&str] = &["==", "!=", "+", "*", "&", "|", "^", "&&", "||"];

impl<'a> Growing<'a> for Common<'a> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark(
            self.variables.len(),
            self.holes.len(),
            self.types.len(),
            [self.calls, self.named, self.extra],
        )
    }

    fn back_to(&mut self, mark: Mark) {
        self.variables.truncate(mark.0);
        self.holes.truncate(mark.1);
        self.types.truncate(mark.2);
        [self.calls, self.named, self.extra] = mark.3;
    }

    fn add(&mut self, a: &'a Code, b: &'a Code) -> bool {
        let mark = self.mark();
        let same = self.same(a, b);
        if !same {
            self.back_to(mark);
        }
        same
    }

    fn add_extra(&mut self, count: u32) {
        self.extra += count;
    }
}

impl<'a> Common<'a> {
    pub fn new(scopes: &'a Scopes<'a>, methods: [MethodId; 2], bodies: [&'a Body; 2]) -> Self {
        Self {
            scopes,
            names: scopes.names(),
            methods,
            declared: bodies.map(|b| &b.types[..]),
            variables: Vec::new(),
            holes: Vec::new(),
            types: Vec::new(),
            named: 0,
            calls: 0,
            extra: 0,
            steps: 0,
        }
    }

    fn same(&mut self, a: &'a Code, b: &'a Code) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let mark = self.mark();
        if a.kind == b.kind && self.words(a, b) && self.children(a, b) {
            return true;
        }
        self.back_to(mark);
        let differ =
            is_passable(a) && is_passable(b) && a.role != Role::Target && may_share_type(a, b);
        if differ {
            self.passed(a, b);
        }
        differ
    }

    /// One parameter has one type: values whose declared types differ are remembered as such.
    fn passed(&mut self, a: &'a Code, b: &'a Code) {
        self.holes.push(Hole { sides: [a, b] });
        let types = [self.declared_type(0, a), self.declared_type(1, b)];
        if let [Some(x), Some(y)] = types
            && x != y
            && !self.types.contains(&(x, y))
        {
            self.types.push((x, y));
        }
    }

    /// The type with which a variable or a field of the own class is declared.
    fn declared_type(&self, side: usize, code: &Code) -> Option<Symbol> {
        let ty = match (code.kind, code.word) {
            (Kind::Name, Word::Variable(v)) => self.declared[side].get(v as usize).copied(),
            (Kind::Name, Word::Free(name)) => {
                let field = self.scopes.field(self.methods[side], name);
                field.map(|f| f.written)
            }
            _ => None,
        };
        ty.filter(|t| !t.is_empty())
    }

    fn children(&mut self, a: &'a Code, b: &'a Code) -> bool {
        if a.kids.len() != b.kids.len() {
            return a.kind == Kind::Block && self.block(a, b);
        }
        let in_order = a.kids.iter().zip(&b.kids);
        let mark = self.mark();
        let mut in_order = in_order.map(|(x, y)| (x.role == y.role, x, y));
        if in_order.all(|(role, x, y)| role && self.same(x, y)) && !self.may_turn(a, mark) {
            return true;
        }
        if self.is_commutative(a) {
            let straight = self.mark();
            let holes = straight.1 - mark.1;
            let (kept, found) = self.turned(a, b, mark);
            // Operands in the other order are the same only when that leaves less to differ.
            if found && kept < holes {
                return true;
            }
            self.back_to(mark);
            return a.kids.iter().zip(&b.kids).all(|(x, y)| self.same(x, y));
        }
        a.kind == Kind::Block && {
            self.back_to(mark);
            self.block(a, b)
        }
    }

    /// Whether operands that correspond only with holes might better be exchanged.
    fn may_turn(&self, a: &Code, mark: Mark) -> bool {
        self.is_commutative(a) && self.holes.len() > mark.1
    }

    fn turned(&mut self, a: &'a Code, b: &'a Code, mark: Mark) -> (usize, bool) {
        self.back_to(mark);
        let found = match (&a.kids[..], &b.kids[..]) {
            ([left, right], [first, second]) => self.same(left, second) && self.same(right, first),
            _ => false,
        };
        (self.holes.len() - mark.1, found)
    }

    fn is_commutative(&self, code: &Code) -> bool {
        code.kind == Kind::Binary
            && code.kids.len() == 2
            && matches!(code.word, Word::Text(t) if COMMUTATIVE.contains(&self.names.text(t)))
    }

    /// Blocks correspond when their statements do, some perhaps in another order.
    fn block(&mut self, a: &'a Code, b: &'a Code) -> bool {
        regions::whole(self, &a.kids, &b.kids)
    }

    fn words(&mut self, a: &'a Code, b: &'a Code) -> bool {
        match (a.word, b.word) {
            (Word::None, Word::None) => true,
            (Word::Variable(x), Word::Variable(y)) => self.bind(x, y),
            (Word::Free(x), Word::Free(y)) => {
                let meaning = |i: usize, name| self.scopes.meaning(self.methods[i], name);
                match (meaning(0, x), meaning(1, y)) {
                    (Meaning::Outside(old), Meaning::Outside(new)) => {
                        old == new || self.differing(a, x, y)
                    }
                    (old, new) => old == new,
                }
            }
            (Word::Text(x), Word::Text(y)) if x == y => self.leads_alike(a, b),
            (Word::Text(x), Word::Text(y)) => a.kind.is_type() && self.differing(a, x, y),
            _ => false,
        }
    }

    /// Types that differ are remembered: a type parameter could stand for them, if anything could.
    fn differing(&mut self, code: &Code, x: Symbol, y: Symbol) -> bool {
        let is_type = code.kind.is_type();
        self.named += u32::from(is_type);
        if is_type && !self.types.contains(&(x, y)) {
            self.types.push((x, y));
        }
        is_type
    }

    fn bind(&mut self, x: u32, y: u32) -> bool {
        for &(p, q) in &self.variables {
            if p == x || q == y {
                return p == x && q == y;
            }
        }
        self.variables.push((x, y));
        let of = |side: usize, variable: u32| {
            let ty = self.declared[side].get(variable as usize);
            ty.copied().filter(|t| !t.is_empty())
        };
        if let (Some(old), Some(new)) = (of(0, x), of(1, y))
            && old != new
            && !self.types.contains(&(old, new))
        {
            self.types.push((old, new));
        }
        true
    }

    /// A call on the object itself must lead to the same method on both sides.
    fn leads_alike(&mut self, a: &Code, b: &Code) -> bool {
        if a.kind != Kind::Call || a.kid(Role::Receiver).is_some() {
            return true;
        }
        let targets = [
            self.scopes.target(self.methods[0], a.place.node),
            self.scopes.target(self.methods[1], b.place.node),
        ];
        if targets[0] != targets[1] {
            self.calls += 1;
        }
        true
    }
}

/// Literals of different kinds are values of different types; `null` is one of many.
fn may_share_type(a: &Code, b: &Code) -> bool {
    let is_null = a.kind == Kind::Null || b.kind == Kind::Null;
    a.kind == b.kind || is_null || !(a.kind.is_literal() && b.kind.is_literal())
}

/// A literal, a name, a field of a name: what has no effect and means the same wherever in the statements it is evaluated.
pub fn is_passable(code: &Code) -> bool {
    match code.kind {
        Kind::Number
        | Kind::Str
        | Kind::Char
        | Kind::Bool
        | Kind::Null
        | Kind::ClassLiteral
        | Kind::Name => true,
        Kind::FieldAccess => code.kids.iter().all(is_passable),
        Kind::Unary => code.kids.iter().all(|k| k.kind.is_literal()),
        _ => false,
    }
}
