//! Shingles: fingerprints of token windows, of which few change when a text changes a little (paper section 4).

use crate::entity::{Component, Decl, EntityId, EntityKind};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Interner, Symbol};

/// The length of the window and how many shingles an entity keeps, as a share of those that it has.
#[derive(Clone, Copy, Debug)]
pub struct ShingleOptions {
    /// W of the paper.
    pub window: usize,
    /// S of a method or field: this share of its windows, but never fewer than `least`.
    pub share: f64,
    pub least: usize,
    /// S of a class and of a package, as a share of what their members have.
    pub class_share: f64,
    pub package_share: f64,
}

impl Default for ShingleOptions {
    fn default() -> Self {
        Self {
            window: 2,
            share: 0.75,
            least: 24,
            class_share: 0.5,
            package_share: 0.25,
        }
    }
}

/// A multiset of shingles, in ascending order.
pub type Multiset = Vec<u64>;

/// The shingles of one release, by entity.
pub struct Shingles {
    /// Of method bodies and field initialisers; of classes and packages, those of what is below them.
    pub code: Vec<Multiset>,
    /// Of documentation comments.
    pub doc: Vec<Multiset>,
}

impl Shingles {
    pub fn of(component: &Component, options: &ShingleOptions) -> Self {
        let count = component.entities.len();
        let mut shingler = Shingler {
            names: &component.sources.program.names,
            options,
            hashes: Vec::new(),
        };
        let mut all = Self {
            code: vec![Vec::new(); count],
            doc: vec![Vec::new(); count],
        };
        for id in component.ids() {
            let i = id.index();
            if component.get(id).kind != EntityKind::Package {
                all.doc[i] = shingler.text(component.doc(id));
            }
            if let Some((tree, from, end)) = code_of(component, id) {
                all.code[i] = shingler.code(tree, from, end);
            }
        }
        all.gather(component, EntityKind::Class, options.class_share, options);
        all.gather(
            component,
            EntityKind::Package,
            options.package_share,
            options,
        );
        all
    }

    /// Classes and packages take the smallest of their children's shingles. An abstract method has no code, so that
    /// its documentation stands for it. Children have greater ids than their parents but for packages, which
    /// are met when their first file is.
    fn gather(
        &mut self,
        component: &Component,
        kind: EntityKind,
        share: f64,
        options: &ShingleOptions,
    ) {
        let mut parents: Vec<EntityId> = component.of_kind(kind).collect();
        parents.sort_by_key(|&p| std::cmp::Reverse(depth(component, p)));
        for parent in parents {
            let mut union = Vec::new();
            for &child in component.children(parent) {
                let code = &self.code[child.index()];
                union.extend_from_slice(if code.is_empty() {
                    &self.doc[child.index()]
                } else {
                    code
                });
            }
            self.code[parent.index()] = smallest(union, share, options.least * 4);
        }
    }
}

fn depth(component: &Component, id: EntityId) -> usize {
    std::iter::successors(component.get(id).parent, |&p| component.get(p).parent).count()
}

/// The nodes of a member's code: the body, the initialiser, the arguments of an enum constant.
fn code_of<'c>(component: &'c Component, id: EntityId) -> Option<(&'c Tree, u32, u32)> {
    let (_, model) = component.file_of(id)?;
    let tree = &model.tree;
    let node = match component.get(id).decl {
        Decl::Callable(_, c) => model.callable(c).body?,
        Decl::Field(_, f) if model.field(f).enum_constant => {
            let node = model.field(f).node;
            return Some((tree, node.0 + 1, tree.subtree_end(node)));
        }
        Decl::Field(_, f) => model.field(f).init?,
        _ => return None,
    };
    Some((tree, node.0, tree.subtree_end(node)))
}

/// The similarity of two multisets: the mean of what either shares with the other (section 4.3). None where one is empty.
pub fn similarity(a: &[u64], b: &[u64]) -> Option<f64> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let common = common(a, b) as f64;
    Some(f64::midpoint(
        common / a.len() as f64,
        common / b.len() as f64,
    ))
}

/// The share of `a` that `b` has; 0 where `a` is empty. Both are samples of the smallest values, so that only those count which
/// lie below the greatest of `b`.
pub fn directed(a: &[u64], b: &[u64]) -> f64 {
    let Some(&greatest) = b.last() else {
        return 0.0;
    };
    let a = &a[..a.partition_point(|&x| x <= greatest)];
    common(a, b) as f64 / a.len().max(1) as f64
}

fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common
}

fn smallest(mut all: Multiset, share: f64, least: usize) -> Multiset {
    all.sort_unstable();
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    let keep = (all.len() as f64 * share).ceil() as usize;
    all.truncate(keep.max(least));
    all
}

struct Shingler<'a> {
    names: &'a Interner,
    options: &'a ShingleOptions,
    /// The hash of each symbol's text, 0 where it was not asked for: symbols differ from run to run, texts do not.
    hashes: Vec<u64>,
}

impl Shingler<'_> {
    fn code(&mut self, tree: &Tree, from: u32, end: u32) -> Multiset {
        let mut tokens = Vec::new();
        let mut at = from;
        while at < end {
            let node = NodeId(at);
            if skipped_whole(tree, node) {
                at = tree.subtree_end(node);
                continue;
            }
            at += 1;
            if !skipped(tree.kind(node)) {
                let kind = tree.kind(node) as u64 + 1;
                tokens.push(kind.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.hash(tree.sym(node)));
            }
        }
        self.windows(&tokens)
    }

    fn text(&self, text: &str) -> Multiset {
        let tokens: Vec<u64> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(hash)
            .collect();
        if tokens.len() < FEWEST_WORDS {
            return Vec::new();
        }
        self.windows(&tokens)
    }

    fn hash(&mut self, symbol: Symbol) -> u64 {
        let i = symbol.index();
        if i >= self.hashes.len() {
            self.hashes.resize(i + 1, 0);
        }
        if self.hashes[i] == 0 {
            self.hashes[i] = hash(self.names.text(symbol));
        }
        self.hashes[i]
    }

    /// A window of tokens is a polynomial over a prime field, as Rabin has it; a text shorter than the window is one
    /// window. The last step spreads the values, so that the smallest ones are a fair sample.
    fn windows(&self, tokens: &[u64]) -> Multiset {
        if tokens.is_empty() {
            return Vec::new();
        }
        let window = self.options.window.clamp(1, tokens.len());
        let all = tokens
            .windows(window)
            .map(|w| {
                let value = w.iter().fold(0_u128, |acc, &t| {
                    (acc * u128::from(BASE) + u128::from(t % PRIME)) % u128::from(PRIME)
                });
                spread(value as u64)
            })
            .collect();
        smallest(all, self.options.share, self.options.least)
    }
}

/// `{@inheritDoc}` and the like document nothing.
const FEWEST_WORDS: usize = 3;

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
const BASE: u64 = 0x0001_F3D5_B6A7_9E61;

const fn spread(mut x: u64) -> u64 {
    x ^= x >> 31;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 29;
    x.wrapping_mul(0x94D0_49BB_1331_11EB)
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |h: u64, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// What generics, annotations and casts add says nothing of what the code does: a release that only made them
/// explicit has the same shingles.
fn skipped_whole(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.role(node), Role::TypeArgument | Role::Annotation)
        || (tree.role(node) == Role::Type
            && tree
                .parent(node)
                .is_some_and(|p| tree.kind(p) == Kind::Cast))
}

const fn skipped(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Cast | Kind::Paren | Kind::Block | Kind::ExprStmt
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_change_changes_few_shingles() {
        let names = Interner::new();
        let options = ShingleOptions::default();
        let shingler = Shingler {
            names: &names,
            options: &options,
            hashes: Vec::new(),
        };
        let old = shingler
            .text("IDocumentProvider p get if p null return performRevertOperation create monitor");
        let new = shingler.text("IDocumentProvider p get if p null return performRevert");
        let same = similarity(&old, &new).expect("both have shingles");
        assert!((0.6..1.0).contains(&same), "{same}");
        assert_eq!(similarity(&old, &[]), None);
    }

    #[test]
    fn the_number_kept_grows_with_the_length() {
        let names = Interner::new();
        let options = ShingleOptions::default();
        let shingler = Shingler {
            names: &names,
            options: &options,
            hashes: Vec::new(),
        };
        let text: Vec<String> = (0..401).map(|i| format!("w{i}")).collect();
        assert_eq!(shingler.text(&text.join(" ")).len(), 300);
        assert_eq!(shingler.text("a b c").len(), 2);
    }
}
