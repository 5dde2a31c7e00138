//! `--suggestion`: what `reweave suggest` found, as a request.

use anyhow::{Result, bail};
use reweave_advise::{Config, Folder, Suggestion, advise, built_in_types};
use reweave_project::Ask;
use std::path::Path;

/// The request of the suggestion whose fingerprint begins with `id`, with parameters of one's own before its.
pub fn ask(id: &str, root: &Path, own: &[String], allow: &[String]) -> Result<Ask> {
    let config = Config::default();
    let folder = Folder::new(root);
    let advice = advise(&[folder], &built_in_types(), &config.options(), &config)?;
    let all = advice.report.suggestions.iter();
    let found: Vec<&Suggestion> = all.filter(|s| s.fingerprint.starts_with(id)).collect();
    let suggestion = match found[..] {
        [one] => one,
        [] => bail!(
            "nothing with the fingerprint {id} is suggested for {0}; `reweave suggest --all {0}` has them all",
            root.display()
        ),
        _ => bail!(
            "{} suggestions have fingerprints that begin with {id}; give more of it",
            found.len()
        ),
    };
    let Some(request) = &suggestion.request else {
        bail!("{}", why_not(suggestion));
    };
    Ok(Ask::of_request(request, own, allow)?)
}

/// What stands in the way of performing a suggestion.
fn why_not(suggestion: &Suggestion) -> String {
    let obstacles = suggestion.plan.iter().flat_map(|p| &p.obstacles);
    let obstacles: Vec<&str> = obstacles.map(String::as_str).collect();
    if obstacles.is_empty() {
        format!(
            "{} of {} cannot be performed yet; what to do: {}",
            suggestion.kind, suggestion.missed.method, suggestion.what
        )
    } else {
        format!(
            "{} of {} needs a decision first: {}",
            suggestion.kind,
            suggestion.missed.method,
            obstacles.join("; ")
        )
    }
}
