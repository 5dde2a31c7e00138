//! What a language must give to have refactorings.

use crate::Refactoring;
use crate::check::Refusal;
use crate::frameworks::Frameworks;
use crate::judge::{Judged, Remark};
use crate::offer::Offer;
use crate::request::BadInput;
use crate::symbol::Declared;
use crate::unread::{OtherFiles, Unread};
use reweave_java_names::{ClassSource, NoClasses};
use reweave_preserve::{EdgeKind, Interval, Model, Node, Replacements, Rule};
use reweave_text::{FileId, Interner, Sources};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A language: how to read a program of it, its semantic edges, the errors its real tool would give, and its
/// refactorings. All functions are pure.
pub trait Language: Sized + 'static {
    /// Whatever the front end makes of a set of files. It answers the refactorings' questions; nothing here looks inside.
    type Program: Send + Sync;

    /// As users write it: `bc`, `fortran`, `php`, `java`.
    const NAME: &'static str;

    /// File name endings without the dot, in lower case. The first is the one that examples have.
    const EXTENSIONS: &'static [&'static str];

    /// All refactorings of the language: one file each, one line here.
    const REFACTORINGS: &'static [Refactoring<Self>];

    /// What stands between the parts of a full name.
    const SEPARATOR: &'static str = ".";

    /// Whether full names of types that differ only in case are one.
    const IGNORES_CASE: bool = false;

    /// Files that are not of the language and may name what its programs declare.
    const OTHERS: &'static [OtherFiles] = &[];

    /// Reads the program. `earlier` is what it was before an edit: what was parsed from a file whose text is still shared
    /// ([`Sources::shares_text`]) can be taken over. `names` is the same interner for all programs that are compared.
    fn analyse(
        sources: &Sources,
        names: &Interner,
        around: &Around,
        earlier: Option<Earlier<'_, Self::Program>>,
    ) -> Self::Program;

    /// The semantic edges. Names that have no declaration in the files go to a [`Node::Outside`], never nowhere.
    fn model(program: &Self::Program, sources: &Sources, names: &Interner) -> Model;

    /// The same for a program that was read on top of an earlier one with this model; `None` where that is no less work.
    fn model_again(
        program: &Self::Program,
        names: &Interner,
        earlier: (&Self::Program, &Model),
    ) -> Option<Model> {
        let _ = (program, names, earlier);
        None
    }

    /// Whether the program has the edges from a file. A front end may leave files out of a program that only serves to be
    /// compared ([`Earlier::for_good`]), where the change cannot concern them.
    fn is_judged(program: &Self::Program, file: FileId) -> bool {
        let _ = (program, file);
        true
    }

    /// Edges that stay within one file, for the kinds that a rule names: made only for the files that a step touches, and only where a rule asks.
    /// What `is_known` leaves out counts as unknown in both programs that are compared.
    fn inner_edges(inner: &Inner<'_, Self>) -> Model {
        let _ = inner;
        Model::new()
    }

    /// Whether edges of a kind are among [`Self::inner_edges`].
    fn is_inner(kind: EdgeKind) -> bool {
        let _ = kind;
        false
    }

    /// Syntax errors, and what the real tool would refuse: in order of place.
    fn problems(program: &Self::Program, sources: &Sources) -> Vec<Problem>;

    /// What only the programs before and after a step show together, and the edges of neither: at places of the one after. The rule of a
    /// step has no say in it.
    fn differences(
        before: &Self::Program,
        after: &Self::Program,
        replacements: &Replacements,
    ) -> Vec<Problem> {
        let _ = (before, after, replacements);
        Vec::new()
    }

    /// The declarations that a name given with `--symbol` may mean, by the interval of the declared name.
    fn find_symbol(program: &Self::Program, sources: &Sources, symbol: &str) -> Vec<Interval>;

    /// What the program declares, by address and in order of place. What is declared in a body may be left to [`Self::locals`].
    fn symbols(program: &Self::Program, sources: &Sources) -> Vec<Declared> {
        let _ = (program, sources);
        Vec::new()
    }

    /// The first of them of each kind, in order of place, at most so many.
    fn examples(program: &Self::Program, sources: &Sources, most: usize) -> Vec<Declared> {
        let mut met: FxHashMap<&str, usize> = FxHashMap::default();
        let mut all = Self::symbols(program, sources);
        all.retain(|declared| {
            let count = met.entry(declared.kind).or_default();
            *count += 1;
            *count <= most
        });
        all
    }

    /// What the body of a declaration declares, where [`Self::symbols`] does not tell it.
    fn locals(program: &Self::Program, sources: &Sources, around: &Declared) -> Vec<Declared> {
        let _ = (program, sources, around);
        Vec::new()
    }

    /// What some files declare, for whoever may name it from outside the program. All of it counts, also what others cannot see.
    fn offers(program: &Self::Program, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        let _ = (program, sources, files);
        Vec::new()
    }

    /// What speaks against a change though no edge shows it: who else reaches what was changed, and what is not known of it.
    fn judge(judged: &Judged<'_, Self>) -> Vec<Remark> {
        let _ = judged;
        Vec::new()
    }

    /// The checks that a refactoring makes beside the edges and the errors of the language's own tool, for its page.
    fn rules(refactoring: &str) -> Vec<Refusal> {
        let _ = refactoring;
        Vec::new()
    }

    /// The types that the program names and nothing declares, sorted.
    fn unresolved(program: &Self::Program, sources: &Sources) -> Vec<Unresolved> {
        let _ = (program, sources);
        Vec::new()
    }

    /// What a node is to a user, for messages. Without a better word, its text.
    fn describe(
        program: &Self::Program,
        sources: &Sources,
        names: &Interner,
        node: Node,
    ) -> String {
        let _ = program;
        match node {
            Node::Text(i) => quote(i.span.text(sources.text(i.file))),
            Node::Outside(symbol) => quote(names.text(symbol)),
        }
    }

    /// The word by which users know a kind of edge (`--allow WORD`); the five of the paper have theirs.
    fn edge_word(kind: EdgeKind) -> &'static str {
        match kind {
            EdgeKind::NAME => "name",
            EdgeKind::CONTROL => "flow",
            EdgeKind::DEF_USE => "value",
            EdgeKind::OVERRIDE => "override",
            EdgeKind::INHERIT => "inherit",
            _ => "edge",
        }
    }
}

/// What a program stands on beside its own files. Most languages need nothing of it.
#[derive(Clone)]
pub struct Around {
    /// The class path.
    pub classes: Arc<dyn ClassSource>,
    /// 0 takes as many threads as there are processors.
    pub threads: usize,
    /// Files that are no part of the program: with their text where they may name what it declares, else only by their path.
    pub beside: Sources,
    /// Files and folders that were not read as part of the program, and may name what it declares.
    pub unread: Arc<[Unread]>,
    /// What frameworks reach by annotations.
    pub frameworks: Arc<Frameworks>,
}

impl Default for Around {
    fn default() -> Self {
        Self {
            classes: Arc::new(NoClasses),
            threads: 0,
            beside: Sources::default(),
            unread: Arc::default(),
            frameworks: Arc::default(),
        }
    }
}

/// A type that is named and neither in the files nor on the class path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unresolved {
    /// As far as imports tell it in full.
    pub name: String,
    /// The first place that names it.
    pub at: Interval,
}

/// The program before an edit.
pub struct Earlier<'a, P> {
    pub sources: &'a Sources,
    pub program: &'a P,
    /// The new program takes its place, and is not only compared with it.
    pub for_good: bool,
    /// Files whose edges are compared in any case: those that a step counts as affected, also where it changes nothing in them.
    pub compared: &'a [FileId],
}

/// What [`Language::inner_edges`] are asked for.
pub struct Inner<'a, L: Language> {
    pub program: &'a L::Program,
    pub names: &'a Interner,
    pub files: &'a [FileId],
    pub rule: &'a Rule,
    /// Whether the inside of a file's bodies is known in both programs.
    pub is_known: &'a dyn Fn(FileId) -> bool,
}

/// Something that the language's own tool would not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The same for all problems of one sort; tells old problems from new ones, as names in the message may change.
    pub code: &'static str,
    /// The text cannot be parsed here, so that nothing about it is certain.
    pub is_syntax: bool,
    pub message: String,
    pub at: Interval,
}

impl Problem {
    pub fn bad_input(&self) -> BadInput {
        let message = format!("{}; correct it first, or name another file", self.message);
        BadInput::new(message).at(self.at.file, self.at.span)
    }
}

/// A piece of code in a message: one line, not too long.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(cut);
        line.push('…');
    }
    format!("`{line}`")
}
