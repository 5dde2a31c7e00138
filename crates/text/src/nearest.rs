//! What somebody meant who wrote something else.

/// The name that is most like `word`, if any is like it: at most a third of the letters differ, a swap counting once.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let fold = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
    let word = fold(word);
    let most = word.chars().count().div_ceil(3);
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, &fold(name));
    let nearest = names.into_iter().min_by_key(distance)?;
    (distance(&nearest) <= most).then_some(nearest)
}

/// `; did you mean NAME?`, or nothing.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(word, names) {
        Some(name) => format!("; did you mean {name}?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_seen_through_and_other_words_are_not() {
        let names = ["Rename Method", "Rename Class", "Extract Method"];
        assert_eq!(nearest("rename-mehtod", names), Some("Rename Method"));
        assert_eq!(nearest("Extract Methd", names), Some("Extract Method"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("x", []), None);
    }
}
