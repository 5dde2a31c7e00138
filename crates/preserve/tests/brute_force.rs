//! The interval algorithm against section 5.3 taken at its word: two trees, the affected subtrees collapsed by following
//! parents, edges compared as sets of node identities.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use reweave_preserve::{
    Change, Class, Edge, EdgeKind, Model, Node, Replacement, Replacements, Rule, check,
};
use reweave_text::{FileId, Span};
use std::collections::BTreeSet;

/// What becomes of a subtree.
#[derive(Clone, Debug)]
enum Fate {
    Kept,
    Replaced {
        by: Box<Tree>,
        group: u32,
    },
    /// Kept, with a new subtree put before it.
    Preceded {
        by: Box<Tree>,
        group: u32,
    },
    Deleted {
        group: u32,
    },
}

#[derive(Clone, Debug)]
struct Tree {
    /// Whether the node's text ends with a token of its own or with its last child.
    closed: bool,
    fate: Fate,
    children: Vec<Tree>,
}

/// Who a node is in both programs: kept nodes keep their number, all of an affected group are one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Identity {
    Kept(usize),
    Affected(u32),
}

#[derive(Default)]
struct Layout {
    offset: u32,
    nodes: Vec<(Identity, Span)>,
}

impl Layout {
    /// Writes a subtree in which everything has one identity, or numbers of its own.
    fn plain(&mut self, tree: &Tree, identity: Identity) {
        let start = self.offset;
        self.offset += 1;
        for child in &tree.children {
            self.plain(child, identity);
        }
        self.offset += u32::from(tree.closed);
        self.nodes.push((identity, Span::new(start, self.offset)));
    }
}

#[derive(Default)]
struct Programs {
    before: Layout,
    after: Layout,
    replacements: Vec<Replacement>,
    kept: usize,
}

impl Programs {
    fn lay_out(&mut self, tree: &Tree) {
        let group = match &tree.fate {
            Fate::Kept => return self.keep(tree),
            Fate::Preceded { by, group } => {
                let start = self.before.offset;
                self.affected(start, Some(by), *group);
                return self.keep(tree);
            }
            Fate::Replaced { group, .. } | Fate::Deleted { group } => *group,
        };
        let start = self.before.offset;
        self.before.plain(tree, Identity::Affected(group));
        let by = match &tree.fate {
            Fate::Replaced { by, .. } => Some(&**by),
            _ => None,
        };
        self.affected(start, by, group);
    }

    fn affected(&mut self, start: u32, by: Option<&Tree>, group: u32) {
        let new_start = self.after.offset;
        if let Some(by) = by {
            self.after.plain(by, Identity::Affected(group));
        }
        let old = Span::new(start, self.before.offset);
        let new_len = self.after.offset - new_start;
        self.replacements
            .push(Replacement::new(FileId(0), old, new_len).in_group(group));
    }

    fn keep(&mut self, tree: &Tree) {
        let identity = Identity::Kept(self.kept);
        self.kept += 1;
        let starts = (self.before.offset, self.after.offset);
        self.before.offset += 1;
        self.after.offset += 1;
        for child in &tree.children {
            self.lay_out(child);
        }
        self.before.offset += u32::from(tree.closed);
        self.after.offset += u32::from(tree.closed);
        let spans = [
            Span::new(starts.0, self.before.offset),
            Span::new(starts.1, self.after.offset),
        ];
        self.before.nodes.push((identity, spans[0]));
        self.after.nodes.push((identity, spans[1]));
    }
}

fn plain_tree() -> impl Strategy<Value = Tree> {
    let leaf = any::<bool>().prop_map(|closed| Tree {
        closed,
        fate: Fate::Kept,
        children: Vec::new(),
    });
    leaf.prop_recursive(3, 8, 3, |inner| {
        // A lone child at the open end of its parent would share the parent's text with its own only if the parent had
        // no token; every node opens with one, so any number of children is fine.
        (any::<bool>(), prop::collection::vec(inner, 0..3)).prop_map(|(closed, children)| Tree {
            closed,
            fate: Fate::Kept,
            children,
        })
    })
}

fn changed_tree() -> impl Strategy<Value = Tree> {
    let fate = || {
        prop_oneof![
            4 => Just(Fate::Kept),
            1 => (plain_tree(), 0u32..2).prop_map(|(by, group)| Fate::Replaced { by: Box::new(by), group }),
            1 => (plain_tree(), 0u32..2).prop_map(|(by, group)| Fate::Preceded { by: Box::new(by), group }),
            1 => (0u32..2).prop_map(|group| Fate::Deleted { group }),
        ]
    };
    let leaf = (any::<bool>(), fate()).prop_map(|(closed, fate)| Tree {
        closed,
        fate,
        children: Vec::new(),
    });
    leaf.prop_recursive(5, 40, 4, move |inner| {
        (any::<bool>(), fate(), prop::collection::vec(inner, 0..4)).prop_map(
            |(closed, fate, children)| Tree {
                closed,
                fate,
                children,
            },
        )
    })
}

type Picks = Vec<(prop::sample::Index, prop::sample::Index, bool)>;

fn kind(control: bool) -> EdgeKind {
    if control {
        EdgeKind::CONTROL
    } else {
        EdgeKind::NAME
    }
}

type IdentityEdge = (Identity, EdgeKind, Identity);

fn edges(nodes: &[(Identity, Span)], picks: &Picks) -> (Model, Vec<IdentityEdge>) {
    let picked = picks.iter().map(|(from, to, control)| {
        let (from, to) = (nodes[from.index(nodes.len())], nodes[to.index(nodes.len())]);
        let node = |span| Node::text(FileId(0), span);
        let edge = Edge::new(node(from.1), kind(*control), node(to.1));
        (edge, (from.0, kind(*control), to.0))
    });
    let (model, identities): (Vec<Edge>, Vec<IdentityEdge>) = picked.unzip();
    (model.into_iter().collect(), identities)
}

fn class(edge: IdentityEdge) -> Class {
    let affected = |i| matches!(i, Identity::Affected(_));
    match (affected(edge.0), affected(edge.2)) {
        (false, true) => Class::Incoming,
        (true, false) => Class::Outgoing,
        (true, true) => Class::Internal,
        (false, false) => Class::External,
    }
}

/// Section 6 on the collapsed graphs, by comparing every edge with every other.
fn brute_force(before: &[IdentityEdge], after: &[IdentityEdge], rule: &Rule) -> [usize; 2] {
    let missing = |edges: &[IdentityEdge], others: &[IdentityEdge], change| {
        edges
            .iter()
            .filter(|e| !others.contains(e))
            .filter(|e| {
                let relation = rule.cell(e.1, class(**e)).expect("judged").relation;
                match change {
                    Change::Lost => !relation.may_lose(),
                    Change::Gained => !relation.may_gain(),
                }
            })
            .collect::<BTreeSet<_>>()
            .len()
    };
    [
        missing(before, after, Change::Lost),
        missing(after, before, Change::Gained),
    ]
}

fn rule() -> impl Strategy<Value = Rule> {
    let relation = prop::sample::select(vec!["=", "⊆", "⊇", "≠"]);
    prop::collection::vec(relation, 8).prop_map(|r| {
        format!(
            "N{}←{}→{}↺{}× C{}←{}→{}↺{}×",
            r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]
        )
        .parse()
        .expect("a rule")
    })
}

fn agree(tree: &Tree, old: &Picks, new: &Picks, rule: &Rule) -> Result<(), TestCaseError> {
    let root = Tree {
        closed: true,
        fate: Fate::Kept,
        children: vec![tree.clone()],
    };
    let mut programs = Programs::default();
    programs.lay_out(&root);
    let (initial, before) = edges(&programs.before.nodes, old);
    let (derivative, after) = edges(&programs.after.nodes, new);
    let replacements = Replacements::new(programs.replacements).expect("subtrees are disjoint");
    let verdict = check(&initial, &derivative, &replacements, rule);
    let count = |change| {
        let found = verdict.differences.iter().filter(|d| d.change == change);
        let normal: std::collections::HashSet<_> = found.map(|d| d.normal).collect();
        normal.len()
    };
    let found = [count(Change::Lost), count(Change::Gained)];
    prop_assert_eq!(found, brute_force(&before, &after, rule));
    Ok(())
}

fn picks() -> impl Strategy<Value = Picks> {
    prop::collection::vec(
        any::<(prop::sample::Index, prop::sample::Index, bool)>(),
        0..25,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn intervals_agree_with_collapsed_graphs(tree in changed_tree(), old in picks(), new in picks(), rule in rule()) {
        agree(&tree, &old, &new, &rule)?;
    }

    /// The same edges picked on both sides, so that most are kept.
    #[test]
    fn kept_edges_are_seen_as_kept(tree in changed_tree(), picks in picks()) {
        let rule = "N C".parse().expect("a rule");
        agree(&tree, &picks, &picks, &rule)?;
    }

    #[test]
    fn identity_edits_always_pass(tree in plain_tree(), picks in picks(), replaced in prop::collection::vec(any::<bool>(), 40), rule in rule()) {
        let mut layout = Layout::default();
        layout.plain(&tree, Identity::Kept(0));
        let (model, _) = edges(&layout.nodes, &picks);
        let mut list: Vec<Span> = Vec::new();
        for ((_, span), _) in layout.nodes.iter().zip(replaced).filter(|(_, r)| *r) {
            if !list.iter().any(|s| s.overlaps(*span)) {
                list.push(*span);
            }
        }
        let same = list.iter().map(|s| Replacement::new(FileId(0), *s, s.len()));
        let replacements = Replacements::new(same).expect("disjoint");
        prop_assert!(check(&model, &model, &replacements, &rule).differences.is_empty());
    }
}
