//! A stretch of code that is to become a function: what goes in, what comes out, and what stands in the way.

use super::place::is_statement;
use reweave_lang_php::{
    Analysis, Assigned, Chain, EntityId, Event, Kind, Place, ScopeKind, SourceFile, assigned,
    by_reference, chains, events,
};
use reweave_preserve::Interval;
use reweave_refactor::BadInput;
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};
use std::collections::BTreeSet;

pub struct Region {
    pub span: Span,
    /// Read inside, set outside; in order of first use inside.
    pub params: Vec<EntityId>,
    /// Set inside, read outside; in order of first use behind.
    pub results: Vec<EntityId>,
    /// It returns on every path.
    pub returns: bool,
    /// Every variable that it names.
    pub touched: Vec<EntityId>,
    /// Set inside and of no use outside: these end, or keep their old value, once the code has moved.
    pub lost: Vec<EntityId>,
    pub obstacles: Vec<(String, Interval)>,
}

pub fn region(
    analysis: &Analysis,
    file: FileId,
    statements: &[NodeId],
    expression: Option<NodeId>,
) -> Result<Region, BadInput> {
    let stretch = Stretch::of(analysis, file, statements, expression)?;
    let mut out = Region {
        span: stretch.span,
        params: Vec::new(),
        results: Vec::new(),
        returns: false,
        touched: Vec::new(),
        lost: Vec::new(),
        obstacles: Vec::new(),
    };
    let scope = analysis.program.scope_at(file, stretch.nodes[0]);
    for &node in &stretch.nodes {
        for (words, at) in forbidden(&analysis.program, file, stretch.source, node, scope) {
            out.obstacles
                .push((words.to_owned(), Interval::new(file, at)));
        }
    }
    if let Some(expression) = expression {
        stretch.stands_for_a_call(expression, &mut out);
    }
    let ways = stretch.ways(&mut out);
    stretch.in_and_out(&ways, &mut out);
    Ok(out)
}

/// The code, and what is known of the body around it.
struct Stretch<'a> {
    analysis: &'a Analysis,
    file: FileId,
    source: &'a SourceFile,
    /// The statements, or the expression; at least one.
    nodes: Vec<NodeId>,
    is_expression: bool,
    span: Span,
    body: NodeId,
    chains: Vec<Chain>,
    state: Assigned,
}

/// The points of the flow at the borders of a stretch.
struct Ways {
    /// Points inside that control comes to from outside.
    entries: BTreeSet<usize>,
    /// Points inside that control leaves from.
    last: Vec<usize>,
}

impl<'a> Stretch<'a> {
    fn of(
        analysis: &'a Analysis,
        file: FileId,
        statements: &[NodeId],
        expression: Option<NodeId>,
    ) -> Result<Self, BadInput> {
        let program = &analysis.program;
        let source = program.file(file);
        let nodes: Vec<NodeId> = statements.iter().copied().chain(expression).collect();
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return Err(BadInput::unclear("no statements stand here; select some"));
        };
        let scope = program.scope(program.scope_at(file, first));
        let body = if scope.kind == ScopeKind::Global {
            NodeId::ROOT
        } else {
            scope.node
        };
        let unclear =
            || BadInput::new("the flow of this body cannot be followed (goto, or too deep)");
        Ok(Self {
            analysis,
            file,
            source,
            span: source.span(first).cover(source.span(last)),
            is_expression: expression.is_some(),
            nodes,
            body,
            chains: chains(program, file, body).ok_or_else(unclear)?,
            state: assigned(program, file, body).ok_or_else(unclear)?,
        })
    }

    fn say(&self, words: &str, out: &mut Region) {
        let at = Interval::new(self.file, self.span);
        out.obstacles.push((words.to_owned(), at));
    }

    /// Whether a call may stand where the expression stands.
    fn stands_for_a_call(&self, expression: NodeId, out: &mut Region) {
        let source = self.source;
        let mut around = source
            .tree
            .ancestors(expression)
            .take_while(|&a| !is_statement(source.kind(a)));
        if around.any(|a| takes_no_call(source.kind(a))) {
            self.say("the expression stands where no call can stand", out);
        }
        let is_place = source
            .parent(expression)
            .is_some_and(|parent| self.is_place(expression, parent));
        if is_place {
            let words = "a call cannot replace a variable that is assigned or asked about";
            self.say(words, out);
        }
    }

    /// Whether `parent` writes to the expression, or asks whether it exists.
    fn is_place(&self, expression: NodeId, parent: NodeId) -> bool {
        let source = self.source;
        match source.kind(parent) {
            Kind::Argument => {
                by_reference(&self.analysis.program, self.file, source, parent)
                    || in_intrinsic(source, parent)
            }
            Kind::Binary => {
                source.operator(parent) == "??" && source.is_field(expression, |f| f.left)
            }
            kind => matches!(
                kind,
                Kind::Subscript | Kind::MemberAccess | Kind::ScopedPropertyAccess
            ),
        }
    }

    /// Every path leaves behind the last statement, or every path returns.
    fn ways(&self, out: &mut Region) -> Ways {
        let flow = &self.state.flow;
        let statement = |i: usize| flow.points[i].statement;
        let is_own = |i: usize| {
            i > 1 && !self.is_expression && self.span.contains(self.source.span(statement(i)))
        };
        let own: BTreeSet<usize> = (0..flow.points.len()).filter(|&i| is_own(i)).collect();
        let mut exits = BTreeSet::new();
        let mut ways = Ways {
            entries: BTreeSet::new(),
            last: Vec::new(),
        };
        for &(from, to) in &flow.edges {
            match (own.contains(&from), own.contains(&to)) {
                (true, false) => {
                    ways.last.push(from);
                    if to != reweave_lang_php::EXIT {
                        exits.insert(to);
                    }
                }
                (false, true) => {
                    ways.entries.insert(to);
                }
                _ => {}
            }
        }
        let is_return = |&i: &usize| self.source.kind(statement(i)) == Kind::Return;
        out.returns = own.iter().any(is_return);
        if out.returns && !exits.is_empty() {
            let words = "the code returns on some paths and leaves at its end on others";
            self.say(words, out);
        }
        let targets: BTreeSet<NodeId> = exits.into_iter().map(statement).collect();
        if targets.len() > 1 && !ends_alike(self.source, &self.nodes) {
            self.say("control leaves the code for more than one place", out);
        }
        ways
    }

    /// What goes in and what comes out.
    fn in_and_out(&self, ways: &Ways, out: &mut Region) {
        let program = &self.analysis.program;
        let of_node = |&n: &NodeId| events(program, self.file, n);
        let all: Vec<Event> = self.nodes.iter().flat_map(of_node).collect();
        for event in &all {
            if !out.touched.contains(&event.variable) {
                out.touched.push(event.variable);
            }
        }
        self.crossing(&all, out);
        if self.is_expression && !out.results.is_empty() {
            let words = "the expression sets a variable that is read elsewhere";
            self.say(words, out);
            out.results.clear();
        }
        self.have_values(&all, ways, out);
        self.are_known(&all, out);
        let written = all.iter().filter(|e| e.writes).map(|e| e.variable);
        let written: BTreeSet<EntityId> = written.collect();
        out.lost = written
            .into_iter()
            .filter(|v| !out.results.contains(v))
            .collect();
    }

    /// The values that cross the border of the code.
    fn crossing(&self, all: &[Event], out: &mut Region) {
        let inside = |at: Place| at.file == self.file && self.span.contains(at.span);
        let mut results: Vec<(Span, EntityId)> = Vec::new();
        for chain in &self.chains {
            match (inside(chain.from), inside(chain.to)) {
                (true, false) => results.push((chain.to.span, chain.variable)),
                (false, true) if !out.params.contains(&chain.variable) => {
                    out.params.push(chain.variable);
                }
                _ => {}
            }
        }
        let order = |v: &EntityId| all.iter().position(|e| e.variable == *v);
        out.params.sort_by_key(order);
        results.sort_by_key(|(at, _)| (at.start < self.span.start, *at));
        for (_, v) in results {
            if !out.results.contains(&v) {
                out.results.push(v);
            }
        }
    }

    /// The variables that have a value on every path to the code.
    fn before(&self, ways: &Ways) -> Option<&BTreeSet<EntityId>> {
        let first = self.source.span(self.nodes[0]);
        let is_first = |part: NodeId| {
            let part_span = self.source.span(part);
            part_span.contains(first) || first.contains(part_span) && part != self.body
        };
        let mut points = self.state.flow.points.iter();
        let start = points
            .position(|p| is_first(p.part))
            .filter(|&i| i > 1)
            .or_else(|| ways.entries.iter().next().copied());
        start.map(|i| &self.state.before[i])
    }

    /// Whether what goes in has a value before, and what comes out one at the end.
    fn have_values(&self, all: &[Event], ways: &Ways, out: &mut Region) {
        let before = self.before(ways);
        let surely_before = |v: &EntityId| {
            before.is_some_and(|b| b.contains(v))
                || is_captured(self.analysis, self.file, self.nodes[0], *v)
        };
        let name = |v: EntityId| &self.analysis.program.entity(v).name;
        for v in out.results.clone() {
            let is_set = |&p: &usize| self.state.after[p].contains(&v);
            let set = !ways.last.is_empty() && ways.last.iter().all(is_set);
            // A result that the code does not surely set must come in as well.
            let sets_itself = set && !surely_before(&v);
            if !sets_itself && !out.params.contains(&v) && !set_on_all(all, v) {
                out.params.push(v);
            }
            if !set && !surely_before(&v) {
                self.say(&format!("${} may have no value at the end", name(v)), out);
            }
        }
        for v in out.params.clone() {
            if !surely_before(&v) {
                self.say(&format!("${} may have no value yet", name(v)), out);
            }
        }
    }

    /// What is read without any definition in sight would be undefined in a different place.
    fn are_known(&self, all: &[Event], out: &mut Region) {
        for event in all.iter().filter(|e| e.reads) {
            let has_definition = self.chains.iter().any(|c| c.to == event.place);
            if !out.params.contains(&event.variable) && !has_definition {
                let name = &self.analysis.program.entity(event.variable).name;
                let words = format!("${name} has no value that can be seen");
                let at = Interval::new(self.file, event.place.span);
                out.obstacles.push((words, at));
            }
        }
    }
}

/// Whether an expression in such a node must be known while the code is compiled, or is part of a text or a reference.
const fn takes_no_call(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::EncapsedString
            | Kind::HeredocBody
            | Kind::ShellCommand
            | Kind::ByRef
            | Kind::ReferenceAssignment
            | Kind::StaticVariable
            | Kind::ConstElement
            | Kind::PropertyElement
            | Kind::AttributeList
            | Kind::FormalParameters
            | Kind::EnumCase
    )
}

/// Where a closure is given another `$this` or class; outside classes, where it uses one.
pub fn bound_anew(
    analysis: &Analysis,
    file: FileId,
    moved: Span,
    outside: bool,
) -> Option<Interval> {
    const BINDING: &[&str] = &["bind", "bindto", "call"];
    for (f, source) in analysis.program.files.iter().enumerate() {
        let here = FileId(f as u32);
        let binds = source.tree.ids().find(|&id| match source.kind(id) {
            Kind::Name => {
                matches!(
                    source.parent_kind(id),
                    Kind::MemberCall | Kind::NullsafeMemberCall | Kind::ScopedCall
                ) && BINDING.contains(&source.text(id).to_ascii_lowercase().as_str())
            }
            Kind::Variable => {
                outside
                    && here == file
                    && source.text(id) == "$this"
                    && moved.contains(source.span(id))
            }
            _ => false,
        });
        if let Some(id) = binds {
            return Some(Interval::new(here, source.span(id)));
        }
    }
    None
}

/// Whether the variable keeps its value from one call to the next.
pub fn is_static_variable(analysis: &Analysis, v: EntityId) -> bool {
    let mut occurrences = analysis.bindings.occurrences.iter();
    occurrences.any(|o| {
        let source = analysis.program.file(o.place.file);
        o.targets.contains(&v) && source.parent_kind(o.node) == Kind::StaticVariable
    })
}

/// Whether the first thing that happens to the variable, always, is that it is set.
fn set_on_all(all: &[Event], v: EntityId) -> bool {
    let first = all.iter().find(|e| e.variable == v);
    first.is_some_and(|e| e.writes && !e.reads && !e.partly)
}

/// Whether a closure took the variable from around it.
fn is_captured(analysis: &Analysis, file: FileId, at: NodeId, v: EntityId) -> bool {
    let program = &analysis.program;
    let scope = program.scope_at(file, at);
    program.entity(v).scope != Some(scope)
}

/// A loop or condition as the last statement may leave for several points of one place.
fn ends_alike(source: &SourceFile, nodes: &[NodeId]) -> bool {
    nodes.last().is_some_and(|&n| {
        matches!(
            source.kind(n),
            Kind::Foreach
                | Kind::For
                | Kind::While
                | Kind::Do
                | Kind::If
                | Kind::Switch
                | Kind::Try
        )
    }) && !nodes.iter().any(|&n| {
        source
            .tree
            .descendants(n)
            .any(|d| matches!(source.kind(d), Kind::Break | Kind::Continue))
    })
}

fn in_intrinsic(source: &SourceFile, argument: NodeId) -> bool {
    let call = source.parent(argument).and_then(|list| source.parent(list));
    call.and_then(|c| source.field(c, |f| f.function))
        .is_some_and(|f| {
            matches!(
                source.text(f).to_ascii_lowercase().as_str(),
                "isset" | "empty" | "unset" | "compact"
            )
        })
}

/// Functions that ask for the one that calls them.
const OWN_FRAME: &[&str] = &[
    "func_get_args",
    "func_get_arg",
    "func_num_args",
    "get_defined_vars",
    "extract",
    "compact",
    "debug_backtrace",
    "debug_print_backtrace",
    "eval",
    "parse_str",
    "get_called_class",
    "static",
];

/// Code that means something else in another function.
fn forbidden(
    program: &reweave_lang_php::Program,
    file: FileId,
    source: &SourceFile,
    root: NodeId,
    scope: reweave_lang_php::ScopeId,
) -> Vec<(&'static str, Span)> {
    let mut found = Vec::new();
    let mut loops: Vec<NodeId> = Vec::new();
    for id in source.tree.descendants(root) {
        if program.scope_at(file, id) != scope {
            continue;
        }
        let span = source.span(id);
        match source.kind(id) {
            Kind::While | Kind::Do | Kind::For | Kind::Foreach | Kind::Switch => loops.push(id),
            Kind::Break | Kind::Continue => {
                let levels = source
                    .first_named(id)
                    .map_or(1, |n| source.text(n).parse().unwrap_or(1_usize));
                let around = source
                    .tree
                    .ancestors(id)
                    .take_while(|&a| a != root)
                    .filter(|a| loops.contains(a));
                let count = around.count() + usize::from(loops.contains(&root));
                if count < levels {
                    found.push(("control leaves the code for an enclosing loop", span));
                }
            }
            Kind::Yield => found.push(("a generator stops here", span)),
            Kind::Goto | Kind::NamedLabel => found.push(("goto cannot leave a function", span)),
            Kind::GlobalDeclaration | Kind::FunctionStatic => {
                found.push(("the declaration belongs to its function", span));
            }
            Kind::FunctionDefinition
            | Kind::ClassDeclaration
            | Kind::InterfaceDeclaration
            | Kind::TraitDeclaration
            | Kind::EnumDeclaration
            | Kind::UseStatement
            | Kind::ConstDeclaration => {
                found.push(("a declaration cannot move into a function", span));
            }
            Kind::DynamicVariable
            | Kind::Include
            | Kind::IncludeOnce
            | Kind::Require
            | Kind::RequireOnce => {
                found.push(("this could name any variable of its function", span));
            }
            Kind::ReferenceAssignment | Kind::ByRef
                if source.parent_kind(id) != Kind::ClosureUse || source.kind(id) == Kind::ByRef =>
            {
                found.push(("a reference ties variables together", span));
            }
            Kind::FunctionCall => {
                let name = source
                    .field(id, |f| f.function)
                    .map_or("", |f| source.text(f));
                if OWN_FRAME.contains(&name.trim_start_matches('\\').to_ascii_lowercase().as_str())
                {
                    found.push(("the call looks at the function it is in", span));
                }
            }
            Kind::Name if matches!(source.text(id), "__LINE__") => {
                found.push(("it depends on its line", span));
            }
            _ => {}
        }
    }
    found
}
