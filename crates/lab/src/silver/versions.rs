//! Which releases a library has, as Maven's own client says.

use crate::corpus;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A library by group and name, with its releases in order.
pub struct Library {
    pub name: String,
    pub releases: Vec<String>,
}

/// The list that is drawn from.
const LIST: &str = include_str!("../../silver/libraries.txt");
/// The plugin that asks for the releases of dependencies, and so leaves them in the local repository.
const ASK: &str = "org.codehaus.mojo:versions-maven-plugin:2.16.2:display-dependency-updates";

pub fn names() -> impl Iterator<Item = &'static str> {
    LIST.lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
}

/// The releases of the libraries; one of which Maven knows nothing has none.
pub fn libraries(names: &[&str]) -> Result<Vec<Library>> {
    let repository = local_repository()?;
    let is_unknown = |name: &&&str| metadata(&repository, name).is_none();
    let unknown: Vec<&&str> = names.iter().filter(is_unknown).collect();
    if !unknown.is_empty() {
        let mut dependencies = String::new();
        for name in &unknown {
            let (group, artifact) = name.split_once(':').context("GROUP:NAME")?;
            write!(
                dependencies,
                "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>0</version></dependency>"
            )?;
        }
        let work = tempfile::tempdir()?;
        let pom = work.path().join("pom.xml");
        let body = format!("<dependencies>{dependencies}</dependencies>");
        fs::write(&pom, corpus::pom_text(&body))?;
        corpus::mvn(&[ASK, "-f", &pom.display().to_string()])?;
    }
    let known = names.iter().map(|name| Library {
        name: (*name).to_owned(),
        releases: metadata(&repository, name).map_or_else(Vec::new, |m| releases(&m)),
    });
    Ok(known.collect())
}

fn local_repository() -> Result<PathBuf> {
    // Into a file: what it prints it may colour, even where nobody sees it.
    let told = tempfile::NamedTempFile::new()?;
    corpus::mvn(&[
        "help:evaluate",
        "-Dexpression=settings.localRepository",
        &format!("-Doutput={}", told.path().display()),
    ])?;
    Ok(PathBuf::from(fs::read_to_string(told.path())?.trim()))
}

/// What the local repository knows of a library's releases.
fn metadata(repository: &Path, name: &str) -> Option<String> {
    let (group, artifact) = name.split_once(':')?;
    let dir = repository.join(group.replace('.', "/")).join(artifact);
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| {
            let file = p.file_name().unwrap_or_default().to_string_lossy();
            file.starts_with("maven-metadata") && file.ends_with(".xml")
        })
        .collect();
    files.sort();
    fs::read_to_string(files.first()?).ok()
}

/// The final releases that a file of metadata lists, oldest first by number.
fn releases(metadata: &str) -> Vec<String> {
    let mut found: Vec<(Vec<u64>, String)> = metadata
        .split("<version>")
        .skip(1)
        .filter_map(|part| part.split("</version>").next())
        .filter_map(|version| Some((numbers(version)?, version.to_owned())))
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, version)| version).collect()
}

/// The numbers of a final release; none for milestones, candidates and dates.
fn numbers(version: &str) -> Option<Vec<u64>> {
    const FINAL: [&str; 4] = [".Final", ".RELEASE", ".GA", "-jre"];
    let stem = FINAL
        .iter()
        .find_map(|end| version.strip_suffix(end))
        .unwrap_or(version);
    let parts: Option<Vec<u64>> = stem.split('.').map(|p| p.parse().ok()).collect();
    parts.filter(|p| p.len() > 1 && p[0] < 1900)
}

#[cfg(test)]
mod tests {
    use super::releases;

    #[test]
    fn final_releases_come_in_order_of_their_numbers() {
        let metadata = "<versions><version>1.10.0</version><version>1.9.1.Final</version>\
                        <version>2.0-beta</version><version>20040101.1</version><version>1.9.0</version></versions>";
        assert_eq!(releases(metadata), ["1.9.0", "1.9.1.Final", "1.10.0"]);
    }
}
