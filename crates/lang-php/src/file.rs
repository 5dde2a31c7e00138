//! One parsed file.

use crate::grammar::{Kind, Php};
use reweave_syntax::{NodeId, SyntaxTree, parse};
use reweave_text::Span;
use std::sync::Arc;

/// A file's text and tree. Cheap to clone, so that a changed program can share the files that did not change.
#[derive(Clone)]
pub struct SourceFile {
    pub text: Arc<str>,
    pub tree: Arc<SyntaxTree>,
    php: &'static Php,
}

impl SourceFile {
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let php = Php::get();
        let tree = Arc::new(parse(&php.grammar, &text));
        Self { text, tree, php }
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.php.kind(self.tree.kind(id))
    }

    pub fn span(&self, id: NodeId) -> Span {
        self.tree.span(id)
    }

    pub fn text(&self, id: NodeId) -> &str {
        self.tree.span(id).text(&self.text)
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.parent(id)
    }

    pub fn parent_kind(&self, id: NodeId) -> Kind {
        self.tree.parent(id).map_or(Kind::Other, |p| self.kind(p))
    }

    /// The nearest node above `id` of one of the kinds.
    pub fn ancestor(&self, id: NodeId, kinds: &[Kind]) -> Option<NodeId> {
        self.tree
            .ancestors(id)
            .find(|&a| kinds.contains(&self.kind(a)))
    }

    pub fn child(&self, id: NodeId, kind: Kind) -> Option<NodeId> {
        self.tree.children(id).find(|&c| self.kind(c) == kind)
    }

    /// The named children, without comments.
    pub fn named(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.named_children(id)
    }

    pub fn first_named(&self, id: NodeId) -> Option<NodeId> {
        self.named(id).next()
    }

    /// The child under the field that `pick` names.
    pub fn field(
        &self,
        id: NodeId,
        pick: impl Fn(&crate::grammar::Fields) -> u16,
    ) -> Option<NodeId> {
        self.tree.child_by_field(id, pick(&self.php.fields))
    }

    pub fn field_of(&self, id: NodeId) -> u16 {
        self.tree.node(id).field
    }

    pub fn is_field(&self, id: NodeId, pick: impl Fn(&crate::grammar::Fields) -> u16) -> bool {
        self.tree.node(id).field == pick(&self.php.fields)
    }

    /// Whether a token such as `"&"` stands among the children.
    pub fn has_token(&self, id: NodeId, token: &str) -> bool {
        self.tree.children(id).any(|c| {
            let node = self.tree.node(c);
            !node.is_named() && node.span.text(&self.text).eq_ignore_ascii_case(token)
        })
    }

    /// The operator of a binary, unary or update expression. The tree keeps no field for a dot.
    pub fn operator(&self, id: NodeId) -> &str {
        let token = |&c: &NodeId| !self.tree.node(c).is_named();
        self.field(id, |f| f.operator)
            .or_else(|| self.tree.children(id).find(token))
            .map_or("", |o| self.text(o))
    }

    /// The expression inside any number of parentheses.
    pub fn unwrap_parens(&self, mut id: NodeId) -> NodeId {
        while self.kind(id) == Kind::Parenthesized {
            match self.first_named(id) {
                Some(inner) => id = inner,
                None => break,
            }
        }
        id
    }

    /// The value of a string without interpolation; escapes are kept as written.
    pub fn string_value(&self, id: NodeId) -> Option<&str> {
        let id = self.unwrap_parens(id);
        match self.kind(id) {
            Kind::String | Kind::EncapsedString => {
                let plain = self
                    .named(id)
                    .all(|c| matches!(self.kind(c), Kind::StringContent | Kind::EscapeSequence));
                let text = self.text(id);
                let inner = text.get(1..text.len().checked_sub(1)?)?;
                plain.then_some(inner)
            }
            Kind::Heredoc | Kind::Nowdoc => {
                let mut body = self.field(id, |f| f.value).into_iter();
                let body = body.next()?;
                let plain = self.named(body).all(|c| {
                    matches!(
                        self.kind(c),
                        Kind::StringContent | Kind::EscapeSequence | Kind::NowdocString
                    )
                });
                plain.then(|| self.text(body))
            }
            _ => None,
        }
    }

    /// The name of a variable without its `$`, and where it stands.
    pub fn variable_name(&self, id: NodeId) -> Option<(&str, Span)> {
        let name = self.child(id, Kind::Name)?;
        Some((self.text(name), self.span(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_is_found() {
        for operator in [".", "+", "??", "instanceof", "&&"] {
            let source = SourceFile::parse(format!("<?php $a {operator} $b;"));
            let binary = |&id: &NodeId| source.kind(id) == Kind::Binary;
            let found = source.tree.ids().find(binary).expect("it parses");
            assert_eq!(source.operator(found), operator);
        }
    }
}
