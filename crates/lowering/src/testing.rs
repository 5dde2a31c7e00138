//! What the tests of every language's crate ask of its lowering.

use reweave_model::{FileModel, NodeId, TypeKind, dump};
use reweave_text::{Interner, Part};

/// The tests that every language has of its sample: all of it is read, a version that is read from another becomes what it
/// becomes alone, and texts that stop anywhere or lack a piece are read. It also makes `TEXT`, and `file`, which lowers it.
#[macro_export]
macro_rules! sample {
    ($sample:literal, $path:literal, $lower:path, $lower_next:path, $from:literal => $to:literal) => {
        const TEXT: &str = include_str!($sample);

        fn file(names: &::reweave_text::Interner) -> ::reweave_model::FileModel {
            $lower($path, TEXT, names)
        }

        #[test]
        fn all_of_the_sample_is_read() {
            let names = ::reweave_text::Interner::default();
            let left_out = file(&names).left_out;
            assert!(left_out.is_empty(), "{left_out:?}");
        }

        #[test]
        fn a_version_that_follows_another_is_as_it_is_alone() {
            let names = ::reweave_text::Interner::default();
            let after = TEXT.replace($from, $to);
            assert_ne!(after, TEXT);
            let next = |text, earlier| {
                let read = $lower_next(($path, text), earlier, &names, &|| false);
                read.expect("nobody called it off")
            };
            let (old, version) = next(TEXT, None);
            assert!(version.is_some(), "all of it is read");
            let (new, _) = next(&after, version.as_ref());
            let alone = |text| $crate::testing::dumped(&$lower($path, text, &names), &names);
            assert_eq!($crate::testing::dumped(&old, &names), alone(TEXT));
            assert_eq!($crate::testing::dumped(&new, &names), alone(&after));
        }

        #[test]
        fn what_is_broken_is_read_as_far_as_it_goes() {
            let names = ::reweave_text::Interner::default();
            for text in $crate::testing::broken(TEXT) {
                $lower($path, &text, &names);
            }
        }
    };
}

/// The tree of a file as text.
pub fn dumped(file: &FileModel, names: &Interner) -> String {
    dump(&file.tree, NodeId::ROOT, names)
}

/// The text cut off at every third letter, and without seven letters there.
pub fn broken(text: &str) -> Vec<String> {
    let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
    let places = 0..ends.len();
    let broken = places.step_by(3).flat_map(move |n| {
        let begin = text.part(..ends[n]);
        let rest = ends.get(n + 7).copied().unwrap_or(text.len());
        [begin.to_owned(), [begin, text.part(rest..)].concat()]
    });
    broken.collect()
}

/// Kind and qualified name of each type, with whether it is a part of one that is declared elsewhere.
pub fn types<'n>(file: &FileModel, names: &'n Interner) -> Vec<(TypeKind, bool, &'n str)> {
    let types = file.types.iter();
    types
        .map(|t| (t.kind, t.part, names.text(t.qualified)))
        .collect()
}

/// The names of the functions and methods of the file's type of that number.
pub fn callables<'n>(file: &FileModel, of: usize, names: &'n Interner) -> Vec<&'n str> {
    let callables = file.types[of].callables.iter();
    callables
        .map(|&c| names.text(file.callable(c).name))
        .collect()
}

/// The names of its fields.
pub fn fields<'n>(file: &FileModel, of: usize, names: &'n Interner) -> Vec<&'n str> {
    let fields = file.types[of].fields.iter();
    fields.map(|&f| names.text(file.field(f).name)).collect()
}

/// That all was read, and that the tree has nodes whose dump holds each of these.
///
/// # Panics
///
/// When it does not.
pub fn has_kinds(file: &FileModel, kinds: &[&str], names: &Interner) {
    let text = dumped(file, names);
    for kind in kinds {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(!text.contains("Broken"), "{text}");
}
