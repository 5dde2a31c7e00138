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

/// The one run of words that makes two names differ: `getRealValue`, `getValue` differ by `real` and nothing.
///
/// ```
/// use reweave_component::substitution;
/// let (old, new) = substitution("TrivariateRealFunction", "TrivariateFunction").unwrap();
/// assert_eq!((old.as_str(), new.as_str()), ("real", ""));
/// assert!(substitution("size", "length").is_none());
/// ```
pub fn substitution(old: &str, new: &str) -> Option<(String, String)> {
    let (old, new) = (words(old), words(new));
    let same = |(a, b): &(&String, &String)| a == b;
    let before = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let differs = old.len() + new.len() > 2 * after;
    (before + after > 0 && differs).then(|| {
        let run = |words: &[String]| words[..words.len() - after].join(" ");
        (run(old), run(new))
    })
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
