//! Whether two pieces of code read the same but for the names of local variables, and for values that a parameter could stand for.
//! Parentheses (JLS 15.8.5), braces around one statement and `this.` before a field make no difference.

use crate::query::constants::is_constant_field;
use crate::query::effects::{Effects, effects};
use crate::query::region::Region;
use reweave_java_names::{Decl, FieldId, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};
use std::cell::OnceCell;

/// Operators, and how they read with their operands the other way round.
const TURNED: &[(&str, &str)] = &[
    ("==", "=="),
    ("!=", "!="),
    ("<", ">"),
    (">", "<"),
    ("<=", ">="),
    (">=", "<="),
    ("&&", "&&"),
    ("||", "||"),
    ("&", "&"),
    ("|", "|"),
    ("^", "^"),
    ("*", "*"),
];

/// Two regions, gone through side by side.
pub struct Alike<'r, 'p> {
    sides: [&'r Region<'p>; 2],
    /// Local variables that stand for each other.
    locals: Vec<(NodeId, NodeId)>,
    /// Expressions that differ: fixed values of one type.
    pub holes: Vec<(NodeId, NodeId)>,
    /// What the regions do, where it was asked.
    done: [OnceCell<Effects>; 2],
}

impl<'r, 'p> Alike<'r, 'p> {
    /// How the second region reads as the first; otherwise the part of it that does not.
    pub fn of(first: &'r Region<'p>, second: &'r Region<'p>) -> Result<Self, NodeId> {
        let mut alike = Self {
            sides: [first, second],
            locals: Vec::new(),
            holes: Vec::new(),
            done: [OnceCell::new(), OnceCell::new()],
        };
        if first.parts.len() != second.parts.len() {
            return Err(second.parts[0]);
        }
        for (&a, &b) in first.parts.iter().zip(&second.parts) {
            if !alike.same(a, b) {
                return Err(b);
            }
        }
        Ok(alike)
    }

    /// What stands in the second region for a local variable of the first.
    pub fn counterpart(&self, local: NodeId) -> Option<NodeId> {
        let pair = self.locals.iter().find(|(a, _)| *a == local);
        pair.map(|(_, b)| *b)
    }

    fn tree(&self, side: usize) -> &'p Tree {
        self.sides[side].tree()
    }

    fn ty(&self, side: usize, node: NodeId) -> Ty {
        let region = self.sides[side];
        region.program.names.ty(region.number, node)
    }

    fn decl(&self, side: usize, node: NodeId) -> Decl {
        let region = self.sides[side];
        region.program.names.decl(region.number, node)
    }

    fn same(&mut self, a: NodeId, b: NodeId) -> bool {
        let is_part = self.sides[0].parts.contains(&a) && self.sides[1].parts.contains(&b);
        let is_placed = is_part || self.tree(0).role(a) == self.tree(1).role(b);
        is_placed && self.same_bare(self.bare(0, a), self.bare(1, b))
    }

    /// What parentheses hold, and the one statement that braces hold.
    fn bare(&self, side: usize, node: NodeId) -> NodeId {
        let tree = self.tree(side);
        let mut node = node;
        loop {
            let mut kids = tree.children(node);
            let (Some(only), None) = (kids.next(), kids.next()) else {
                return node;
            };
            let declares = matches!(tree.kind(only), Kind::Local | Kind::LocalType);
            match tree.kind(node) {
                Kind::Paren => node = only,
                Kind::Block if !declares => node = only,
                _ => return node,
            }
        }
    }

    fn same_bare(&mut self, a: NodeId, b: NodeId) -> bool {
        let mark = (self.locals.len(), self.holes.len());
        if self.reads_the_same(a, b) {
            self.turn_where_less_differs(a, b, mark);
            return true;
        }
        self.locals.truncate(mark.0);
        self.holes.truncate(mark.1);
        if self.exchanged(a, b) {
            return true;
        }
        self.locals.truncate(mark.0);
        self.holes.truncate(mark.1);
        let passes = self.is_value(0, a) && self.is_value(1, b) && self.may_share_type(a, b);
        if passes {
            self.holes.push((a, b));
        }
        passes
    }

    /// One type; or `null`, which every other type of objects has as well.
    fn may_share_type(&self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (self.ty(0, a), self.ty(1, b));
        let is_object = |ty: Ty| !ty.is_primitive();
        x == y || (x == Ty::NULL && is_object(y)) || (y == Ty::NULL && is_object(x))
    }

    /// `f` and `this.f`.
    fn is_own_field(&self, side: usize, node: NodeId) -> bool {
        let tree = self.tree(side);
        let is_field = matches!(self.decl(side, node), Decl::Field(_));
        let is_own = match tree.kind(node) {
            Kind::Name => true,
            Kind::FieldAccess => tree.child_in(node, Role::Receiver).is_some_and(|on| {
                tree.kind(on) == Kind::This && tree.children(on).next().is_none()
            }),
            _ => false,
        };
        is_field && is_own
    }

    fn reads_the_same(&mut self, a: NodeId, b: NodeId) -> bool {
        if self.is_own_field(0, a) && self.is_own_field(1, b) {
            return self.decl(0, a) == self.decl(1, b) && self.ty(0, a) == self.ty(1, b);
        }
        let (x, y) = (self.tree(0).node(a), self.tree(1).node(b));
        // A variable that nothing sets again is as good without `final`: the method has the first place's (JLS 4.12.4).
        let may_be_final = matches!(x.kind, Kind::Local | Kind::VarDecl | Kind::Param);
        let flags = |flags: u32| {
            if may_be_final {
                Modifiers(flags).without(Modifiers::FINAL).0
            } else {
                flags
            }
        };
        if x.kind != y.kind || flags(x.flags) != flags(y.flags) {
            return false;
        }
        if x.kind.is_expression() && self.ty(0, a) != self.ty(1, b) {
            return false;
        }
        let declares = matches!(x.kind, Kind::VarDecl | Kind::Param | Kind::TypePattern);
        if declares {
            if self.ty(0, a) != self.ty(1, b) {
                return false;
            }
            self.locals.push((a, b));
        } else if x.kind != Kind::Name && x.sym != y.sym || !self.same_decl(a, b) {
            return false;
        }
        let kids: [Vec<NodeId>; 2] = [
            self.tree(0).children(a).collect(),
            self.tree(1).children(b).collect(),
        ];
        kids[0].len() == kids[1].len()
            && kids[0].iter().zip(&kids[1]).all(|(&p, &q)| self.same(p, q))
    }

    /// Operands that correspond with holes may correspond the other way round with fewer.
    fn turn_where_less_differs(&mut self, a: NodeId, b: NodeId, mark: (usize, usize)) {
        let straight = self.holes.len() - mark.1;
        if straight == 0 || self.tree(0).kind(a) != Kind::Binary {
            return;
        }
        let locals = self.locals.split_off(mark.0);
        let holes = self.holes.split_off(mark.1);
        if self.exchanged(a, b) && self.holes.len() - mark.1 < straight {
            return;
        }
        self.locals.truncate(mark.0);
        self.holes.truncate(mark.1);
        self.locals.extend(locals);
        self.holes.extend(holes);
    }

    /// The operands of an operator the other way round, where nothing that they do can tell.
    fn exchanged(&mut self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (self.tree(0).node(a), self.tree(1).node(b));
        let world = self.sides[0].program.world();
        let turns = TURNED.contains(&(world.text(x.sym), world.text(y.sym)));
        let both = x.kind == Kind::Binary && y.kind == Kind::Binary;
        if !both || !turns || self.ty(0, a) != self.ty(1, b) {
            return false;
        }
        let kids: [Vec<NodeId>; 2] = [
            self.tree(0).children(a).collect(),
            self.tree(1).children(b).collect(),
        ];
        let ([left, right], [first, second]) = (&kids[0][..], &kids[1][..]) else {
            return false;
        };
        let is_quiet = [left, right].iter().all(|k| self.is_quiet(0, **k));
        is_quiet && self.same(*left, *second) && self.same(*right, *first)
    }

    /// Whether evaluating it has no effect and cannot fail: variables, constants, literals, and operators other than division.
    fn is_quiet(&self, side: usize, node: NodeId) -> bool {
        let tree = self.tree(side);
        let world = self.sides[side].program.world();
        tree.descendants(node).all(|n| match tree.kind(n) {
            Kind::Binary => !matches!(world.text(tree.sym(n)), "/" | "%"),
            Kind::Unary | Kind::Paren => true,
            Kind::Name | Kind::FieldAccess => match self.decl(side, n) {
                Decl::Local(_) => self.is_primitive(side, n),
                Decl::Field(f) => {
                    let program = self.sides[side].program;
                    program.world().is_static_field(f) && is_constant_field(program, f)
                }
                Decl::Class(_) | Decl::Package(_) => true,
                _ => false,
            },
            kind => kind.is_literal(),
        })
    }

    /// Unboxing can fail.
    fn is_primitive(&self, side: usize, node: NodeId) -> bool {
        let types = self.sides[side].program.world().types();
        !matches!(
            types.data(self.ty(side, node)),
            TyData::Class(..) | TyData::Var(_) | TyData::Unknown | TyData::Intersection(_)
        )
    }

    fn same_decl(&mut self, a: NodeId, b: NodeId) -> bool {
        match (self.decl(0, a), self.decl(1, b)) {
            (Decl::Local(x), Decl::Local(y)) => self.bind(x, y),
            (Decl::Unknown, Decl::Unknown) => self.same_unknown(a, b),
            (Decl::Label(_), Decl::Label(_)) => false,
            (x, y) => x == y,
        }
    }

    /// A name that nothing known declares means the same in two places of one class, where nothing between them can declare it.
    fn same_unknown(&self, a: NodeId, b: NodeId) -> bool {
        let [first, second] = self.sides;
        let program = first.program;
        let same_class = first.number == second.number
            && program.class_around(first.number, a) == program.class_around(second.number, b);
        same_class && self.tree(0).sym(a) == self.tree(1).sym(b)
    }

    /// Variables of the bodies around stand for each other as those that are declared in the code do. One may stand for two,
    /// as long as neither side sets it.
    fn bind(&mut self, x: NodeId, y: NodeId) -> bool {
        if let Some(&(_, known)) = self.locals.iter().find(|(a, _)| *a == x) {
            return known == y;
        }
        let [first, second] = self.sides;
        if first.contains(x) || second.contains(y) || self.ty(0, x) != self.ty(1, y) {
            return false;
        }
        if self.ty(0, x) == Ty::UNKNOWN {
            return false;
        }
        let is_set = first.written.contains(&x) || second.written.contains(&y);
        if is_set && self.locals.iter().any(|(_, b)| *b == y) {
            return false;
        }
        self.locals.push((x, y));
        true
    }

    /// A literal, a variable from before the code that it does not set, a constant: what can be an argument instead.
    fn is_value(&self, side: usize, node: NodeId) -> bool {
        let region = self.sides[side];
        let tree = region.tree();
        let kind = tree.kind(node);
        if matches!(tree.role(node), Role::Target | Role::Label)
            || self.ty(side, node) == Ty::UNKNOWN
        {
            return false;
        }
        if kind.is_literal() {
            return self.is_free(side, node);
        }
        let world = region.program.world();
        match self.decl(side, node) {
            Decl::Local(local) => {
                kind == Kind::Name && !region.contains(local) && !region.written.contains(&local)
            }
            Decl::Field(f) => {
                let simple = kind == Kind::Name
                    || kind == Kind::FieldAccess
                        && tree.children(node).all(|k| tree.kind(k) == Kind::Name);
                let is_fixed =
                    || world.field(f).modifiers.has(Modifiers::FINAL) || self.is_set_once(side, f);
                simple && is_fixed() || self.is_own_field(side, node) && self.stays(side, f)
            }
            _ => false,
        }
    }

    /// Whether a field has the same value throughout the region as before it.
    fn stays(&self, side: usize, field: FieldId) -> bool {
        let region = self.sides[side];
        let modifiers = region.program.world().field(field).modifiers;
        let code = || -> Vec<_> { region.parts.iter().map(|&p| (region.number, p)).collect() };
        let done = self.done[side].get_or_init(|| effects(region.program, &code()));
        !modifiers.has(Modifiers::VOLATILE) && !done.changes(field)
    }

    /// Whether a private field is set by its declaration and by constructors only: in other code it has one value.
    fn is_set_once(&self, side: usize, field: FieldId) -> bool {
        let region = self.sides[side];
        let world = region.program.world();
        if !world.field(field).modifiers.has(Modifiers::PRIVATE) {
            return false;
        }
        let tree = region.tree();
        let model = region.program.model(region.number);
        let in_constructor = |n: NodeId| {
            let mut constructors = model.callables.iter().filter(|c| c.is_constructor());
            constructors.any(|c| tree.contains(c.node, n))
        };
        let in_initial = |n: NodeId| {
            let mut around = tree.ancestors(n);
            around.any(|a| tree.kind(a) == Kind::Initializer)
        };
        if region
            .parts
            .iter()
            .any(|&p| in_constructor(p) || in_initial(p))
        {
            return false;
        }
        // All code that can name it stands in one file.
        let is_set = |n: NodeId| {
            let updated = tree.parent(n).map(|p| tree.kind(p)) == Some(Kind::Update);
            tree.role(n) == Role::Target || updated
        };
        let mut named = tree
            .descendants(NodeId::ROOT)
            .filter(|&n| self.decl(side, n) == Decl::Field(field));
        named.all(|n| !is_set(n) || in_constructor(n) || in_initial(n))
    }

    /// Whether a literal may become a variable of its type: a constant that fits may be assigned to a smaller type, `true` makes a
    /// loop endless, and what annotations have is no code (JLS 5.2, 14.22, 9.7.1).
    fn is_free(&self, side: usize, literal: NodeId) -> bool {
        let tree = self.tree(side);
        let mut around = tree.ancestors(literal);
        let Some(parent) = around.find(|&a| tree.kind(a) != Kind::Paren) else {
            return false;
        };
        let ty = self.ty(side, literal);
        let takes = |node: NodeId| ty == Ty::NULL || self.ty(side, node) == ty;
        match tree.kind(parent) {
            Kind::Call | Kind::New | Kind::Index | Kind::Binary => true,
            Kind::VarDecl => takes(parent),
            Kind::Assign => tree.child_in(parent, Role::Target).is_some_and(takes),
            _ => false,
        }
    }
}
