//! Draws up the edits, looks at what they would leave, and takes back what would be wrong, until nothing is.

use crate::Client;
use crate::check::{self, Weight, Wrong};
use crate::dependents;
use crate::draft::{Draft, Lessons, draw};
use crate::orphans::orphans;
use crate::outcome::{Done, Left, Outcome};
use crate::retarget::retarget;
use crate::rewrite::{Rewritten, rewrite};
use crate::side::{Release, Side};
use crate::targets::Targets;
use rayon::prelude::*;
use reweave_log::Name;
use reweave_model::{FileModel, NodeId};
use reweave_text::LineIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often edits are taken back before a file is left as it is.
const MOST_TRIES: usize = 5;

pub struct Work<'a> {
    pub client: &'a Client<'a>,
    pub targets: &'a Targets<'a>,
    pub new: &'a Release,
    pub threads: usize,
}

/// A file with its edits made.
struct Tried {
    file: u32,
    draft: Draft,
    lessons: Lessons,
    rewritten: Rewritten,
    model: Arc<FileModel>,
    wrong: Vec<Wrong>,
}

/// What became of the client, and the classes that have to stay what they are for it.
pub fn run(work: &Work) -> (Outcome, BTreeSet<String>) {
    let count = work.client.models.len() as u32;
    let mut tried: Vec<Tried> = (0..count)
        .into_par_iter()
        .filter_map(|file| {
            let tried = attempt(work, file, Lessons::default());
            let matters = tried.draft.concerned || !tried.draft.changes.is_empty();
            matters.then_some(tried)
        })
        .collect();
    for round in 0..=MOST_TRIES {
        if tried.is_empty() {
            break;
        }
        judge(work, &mut tried);
        let mut again = Vec::new();
        for (index, t) in tried.iter().enumerate() {
            let mut lessons = t.lessons.clone();
            let learnt = if round + 1 < MOST_TRIES {
                learn(work, t, &mut lessons)
            } else {
                give_up(t, &mut lessons)
            };
            if learnt {
                again.push((index, lessons));
            }
        }
        if again.is_empty() || round == MOST_TRIES {
            break;
        }
        let redone: Vec<(usize, Tried)> = again
            .into_par_iter()
            .map(|(index, lessons)| (index, attempt(work, tried[index].file, lessons)))
            .collect();
        for (index, t) in redone {
            tried[index] = t;
        }
    }
    let elsewhere = elsewhere(work, &tried);
    (tell(work, &tried, &elsewhere), kept(work, &tried))
}

/// Classes that the new release keeps, and that the log sends to others which lack a member that the client uses: untouched it compiles.
fn kept(work: &Work, tried: &[Tried]) -> BTreeSet<String> {
    let (plan, api) = (work.targets.plan, work.targets.api.world());
    let wrong = tried.iter().flat_map(|t| &t.wrong);
    let members = wrong.filter(|w| w.weight == Weight::Wrong && !w.is_class && w.at_new.is_none());
    let classes = members.map(|w| Name::of(&w.key).prefix);
    classes
        .filter(|&class| {
            let sent = plan.class(class).is_some_and(|n| n.new != class);
            sent && api.class_by_dotted(class).is_some()
        })
        .map(str::to_owned)
        .collect()
}

/// What the plan as a whole breaks outside of the files that it concerns: in all others, which are resolved against the new
/// release as well, and in what classes inherit and override.
fn elsewhere(work: &Work, tried: &[Tried]) -> Vec<(u32, Wrong)> {
    let seen: FxHashSet<u32> = tried.iter().map(|t| t.file).collect();
    let all = 0..work.client.models.len() as u32;
    let others: Vec<u32> = all.filter(|f| !seen.contains(f)).collect();
    let new = against_new(work, tried, &others);
    let moved = moved(tried);
    let check = check::Check {
        targets: work.targets,
        new: &new,
        moved: &moved,
    };
    let named = others.par_iter().flat_map_iter(|&file| {
        let wrong = check.file(file).into_iter();
        wrong.map(move |w| (file, w))
    });
    let mut found: Vec<(u32, Wrong)> = named.collect();
    for (file, wrong) in check.errors(&others) {
        found.extend(wrong.into_iter().map(|w| (file, w)));
    }
    found.extend(dependents::dependents(work.targets, &new));
    found.extend(orphans(work.targets, &new));
    found
}

fn attempt(work: &Work, file: u32, lessons: Lessons) -> Tried {
    let text = work.client.text(file);
    let mut draft = draw(work.targets, file, text, &lessons);
    let changes = std::mem::take(&mut draft.changes);
    let before = &work.client.models[file as usize];
    let (rewritten, model) = if changes.is_empty() {
        (Rewritten::default(), Arc::clone(before))
    } else {
        let rewritten = rewrite(text, changes.clone());
        let interner = &work.client.interner;
        let model = retarget(before, text, &changes, interner)
            .unwrap_or_else(|| reweave_lang_java::lower(&before.path, &rewritten.text, interner));
        (rewritten, Arc::new(model))
    };
    draft.changes = changes;
    Tried {
        file,
        draft,
        lessons,
        rewritten,
        model,
        wrong: Vec::new(),
    }
}

/// The client as it would be beside the new release, with the bodies of some files resolved.
fn against_new<'a>(work: &Work<'a>, tried: &[Tried], wanted: &[u32]) -> Side<'a> {
    let mut models = work.client.models.clone();
    for t in tried {
        models[t.file as usize] = Arc::clone(&t.model);
    }
    let interner = &work.client.interner;
    Side::resolve(&models, work.new, interner, work.threads, wanted)
}

/// The files that have edits.
fn moved(tried: &[Tried]) -> FxHashMap<u32, &Rewritten> {
    let edited = tried.iter().filter(|t| !t.draft.changes.is_empty());
    edited.map(|t| (t.file, &t.rewritten)).collect()
}

/// Resolves all tried files against the new release and compares.
fn judge(work: &Work, tried: &mut [Tried]) {
    let files: Vec<u32> = tried.iter().map(|t| t.file).collect();
    let new = against_new(work, tried, &files);
    let moved = moved(tried);
    let check = check::Check {
        targets: work.targets,
        new: &new,
        moved: &moved,
    };
    let found: Vec<Vec<Wrong>> = files.par_iter().map(|&f| check.file(f)).collect();
    let mut errors = check.errors(&files);
    for (t, mut wrong) in tried.iter_mut().zip(found) {
        wrong.extend(errors.remove(&t.file).unwrap_or_default());
        for error in &mut wrong {
            locate(t, error);
        }
        t.wrong = wrong;
    }
}

/// An error in a statement where a member was edited is the fault of that edit: it is taken back.
fn locate(tried: &Tried, error: &mut Wrong) {
    let Some(at) = error.at_new else {
        return;
    };
    let tree = &tried.model.tree;
    let Some(node) = error.node else {
        return;
    };
    // The expression as a whole: what stands in a block, or is the value of a variable, is no part of another one.
    let is_whole = |n: NodeId| tree.parent(n).is_none_or(|p| !tree.kind(p).is_expression());
    let around = std::iter::once(node)
        .chain(tree.ancestors(node))
        .find(|&n| is_whole(n));
    let around = tree.span(around.unwrap_or(node));
    let edited = tried
        .draft
        .sites
        .iter()
        .filter(|s| s.left.is_none() && s.is_member);
    let inside = edited.filter_map(|s| Some((s.at.start, tried.rewritten.at(s.at.start)?)));
    let mut inside: Vec<(u32, u32)> = inside
        .filter(|(_, now)| around.start <= *now && *now < around.end)
        .collect();
    inside.sort_by_key(|(_, now)| now.abs_diff(at));
    if let Some(&(old, _)) = inside.first() {
        error.at = old;
        error.at_new = None;
    }
}

/// What to do otherwise; false where there is nothing.
fn learn(work: &Work, tried: &Tried, lessons: &mut Lessons) -> bool {
    let mut any = false;
    for wrong in tried.wrong.iter().filter(|w| w.weight != Weight::Advice) {
        if let Some(class) = &wrong.write_out
            && !lessons.written_out.contains(class)
        {
            any |= lessons.written_out.insert(class.clone());
            continue;
        }
        let mut edited = tried.draft.sites.iter().filter(|s| s.left.is_none());
        if wrong.is_class {
            if edited.any(|s| s.key == wrong.key) && !lessons.left.contains_key(&wrong.key) {
                lessons.left.insert(wrong.key.clone(), wrong.why.clone());
                any = true;
            }
        } else if edited.any(|s| s.at.start == wrong.at && wrong.at_new.is_none()) {
            any |= lessons
                .left_at
                .insert(wrong.at, wrong.why.clone())
                .is_none();
        } else if wrong.is_foreign {
            // A name that is not the library's means something else: what was written like it goes back.
            for site in tried.draft.sites.iter().filter(|s| s.left.is_none()) {
                let now = work.targets.plan.class(&site.key).map(|n| n.new);
                let simple = now.as_deref().and_then(|n| n.rsplit('.').next());
                if simple == Some(wrong.name.as_str()) && !lessons.left.contains_key(&site.key) {
                    lessons.left.insert(site.key.clone(), wrong.why.clone());
                    any = true;
                }
            }
        }
    }
    any
}

/// The last resort: a file whose foreign names still change their meaning keeps its text.
fn give_up(tried: &Tried, lessons: &mut Lessons) -> bool {
    let Some(wrong) = tried.wrong.iter().find(|w| w.is_foreign) else {
        return false;
    };
    let mut any = false;
    for site in tried.draft.sites.iter().filter(|s| s.left.is_none()) {
        any |= lessons
            .left
            .insert(site.key.clone(), wrong.why.clone())
            .is_none();
    }
    any
}

fn tell(work: &Work, tried: &[Tried], elsewhere: &[(u32, Wrong)]) -> Outcome {
    let client = work.client;
    let mut follows = Follows::default();
    let mut outcome = Outcome {
        after: client.sources.clone(),
        ..Outcome::default()
    };
    for t in tried {
        let id = client.ids[t.file as usize];
        let path = client.sources.path(id).to_owned();
        let changed = !t.draft.changes.is_empty() && t.rewritten.text != client.text(t.file);
        let text = if changed {
            outcome.after.set_text(id, t.rewritten.text.as_str());
            t.rewritten.text.as_str()
        } else {
            client.text(t.file)
        };
        let index = LineIndex::new(text);
        let place = |old: u32| {
            let at = if changed {
                t.rewritten.at(old)
            } else {
                Some(old)
            };
            at.map_or(1, |at| index.line_col(text, at).line)
        };
        for site in &t.draft.sites {
            let (line, what) = (place(site.at.start), site.key.clone());
            match &site.left {
                None => outcome.done.push(Done {
                    path: path.clone(),
                    line,
                    entry: site.entry,
                    what,
                }),
                Some(why) => outcome.left.push(Left {
                    path: path.clone(),
                    line,
                    what,
                    entry: site.entry,
                    why: why.clone(),
                }),
            }
        }
        for wrong in &t.wrong {
            let line = match wrong.at_new {
                Some(at) => index.line_col(text, at).line,
                None => place(wrong.at),
            };
            outcome.left.push(Left {
                path: path.clone(),
                line,
                what: wrong.key.clone(),
                entry: 0,
                why: wrong.why.clone(),
            });
            follows.extend(
                (wrong.weight == Weight::Follows).then(|| (path.clone(), line, wrong.key.clone())),
            );
        }
        outcome.unresolved += t.draft.unresolved;
    }
    tell_elsewhere(work, tried, elsewhere, (&mut outcome, &mut follows));
    drop_followers(&mut outcome.left, &follows);
    outcome.done.sort();
    outcome.left.sort_by(|a, b| {
        let key = |l: &Left| {
            (
                l.path.clone(),
                l.line,
                l.what.clone(),
                std::cmp::Reverse(l.entry),
            )
        };
        key(a).cmp(&key(b))
    });
    outcome
        .left
        .dedup_by(|b, a| (&a.path, a.line, &a.what) == (&b.path, b.line, &b.what));
    outcome
}

/// What is wrong in files that hold no use themselves.
fn tell_elsewhere(
    work: &Work,
    tried: &[Tried],
    elsewhere: &[(u32, Wrong)],
    (outcome, follows): (&mut Outcome, &mut Follows),
) {
    let client = work.client;
    let by_file: FxHashMap<u32, &Tried> = tried.iter().map(|t| (t.file, t)).collect();
    for (file, wrong) in elsewhere {
        let edited = by_file.get(file).filter(|t| !t.draft.changes.is_empty());
        let (text, at) = match edited {
            Some(t) => (t.rewritten.text.as_str(), t.rewritten.at(wrong.at)),
            None => (client.text(*file), Some(wrong.at)),
        };
        let at = wrong.at_new.or(at);
        let path = client.models[*file as usize].path.clone();
        let line = at.map_or(1, |at| LineIndex::new(text).line_col(text, at).line);
        follows.extend(
            (wrong.weight == Weight::Follows).then(|| (path.clone(), line, wrong.key.clone())),
        );
        outcome.left.push(Left {
            path,
            line,
            what: wrong.key.clone(),
            entry: 0,
            why: wrong.why.clone(),
        });
    }
}

/// Places that are wrong only because something else there is: file, line and what.
type Follows = FxHashSet<(String, u32, String)>;

/// A value that does not fit where something else is told of already says nothing more.
fn drop_followers(left: &mut Vec<Left>, follows: &Follows) {
    if follows.is_empty() {
        return;
    }
    let is_follower = |l: &Left| follows.contains(&(l.path.clone(), l.line, l.what.clone()));
    let leaders: FxHashSet<(String, u32)> = left
        .iter()
        .filter(|l| !is_follower(l))
        .map(|l| (l.path.clone(), l.line))
        .collect();
    left.retain(|l| !is_follower(l) || !leaders.contains(&(l.path.clone(), l.line)));
}
