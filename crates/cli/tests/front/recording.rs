//! What a terminal shows, as a picture: text with the colours of its escape sequences.

use std::fmt::Write;

/// The width of a character, the height of a line, and the space around the text, in pixels.
const CHAR: f64 = 7.8;
const LINE: f64 = 18.0;
const MARGIN: f64 = 16.0;

const STYLE: &str = "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#e6edf3}\
.b{font-weight:700}.d{fill:#9198a1}.c31{fill:#ff7b72}.c32{fill:#56d364}.c33{fill:#e3b341}.c36{fill:#76e3ea}";

/// A text with escape sequences for styles as a picture.
pub fn svg(session: &str) -> String {
    let lines: Vec<Vec<(String, String)>> = session.lines().map(runs).collect();
    let chars =
        |line: &Vec<(String, String)>| line.iter().map(|r| r.1.chars().count()).sum::<usize>();
    let widest = lines.iter().map(chars).max().unwrap_or(0) as f64;
    let (width, height) = (
        (widest * CHAR + 2.0 * MARGIN).ceil(),
        (lines.len() as f64 * LINE + 2.0 * MARGIN).ceil(),
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"reweave on a small shop\">\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n"
    );
    for (i, line) in lines.iter().enumerate() {
        let y = MARGIN + LINE * (i as f64 + 0.75);
        let _ = write!(out, "<text x=\"{MARGIN}\" y=\"{y}\">");
        for (class, text) in line {
            let text = escape(text);
            let _ = match class.as_str() {
                "" => write!(out, "{text}"),
                class => write!(out, "<tspan class=\"{class}\">{text}</tspan>"),
            };
        }
        out.push_str("</text>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// A line cut where its style changes, each piece with its classes.
fn runs(line: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut class = String::new();
    for (i, piece) in line.split("\x1b[").enumerate() {
        let text = match piece.split_once('m') {
            Some((codes, text)) if i > 0 => {
                class = classes(&class, codes);
                text
            }
            _ => piece,
        };
        if !text.is_empty() {
            out.push((class.clone(), text.to_owned()));
        }
    }
    out
}

fn classes(before: &str, codes: &str) -> String {
    let mut all: Vec<String> = before.split_whitespace().map(str::to_owned).collect();
    for code in codes.split(';') {
        match code {
            "" | "0" => all.clear(),
            "1" => all.push("b".into()),
            "2" => all.push("d".into()),
            code => all.push(format!("c{code}")),
        }
    }
    all.join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[test]
fn styles_become_classes() {
    let picture = svg("a \x1b[1m\x1b[31mb<\x1b[0m c");
    assert!(
        picture.contains("a <tspan class=\"b c31\">b&lt;</tspan> c"),
        "{picture}"
    );
}
