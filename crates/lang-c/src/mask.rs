//! Macros that the grammar stumbles over: it is shown blanks in their place.
//!
//! By convention a macro's name has no small letter. Where a file cannot be read as it stands, such a name is blanked if it stands
//! where no expression and no type can: before a declaration, between a parameter list and what follows, behind `class`, alone on
//! its line. In bodies, where the branches of a condition may tear statements apart, the first branch is read.

use reweave_syntax::{Grammar, parse};

/// The text with such macros blanked; none where it is read as it stands.
pub fn macros(text: &str, grammar: &Grammar) -> Option<String> {
    if parse(grammar, text).errors().is_empty() {
        return None;
    }
    let tokens = tokens(text.as_bytes());
    let mut masked = text.as_bytes().to_vec();
    for (from, to) in blanks(&tokens).into_iter().chain(branches(text, &tokens)) {
        for byte in masked.get_mut(from..to).unwrap_or_default() {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(masked).ok()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// A name in capitals.
    Loud,
    Word,
    Open,
    Close,
    /// A line of the preprocessor.
    Directive,
    /// A bracket, sign or literal, by its first byte.
    Other(u8),
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    token: Token,
    start: usize,
    end: usize,
    /// Of braces around it.
    depth: usize,
    /// Nothing stands before it on its line.
    first: bool,
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80
}

fn tokens(bytes: &[u8]) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::new();
    let (mut at, mut depth, mut first) = (0, 0usize, true);
    while let Some(&b) = bytes.get(at) {
        let start = at;
        if b == b'\n' {
            first = true;
        }
        if b.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let token = match b {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = comment_end(bytes, at + 2);
                continue;
            }
            b'#' if first => {
                at = line_end(bytes, at);
                Token::Directive
            }
            b'"' | b'\'' => {
                at = literal_end(bytes, at);
                Token::Other(b)
            }
            _ if is_word(b) => {
                while bytes.get(at).is_some_and(|&b| is_word(b)) {
                    at += 1;
                }
                let word = &bytes[start..at];
                let loud = word.len() > 2
                    && word.iter().any(u8::is_ascii_uppercase)
                    && !word.iter().any(u8::is_ascii_lowercase);
                if loud { Token::Loud } else { Token::Word }
            }
            _ => {
                at += 1;
                match b {
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    _ => Token::Other(b),
                }
            }
        };
        if token == Token::Other(b'}') {
            depth = depth.saturating_sub(1);
        }
        out.push(Placed {
            token,
            start,
            end: at,
            depth,
            first,
        });
        if token == Token::Other(b'{') {
            depth += 1;
        }
        first = false;
    }
    out
}

/// With the lines that a backslash continues.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&b) = bytes.get(at) {
        if b == b'\n' && bytes.get(at.wrapping_sub(1)) != Some(&b'\\') {
            break;
        }
        at += 1;
    }
    at
}

fn comment_end(bytes: &[u8], from: usize) -> usize {
    let inside = bytes.get(from..).unwrap_or_default();
    let end = inside.windows(2).position(|w| w == b"*/");
    end.map_or(bytes.len(), |i| from + i + 2)
}

fn literal_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes.get(start).copied();
    let mut at = start + 1;
    while let Some(&b) = bytes.get(at) {
        match b {
            b'\\' => at += 1,
            b'\n' => break,
            _ if Some(b) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

/// Behind the bracket that closes the one at `open`.
fn behind_brackets(tokens: &[Placed], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, t) in tokens.iter().enumerate().skip(open).take(LONGEST_LIST) {
        match t.token {
            Token::Open => depth += 1,
            Token::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            Token::Directive | Token::Other(b'{' | b'}' | b';') => return None,
            _ => {}
        }
    }
    None
}

/// Tokens in the brackets behind a macro's name.
const LONGEST_LIST: usize = 200;

fn blanks(tokens: &[Placed]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for (i, t) in tokens.iter().enumerate() {
        if t.token != Token::Loud {
            continue;
        }
        let kind = |at: usize| tokens.get(at).map(|t| t.token);
        let called = kind(i + 1) == Some(Token::Open);
        let end = if called {
            behind_brackets(tokens, i + 1)
        } else {
            Some(i + 1)
        };
        let Some(end) = end else { continue };
        let before = i.checked_sub(1).and_then(kind);
        if stands_apart(tokens, i, before, end) {
            out.push((t.start, tokens[end - 1].end));
        }
    }
    out
}

/// Whether no expression and no type can stand there; `end` is the token behind the macro.
fn stands_apart(tokens: &[Placed], i: usize, before: Option<Token>, end: usize) -> bool {
    let next = tokens.get(end);
    let kind = |at: usize| tokens.get(at).map(|t| t.token);
    let named = |at: usize| matches!(kind(at), Some(Token::Word | Token::Loud));
    let starts = matches!(
        before,
        None | Some(Token::Directive | Token::Other(b';' | b'}' | b'{' | b':'))
    );
    // `int f(void) ATTRIBUTE {` and `… ATTRIBUTE;`
    let behind_list = before == Some(Token::Close)
        && matches!(kind(end), Some(Token::Other(b'{' | b';')))
        && !tokens[i].first;
    // `class EXPORT Name`: two names behind each other, of which the first is loud.
    let two_names = named(end) && (named(end + 1) || kind(end + 1) == Some(Token::Other(b'*')));
    let before_declaration = (starts || before == Some(Token::Word)) && two_names;
    let in_head = before == Some(Token::Word)
        && named(end)
        && matches!(kind(end + 1), Some(Token::Other(b'{' | b':')));
    // Alone on its line, with nothing that goes on.
    let alone = starts
        && tokens[i].first
        && next.is_none_or(|n| n.first && !matches!(n.token, Token::Other(b'{' | b'=' | b',')));
    behind_list || before_declaration || in_head || alone
}

/// In bodies: the directives themselves, and all branches but the first.
fn branches(text: &str, tokens: &[Placed]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    // Where the part of each open condition begins that is left out.
    let mut open: Vec<Option<usize>> = Vec::new();
    for t in tokens.iter().filter(|t| t.token == Token::Directive) {
        let line = text.get(t.start..t.end).unwrap_or_default();
        let word = line.trim_start_matches('#').trim_start();
        if word.starts_with("if") {
            open.push(None);
        } else if word.starts_with("el") {
            if let Some(last) = open.last_mut().filter(|l| l.is_none() && t.depth > 0) {
                *last = Some(t.start);
            }
        } else if word.starts_with("endif") {
            if let Some(Some(from)) = open.pop() {
                out.push((from, t.end));
            }
        } else {
            continue;
        }
        if t.depth > 0 {
            out.push((t.start, t.end));
        }
    }
    out
}
