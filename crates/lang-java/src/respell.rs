//! A text in which only names are spelled otherwise: its model is the old one with other symbols at other places, and the
//! parser, which takes most of the time of reading, is not asked.
//!
//! Where one plain name stands instead of another, the grammar reads the same tree. Anything else (an added qualifier, a
//! word in a string, a name that means something to the grammar) is read anew.

use crate::grammar::JAVA;
use crate::lex::is_word;
use crate::lower::qualified;
use reweave_model::{FileModel, Kind, Node, NodeId};
use reweave_text::{Interner, Span, Symbol};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What [`crate::lower`] makes of `text`, from the model and the text of an earlier version of the same file; none where more
/// than names and words of comments changed, or the earlier text could not be read whole.
pub fn respell(before: (&FileModel, &str), text: &str, names: &Interner) -> Option<FileModel> {
    let (model, old) = before;
    if !model.left_out.is_empty() {
        return None;
    }
    let words = Words::between(old, text)?;
    let renamed = words.renamed(model, old, text, names)?;
    let mut respelled = model.with_names(&renamed, |at| words.shift(at));
    for index in 0..respelled.types.len() {
        let decl = &respelled.types[index];
        let name = qualified(&respelled, decl, names);
        respelled.types[index].qualified = name;
    }
    Some(respelled)
}

/// The words that differ between two texts, where they stood and where they stand, in order.
struct Words(Vec<(Span, Span)>);

impl Words {
    /// None where something else differs.
    fn between(old: &str, new: &str) -> Option<Self> {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let in_word = |b: &u8| is_word(*b) || b.is_ascii_digit();
        let mut words = Vec::new();
        let mut at = (0, 0);
        loop {
            let rest = (&old[at.0..], &new[at.1..]);
            let same = rest.0.iter().zip(rest.1).take_while(|(a, b)| a == b);
            let same = same.count();
            if same == rest.0.len() && same == rest.1.len() {
                return Some(Self(words));
            }
            let back = rest.0[..same].iter().rev().take_while(|&b| in_word(b));
            let common = same - back.count();
            let whole = |text: &[u8], start: usize| {
                let length = text[start..].iter().take_while(|&b| in_word(b)).count();
                Span::new(start as u32, (start + length) as u32)
            };
            let word = (whole(old, at.0 + common), whole(new, at.1 + common));
            if word.0.is_empty() || word.1.is_empty() {
                return None;
            }
            words.push(word);
            at = (word.0.end as usize, word.1.end as usize);
        }
    }

    /// Where an offset of the old text is in the new one.
    fn shift(&self, at: u32) -> u32 {
        let behind = self.0.partition_point(|(old, _)| old.end <= at);
        match behind.checked_sub(1).map(|last| self.0[last]) {
            Some((old, new)) => new.end + (at - old.end),
            None => at,
        }
    }

    fn starting_at(&self, at: u32) -> Option<usize> {
        self.0.binary_search_by_key(&at, |(old, _)| old.start).ok()
    }

    fn inside(&self, span: Span) -> std::ops::Range<usize> {
        let first = self.0.partition_point(|(old, _)| old.start < span.start);
        let end = self.0.partition_point(|(old, _)| old.end <= span.end);
        first..end.max(first)
    }

    /// The nodes that get their symbols from the words; none where that does not account for all of them.
    fn renamed(
        &self,
        model: &FileModel,
        old: &str,
        new: &str,
        names: &Interner,
    ) -> Option<Vec<(NodeId, Symbol)>> {
        let mut accounted = vec![false; self.0.len()];
        for comment in &model.comments {
            accounted[self.inside(*comment)].fill(true);
        }
        for ((before, after), accounted) in self.0.iter().zip(&accounted) {
            let is_name = is_plain(before.text(old)) && is_plain(after.text(new));
            if !accounted && !is_name {
                return None;
            }
        }
        let mut renamed = Vec::new();
        for id in model.tree.descendants(NodeId::ROOT) {
            let node = model.tree.node(id);
            if node.sym.is_empty() {
                continue;
            }
            let spelled = match spelling(node) {
                Spelling::Name => {
                    let word = self.starting_at(node.name_at);
                    word.filter(|&w| self.0[w].0.text(old) == names.text(node.sym))
                        .map(|w| w..w + 1)
                }
                Spelling::Dotted => Some(self.inside(node.span)).filter(|w| !w.is_empty()),
                Spelling::Whole if self.inside(node.span).is_empty() => None,
                Spelling::Whole => return None,
                Spelling::Other => None,
            };
            let Some(mut words) = spelled else { continue };
            let length = names.text(node.sym).len() as u32;
            let at = Span::new(node.name_at, node.name_at + length);
            if old.get(at.start as usize..at.end as usize) != Some(names.text(node.sym)) {
                return None;
            }
            let of_name = self.inside(at);
            words = words.start.max(of_name.start)..words.end.min(of_name.end);
            if words.is_empty() {
                continue;
            }
            accounted[words].fill(true);
            let now = Span::new(self.shift(at.start), self.shift(at.end));
            renamed.push((id, names.intern(now.text(new))));
        }
        accounted.iter().all(|&a| a).then_some(renamed)
    }
}

/// What the symbol of a node is in the text.
enum Spelling {
    /// One name.
    Name,
    /// Names with dots, and perhaps layout, between them.
    Dotted,
    /// All of the node.
    Whole,
    /// Nothing that a name can change.
    Other,
}

fn spelling(node: &Node) -> Spelling {
    match node.kind {
        // The class that a file of bare members stands for has its name from the file.
        Kind::Type if node.name_at == node.span.start => Spelling::Other,
        Kind::Type
        | Kind::TypeParam
        | Kind::Field
        | Kind::EnumConstant
        | Kind::Callable
        | Kind::Param
        | Kind::Labeled
        | Kind::VarDecl
        | Kind::Break
        | Kind::Continue
        | Kind::Name
        | Kind::FieldAccess
        | Kind::Call
        | Kind::MethodRef
        | Kind::TypePattern
        | Kind::TypeName => Spelling::Name,
        Kind::Package | Kind::Import | Kind::Annotation => Spelling::Dotted,
        Kind::Directive | Kind::Broken | Kind::OtherExpr => Spelling::Whole,
        _ => Spelling::Other,
    }
}

/// Whether a word is a name wherever it stands, and the grammar has no other use for it. Which letters beyond ASCII a name may have
/// only the grammar knows.
fn is_plain(word: &str) -> bool {
    /// Words that the grammar knows by other names than their own, or that lowering knows.
    const KNOWN: [&str; 12] = [
        "_", "boolean", "const", "false", "goto", "module", "null", "super", "this", "true", "var",
        "void",
    ];
    static RESERVED: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let grammar = &JAVA.grammar;
        let kinds = 0..grammar.kind_count() as u16;
        let words = kinds.filter(|&k| !grammar.kind_is_named(k));
        words.map(|k| grammar.kind_name(k)).chain(KNOWN).collect()
    });
    let may_start = !word.starts_with(|c: char| c.is_ascii_digit());
    word.is_ascii() && may_start && !RESERVED.contains(word)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn words_of_the_grammar_are_not_plain() {
        let reserved = "abstract assert boolean break byte case catch char class const continue default do double else enum \
            extends exports false final finally float for goto if implements import instanceof int interface long module \
            native new null open opens package permits private protected provides public record requires return sealed \
            short static strictfp super switch synchronized this throw throws to transient transitive true try uses var \
            void volatile when while with yield _";
        for word in reserved.split_whitespace() {
            assert!(!is_plain(word), "{word}");
        }
        assert!(is_plain("value") && !is_plain("0x1f"));
        // This is no name at all.
        assert!(!is_plain("value😀"));
    }
}
