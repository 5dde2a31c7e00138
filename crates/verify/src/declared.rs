//! What the tokens of a file and the words of a finding say of declarations.

use crate::tokens::Tokens;
use reweave_change::Place;

/// The name of a type without its package: `Outer.Inner`.
pub fn own_name<'p>(place: &'p Place, tokens: &Tokens) -> Option<&'p str> {
    let code = place.code.as_deref()?;
    let package = package(tokens);
    if package.is_empty() {
        return Some(code);
    }
    code.strip_prefix(package.as_str())?.strip_prefix('.')
}

/// The package that a file declares; empty for the unnamed one.
pub fn package(tokens: &Tokens) -> String {
    let all = 0..tokens.len();
    let Some(word) = all
        .clone()
        .find(|&i| tokens.get(i) == "package" && tokens.starts_line(i))
    else {
        return String::new();
    };
    let name = (word + 1..all.end).map(|i| tokens.get(i));
    name.take_while(|t| *t != ";").collect()
}

/// Where the name of a type stands in its declaration: comments speak of classes, too, but have no body after the name.
pub fn declared(tokens: &Tokens, name: &str) -> Option<usize> {
    let goes_on =
        |word: &str| matches!(word, "{" | "(" | "<" | "extends" | "implements" | "permits");
    (1..tokens.len().saturating_sub(1)).find(|&i| {
        tokens.get(i) == name && is_type_word(tokens.get(i - 1)) && goes_on(tokens.get(i + 1))
    })
}

pub fn is_type_word(word: &str) -> bool {
    matches!(word, "class" | "interface" | "enum" | "record")
}

pub fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The full name that a file imports a simple name as.
pub fn imported(tokens: &Tokens, name: &str) -> Option<String> {
    let is_end =
        |&i: &usize| tokens.get(i) == name && tokens.get(i + 1) == ";" && tokens.get(i - 1) == ".";
    (2..tokens.len().saturating_sub(1))
        .filter(is_end)
        .find_map(|end| {
            let before = (0..end).rev().find(|&i| tokens.get(i) == ";");
            let words: Vec<&str> = (before.map_or(0, |i| i + 1)..=end)
                .map(|i| tokens.get(i))
                .collect();
            let (first, name) = words.split_first()?;
            (*first == "import").then(|| name.concat())
        })
}

/// A type with its names as `full` has them: the version before may not import them.
pub fn with_packages(ty: &str, full: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in ty.chars().chain([' ']) {
        if c.is_alphanumeric() || matches!(c, '_' | '$' | '.') {
            word.push(c);
        } else {
            out.push_str(&full(&word).unwrap_or_else(|| word.clone()));
            word.clear();
            out.push(c);
        }
    }
    out.pop();
    out
}

/// `run(a int, b List<X, Y>)` has `a` and `b`.
pub fn parameter_names(code: &str) -> Option<Vec<String>> {
    let name = |p: String| p.split_whitespace().next().map(str::to_owned);
    Some(parameters_of(code)?.into_iter().filter_map(name).collect())
}

/// `run(a int, b List<X, Y>)` has `a int` and `b List<X, Y>`.
pub fn parameters_of(code: &str) -> Option<Vec<String>> {
    let inside = code.split_once('(')?.1.rsplit_once(')')?.0;
    let (mut depth, mut out, mut one) = (0, Vec::new(), String::new());
    for c in inside.chars() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            out.push(std::mem::take(&mut one));
        } else {
            one.push(c);
        }
    }
    out.push(one);
    Some(out.into_iter().map(|p| p.trim().to_owned()).collect())
}
