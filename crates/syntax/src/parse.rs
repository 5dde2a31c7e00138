//! From text to the compact tree.

use crate::tree::{ERROR, EXTRA, MISSING, NAMED};
use crate::{Grammar, SyntaxError, SyntaxNode, SyntaxTree};
use reweave_text::Span;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser, Tree, TreeCursor};

/// The deadline passed, or the work was called off, while parsing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Parses `text`; what the grammar cannot read is in [`SyntaxTree::errors`].
pub fn parse(grammar: &Grammar, text: &str) -> SyntaxTree {
    parse_cancellable(grammar, text, &|| false).expect("never called off")
}

/// Like [`parse`]; `cancelled` is asked every so often.
pub fn parse_cancellable(
    grammar: &Grammar,
    text: &str,
    cancelled: &dyn Fn() -> bool,
) -> Result<SyntaxTree, Cancelled> {
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.language)
        .expect("the grammar crates are built for this version of tree-sitter");
    let mut progress = |_: &tree_sitter::ParseState| {
        if cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bytes = text.as_bytes();
    let tree = parser
        .parse_with_options(
            &mut |at, _| bytes.get(at..).unwrap_or_default(),
            None,
            Some(ParseOptions::new().progress_callback(&mut progress)),
        )
        .ok_or(Cancelled)?;
    compact(&tree, text.len() as u32, cancelled)
}

/// Asking the clock at each node would cost more than copying it.
const NODES_BETWEEN_CHECKS: usize = 1 << 14;

fn compact(tree: &Tree, len: u32, cancelled: &dyn Fn() -> bool) -> Result<SyntaxTree, Cancelled> {
    let has_errors = tree.root_node().has_error();
    let mut cursor = tree.walk();
    let mut out = SyntaxTree {
        nodes: Vec::with_capacity(len as usize / 3 + 1),
        errors: Vec::new(),
    };
    let mut open: Vec<u32> = Vec::new();
    loop {
        push(
            &mut out,
            &cursor,
            open.last().copied().unwrap_or(0),
            has_errors,
        );
        if out.nodes.len().is_multiple_of(NODES_BETWEEN_CHECKS) && cancelled() {
            return Err(Cancelled);
        }
        let id = out.nodes.len() as u32 - 1;
        if cursor.goto_first_child() {
            open.push(id);
            continue;
        }
        while !cursor.goto_next_sibling() {
            let end = out.nodes.len() as u32;
            let Some(parent) = open.pop() else {
                // The grammar's root starts at the first token; ours covers the text.
                out.nodes[0].span = Span::new(0, len);
                return Ok(out);
            };
            out.nodes[parent as usize].end = end;
            cursor.goto_parent();
        }
    }
}

fn push(out: &mut SyntaxTree, cursor: &TreeCursor<'_>, parent: u32, has_errors: bool) {
    let node = cursor.node();
    let span = Span::new(node.start_byte() as u32, node.end_byte() as u32);
    let mut flags = 0;
    if node.is_named() {
        flags |= NAMED;
        if node.is_extra() {
            flags |= EXTRA;
        }
    }
    if has_errors {
        if node.is_error() {
            flags |= ERROR;
        }
        if node.is_missing() {
            flags |= MISSING;
        }
        if flags & (ERROR | MISSING) != 0 {
            out.errors.push(SyntaxError {
                span,
                missing: flags & MISSING != 0,
            });
        }
    }
    let id = out.nodes.len() as u32;
    out.nodes.push(SyntaxNode {
        kind: node.kind_id(),
        field: cursor.field_id().map_or(0, Into::into),
        flags,
        span,
        parent,
        end: id + 1,
    });
}
