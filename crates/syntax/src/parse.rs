//! From text to the compact tree.

use crate::hunks::{hunks, lines};
use crate::tree::{ERROR, EXTRA, MISSING, NAMED};
use crate::{Grammar, SyntaxError, SyntaxNode, SyntaxTree};
use reweave_text::Span;
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{InputEdit, ParseOptions, Parser, Point, Tree, TreeCursor};

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
    let tree = read(grammar, text, None, cancelled)?;
    compact(&tree, text.len() as u32, cancelled)
}

/// Two versions of one text: the second is parsed from the first, so that what did not change is not read again. The
/// trees are those that parsing each alone gives.
pub fn parse_pair(
    grammar: &Grammar,
    before: &str,
    after: &str,
    cancelled: &dyn Fn() -> bool,
) -> Result<(SyntaxTree, SyntaxTree), Cancelled> {
    let mut tree = read(grammar, before, None, cancelled)?;
    let first = compact(&tree, before.len() as u32, cancelled)?;
    // From a tree with errors the parser may recover in other ways than from none.
    if !first.errors.is_empty() || !tell_edits(&mut tree, before, after) {
        let second = parse_cancellable(grammar, after, cancelled)?;
        return Ok((first, second));
    }
    let mut tree = read(grammar, after, Some(&tree), cancelled)?;
    if tree.root_node().has_error() {
        tree = read(grammar, after, None, cancelled)?;
    }
    let second = compact(&tree, after.len() as u32, cancelled)?;
    Ok((first, second))
}

/// Tells the tree of `before` what became of it; false where too little is left for that to pay.
fn tell_edits(tree: &mut Tree, before: &str, after: &str) -> bool {
    let (old, new) = (lines(before), lines(after));
    let hunks = hunks(&old, &new);
    let changed: usize = hunks.iter().map(|h| h.before.len() + h.after.len()).sum();
    if 2 * changed > old.len() + new.len() {
        return false;
    }
    let (old_at, new_at) = (starts(&old), starts(&new));
    // From the end, so that what stands before an edit still stands where it stood.
    for h in hunks.iter().rev() {
        let start_byte = old_at[h.before.start];
        let length = new_at[h.after.end] - new_at[h.after.start];
        let start_position = point(&old, h.before.start);
        let mut new_end_position = point(&new[h.after.clone()], h.after.len());
        if new_end_position.row == 0 {
            new_end_position.column += start_position.column;
        }
        new_end_position.row += start_position.row;
        tree.edit(&InputEdit {
            start_byte,
            old_end_byte: old_at[h.before.end],
            new_end_byte: start_byte + length,
            start_position,
            old_end_position: point(&old, h.before.end),
            new_end_position,
        });
    }
    true
}

/// Where each line starts, and the end of the last.
fn starts(lines: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = vec![0];
    starts.extend(lines.iter().map(|l| {
        at += l.len();
        at
    }));
    starts
}

/// Where the line of that number starts, or the text ends.
fn point(lines: &[&str], line: usize) -> Point {
    match lines[..line].last() {
        Some(last) if !last.ends_with('\n') => Point::new(line - 1, last.len()),
        _ => Point::new(line, 0),
    }
}

fn read(
    grammar: &Grammar,
    text: &str,
    old: Option<&Tree>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Tree, Cancelled> {
    let mut progress = |_: &tree_sitter::ParseState| {
        if cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bytes = text.as_bytes();
    PARSER.with_borrow_mut(|parser| {
        parser
            .set_language(&grammar.language)
            .expect("the grammar crates are built for this version of tree-sitter");
        // A parse that was called off would go on where it stopped.
        parser.reset();
        parser
            .parse_with_options(
                &mut |at, _| bytes.get(at..).unwrap_or_default(),
                old,
                Some(ParseOptions::new().progress_callback(&mut progress)),
            )
            .ok_or(Cancelled)
    })
}

thread_local! {
    /// It keeps its stacks and pools of memory from one text to the next.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
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
