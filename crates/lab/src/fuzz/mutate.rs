//! Changes to the bytes of a file: small ones that leave most of it a program, and large ones that go for the limits.

use crate::storm::Random;

/// No mutated file grows beyond this, but for the few that [`huge_line`] and [`nest`] make.
const LARGEST: usize = 256 << 10;

/// One mutation of a file; `other` is a file of the same language to take parts of.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    // Renaming and moving tokens keeps a file readable, and what is readable goes deepest.
    match random.below(40) {
        0..=7 => swap_tokens(bytes, random, true),
        8..=13 => take_token(bytes, other, random),
        14..=16 => swap_tokens(bytes, random, false),
        17..=19 => repeat_token(bytes, random),
        20..=23 => delete_token(bytes, random),
        24..=26 => unusual_name(bytes, random),
        27..=28 => flip(bytes, random),
        29 => truncate(bytes, random),
        30..=31 => nest(bytes, random),
        32 => insert(bytes, random, &[0]),
        33 => insert(bytes, random, &[0xC3]),
        34 => insert(bytes, random, &[0xFF, 0xFE, 0x80]),
        35 => splice(bytes, other, random),
        36..=37 => repeat_line(bytes, random),
        38 if random.one_in(8) => huge_line(bytes, random),
        38 => line_ends(bytes, random),
        _ => odd_text(bytes, random),
    }
}

/// Words, numbers, strings of blanks, and single other characters.
fn tokens(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let class = |b: u8| match b {
        b'_' | b'$' | 0x80.. => 1,
        b if b.is_ascii_alphanumeric() => 1,
        b if b.is_ascii_whitespace() => 2,
        _ => 0,
    };
    let mut all: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, &b) in bytes.iter().enumerate() {
        match all.last_mut() {
            Some(last) if class(b) != 0 && class(bytes[last.start]) == class(b) => {
                last.end = at + 1;
            }
            _ => all.push(at..at + 1),
        }
    }
    all.retain(|t| class(bytes[t.start]) != 2);
    all
}

fn token(bytes: &[u8], random: &mut Random) -> Option<std::ops::Range<usize>> {
    random.pick(&tokens(bytes)).cloned()
}

fn is_word(token: &[u8]) -> bool {
    token.first().is_some_and(u8::is_ascii_alphabetic)
}

fn swap_tokens(bytes: &mut Vec<u8>, random: &mut Random, words: bool) {
    let mut all = tokens(bytes);
    if words {
        all.retain(|t| is_word(&bytes[t.clone()]));
    }
    let (Some(a), Some(b)) = (random.pick(&all).cloned(), random.pick(&all).cloned()) else {
        return;
    };
    let (a, b) = if a.start < b.start { (a, b) } else { (b, a) };
    if a.end > b.start {
        return;
    }
    let (first, second) = (bytes[a.clone()].to_vec(), bytes[b.clone()].to_vec());
    bytes.splice(b, first);
    bytes.splice(a, second);
}

fn take_token(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let from = if random.one_in(2) {
        other
    } else {
        &bytes.clone()
    };
    if let (Some(at), Some(with)) = (token(bytes, random), token(from, random)) {
        bytes.splice(at, from[with].to_vec());
    }
}

fn repeat_token(bytes: &mut Vec<u8>, random: &mut Random) {
    if let Some(at) = token(bytes, random) {
        let times = 1 << random.below(6);
        let text = bytes[at.clone()].repeat(times);
        bytes.splice(at.end..at.end, text);
    }
}

fn delete_token(bytes: &mut Vec<u8>, random: &mut Random) {
    if let Some(at) = token(bytes, random) {
        bytes.drain(at);
    }
}

/// All uses of a word become a name that few people write.
fn unusual_name(bytes: &mut Vec<u8>, random: &mut Random) {
    const NAMES: [&str; 9] = [
        "calculer_été",
        "é",
        "名前",
        "\u{1F600}",
        "a\u{301}",
        "_",
        "$",
        "\\u0041",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ];
    let Some(at) = token(bytes, random).filter(|t| is_word(&bytes[t.clone()])) else {
        return;
    };
    let old = bytes[at].to_vec();
    let new = NAMES[random.below(NAMES.len())].as_bytes();
    for token in tokens(bytes).into_iter().rev() {
        if bytes[token.clone()] == old[..] && bytes.len() < LARGEST {
            bytes.splice(token, new.iter().copied());
        }
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(8) {
        if !bytes.is_empty() {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
    }
}

fn truncate(bytes: &mut Vec<u8>, random: &mut Random) {
    let end = random.below(bytes.len() + 1);
    bytes.truncate(end);
}

fn insert(bytes: &mut Vec<u8>, random: &mut Random, what: &[u8]) {
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, what.iter().copied());
}

/// A piece of another file at some place.
fn splice(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let from = random.below(other.len() + 1);
    let to = (from + random.below(400)).min(other.len());
    insert(bytes, random, &other[from..to]);
}

/// What opens and what closes around a token, many times.
const NESTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("(", ""),
    ("", ")"),
    ("{", "}"),
    ("{ ", ""),
    ("", "}"),
    ("[", "]"),
    ("a[", "]"),
    ("f(", ")"),
    ("A<", ">"),
    ("A<", ""),
    ("-", ""),
    ("!", ""),
    ("(int)", ""),
    ("(A)", ""),
    ("x -> ", ""),
    ("() -> { return ", "; }"),
    ("a ? b : ", ""),
    ("a ? ", " : b"),
    ("1 + ", ""),
    ("", " + 1"),
    ("\"a\" + ", ""),
    ("\"a\" . ", ""),
    ("", ".f()"),
    ("", "->f()"),
    ("", "%f"),
    ("", "[1]"),
    ("", "[]"),
    ("", "++"),
    ("if (a) b(); else ", ""),
    ("if (a) { ", " }"),
    ("if (a) ", ""),
    ("while (a) ", ""),
    ("for (;;) { ", " }"),
    ("try { ", " } finally { }"),
    ("switch (a) { case 1: ", " }"),
    ("new A() { Object o = ", "; }"),
    ("class A { ", " }"),
    ("interface I { ", " }"),
    ("function f() { ", " }"),
    ("fn() => ", ""),
    ("match(1) { 1 => ", " }"),
    ("@A(", ")"),
    ("/*", "*/"),
    ("\"", ""),
    ("$", ""),
    ("&", ""),
    ("\nif (a) then\n", "\nend if\n"),
    ("\ndo i = 1, 2\n", "\nend do\n"),
    ("\nblock\n", "\nend block\n"),
    ("\ndo 10 i = 1, 2\n", ""),
    ("\nmodule m\ncontains\n", "\nend module\n"),
    ("\nselect case (a)\ncase (1)\n", "\nend select\n"),
    ("(/ ", " /)"),
    (".not. ", ""),
    ("a ** ", ""),
    ("a = ", ""),
    ("a.", ""),
    ("a\\", ""),
    ("List<? extends ", ">"),
    ("int[]", ""),
    ("case 1 -> ", ""),
    ("&\n", ""),
];

fn nest(bytes: &mut Vec<u8>, random: &mut Random) {
    let Some(at) = token(bytes, random) else {
        return;
    };
    let (open, close) = NESTS[random.below(NESTS.len())];
    // Mostly few; now and then as deep as the limits of any reader.
    let bits = if random.one_in(6) { 15 } else { 8 };
    let times = 1 + random.of_bits(bits);
    bytes.splice(at.end..at.end, close.repeat(times).bytes());
    bytes.splice(at.start..at.start, open.repeat(times).bytes());
}

fn repeat_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    let from = random.below(lines.len().max(1));
    let to = (from + 1 + random.below(12)).min(lines.len());
    let Some(part) = lines.get(from..to).map(<[&[u8]]>::concat) else {
        return;
    };
    let at: usize = lines[..to].iter().map(|l| l.len()).sum();
    let times = (1 << random.below(8)).min(LARGEST / part.len().max(1));
    bytes.splice(at..at, part.repeat(times));
}

fn huge_line(bytes: &mut Vec<u8>, random: &mut Random) {
    const PARTS: [&str; 6] = [" ", "a", "a,", "a.b();", "\"x\"+", "\u{e9}"];
    let part = PARTS[random.below(PARTS.len())];
    let size = 1 << (14 + random.below(6));
    insert(bytes, random, part.repeat(size / part.len()).as_bytes());
}

fn line_ends(bytes: &mut Vec<u8>, random: &mut Random) {
    let ends: [&[u8]; 4] = [b"\r\n", b"\r", b"", b"\n\n"];
    let end = ends[random.below(ends.len())];
    *bytes = bytes.split(|&b| b == b'\n').collect::<Vec<_>>().join(end);
}

fn odd_text(bytes: &mut Vec<u8>, random: &mut Random) {
    const TEXTS: [&str; 16] = [
        "\u{feff}", "\u{1a}", "\\u00", "\\u005c", "\"\"\"", "'", "/*", "*/", "//", "?>", "<<<A\n",
        "#", "`", "\t", "\u{202e}", "!",
    ];
    let text = TEXTS[random.below(TEXTS.len())];
    insert(bytes, random, text.as_bytes());
}
