//! Carries the log of a library's refactorings out on the sources of a client, as paper 1 meant it.
//!
//! [`replay`] resolves the client against the old release, so that every use of the library is known by its meaning and not
//! by its text; draws up the edits that the log asks for, file by file; and resolves what they leave against the new
//! release. A name of the client that would mean something else then, or one of the library that would not mean what the
//! log says, takes its edits back: such places are left as they are and told with the reason. The crate reads no files and
//! writes none.
//!
//! `plan` is what the log says, `targets` holds it against the new release, `draft` draws up
//! the edits of a file, `check` judges them.

mod arguments;
mod check;
mod classes;
mod defaults;
mod dependents;
mod docs;
mod draft;
mod error;
mod exists;
mod functions;
mod imports;
mod lambdas;
#[cfg(test)]
mod log_tests;
mod members;
mod orphans;
mod outcome;
mod overriding;
mod plan;
mod retarget;
mod rewrite;
mod side;
mod strings;
mod targets;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod tries;
#[cfg(test)]
mod whole_plan_tests;

pub use error::ReplayError;
pub use outcome::{Done, Left, Offer, Outcome};
pub use strings::is_read;

use rayon::prelude::*;
use reweave_java_names::ClassSource;
use reweave_log::Log;
use reweave_model::FileModel;
use reweave_text::{FileId, Interner, Sources};
use side::{Release, Side};
use std::collections::BTreeMap;
use std::sync::Arc;
use targets::Targets;

/// A release of the library: class files, sources, or both.
pub struct Library {
    pub classes: Arc<dyn ClassSource>,
    /// Paths and texts.
    pub sources: Vec<(String, String)>,
}

/// What is asked for.
pub struct Request<'a> {
    pub log: &'a Log,
    /// The client: its Java files, and other files that may name classes.
    pub client: &'a Sources,
    pub old: &'a Library,
    pub new: &'a Library,
    /// What the client stands on beside the library, the Java API included.
    pub class_path: Arc<dyn ClassSource>,
    /// What calls pass for parameters that were added, by the parameters' names.
    pub defaults: BTreeMap<String, String>,
    /// Also change names in files that are not Java.
    pub strings: bool,
    /// 0 takes as many threads as there are processors.
    pub threads: usize,
}

/// Everything that one run works with.
struct Client<'a> {
    sources: &'a Sources,
    ids: Vec<FileId>,
    models: Vec<Arc<FileModel>>,
    interner: Arc<Interner>,
}

impl<'a> Client<'a> {
    fn read(sources: &'a Sources) -> Self {
        let interner = Arc::new(Interner::new());
        let all = sources.iter().filter(|(_, f)| f.path.ends_with(".java"));
        let ids: Vec<FileId> = all.map(|(id, _)| id).collect();
        let models = ids
            .par_iter()
            .map(|&id| {
                let (path, text) = (sources.path(id), sources.text(id));
                Arc::new(reweave_lang_java::lower(path, text, &interner))
            })
            .collect();
        Self {
            sources,
            ids,
            models,
            interner,
        }
    }

    fn text(&self, file: u32) -> &'a str {
        self.sources.text(self.ids[file as usize])
    }
}

/// Brings a client from the old release to the new one as far as that is safe. A log that cannot be trusted is refused.
pub fn replay(request: &Request) -> Result<Outcome, ReplayError> {
    let mut plan = plan::Plan::of(request.log)?;
    check_defaults(request)?;
    let client = Client::read(request.client);
    let old_release = Release::read(request.old, &request.class_path, &client.interner);
    let new_release = Release::read(request.new, &request.class_path, &client.interner);
    let all: Vec<u32> = (0..client.models.len() as u32).collect();
    let threads = request.threads;
    let old = Side::resolve(
        &client.models,
        &old_release,
        &client.interner,
        threads,
        &all,
    );
    let api = Side::resolve(&[], &new_release, &client.interner, threads, &[]);
    exists::check(request.log, &old, &api)?;
    loop {
        let mut targets = Targets {
            old: &old,
            api: &api,
            plan: &plan,
            defaults: &request.defaults,
            overriding: rustc_hash::FxHashMap::default(),
        };
        targets.overriding = overriding::overriding(&targets);
        let (mut outcome, kept) = tries::run(&tries::Work {
            client: &client,
            targets: &targets,
            new: &new_release,
            threads,
        });
        // Each turn takes entries out of the plan, so that there is a last one.
        let turned_back = kept.iter().filter(|class| plan.keep(class)).count();
        if turned_back == 0 {
            strings::offer(request, &plan, &mut outcome);
            return Ok(outcome);
        }
    }
}

/// The entries that a replay would refuse whatever the releases are, by their numbers in ascending order, with the reasons.
pub fn refusals(log: &Log) -> Vec<(usize, String)> {
    let (_, refused) = plan::Plan::with_refusals(log);
    let told = refused.into_iter();
    told.map(|(number, why)| (number, why.to_string()))
        .collect()
}

/// A default for a parameter that nothing adds is a slip of the pen.
fn check_defaults(request: &Request) -> Result<(), ReplayError> {
    for (name, value) in &request.defaults {
        if !defaults::is_expression(value) {
            return Err(ReplayError::NoExpression(name.clone(), value.clone()));
        }
        let entries = request.log.entries.iter();
        let mut added = entries
            .flat_map(|e| e.parameters.iter().flatten())
            .filter(|p| p.from.is_none());
        if !added.any(|p| p.name == *name) {
            return Err(ReplayError::NoSuchParameter(name.clone()));
        }
    }
    Ok(())
}
