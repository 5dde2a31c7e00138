//! Operands in the middle of a chain: `b + c` in `a + b + c` becomes an expression of its own, where that computes the same.
//!
//! Integer addition and multiplication are associative where all operands have one type, and so are the bitwise operators (JLS 15.17.1, 15.18.2,
//! 15.22.1); addition of floating-point numbers and of strings is not.

use crate::Java;
use crate::query::program::JavaProgram;
use crate::query::selection::is_blank;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Tree};
use reweave_refactor::{Run, Step, Stop, Target};
use reweave_text::{FileId, Span};

/// The same operands in the same order.
const RULE: &str = "N O I D E X";

/// Puts parentheses around what is selected of a chain, and with `all=yes` around what reads the same in other chains of the type.
pub fn group_operands(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let Target::Range(file, span) = run.request().target else {
        return Ok(());
    };
    let program = run.program();
    let Some(number) = program.number(file) else {
        return Ok(());
    };
    let all = run.optional("all") == Some("yes");
    let text = run.sources().text(file);
    let chains = Chains {
        program,
        number,
        text,
    };
    let spans = chains.spans(span, all);
    if spans.is_empty() {
        return Ok(());
    }
    let mut step = Step::new("put parentheses around operands", RULE);
    for span in spans {
        put_around(&mut step, file, span);
    }
    run.step(&step)?;
    run.settle();
    Ok(())
}

fn put_around(step: &mut Step, file: FileId, span: Span) {
    step.insert(file, span.start, "(");
    step.insert(file, span.end, ")");
}

struct Chains<'a> {
    program: &'a JavaProgram,
    number: u32,
    text: &'a str,
}

impl Chains<'_> {
    fn tree(&self) -> &Tree {
        &self.program.model(self.number).tree
    }

    fn spans(&self, span: Span, all: bool) -> Vec<Span> {
        let tree = self.tree();
        if span.is_empty() {
            return Vec::new();
        }
        let around = tree.covering(span);
        let Some(chain) = self.operands(around) else {
            return Vec::new();
        };
        let Some(range) = run_in(tree, self.text, &chain, span) else {
            return Vec::new();
        };
        let is_inside = range.start > 0;
        let pattern = &chain[range];
        let mut found: Vec<Span> = Vec::new();
        if is_inside {
            found.push(whole(tree, pattern));
        }
        if all {
            self.alike(around, pattern, &mut found);
        }
        found
    }

    /// The runs of other chains of the operator that read the same; those at the beginning of a chain are expressions as they are.
    fn alike(&self, around: NodeId, pattern: &[NodeId], found: &mut Vec<Span>) {
        let tree = self.tree();
        let operator = tree.sym(around);
        let class = tree.ancestors(around).find(|&a| tree.kind(a) == Kind::Type);
        let is_link = |n: NodeId| tree.kind(n) == Kind::Binary && tree.sym(n) == operator;
        let is_chain = |&n: &NodeId| {
            let is_inner = tree
                .parent(n)
                .is_some_and(|p| is_link(p) && tree.children(p).next() == Some(n));
            is_link(n) && !is_inner
        };
        for node in tree
            .descendants(class.unwrap_or(NodeId::ROOT))
            .filter(is_chain)
        {
            let Some(chain) = self.operands(node) else {
                continue;
            };
            let mut at = 1;
            while at + pattern.len() <= chain.len() {
                let run = &chain[at..at + pattern.len()];
                let same = run.iter().zip(pattern).all(|(&a, &b)| self.is_same(a, b));
                let span = whole(tree, run);
                if same && !found.iter().any(|f| f.overlaps(span)) {
                    found.push(span);
                    at += pattern.len();
                } else {
                    at += 1;
                }
            }
        }
    }

    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        let tree = self.tree();
        tree.hash(a) == tree.hash(b)
            && tree.descendants(a).zip(tree.descendants(b)).all(|(x, y)| {
                let decl = |n| self.program.names.decl(self.number, n);
                decl(x) == decl(y)
            })
    }

    /// The operands of a chain of one associative operator, of which all have one type.
    fn operands(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let tree = self.tree();
        let names = &self.program.names;
        if tree.kind(node) != Kind::Binary {
            return None;
        }
        let operator = tree.sym(node);
        let ty = names.ty(self.number, node);
        let is_integer = matches!(ty, Ty::INT | Ty::LONG);
        let is_associative = match self.program.world().text(operator) {
            "+" | "*" => is_integer,
            "&" | "|" | "^" => is_integer || ty == Ty::BOOLEAN,
            _ => false,
        };
        if !is_associative {
            return None;
        }
        let mut operands = Vec::new();
        let mut left = node;
        while tree.kind(left) == Kind::Binary && tree.sym(left) == operator {
            let sides: Vec<NodeId> = tree.children(left).collect();
            let [first, second] = sides[..] else {
                return None;
            };
            operands.push(second);
            left = first;
        }
        operands.push(left);
        operands.reverse();
        // Boxed numbers are unboxed one by one, whatever stands in parentheses.
        let world = self.program.world();
        let mut all = operands.iter();
        let all = all.all(|&o| world.unboxed(names.ty(self.number, o)) == ty);
        all.then_some(operands)
    }
}

fn whole(tree: &Tree, run: &[NodeId]) -> Span {
    let first = run.first().map_or(0, |&f| tree.span(f).start);
    Span::new(first, run.last().map_or(first, |&l| tree.span(l).end))
}

/// The operands that a selection has from the first character to the last; more than one.
fn run_in(tree: &Tree, text: &str, chain: &[NodeId], span: Span) -> Option<std::ops::Range<usize>> {
    let inside = |n: &NodeId| span.contains(tree.span(*n));
    let first = chain.iter().position(inside)?;
    let count = chain[first..].iter().take_while(|n| inside(n)).count();
    let last = first + count - 1;
    let before = Span::new(span.start, tree.span(chain[first]).start).text(text);
    let after = Span::new(tree.span(chain[last]).end, span.end).text(text);
    let is_exact = is_blank(before) && is_blank(after);
    (is_exact && count > 1).then_some(first..last + 1)
}
