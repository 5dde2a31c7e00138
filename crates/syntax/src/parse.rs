//! From text to the compact tree.

use crate::compact::{Cancelled, Kept, compact};
use crate::hunks::{ByteEdit, Hunk, hunks, lines};
use crate::{Grammar, SyntaxNode, SyntaxTree};
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{InputEdit, ParseOptions, Parser, Point, Tree};

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
    compact(grammar, &tree, text.len(), None, cancelled)
}

/// A text as it was parsed, from which another version of it can be.
pub struct Version {
    text: Box<str>,
    tree: Tree,
    syntax: SyntaxTree,
}

/// About what tree-sitter holds for a node, of which neighbouring versions share most.
const BYTES_PER_NODE: usize = 40;

impl Version {
    pub const fn syntax(&self) -> &SyntaxTree {
        &self.syntax
    }

    pub fn into_syntax(self) -> SyntaxTree {
        self.syntax
    }

    /// About how much memory it holds.
    pub fn bytes(&self) -> usize {
        let nodes = &self.syntax.nodes;
        self.text.len() + nodes.capacity() * size_of::<SyntaxNode>() + nodes.len() * BYTES_PER_NODE
    }
}

/// Parses `text` from an earlier version of it where there is one, so that what did not change is not read again. The tree is the one
/// that parsing it alone gives.
pub fn parse_next(
    grammar: &Grammar,
    text: &str,
    earlier: Option<&Version>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Version, Cancelled> {
    let next = earlier.map(|earlier| parse_from(grammar, earlier, text, cancelled));
    let (tree, syntax) = if let Some(next) = next.transpose()?.flatten() {
        next
    } else {
        let tree = read(grammar, text, None, cancelled)?;
        let syntax = compact(grammar, &tree, text.len(), None, cancelled)?;
        (tree, syntax)
    };
    Ok(Version {
        text: text.into(),
        tree,
        syntax,
    })
}

/// None where the earlier version is of no use.
fn parse_from(
    grammar: &Grammar,
    earlier: &Version,
    text: &str,
    cancelled: &dyn Fn() -> bool,
) -> Result<Option<(Tree, SyntaxTree)>, Cancelled> {
    // From a tree with errors the parser may recover in other ways than from none.
    if !earlier.syntax.errors.is_empty() || *earlier.tree.language() != grammar.language {
        return Ok(None);
    }
    let mut tree = earlier.tree.clone();
    let Some(edits) = tell_edits(&mut tree, &earlier.text, text) else {
        return Ok(None);
    };
    let tree = read(grammar, text, Some(&tree), cancelled)?;
    if tree.root_node().has_error() {
        return Ok(None);
    }
    let kept = Kept::new(&earlier.syntax, &edits);
    let syntax = compact(grammar, &tree, text.len(), Some(kept), cancelled)?;
    Ok(Some((tree, syntax)))
}

/// Tells the tree of `before` what became of it, and gives what it told, in order; none where too little is left for that
/// to pay.
fn tell_edits(tree: &mut Tree, before: &str, after: &str) -> Option<Vec<ByteEdit>> {
    let (old, new) = (lines(before), lines(after));
    let hunks = hunks(&old, &new);
    let changed: usize = hunks.iter().map(|h| h.before.len() + h.after.len()).sum();
    if 2 * changed > old.len() + new.len() {
        return None;
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
    let byte_edit = |h: &Hunk| ByteEdit {
        before: old_at[h.before.start]..old_at[h.before.end],
        after: new_at[h.after.start]..new_at[h.after.end],
    };
    Some(hunks.iter().map(byte_edit).collect())
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
