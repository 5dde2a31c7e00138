//! Whether statements come to their end (JLS 14.22): after some of them nothing is reached.

use reweave_model::{Kind, Node, NodeId, Role, Tree};
use reweave_text::Interner;

/// Statements in statements; deeper ones, which the reader of Java leaves out, are taken not to end, so that nothing is said
/// of them.
const DEEPEST: usize = 2 * reweave_text::DEEPEST;

/// Whether a statement may complete normally. Of conditions only the word `true` counts as constant.
pub fn completes(tree: &Tree, names: &Interner, statement: NodeId) -> bool {
    Completion { tree, names }.of(statement, 0)
}

/// The value of a condition that is a constant, as far as it is made of `true` and `false` (JLS 15.29).
pub fn truth(tree: &Tree, names: &Interner, mut node: NodeId) -> Option<bool> {
    let mut is_negated = false;
    loop {
        let operand = tree.child_in(node, Role::Operand);
        match (tree.kind(node), operand) {
            (Kind::Bool, _) => return Some((names.text(tree.sym(node)) == "true") != is_negated),
            (Kind::Paren | Kind::Cast, Some(inner)) => node = inner,
            (Kind::Unary, Some(inner)) if names.text(tree.sym(node)) == "!" => {
                is_negated = !is_negated;
                node = inner;
            }
            _ => return None,
        }
    }
}

struct Completion<'a> {
    tree: &'a Tree,
    names: &'a Interner,
}

impl Completion<'_> {
    fn of(&self, node: NodeId, depth: usize) -> bool {
        let tree = self.tree;
        let child = |role| tree.child_in(node, role);
        let below = |n: NodeId| self.of(n, depth + 1);
        if depth > DEEPEST {
            return false;
        }
        match tree.kind(node) {
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield => false,
            Kind::Broken => false,
            Kind::Block => tree.children(node).all(below),
            Kind::If => match (child(Role::Then), child(Role::Else)) {
                (Some(then), Some(other)) => below(then) || below(other),
                _ => true,
            },
            Kind::While | Kind::For => !self.is_endless(node) || self.is_left(node),
            Kind::DoWhile => {
                let again = || child(Role::Body).is_none_or(below) || self.is_continued(node);
                (!self.is_endless(node) && again()) || self.is_left(node)
            }
            Kind::Labeled => child(Role::Body).is_none_or(below) || self.is_left_by_name(node),
            Kind::Switch => self.switch(node, depth),
            Kind::Synchronized => child(Role::Body).is_none_or(below),
            Kind::Try => {
                let parts = |kind| tree.children(node).filter(move |&c| tree.kind(c) == kind);
                let ends = |part: NodeId| tree.child_in(part, Role::Body).is_none_or(below);
                parts(Kind::Finally).all(ends)
                    && (child(Role::Body).is_none_or(below) || parts(Kind::Catch).any(ends))
            }
            _ => true,
        }
    }

    fn switch(&self, node: NodeId, depth: usize) -> bool {
        let tree = self.tree;
        let cases: Vec<NodeId> = tree
            .children(node)
            .filter(|&c| tree.kind(c) == Kind::Case)
            .collect();
        let flags = |case: NodeId| tree.node(case).flags;
        let has_default = cases.iter().any(|&c| flags(c) & Node::DEFAULT != 0);
        let ends = |&case: &NodeId| {
            let mut body = tree.children_in(case, Role::Body);
            body.all(|s| self.of(s, depth + 1))
        };
        let is_arrow = cases.iter().any(|&c| flags(c) & Node::ARROW != 0);
        let through = if is_arrow {
            cases.iter().any(ends)
        } else {
            cases.last().is_none_or(ends)
        };
        // Patterns name all there is, or javac would want a default.
        let of_patterns = cases.iter().any(|&c| {
            let mut labels = tree.children_in(c, Role::Label);
            labels.any(|l| matches!(tree.kind(l), Kind::TypePattern | Kind::RecordPattern))
        });
        (!has_default && !of_patterns) || through || self.is_left(node)
    }

    fn is_endless(&self, node: NodeId) -> bool {
        let condition = self.tree.child_in(node, Role::Condition);
        condition.is_none_or(|c| truth(self.tree, self.names, c) == Some(true))
    }

    /// Whether a plain `break` leaves this loop or switch.
    fn is_left(&self, node: NodeId) -> bool {
        self.jumps(node, Kind::Break, |k| {
            matches!(
                k,
                Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach | Kind::Switch
            )
        })
    }

    /// Whether a plain `continue` goes to this loop's condition.
    fn is_continued(&self, node: NodeId) -> bool {
        self.jumps(node, Kind::Continue, |k| {
            matches!(k, Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach)
        })
    }

    fn jumps(&self, node: NodeId, kind: Kind, stops: impl Fn(Kind) -> bool) -> bool {
        let tree = self.tree;
        let mut inside = tree.descendants(node);
        inside.any(|jump| {
            let mut around = std::iter::successors(tree.parent(jump), |&p| tree.parent(p));
            tree.kind(jump) == kind
                && tree.sym(jump).is_empty()
                && around.find(|&p| stops(tree.kind(p))) == Some(node)
        })
    }

    /// Whether something in a labelled statement leaves it by its name.
    fn is_left_by_name(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let mut inside = tree.descendants(node);
        inside.any(|n| tree.kind(n) == Kind::Break && tree.sym(n) == tree.sym(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_model::FileModel;

    fn ends(body: &str) -> bool {
        let names = Interner::new();
        let text = format!("class A {{ void f() {{ {body} }} }}");
        let model: FileModel = reweave_lang_java::lower("A.java", &text, &names);
        let body = model.callables[0].body.expect("the method has a body");
        completes(&model.tree, &names, body)
    }

    #[test]
    fn as_the_language_says() {
        let ending = [
            "",
            "if (a) return;",
            "while (a) { }",
            "while (true) { if (a) break; }",
            "x: while (true) { for (;;) { break x; } }",
            "do { continue; } while (a);",
            "switch (a) { case 1: return; }",
            "switch (a) { case 1: return; default: break; }",
            "switch (a) { case 1 -> { return; } default -> g(); }",
            "try { return; } catch (E e) { }",
            "try { g(); } finally { g(); }",
        ];
        for body in ending {
            assert!(ends(body), "{body}");
        }
        let endless = [
            "return;",
            "g(); throw e;",
            "if (a) return; else throw e;",
            "while (true) { }",
            "for (;;) { while (a) break; }",
            "while (true) { switch (a) { case 1: break; } }",
            "do { return; } while (a);",
            "do { } while (true);",
            "switch (a) { case 1: return; default: throw e; }",
            "switch (a) { case 1 -> { return; } default -> throw e; }",
            "try { return; } catch (E e) { throw e; }",
            "try { } finally { return; }",
            "synchronized (a) { return; }",
            "x: { return; }",
        ];
        for body in endless {
            assert!(!ends(body), "{body}");
        }
    }
}
