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
use reweave_change::language::Job;
use reweave_change::{Source, language};
use reweave_component::{Release, Sources};
use reweave_log::Log;
use reweave_model::Program;
use reweave_text::Interner;
use std::sync::Arc;

/// The log of what leads from one release to the other; `all` reports what clients cannot see as well.
pub fn compare(old: &Input, new: &Input, options: &Options, all: bool) -> Log {
    compare_until([old, new], options, all, &|| false).expect("nobody gives it up")
}

/// The same for someone who may give up: asked at each file and after each stage; `None` where it was given up.
pub fn compare_until(
    [old, new]: [&Input; 2],
    options: &Options,
    all: bool,
    is_given_up: &(dyn Fn() -> bool + Sync),
) -> Option<Log> {
    let go_on = || (!is_given_up()).then_some(());
    let names = Arc::new(Interner::new());
    let old_files = lower(&old.sources, &names, is_given_up);
    let new_files = lower(&new.sources, &names, is_given_up);
    go_on()?;
    let (old_release, new_release) =
        rayon::join(|| old_files.read(options), || new_files.read(options));
    go_on()?;
    let comparison = reweave_component::compare(&old_release, &new_release, options);
    let mut log = document::write(&document::Context {
        inputs: [old, new],
        releases: [&old_release, &new_release],
        comparison: &comparison,
        all,
    });
    go_on()?;
    drop_refused(&mut log);
    Some(log)
}

/// A log is planned before it is handed out: what a replay would refuse is left out, with the reason.
fn drop_refused(log: &mut Log) {
    let refused = reweave_replay::refusals(log);
    for (number, why) in refused.iter().rev() {
        let entry = log.entries.remove(number - 1);
        let what = format!("{} {} -> {}", entry.kind.word(), entry.old, entry.new);
        log.left_out.push(format!("new: {what}: {why}"));
    }
}

/// The files of one release: models, and the texts that they were read from.
struct Files<'a> {
    program: Arc<Program>,
    texts: Vec<&'a str>,
}

impl Files<'_> {
    fn read(&self, options: &Options) -> Release<'_> {
        let sources = Sources {
            program: &self.program,
            texts: &self.texts,
        };
        Release::read(sources, options, rayon::current_num_threads().div_ceil(2))
    }
}

/// Lowers the files, which stand in order of path.
fn lower<'a>(
    sources: &'a [Source],
    names: &Arc<Interner>,
    is_given_up: &(dyn Fn() -> bool + Sync),
) -> Files<'a> {
    let (files, texts) = sources
        .par_iter()
        .filter_map(|source| {
            let language = language::of_path(&source.path, Job::Compare)?;
            let model = (language.lower)(&source.path, &source.text, names, is_given_up)?;
            Some((Arc::new(model), source.text.as_str()))
        })
        .unzip();
    let names = Arc::clone(names);
    Files {
        program: Arc::new(Program { names, files }),
        texts,
    }
}
