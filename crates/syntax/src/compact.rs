//! From tree-sitter's tree to the compact one.

use crate::grammar::Shape;
use crate::hunks::ByteEdit;
use crate::tree::{ERROR, EXTRA, MISSING, NAMED};
use crate::{Grammar, SyntaxError, SyntaxNode, SyntaxTree, Unread};
use reweave_text::{DEEPEST, Span};
use tree_sitter::{Tree, TreeCursor};

/// The deadline passed, or the work was called off, while parsing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Asking the clock at each node would cost more than copying it.
const NODES_BETWEEN_CHECKS: u32 = 1 << 14;

/// `kept` lends the nodes of another version of the text, which stands without errors as this one does.
pub(crate) fn compact(
    grammar: &Grammar,
    tree: &Tree,
    len: usize,
    kept: Option<Kept<'_>>,
    cancelled: &dyn Fn() -> bool,
) -> Result<SyntaxTree, Cancelled> {
    let mut cursor = tree.walk();
    let mut writer = Writer {
        grammar,
        has_errors: tree.root_node().has_error(),
        kept,
        out: SyntaxTree {
            nodes: Vec::with_capacity(len / 3 + 1),
            errors: Vec::new(),
            depth: 0,
        },
    };
    let mut open: Vec<u32> = Vec::new();
    let mut steps = 0_u32;
    loop {
        steps += 1;
        if steps.is_multiple_of(NODES_BETWEEN_CHECKS) && cancelled() {
            return Err(Cancelled);
        }
        let id = writer.out.nodes.len() as u32;
        let parent = open.last().copied().unwrap_or(0);
        if writer.push(&cursor, parent, open.len()) && cursor.goto_first_child() {
            open.push(id);
            if open.len() < DEEPEST {
                continue;
            }
            writer.cut(id);
            cursor.goto_parent();
            open.pop();
        }
        while !cursor.goto_next_sibling() {
            let end = writer.out.nodes.len() as u32;
            let Some(parent) = open.pop() else {
                // The grammar's root starts at the first token; ours covers the text.
                writer.out.nodes[0].span = Span::new(0, len as u32);
                return Ok(writer.out);
            };
            writer.out.nodes[parent as usize].end = end;
            cursor.goto_parent();
        }
    }
}

struct Writer<'a> {
    grammar: &'a Grammar,
    has_errors: bool,
    kept: Option<Kept<'a>>,
    out: SyntaxTree,
}

impl Writer<'_> {
    /// Whether there may be children to go on with.
    fn push(&mut self, cursor: &TreeCursor<'_>, parent: u32, depth: usize) -> bool {
        self.out.depth = self.out.depth.max(depth);
        let node = cursor.node();
        let kind = node.kind_id();
        let span = Span::new(node.start_byte() as u32, node.end_byte() as u32);
        let shape = self.grammar.shape(kind);
        let mut flags = 0;
        if shape == Shape::Named {
            flags |= NAMED;
            if node.is_extra() {
                flags |= EXTRA;
            }
        }
        if self.has_errors {
            if node.is_error() {
                flags |= ERROR;
            }
            if node.is_missing() {
                flags |= MISSING;
            }
            if flags & (ERROR | MISSING) != 0 {
                let why = if flags & MISSING != 0 {
                    Unread::Missing
                } else {
                    Unread::Skipped
                };
                self.out.errors.push(SyntaxError { span, why });
            }
        }
        let field = match shape {
            Shape::Mark => 0,
            _ => cursor.field_id().map_or(0, Into::into),
        };
        let id = self.out.nodes.len() as u32;
        if shape == Shape::Named
            && let Some(kept) = &mut self.kept
            && depth + kept.tree.depth < DEEPEST
            && let Some(from) = kept.node(kind, span)
        {
            self.out.depth = self.out.depth.max(depth + kept.tree.depth);
            copy(kept.tree, from, &mut self.out, span.start);
            let root = &mut self.out.nodes[id as usize];
            (root.field, root.parent) = (field, parent);
            return false;
        }
        self.out.nodes.push(SyntaxNode {
            kind,
            field,
            flags,
            span,
            parent,
            end: id + 1,
        });
        shape == Shape::Named
    }

    /// Leaves out what stands below a node: it becomes text that was not read.
    fn cut(&mut self, id: u32) {
        let node = &mut self.out.nodes[id as usize];
        node.kind = ERROR_KIND;
        node.flags = NAMED | ERROR;
        let (span, why) = (node.span, Unread::TooDeep);
        // Where the grammar skipped the node as well, one reason is enough.
        self.out.errors.pop_if(|last| last.span == span);
        self.out.errors.push(SyntaxError { span, why });
    }
}

/// tree-sitter's own number for what it could not read.
const ERROR_KIND: u16 = u16::MAX;

/// Another version of the text, whose nodes stand for those of this one where nothing changed.
pub(crate) struct Kept<'a> {
    tree: &'a SyntaxTree,
    /// What differs between the two, in order.
    edits: &'a [ByteEdit],
    /// How many of them end before the node looked at last.
    passed: usize,
}

/// Looking for a smaller node would cost more than walking it.
const SMALLEST_COPIED: u32 = 64;

impl<'a> Kept<'a> {
    pub fn new(tree: &'a SyntaxTree, edits: &'a [ByteEdit]) -> Self {
        Self {
            tree,
            edits,
            passed: 0,
        }
    }

    /// The node of the other version that has the same kind and text in a place without changes, lines around included:
    /// the parser saw the same there. Asked in order of position.
    fn node(&mut self, kind: u16, span: Span) -> Option<u32> {
        if span.len() < SMALLEST_COPIED {
            return None;
        }
        let edit_ends = |e: &ByteEdit| e.after.end <= span.start as usize;
        while self.edits.get(self.passed).is_some_and(edit_ends) {
            self.passed += 1;
        }
        let next = self.edits.get(self.passed);
        if next.is_some_and(|e| e.after.start < span.end as usize + 1) {
            return None;
        }
        let (before, after) = match self.passed.checked_sub(1) {
            Some(last) => (self.edits[last].before.end, self.edits[last].after.end),
            None => (0, 0),
        };
        let start = before as u32 + (span.start - after as u32);
        let nodes = &self.tree.nodes;
        let from = nodes.partition_point(|n| n.span.start < start);
        nodes[from..]
            .iter()
            .take_while(|n| n.span.start == start)
            .position(|n| n.kind == kind && n.span.len() == span.len())
            .map(|at| (from + at) as u32)
    }
}

/// Appends the subtree as it stands in `tree`, moved to `start`.
fn copy(tree: &SyntaxTree, from: u32, out: &mut SyntaxTree, start: u32) {
    let root = tree.nodes[from as usize];
    let id = out.nodes.len() as u32;
    let shift = start.wrapping_sub(root.span.start);
    let renumber = id.wrapping_sub(from);
    let nodes = &tree.nodes[from as usize..root.end as usize];
    out.nodes.extend(nodes.iter().map(|n| SyntaxNode {
        span: Span::new(
            n.span.start.wrapping_add(shift),
            n.span.end.wrapping_add(shift),
        ),
        parent: n.parent.wrapping_add(renumber),
        end: n.end.wrapping_add(renumber),
        ..*n
    }));
}
