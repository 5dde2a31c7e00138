//! From two releases on disk to the log of what was refactored: the one path of `compare`, its benchmarks and `replay`.
//!
//! [`Input::read`] takes a folder or an archive, [`compare`] lowers both sides in parallel and runs the strategies.

mod document;
mod input;
mod library;

pub use input::{Input, InputError};
pub use library::{library, library_of};
pub use reweave_component::{Kind, Options, STRATEGIES};

use rayon::prelude::*;
use reweave_change::{Source, language};
use reweave_component::{Release, Sources};
use reweave_log::Log;
use reweave_model::FileModel;
use reweave_text::Interner;

/// The log of what leads from one release to the other; `all` reports what clients cannot see as well.
pub fn compare(old: &Input, new: &Input, options: &Options, all: bool) -> Log {
    let names = Interner::new();
    let (old_files, new_files) = (lower(&old.sources, &names), lower(&new.sources, &names));
    let (old_release, new_release) = rayon::join(
        || read(&names, &old_files, options),
        || read(&names, &new_files, options),
    );
    let comparison = reweave_component::compare(&old_release, &new_release, options);
    document::write(&document::Context {
        inputs: [old, new],
        releases: [&old_release, &new_release],
        comparison: &comparison,
        all,
    })
}

/// The files of one release: models, and the texts that they were read from.
struct Files<'a> {
    models: Vec<FileModel>,
    texts: Vec<&'a str>,
}

fn read<'a>(names: &'a Interner, files: &'a Files<'a>, options: &Options) -> Release<'a> {
    Release::read(
        Sources {
            names,
            files: &files.models,
            texts: &files.texts,
        },
        options,
    )
}

/// Lowers the files, which stand in order of path.
fn lower<'a>(sources: &'a [Source], names: &Interner) -> Files<'a> {
    let (models, texts) = sources
        .par_iter()
        .filter_map(|source| {
            let language = language::of_path(&source.path)?;
            let model = (language.lower)(&source.path, &source.text, names, &|| false)?;
            Some((model, source.text.as_str()))
        })
        .unzip();
    Files { models, texts }
}
