//! Names as words: `CircularFifoBuffer` is circular, fifo, buffer.

/// The share of words that two names have in common.
///
/// ```
/// use reweave_component::shared_words;
/// assert!(shared_words("CircularFifoBuffer", "CircularFifoQueue") > 0.6);
/// assert_eq!(shared_words("getHTMLPage", "print"), 0.0);
/// ```
pub fn shared_words(a: &str, b: &str) -> f64 {
    let (a, b) = (words(a), words(b));
    let common = a.iter().filter(|w| b.contains(w)).count() as f64;
    f64::midpoint(
        common / a.len().max(1) as f64,
        common / b.len().max(1) as f64,
    )
}

fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            after_lower = false;
            words.push(String::new());
            continue;
        }
        if words.is_empty() || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        after_lower = !c.is_uppercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|w| !w.is_empty());
    words
}
