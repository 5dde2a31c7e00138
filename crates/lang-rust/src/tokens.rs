//! Calls of macros. The grammar leaves what they are given as tokens: the names, members and calls among those are read.

use crate::grammar::{F, K};
use crate::rust::Lowerer;
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

/// `name!(a, b)` is a call of `name!` with the arguments between the commas.
pub fn macro_call(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let name = l.in_field(id, F::Macro);
    let last = name.and_then(|n| l.in_field(n, F::Name)).or(name);
    let sym = l
        .names
        .intern(&format!("{}!", last.map_or("", |n| l.token(n))));
    let at = last.map_or(l.span(id).start, |n| l.span(n).start);
    let node = l.open(id, Kind::Call, role);
    (node.sym, node.name_at) = (sym, at);
    if let Some(tokens) = l.of_kind(id, K::TokenTree) {
        arguments(l, tokens);
    }
    l.close();
}

/// The tokens between the brackets, cut at the commas.
fn arguments(l: &mut Lowerer<'_>, tree: SyntaxId) {
    let all: Vec<SyntaxId> = l.kids(tree).collect();
    let Some(inner) = all.get(1..all.len().saturating_sub(1)) else {
        return;
    };
    let cut: Vec<&[SyntaxId]> = inner.split(|&t| l.k(t) == K::Comma).collect();
    for argument in cut {
        self::argument(l, argument);
    }
}

/// The arguments of an attribute, each as its tokens without the layout between them.
pub fn as_written(l: &mut Lowerer<'_>, tree: SyntaxId) {
    let all: Vec<SyntaxId> = l.kids(tree).collect();
    let Some(inner) = all.get(1..all.len().saturating_sub(1)) else {
        return;
    };
    let cut: Vec<&[SyntaxId]> = inner.split(|&t| l.k(t) == K::Comma).collect();
    for argument in cut {
        let (Some(&first), Some(&last)) = (argument.first(), argument.last()) else {
            continue;
        };
        let mut text = String::new();
        for &token in argument {
            push_tokens(l, token, &mut text);
        }
        let span = reweave_text::Span::new(l.span(first).start, l.span(last).end);
        let sym = l.names.intern(&text);
        l.open_at(span, Kind::Name, Role::Argument).sym = sym;
        l.close();
    }
}

fn push_tokens(l: &Lowerer<'_>, token: SyntaxId, out: &mut String) {
    if l.k(token) == K::TokenTree {
        for inner in l.kids(token) {
            push_tokens(l, inner, out);
        }
    } else {
        out.push_str(l.token(token));
        if l.k(token) == K::Comma {
            out.push(' ');
        }
    }
}

fn argument(l: &mut Lowerer<'_>, tokens: &[SyntaxId]) {
    let (Some(&first), Some(&last)) = (tokens.first(), tokens.last()) else {
        return;
    };
    if chain(l, tokens) == tokens.len() {
        return link(l, tokens, Role::Argument);
    }
    let span = reweave_text::Span::new(l.span(first).start, l.span(last).end);
    let sym = l.symbol(first);
    l.open_at(span, Kind::OtherExpr, Role::Argument).sym = sym;
    let mut at = 0;
    while at < tokens.len() {
        let length = chain(l, &tokens[at..]);
        if length > 0 {
            link(l, &tokens[at..at + length], Role::Argument);
        } else if l.k(tokens[at]) == K::TokenTree {
            arguments(l, tokens[at]);
        } else {
            l.leaf(tokens[at], Kind::OtherExpr, Role::Argument);
        }
        at += length.max(1);
    }
    l.close();
}

/// Tokens of one value: each access is one level of the tree.
const LONGEST_CHAIN: usize = 200;

/// How many tokens from the first are one value: a name or literal, its members and calls.
fn chain(l: &Lowerer<'_>, tokens: &[SyntaxId]) -> usize {
    let first = tokens.first().map(|&t| l.k(t));
    if !matches!(
        first,
        Some(
            K::Identifier
                | K::SelfWord
                | K::StringLiteral
                | K::RawString
                | K::CharLiteral
                | K::BooleanLiteral
                | K::IntegerLiteral
                | K::FloatLiteral
        )
    ) {
        return 0;
    }
    let mut at = 1;
    while at < LONGEST_CHAIN {
        let kind = |i: usize| tokens.get(i).map(|&t| l.k(t));
        at += match (kind(at), kind(at + 1)) {
            (Some(K::Dot), Some(K::Identifier | K::IntegerLiteral)) => 2,
            (Some(K::TokenTree), _) if l.token(tokens[at]).starts_with('(') => 1,
            _ => break,
        };
    }
    at
}

/// A chain as the accesses and calls that it is, the last one outermost.
fn link(l: &mut Lowerer<'_>, tokens: &[SyntaxId], role: Role) {
    let (Some(&first), Some((&last, before))) = (tokens.first(), tokens.split_last()) else {
        return;
    };
    if before.is_empty() {
        return crate::expr::expression(l, last, role);
    }
    let span = reweave_text::Span::new(l.span(first).start, l.span(last).end);
    let called = l.k(last) == K::TokenTree;
    // Before a call its name, before a name its dot.
    let (name, rest) = if called {
        match before.split_last() {
            Some((&name, rest)) if l.k(name) == K::Identifier => (Some(name), rest),
            _ => (None, before),
        }
    } else {
        (Some(last), before)
    };
    let rest = match rest.split_last() {
        Some((&dot, receiver)) if l.k(dot) == K::Dot => receiver,
        _ => rest,
    };
    let named = name.map(|n| (l.symbol(n), l.span(n).start));
    let kind = if called {
        Kind::Call
    } else {
        Kind::FieldAccess
    };
    let node = l.open_at(span, kind, role);
    if let Some(named) = named {
        (node.sym, node.name_at) = named;
    }
    link(l, rest, Role::Receiver);
    if called {
        arguments(l, last);
    }
    l.close();
}
