//! Extract Duplicates: makes one method of statements that stand in several places, and calls it at all of them.
//!
//! The places must read the same but for the names of local variables and for literals, variables and constants of one type, which become
//! parameters. The method stands behind the first place; `places` are the others. It is `private` where one file has all places, and `static`
//! where one of them needs that.
//!
//! ```before
//! class Order {
//!     int total(int[] prices) {
//!         $0int sum = 0;
//!         for (int price : prices) {
//!             if (price < 100) sum += price;
//!         }$0
//!         return sum * 2;
//!     }
//!     int rest(int[] all, int limit) {
//!         int n = 0;
//!         for (int one : all) {
//!             if (one < limit) n += one;
//!         }
//!         return n - 1;
//!     }
//! }
//! ```
//! ```with
//! name=below
//! places=main.java:10:9-13:10
//! ```
//! ```after
//! class Order {
//!     int total(int[] prices) {
//!         int sum = below(prices, 100);
//!         return sum * 2;
//!     }
//!
//!     private int below(int[] prices, int limit) {
//!         int sum = 0;
//!         for (int price : prices) {
//!             if (price < limit) sum += price;
//!         }
//!         return sum;
//!     }
//!     int rest(int[] all, int limit) {
//!         int n = below(all, limit);
//!         return n - 1;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int total(int a, int b) {
//!         $0int low = a - b;
//!         return low * b;$0
//!     }
//!     int other(int a, int b) {
//!         int low = b - a;
//!         return low + b;
//!     }
//! }
//! ```
//! ```with
//! name=both
//! places=main.java:7:9-8:24
//! ```
//! ```refuses
//! differs from the first place
//! ```

use crate::Java;
use crate::checks::first_use::refuse_first_use;
use crate::edits::imports::Imports;
use crate::edits::new_method::has_object_of;
use crate::query::alike::Alike;
use crate::query::region::Region;
use crate::query::selection::{Code, Selection, is_list, range_named, selected_in};
use crate::query::words::is_identifier;
use crate::refactorings::extract_local_variable::is_read;
use crate::refactorings::extract_method::{Extraction, Gives, ValueParam};
use reweave_java_names::{ClassId, Decl, Ty};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-duplicates",
    file: include_str!("extract_duplicates.rs"),
    params: &[
        Param::required("name", "the new method"),
        Param::list(
            "places",
            "the other places, each as `FILE:LINE:COL-LINE:COL`",
        ),
        Param::optional(
            "visibility",
            "`public`, `protected`, `package` or `private`; as narrow as the places permit without it",
        ),
        Param::optional(
            "static",
            "`yes` makes it static where the code does not use `this`",
        ),
    ],
    perform,
};

/// Code goes and a call comes; the method that is called was taken from the same code and has passed the check.
const CALL_RULE: &str = "N⊇→≠↺ O I";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a method")).into());
    }
    let selections = selections(run)?;
    share(run, name, &selections)
}

/// Makes a method of the first place and calls it at all of them.
pub(crate) fn share(
    run: &mut Run<'_, Java>,
    name: &str,
    selections: &[Selection],
) -> Result<(), Stop> {
    let plan = Plan::of(run, name, selections)?;
    run.step(&plan.extract)?;
    run.settle();
    refuse_other_targets(run, (plan.file, name), &[plan.file]);
    let (_, body) = method_named(run, plan.file, name)?;
    let mut step = Step::new(format!("call {name} at the other places"), CALL_RULE);
    step.affect(body);
    for (at, call) in &plan.calls {
        let at = run.now(*at);
        step.affect(at);
        step.replace(at, call.clone());
    }
    plan.imports.add_to(run.program(), run.sources(), &mut step);
    run.step(&step)?;
    let mut files: Vec<FileId> = plan.calls.iter().map(|(at, _)| at.file).collect();
    files.sort_unstable();
    files.dedup();
    refuse_other_targets(run, (plan.file, name), &files);
    Ok(())
}

/// What will be done, told in the text before it.
struct Plan {
    file: FileId,
    extract: Step,
    /// The other places, and the calls that replace them.
    calls: Vec<(Interval, String)>,
    /// What those calls must be able to name.
    imports: Imports,
}

impl Plan {
    fn of(run: &Run<'_, Java>, name: &str, selections: &[Selection]) -> Result<Self, BadInput> {
        let program = run.program();
        let regions: Vec<Region<'_>> = selections
            .iter()
            .map(|s| Region::of(program, s.number, parts(s)))
            .collect();
        let mut places: Vec<Extraction<'_, '_>> = Vec::new();
        for (selection, region) in selections.iter().zip(&regions) {
            places.push(Extraction::of(run, selection, region)?);
        }
        let first = giving_first(&regions, &places);
        let at = |i: usize| Interval::new(selections[i].file, selections[i].span);
        let mut alikes = Vec::new();
        for (i, region) in regions.iter().enumerate() {
            let alike = Alike::of(&regions[first], region).map_err(|node| {
                let span = region.tree().span(node);
                BadInput::new("this differs from the first place in more than names and values of one type; only code that reads the same can share a method")
                    .at(selections[i].file, span)
            })?;
            alikes.push(alike);
        }
        let others: Vec<usize> = (0..regions.len()).filter(|i| *i != first).collect();
        refuse_overlap(selections)?;
        let host = Host::of(&regions, first)?;
        Host::refuse_taken(run, selections, name)?;
        let texts = Texts {
            run,
            selections,
            regions: &regions,
            first,
        };
        let values = texts.values(&alikes);
        let mut imports = Imports::default();
        let mut calls = Vec::new();
        for &i in &others {
            let given = Host::given((places[first].result, places[i].result), &alikes[i])
                .map_err(|why| BadInput::new(why).at(selections[i].file, selections[i].span))?;
            let arguments = texts.arguments(i, &alikes[i], &values);
            let callee = host.callee(&regions[i], name, &mut imports);
            places[i].result = given;
            calls.push((at(i), places[i].call_with(&callee, &arguments, run)?));
        }
        let is_static = host.is_static || places.iter().any(|p| p.is_static);
        let mut extraction = places.swap_remove(first);
        extraction.is_static = is_static;
        if run.optional("visibility").is_none() {
            extraction.visibility = host.visibility;
        }
        extraction.values = values;
        Ok(Self {
            file: selections[first].file,
            extract: extraction.step(run, name)?,
            calls,
            imports,
        })
    }
}

pub(crate) fn parts(selection: &Selection) -> Vec<NodeId> {
    match &selection.code {
        Code::Expression(node) => vec![*node],
        Code::Statements(all) => all.clone(),
    }
}

/// Places of the class, not of its member types, that read as a selection does but for names of variables, and leave their bodies the same
/// way. No more than `MOST_PLACES` are compared.
pub(crate) fn places_like(run: &Run<'_, Java>, selection: &Selection) -> Vec<Selection> {
    const MOST_PLACES: usize = 64;
    let program = run.program();
    let number = selection.number;
    let tree = &program.model(number).tree;
    let region = Region::of(program, number, parts(selection));
    let Ok(own) = Extraction::of(run, selection, &region) else {
        return Vec::new();
    };
    let Some(class) = own.class() else {
        return Vec::new();
    };
    let mut found: Vec<Selection> = Vec::new();
    for candidate in same_shapes(tree, class, &region.parts)
        .into_iter()
        .take(MOST_PLACES)
    {
        let first = tree.span(candidate[0]).start;
        let last = candidate.last().map_or(first, |&l| tree.span(l).end);
        let span = Span::new(first, last);
        let is_taken = std::iter::once(selection)
            .chain(&found)
            .any(|s| s.span.overlaps(span));
        if is_taken {
            continue;
        }
        let code = match &selection.code {
            Code::Expression(_) => Code::Expression(candidate[0]),
            Code::Statements(_) => Code::Statements(candidate.clone()),
        };
        let other = Selection {
            code,
            span,
            ..selection.clone()
        };
        let there = Region::of(program, number, candidate);
        let Ok(alike) = Alike::of(&region, &there) else {
            continue;
        };
        let fits = alike.holes.is_empty()
            && Extraction::of(run, &other, &there)
                .is_ok_and(|place| Host::given((own.result, place.result), &alike).is_ok());
        if fits {
            found.push(other);
        }
    }
    found
}

/// Runs of nodes of the same kinds as some code, in the order of the text.
fn same_shapes(tree: &Tree, class: NodeId, code: &[NodeId]) -> Vec<Vec<NodeId>> {
    let is_same = |a: NodeId, b: NodeId| {
        tree.hash(a) == tree.hash(b) || {
            let (mut x, mut y) = (tree.descendants(a), tree.descendants(b));
            loop {
                match (x.next(), y.next()) {
                    (None, None) => return true,
                    (Some(p), Some(q)) if tree.kind(p) == tree.kind(q) => {}
                    _ => return false,
                }
            }
        }
    };
    let is_value = tree.kind(code[0]).is_expression();
    let mut found = Vec::new();
    let mut open = vec![class];
    while let Some(node) = open.pop() {
        let kids: Vec<NodeId> = tree.children(node).collect();
        let is_member_type =
            |&k: &NodeId| tree.kind(k) == Kind::Type && tree.role(k) == Role::Member;
        open.extend(kids.iter().rev().filter(|k| !is_member_type(k)));
        for run in kids.windows(code.len()) {
            if (is_value || is_list(tree, run))
                && run.iter().zip(code).all(|(&a, &b)| is_same(a, b))
            {
                found.push(run.to_vec());
            }
        }
    }
    if is_value {
        found.retain(|run| is_read(tree, run[0]));
    }
    found
}

/// The range asked for, then the others.
fn selections(run: &Run<'_, Java>) -> Result<Vec<Selection>, BadInput> {
    let (file, span) = run.range()?;
    let mut all = vec![selected_in(run, file, span)?];
    let others = run.optional("places").unwrap_or_default();
    for place in others.split(',').filter(|p| !p.trim().is_empty()) {
        let (file, span) = range_named(run, place)?;
        all.push(selected_in(run, file, span)?);
    }
    if all.len() < 2 {
        return Err(BadInput::unclear(
            "extract-duplicates needs other places: give places=FILE:LINE:COL-LINE:COL,…; extract-method takes one",
        ));
    }
    Ok(all)
}

/// The place that the method is made of: the one asked for, or where its value is used later in another place of the class only,
/// that one.
fn giving_first(regions: &[Region<'_>], places: &[Extraction<'_, '_>]) -> usize {
    let class = |r: &Region<'_>| r.program.class_around(r.number, r.parts[0]);
    if places[0].result != Gives::None {
        return 0;
    }
    let gives = |i: &usize| {
        matches!(places[*i].result, Gives::Variable(_)) && class(&regions[*i]) == class(&regions[0])
    };
    (0..places.len()).find(gives).unwrap_or(0)
}

fn refuse_overlap(selections: &[Selection]) -> Result<(), BadInput> {
    for (i, a) in selections.iter().enumerate() {
        for b in &selections[i + 1..] {
            if a.file == b.file && a.span.overlaps(b.span) {
                return Err(BadInput::unclear("two of the places overlap").at(b.file, b.span));
            }
        }
    }
    Ok(())
}

/// Where the method goes, and who must be able to call it.
struct Host {
    class: ClassId,
    /// Some place has no object to call it on.
    is_static: bool,
    visibility: &'static str,
}

impl Host {
    fn of(regions: &[Region<'_>], first: usize) -> Result<Self, BadInput> {
        let program = regions[first].program;
        let world = program.world();
        let class = |r: &Region<'_>| program.class_around(r.number, r.parts[0]);
        let none = || BadInput::new("this is in no body of a class; select code of methods");
        let host = class(&regions[first]).ok_or_else(none)?;
        let package = |r: &Region<'_>| program.model(r.number).package;
        let mut visibility = "private";
        let mut is_foreign = false;
        for region in regions {
            let other = class(region).ok_or_else(none)?;
            let inherits = world.is_subclass(other, host);
            let is_around = has_object_of(region, host);
            is_foreign |= other != host && !inherits && !is_around;
            if world.outermost(other) == world.outermost(host) {
                continue;
            }
            let far = package(region) != package(&regions[first]);
            visibility = match (far, inherits, visibility) {
                (false, _, "private") => "",
                (true, true, "private" | "") => "protected",
                (true, false, _) => "public",
                (_, _, known) => known,
            };
        }
        let needs_object = regions.iter().any(Region::needs_object);
        if is_foreign && needs_object {
            return Err(BadInput::new(
                "the locations are in classes of which none inherits from the other, and the code uses `this`; extract it in one class and move the method first",
            ));
        }
        Ok(Self {
            class: host,
            is_static: is_foreign,
            visibility,
        })
    }

    /// A name that no method has and no call uses in the files concerned, so that no call can mean another.
    fn refuse_taken(
        run: &Run<'_, Java>,
        selections: &[Selection],
        name: &str,
    ) -> Result<(), BadInput> {
        let program = run.program();
        let Some(name_sym) = program.world().names().get(name) else {
            return Ok(());
        };
        for selection in selections {
            let tree = &program.model(selection.number).tree;
            let is_taken = tree.descendants(NodeId::ROOT).any(|n| {
                matches!(tree.kind(n), Kind::Call | Kind::Callable | Kind::MethodRef)
                    && tree.sym(n) == name_sym
            });
            if is_taken {
                let why = format!("there is a method {name} already; give another name");
                return Err(BadInput::new(why).at(selection.file, selection.span));
            }
        }
        Ok(())
    }

    /// What becomes of the method's value at another place.
    fn given((first, other): (Gives, Gives), alike: &Alike<'_, '_>) -> Result<Gives, &'static str> {
        match (first, other) {
            (Gives::Variable(_), Gives::None) => Ok(Gives::None),
            (Gives::Variable(ours), Gives::Variable(theirs)) => {
                let is_same = alike.counterpart(ours) == Some(theirs);
                is_same.then_some(Gives::Variable(theirs)).ok_or(
                    "another variable is read behind this place than behind the first, and a method returns one value",
                )
            }
            (Gives::None, Gives::Variable(_)) => {
                Err("a variable is read behind this place, but not behind the first")
            }
            (a, b) if a == b => Ok(b),
            _ => Err("this place leaves its method in another way than the first does"),
        }
    }

    /// How the method is named at a place.
    fn callee(&self, region: &Region<'_>, name: &str, imports: &mut Imports) -> String {
        let program = region.program;
        let world = program.world();
        let class = program.class_around(region.number, region.parts[0]);
        let reaches = |c: ClassId| c == self.class || world.is_subclass(c, self.class);
        let mut around = class;
        while let Some(c) = around {
            if reaches(c) {
                return name.to_owned();
            }
            around = world.info(c).outer;
        }
        format!(
            "{}.{name}",
            imports.name(program, region.number, self.class)
        )
    }
}

/// What the places say in their own words.
struct Texts<'r, 's, 'p> {
    run: &'r Run<'s, Java>,
    selections: &'r [Selection],
    regions: &'r [Region<'p>],
    /// The number of the place that the method is made of.
    first: usize,
}

impl Texts<'_, '_, '_> {
    fn text(&self, place: usize, node: NodeId) -> &str {
        let text = self.run.sources().text(self.selections[place].file);
        self.regions[place].tree().span(node).text(text)
    }

    /// What a place has where the first has this node; the first is asked for with no comparison.
    fn there(&self, alike: &Alike<'_, '_>, place: usize, node: NodeId) -> String {
        if let Some((_, hole)) = alike.holes.iter().find(|(a, _)| *a == node) {
            return self.text(place, *hole).to_owned();
        }
        match self.local(node).and_then(|l| alike.counterpart(l)) {
            Some(local) => self.name(place, local),
            None => self.text(self.first, node).to_owned(),
        }
    }

    /// The variable of the body around that a node of the first place names.
    fn local(&self, node: NodeId) -> Option<NodeId> {
        let region = &self.regions[self.first];
        match region.program.names.decl(region.number, node) {
            Decl::Local(local) => Some(local),
            _ => None,
        }
    }

    fn name(&self, place: usize, local: NodeId) -> String {
        let region = &self.regions[place];
        let world = region.program.world();
        world.text(region.tree().sym(local)).to_owned()
    }

    /// Where the first place names a variable of the body around.
    fn uses(&self, local: NodeId) -> impl Iterator<Item = NodeId> {
        let region = &self.regions[self.first];
        let nodes = region
            .parts
            .iter()
            .flat_map(|&p| region.tree().descendants(p));
        let named = nodes.filter(move |&n| self.local(n) == Some(local));
        named.filter(|&n| region.tree().kind(n) == Kind::Name)
    }

    /// Whether a variable stands for the same in every other place wherever it is named.
    fn is_uniform(&self, alikes: &[Alike<'_, '_>], local: NodeId) -> bool {
        (0..self.regions.len())
            .filter(|k| *k != self.first)
            .all(|k| {
                let mut texts = self.uses(local).map(|n| self.there(&alikes[k], k, n));
                let first = texts.next();
                texts.all(|t| Some(t) == first)
            })
    }

    /// Parameters for what differs between the places: one for all nodes that agree in every place. A variable that is passed
    /// anyway needs none.
    fn values(&self, alikes: &[Alike<'_, '_>]) -> Vec<ValueParam> {
        let region = &self.regions[self.first];
        let tree = region.tree();
        let mut holes: Vec<NodeId> = alikes
            .iter()
            .flat_map(|a| a.holes.iter().map(|h| h.0))
            .collect();
        holes.sort_unstable();
        holes.dedup();
        let mut taken: Vec<String> = (region.parts.iter())
            .flat_map(|&p| tree.descendants(p))
            .map(|n| region.program.world().text(tree.sym(n)).to_owned())
            .collect();
        let mut groups: Vec<(Vec<String>, ValueParam)> = Vec::new();
        for node in holes {
            if self.local(node).is_some_and(|l| self.is_uniform(alikes, l)) {
                continue;
            }
            let key: Vec<String> = (0..self.regions.len())
                .map(|k| self.there(&alikes[k], k, node))
                .collect();
            let span = tree.span(node);
            if let Some((_, value)) = groups.iter_mut().find(|(known, _)| *known == key) {
                value.spans.push(span);
                continue;
            }
            let name = free_name(&key, tree.kind(node), &taken);
            taken.push(name.clone());
            let value = ValueParam {
                ty: self.type_of(alikes, node),
                name,
                argument: self.text(self.first, node).to_owned(),
                spans: vec![span],
            };
            groups.push((key, value));
        }
        groups.into_iter().map(|(_, value)| value).collect()
    }

    /// The type of a value, as a place tells it that has another value than `null` there.
    fn type_of(&self, alikes: &[Alike<'_, '_>], node: NodeId) -> Ty {
        let ty = |place: usize, node| {
            let region = &self.regions[place];
            region.program.names.ty(region.number, node)
        };
        let others = alikes.iter().enumerate().filter_map(|(k, alike)| {
            let (_, other) = alike.holes.iter().find(|(a, _)| *a == node)?;
            Some(ty(k, *other))
        });
        let own = ty(self.first, node);
        let mut all = std::iter::once(own).chain(others);
        all.find(|&t| t != Ty::NULL).unwrap_or(own)
    }

    /// What a place passes, in the order of the method's parameters.
    fn arguments(&self, place: usize, alike: &Alike<'_, '_>, values: &[ValueParam]) -> Vec<String> {
        let region = &self.regions[self.first];
        let tree = region.tree();
        let passed = region.inputs.iter().map(|&input| {
            let first_use = self.uses(input).next();
            match (alike.counterpart(input), first_use) {
                (Some(local), _) => self.name(place, local),
                (None, Some(node)) => self.there(alike, place, node),
                (None, None) => self.name(self.first, input),
            }
        });
        let mut all: Vec<String> = passed.collect();
        for value in values {
            let nodes = region.parts.iter().flat_map(|&p| tree.descendants(p));
            let mut here = nodes.filter(|&n| value.spans.contains(&tree.span(n)));
            all.extend(here.next().map(|n| self.there(alike, place, n)));
        }
        all
    }
}

/// A name for a parameter: that of a variable or constant which some place has, or what kind of value it is.
fn free_name(texts: &[String], kind: Kind, taken: &[String]) -> String {
    let named = texts.iter().rev().find(|t| is_identifier(t));
    let plain = match (named, kind) {
        (Some(name), _) if name.chars().any(char::is_lowercase) => name.clone(),
        (Some(constant), _) => camel(constant),
        (None, Kind::Str) => "text".to_owned(),
        (None, Kind::Number) => "number".to_owned(),
        (None, Kind::Bool) => "flag".to_owned(),
        (None, Kind::Char) => "character".to_owned(),
        _ => "value".to_owned(),
    };
    let numbered = (2..).map(|n| format!("{plain}{n}"));
    let mut all = std::iter::once(plain.clone()).chain(numbered);
    let is_free = |name: &String| is_identifier(name) && !taken.contains(name);
    all.find(is_free).unwrap_or(plain.clone())
}

/// `MOST_LINES` as `mostLines`.
fn camel(constant: &str) -> String {
    let mut out = String::new();
    for (i, word) in constant.split('_').filter(|w| !w.is_empty()).enumerate() {
        let lower = word.to_lowercase();
        let mut letters = lower.chars();
        match letters.next() {
            Some(first) if i > 0 => out.extend(first.to_uppercase()),
            Some(first) => out.push(first),
            None => {}
        }
        out.push_str(letters.as_str());
    }
    out
}

/// The token and the body of the only method of a name in a file.
fn method_named(
    run: &Run<'_, Java>,
    file: FileId,
    name: &str,
) -> Result<(Interval, Interval), BadInput> {
    let program = run.program();
    let found = program.number(file).and_then(|number| {
        let model = program.model(number);
        let world = program.world();
        let mut all = model.callables.iter();
        let made = all.find(|c| world.text(model.tree.sym(c.node)) == name)?;
        let body = program.interval(number, model.tree.span(made.body?));
        Some((program.token(number, made.node), body))
    });
    found.ok_or_else(|| BadInput::new(format!("{name} is not declared as it was meant to be")))
}

/// Every call must mean the new method, not another that its name and arguments fit better.
fn refuse_other_targets(run: &mut Run<'_, Java>, (file, name): (FileId, &str), files: &[FileId]) {
    let Ok((token, _)) = method_named(run, file, name) else {
        return;
    };
    let program = run.program();
    let mut wrong = Vec::new();
    let mut calls = Vec::new();
    for &at in files {
        let Some(number) = program.number(at) else {
            continue;
        };
        let tree = &program.model(number).tree;
        for call in tree.descendants(NodeId::ROOT) {
            let is_named =
                tree.kind(call) == Kind::Call && program.world().text(tree.sym(call)) == name;
            let decl = program.names.decl(number, call);
            let is_other = decl == Decl::Unknown || program.place(number, decl) != Some(token);
            if is_named && is_other {
                wrong.push(Interval::new(at, tree.span(call)));
            } else if is_named {
                calls.push((number, call));
            }
        }
    }
    refuse_first_use(run, &calls);
    if !wrong.is_empty() {
        run.refuse(
            "call",
            "a call would mean another method; give the method a name of its own",
            &wrong,
        );
    }
}
