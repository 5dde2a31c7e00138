//! Names as Java writes them, for messages: no descriptors, no slashes.

use reweave_text::Part;

/// What lies outside the sources: a key, which has no spaces, or words.
pub fn shown(text: &str) -> String {
    if text.contains(' ') {
        text.to_owned()
    } else {
        shown_key(text)
    }
}

/// `a/B.name(ILjava/lang/String;)` as `a.B.name(int, java.lang.String)`; a constructor has the name of its class.
pub fn shown_key(key: &str) -> String {
    let (name, params) = match key.split_once('(') {
        Some((name, rest)) => (name, Some(rest.trim_end_matches(')'))),
        None => (key, None),
    };
    let name = name.replace(['/', '$'], ".");
    let name = match name.strip_suffix(".<init>") {
        Some(class) => class.to_owned(),
        None => name,
    };
    match params {
        Some(params) => format!("{name}({})", shown_types(params).join(", ")),
        None => name,
    }
}

/// `Ljava/lang/String;` as `java.lang.String`.
pub fn shown_type(descriptor: &str) -> String {
    match shown_types(descriptor).pop() {
        Some(one) => one,
        None => descriptor.replace(['/', '$'], "."),
    }
}

/// The types of a list of descriptors; what is none stays as it is.
fn shown_types(descriptors: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = descriptors;
    while !rest.is_empty() {
        let inner = rest.trim_start_matches('[');
        let arrays = "[]".repeat(rest.len() - inner.len());
        let Some(first) = inner.chars().next() else {
            break;
        };
        let (name, length) = match first {
            'V' => ("void".to_owned(), 1),
            'I' => ("int".to_owned(), 1),
            'J' => ("long".to_owned(), 1),
            'Z' => ("boolean".to_owned(), 1),
            'C' => ("char".to_owned(), 1),
            'B' => ("byte".to_owned(), 1),
            'S' => ("short".to_owned(), 1),
            'F' => ("float".to_owned(), 1),
            'D' => ("double".to_owned(), 1),
            'L' if inner.contains(';') => {
                let end = inner.find(';').unwrap_or(inner.len());
                (inner.part(1..end).replace(['/', '$'], "."), end + 1)
            }
            // Already as people write it, or not known.
            _ => (inner.replace(['/', '$'], "."), inner.len()),
        };
        all.push(name + &arrays);
        rest = inner.part(length..);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_descriptors_are_shown_as_java() {
        assert_eq!(
            shown_key("a/B$C.m(I[Ljava/lang/String;)"),
            "a.B.C.m(int, java.lang.String[])"
        );
        assert_eq!(shown_key("a/B.<init>()"), "a.B()");
        assert_eq!(shown_key("a/B"), "a.B");
        assert_eq!(shown("a/B.m()"), "a.B.m()");
        assert_eq!(shown("array length"), "array length");
        assert_eq!(shown_type("[[J"), "long[][]");
        assert_eq!(shown_type("Ljava/util/Map;"), "java.util.Map");
    }
}
