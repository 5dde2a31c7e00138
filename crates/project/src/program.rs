//! The program of one language in an opened root: what was read of it, and what it stands on.

use crate::ProjectError;
use crate::around::{FoundPath, Setup, unread};
use crate::ask::{Ask, At, Place};
use crate::base::{Base, stamps};
use crate::plan::{Ground, Plan};
use crate::watch::Watch;
use reweave_refactor::{AnyLanguage, AnySession, Around, BadInput, Fault, Request, Target};
use reweave_refactor_java::may_name_types;
use reweave_text::{Part, Sources, Span};
use reweave_workspace::{Folder, Listing, Overlays, Wanted, Workspace};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A program as it was at one moment; it never changes.
pub struct Program {
    pub(crate) language: &'static dyn AnyLanguage,
    /// A file that is read whatever its name tells.
    extra: Option<String>,
    /// As it is on disk.
    disk: Folder,
    /// What the root held then.
    listing: Arc<Listing>,
    /// The same below the texts that are not saved.
    pub(crate) folder: Folder,
    pub(crate) beside: Folder,
    around: Around,
    found: Option<FoundPath>,
    session: Arc<dyn AnySession>,
    base: Base,
}

/// Whether a refactoring has a meaning at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    Fits,
    /// The program does not allow it.
    Refused(String),
    /// It has none there, or with these values.
    Nothing(String),
}

/// Where programs are read from.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub workspace: &'a Workspace,
    pub setup: &'a Setup,
    pub overlays: &'a Overlays,
}

/// What was read of disk for a program, before anything is made of it.
struct Read {
    disk: Folder,
    beside: Folder,
    around: BTreeMap<String, String>,
    listing: Arc<Listing>,
}

impl Program {
    pub(crate) fn open(
        sight: Sight<'_>,
        language: &'static dyn AnyLanguage,
        extra: Option<String>,
    ) -> Result<Self, ProjectError> {
        let read = Read::of(sight, language, extra.as_deref(), None)?;
        Self::of(sight, language, extra, read)
    }

    fn of(
        sight: Sight<'_>,
        language: &'static dyn AnyLanguage,
        extra: Option<String>,
        read: Read,
    ) -> Result<Self, ProjectError> {
        let Sight {
            workspace, setup, ..
        } = sight;
        let folder = overlaid(&read.disk, language, extra.as_deref(), sight.overlays);
        let mut around = Around {
            beside: read.beside.sources.clone(),
            unread: unread(language, workspace, (&read.listing, &folder)).into(),
            ..Around::default()
        };
        let mut found = None;
        if language.name() == "java" {
            let class_path = setup.class_path(workspace.root())?;
            around.classes = Arc::clone(&class_path.classes) as _;
            around.frameworks = Arc::new(setup.frameworks(workspace.root())?);
            found = Some(class_path);
        }
        let session = language
            .open_within(folder.sources.clone(), around.clone())
            .into();
        let base = Base::of([&folder, &read.beside], read.around, None);
        Ok(Self {
            language,
            extra,
            disk: read.disk,
            listing: read.listing,
            folder,
            beside: read.beside,
            around,
            found,
            session,
            base,
        })
    }

    /// The program as it is now: this one where nothing changed.
    pub(crate) fn refreshed(self: &Arc<Self>, sight: Sight<'_>) -> Result<Arc<Self>, ProjectError> {
        let read = Read::of(sight, self.language, self.extra.as_deref(), Some(self))?;
        if !self.base.stands_on(&read.around) {
            let opened = Self::of(sight, self.language, self.extra.clone(), read)?;
            return Ok(Arc::new(opened));
        }
        self.with(sight, read)
    }

    /// The program with the texts that are not saved as they are now; nothing is read from disk.
    pub(crate) fn edited(self: &Arc<Self>, sight: Sight<'_>) -> Result<Arc<Self>, ProjectError> {
        let read = Read {
            disk: self.disk.clone(),
            beside: self.beside.clone(),
            around: self.base.beside().clone(),
            listing: Arc::clone(&self.listing),
        };
        self.with(sight, read)
    }

    fn with(self: &Arc<Self>, sight: Sight<'_>, read: Read) -> Result<Arc<Self>, ProjectError> {
        let folder = overlaid(
            &read.disk,
            self.language,
            self.extra.as_deref(),
            sight.overlays,
        );
        let has_same_files = |a: &Folder, b: &Folder| {
            let paths = |f| Sources::iter(f).map(|(_, file)| &file.path);
            paths(&a.sources).eq(paths(&b.sources)) && a.skipped == b.skipped
        };
        if !has_same_files(&folder, &self.folder) {
            // Places are told in order of file; a program that came to its files one by one would tell them in another.
            let opened = Self::of(sight, self.language, self.extra.clone(), read)?;
            return Ok(Arc::new(opened));
        }
        let is_same = |a: &Folder, b: &Folder| {
            has_same_files(a, b) && a.sources.changed_since(&b.sources).is_empty()
        };
        if is_same(&folder, &self.folder) && is_same(&read.beside, &self.beside) {
            return Ok(self.read_as(read));
        }
        let around = Around {
            beside: read.beside.sources.clone(),
            ..self.around.clone()
        };
        let session = self
            .session
            .updated(folder.sources.clone(), around.clone())
            .into();
        let earlier = (&self.base, [&self.folder, &self.beside]);
        let base = Base::of([&folder, &read.beside], read.around, Some(earlier));
        Ok(Arc::new(Self {
            language: self.language,
            extra: self.extra.clone(),
            disk: read.disk,
            listing: read.listing,
            folder,
            beside: read.beside,
            around,
            found: self.found.clone(),
            session,
            base,
        }))
    }

    /// The same program. What was read too early to be told from a changed file without reading it has been read again since.
    fn read_as(self: &Arc<Self>, read: Read) -> Arc<Self> {
        if self.disk.is_settled() && self.beside.is_settled() {
            return Arc::clone(self);
        }
        Arc::new(Self {
            language: self.language,
            extra: self.extra.clone(),
            disk: read.disk,
            listing: read.listing,
            folder: self.folder.clone(),
            beside: read.beside,
            around: self.around.clone(),
            found: self.found.clone(),
            session: Arc::clone(&self.session),
            base: self.base.clone(),
        })
    }

    /// What the program would rest on if it was read from disk now.
    pub(crate) fn base_now(&self, sight: Sight<'_>) -> Result<Base, ProjectError> {
        let read = Read::of(sight, self.language, self.extra.as_deref(), Some(self))?;
        let earlier = (&self.base, [&self.folder, &self.beside]);
        Ok(Base::of(
            [&read.disk, &read.beside],
            read.around,
            Some(earlier),
        ))
    }

    pub fn language(&self) -> &'static dyn AnyLanguage {
        self.language
    }

    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// What was read, unsaved texts included, and what was left out.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    pub fn base(&self) -> &Base {
        &self.base
    }

    /// What could not be read of the class path, in lines.
    pub fn class_path_problems(&self) -> Vec<String> {
        let all = self.found.iter().flat_map(|found| found.classes.problems());
        all.map(|p| format!("class path: {}: {}", p.path.display(), p.what))
            .collect()
    }

    /// Performs a refactoring in memory and judges it. An error means that the request cannot be understood.
    pub fn plan(
        &self,
        workspace: &Workspace,
        ask: &Ask,
        watch: Watch<'_>,
    ) -> Result<Plan, ProjectError> {
        let request = self.request(workspace, ask)?;
        (watch.tell)("performing and judging in memory");
        let outcome = self
            .session
            .apply_until(&request, watch.is_cancelled)
            .map_err(|bad| self.located(&bad))?;
        let ground = Ground {
            language: self.language.name(),
            extra: self.extra.clone(),
            folder: self.folder.clone(),
            beside: self.beside.clone(),
            base: self.base.clone(),
            unresolved: self.session.unresolved(),
        };
        Plan::new(ask.clone(), outcome, ground)
    }

    /// Whether a refactoring can begin; no more of it is performed than up to its first step.
    pub fn fit(&self, workspace: &Workspace, ask: &Ask) -> Fit {
        let request = match self.request(workspace, ask) {
            Ok(request) => request,
            Err(error) => return Fit::Nothing(error.to_string()),
        };
        match self.session.apply_until(&request, &|| true) {
            Err(bad) if bad.fault == Fault::Cancelled => Fit::Fits,
            Err(bad) => Fit::Nothing(bad.message),
            Ok(outcome) => match outcome.refusals().next() {
                Some(conflict) => Fit::Refused(conflict.message.clone()),
                None => Fit::Fits,
            },
        }
    }

    fn request(&self, workspace: &Workspace, ask: &Ask) -> Result<Request, ProjectError> {
        let target = match &ask.place {
            Place::Nothing => Target::Nothing,
            Place::Symbol(symbol) => Target::Symbol(symbol.clone()),
            Place::At(at) => self.target(workspace, at)?,
        };
        Ok(Request {
            refactoring: ask.refactoring.clone(),
            target,
            params: ask.params.clone(),
            allow: ask.allow.clone(),
        })
    }

    fn target(&self, workspace: &Workspace, at: &At) -> Result<Target, ProjectError> {
        let path = self.locate(workspace, &at.file)?;
        let Some(id) = self.folder.sources.find(&path) else {
            let why = self.folder.skipped.iter().find(|s| s.path == path);
            let why = why.map_or(
                "it is hidden; name another file, or its folder as --root",
                |s| &s.why,
            );
            return Err(ProjectError::Request(format!(
                "{path} cannot be refactored: {why}"
            )));
        };
        let text = self.folder.sources.text(id);
        let start = at.offset(text, at.start)?;
        let Some(end) = at.end else {
            return Ok(Target::At(id, start));
        };
        let end = at.offset(text, end)?;
        if end < start {
            let why = "--range ends before it starts".to_owned();
            return Err(ProjectError::Request(why));
        }
        Ok(Target::Range(id, Span::new(start, end)))
    }

    fn locate(&self, workspace: &Workspace, path: &str) -> Result<String, ProjectError> {
        if self.folder.sources.find(path).is_some() {
            return Ok(path.to_owned());
        }
        Ok(workspace.locate(path)?)
    }

    /// Bad input with its place.
    fn located(&self, bad: &BadInput) -> ProjectError {
        if bad.fault == Fault::Cancelled {
            return ProjectError::Cancelled;
        }
        let Some(at) = bad.at else {
            return ProjectError::Request(bad.message.clone());
        };
        let sources = self.session.sources();
        let pos = sources.line_col(at.file, at.span.start);
        let path = sources.path(at.file);
        ProjectError::Request(format!("{path}:{}:{}: {}", pos.line, pos.col, bad.message))
    }
}

impl Read {
    fn of(
        sight: Sight<'_>,
        language: &dyn AnyLanguage,
        extra: Option<&str>,
        earlier: Option<&Program>,
    ) -> Result<Self, ProjectError> {
        let none = Folder::default();
        let before = earlier.map_or([&none, &none], |e| [&e.disk, &e.beside]);
        let workspace = sight.workspace;
        let may_be_read =
            |path: &str| language.handles(path) || Some(path) == extra || may_name_types(path);
        let listing = workspace.look(may_be_read)?;
        let disk = workspace.read_again(&listing, before[0], |path| {
            if language.handles(path) || Some(path) == extra {
                Wanted::Text
            } else {
                Wanted::Nothing
            }
        })?;
        let beside = match language.name() {
            "java" => beside(language, sight.workspace, &disk, (&listing, before[1]))?,
            _ => Folder::default(),
        };
        let around = rests_on(sight, language, (&listing, &disk));
        Ok(Self {
            disk,
            beside,
            around,
            listing: Arc::new(listing),
        })
    }
}

/// The texts that are not saved and belong to the language.
fn overlaid(
    disk: &Folder,
    language: &dyn AnyLanguage,
    extra: Option<&str>,
    overlays: &Overlays,
) -> Folder {
    let is_ours = |path: &str| language.handles(path) || Some(path) == extra;
    let ours: Overlays = (overlays.iter())
        .filter(|(path, _)| is_ours(path))
        .map(|(path, text)| (path.clone(), Arc::clone(text)))
        .collect();
    disk.overlaid(&ours)
}

/// What a verdict rests on without being read whole: the class path and the configuration, and the files that are searched.
fn rests_on(
    sight: Sight<'_>,
    language: &dyn AnyLanguage,
    read: (&Listing, &Folder),
) -> BTreeMap<String, String> {
    let root = sight.workspace.root();
    let searched = unread(language, sight.workspace, read);
    let mut paths: Vec<_> = searched.iter().map(|u| root.join(&u.path)).collect();
    if language.name() == "java" {
        paths.extend(sight.setup.listed_entries(root));
        paths.extend(sight.setup.config_file(root));
    }
    stamps(paths)
}

/// The files beside Java sources: those that may name types are read, those in the folders of packages only known by their
/// path. `resources` beside `java` has the same folders, as Maven and Gradle lay out projects.
fn beside(
    language: &dyn AnyLanguage,
    workspace: &Workspace,
    folder: &Folder,
    (listing, earlier): (&Listing, &Folder),
) -> Result<Folder, ProjectError> {
    let paths = folder.sources.iter().map(|(_, file)| &*file.path);
    let folders: HashSet<&str> = paths.filter_map(|p| Some(p.rsplit_once('/')?.0)).collect();
    let mut packages: HashSet<String> = folders.iter().map(|&f| f.to_owned()).collect();
    packages.extend(folders.iter().map(|f| f.replace("/java/", "/resources/")));
    let in_package = |path: &str| {
        let mut ends = path.match_indices('/');
        ends.any(|(at, _)| packages.contains(path.part(..at)))
    };
    let wanted = |path: &str| {
        if language.handles(path) {
            Wanted::Nothing
        } else if may_name_types(path) {
            Wanted::Text
        } else if in_package(path) {
            Wanted::Path
        } else {
            Wanted::Nothing
        }
    };
    Ok(workspace.read_again(listing, earlier, wanted)?)
}
