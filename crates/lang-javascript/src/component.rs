//! Components in one file, as of Vue and Svelte: their scripts are read, what is around them is not.

use reweave_text::Part;

/// With the dot.
const ENDINGS: &[&str] = &[".vue", ".svelte"];

/// The text with all but its scripts blanked, where the file is a component.
pub fn scripts(path: &str, text: &str) -> Option<String> {
    if !ENDINGS.iter().any(|e| path.ends_with(e)) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    while let Some(start) = text.part(from..).find("<script").map(|i| from + i) {
        let Some(open) = text.part(start..).find('>').map(|i| start + i + 1) else {
            break;
        };
        let end = text.part(open..).find("</script").map(|i| open + i);
        let end = end.unwrap_or(text.len());
        blank(text.part(from..open), &mut out);
        out.push_str(text.part(open..end));
        from = end;
    }
    blank(text.part(from..), &mut out);
    Some(out)
}

/// As many bytes of blanks, on as many lines.
fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
}
