//! What a program stands on beside the files that are read: the class path, the configuration, and what was not read.

use crate::ProjectError;
use crate::build_tool::BuildTool;
use reweave_advise::{Config, EffectConfig};
use reweave_classpath::{ClassPath, jdk_home, listed_in_project, split_class_path};
use reweave_refactor::{AnyLanguage, Effect, Frameworks, Left, Reached, Unread, Unresolved};
use reweave_workspace::{Folder, Listing, Sorts, UnreadKind, Workspace};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The configuration that is read without being named.
pub const CONFIG: &str = "reweave.toml";

/// Unresolved types that are named; the count tells the rest.
const MOST_NAMED: usize = 10;

/// How a root is to be read, beside what it holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Jars and folders of classes, as `java -cp` takes them.
    pub classpath: Option<String>,
    /// The build tool to ask for the class path.
    pub classpath_from: Option<BuildTool>,
    /// The configuration; without it [`CONFIG`] in the root, if there is one.
    pub config: Option<PathBuf>,
}

/// The class path that was found, in order.
#[derive(Clone)]
pub struct FoundPath {
    pub jdk: Option<PathBuf>,
    pub entries: Vec<PathBuf>,
    pub classes: Arc<ClassPath>,
}

impl Setup {
    pub fn class_path(&self, root: &Path) -> Result<FoundPath, ProjectError> {
        let entries = self.class_path_entries(root)?;
        let jdk = jdk_home();
        let classes = Arc::new(ClassPath::with_jdk(&entries, jdk.as_deref()));
        Ok(FoundPath {
            jdk,
            entries,
            classes,
        })
    }

    /// Those that are found without asking a build tool.
    pub(crate) fn listed_entries(&self, root: &Path) -> Vec<PathBuf> {
        let mut entries = split_class_path(self.classpath.as_deref().unwrap_or_default());
        entries.extend(listed_in_project(root));
        entries
    }

    fn class_path_entries(&self, root: &Path) -> Result<Vec<PathBuf>, ProjectError> {
        let mut entries = self.listed_entries(root);
        if let Some(tool) = self.classpath_from {
            entries.extend(tool.ask(root)?);
        }
        Ok(entries)
    }

    /// The configuration file that is in force.
    pub fn config_file(&self, root: &Path) -> Option<PathBuf> {
        let own = root.join(CONFIG);
        self.config.clone().or_else(|| own.is_file().then_some(own))
    }

    /// The annotations of frameworks, as the configuration has them.
    pub fn frameworks(&self, root: &Path) -> Result<Frameworks, ProjectError> {
        let mut all = Frameworks::default();
        let Some(path) = self.config_file(root) else {
            return Ok(all);
        };
        let config = Config::read(&path)?.frameworks;
        for name in &config.ignore {
            all.remove(name);
        }
        let effect = |effect: EffectConfig| match effect {
            EffectConfig::Ignore => Effect::Ignore,
            EffectConfig::Warn => Effect::Warn,
            EffectConfig::Refuse => Effect::Refuse,
        };
        for annotation in config.annotation {
            let unsaid = || format!("{} says that it is reached from outside", path.display());
            all.set(Reached {
                why: annotation.why.unwrap_or_else(unsaid),
                annotation: annotation.name,
                delete: effect(annotation.delete),
                rename: effect(annotation.rename),
                signature: effect(annotation.signature),
                may_name: annotation.may_name,
                fields: annotation.fields,
            });
        }
        Ok(all)
    }
}

/// What was not read of a root, and may name what a program of the language declares.
pub fn unread(
    language: &dyn AnyLanguage,
    workspace: &Workspace,
    (listing, folder): (&Listing, &Folder),
) -> Vec<Unread> {
    let sorts = Sorts {
        is_read: &|path| language.handles(path),
        is_other: &|path| language.may_be_named_in(path),
    };
    let found = workspace.unread(listing, folder, sorts).into_iter();
    found
        .map(|unread| Unread {
            path: unread.path.clone(),
            left: match &unread.what {
                UnreadKind::LeftOut(why) => Left::Out(why.clone()),
                UnreadKind::Folder(why) => Left::Folder(why.clone()),
                UnreadKind::Other => Left::Other,
            },
            load: Arc::new(move || unread.bytes()),
        })
        .collect()
}

/// How many types did not resolve; nothing when all did.
pub fn count_unresolved(unresolved: &[Unresolved]) -> Option<String> {
    match unresolved.len() {
        0 => None,
        1 => Some("1 type did not resolve".to_owned()),
        n => Some(format!("{n} types did not resolve")),
    }
}

/// Which types did not resolve, and what to do.
pub fn tell_unresolved(unresolved: &[Unresolved], root: &Path) -> Option<String> {
    let count = count_unresolved(unresolved)?;
    let names: Vec<&str> = (unresolved.iter().take(MOST_NAMED))
        .map(|u| u.name.as_str())
        .collect();
    let more = unresolved.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let of_jdk = |u: &Unresolved| u.name.starts_with("javax.") || u.name.starts_with("java.");
    let advice = match BuildTool::of_project(root) {
        _ if jdk_home().is_none() && unresolved.iter().any(of_jdk) => {
            "no JDK was found: set JAVA_HOME, and give --classpath for the rest"
        }
        Some(tool) => tool.advice(),
        None => "give --classpath",
    };
    Some(format!("{count}: {}{more}; {advice}", names.join(", ")))
}
