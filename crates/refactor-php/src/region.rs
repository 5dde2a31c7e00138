//! A stretch of code that is to become a function: what goes in, what comes out, and what stands in the way.

use super::place::is_statement;
use reweave_lang_php::{
    Analysis, EntityId, Kind, ScopeKind, SourceFile, assigned, by_reference, chains, events,
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
    let program = &analysis.program;
    let source = program.file(file);
    let nodes: Vec<NodeId> = statements.iter().copied().chain(expression).collect();
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
        return Err(BadInput::unclear("no statements stand here; select some"));
    };
    let span = source.span(first).cover(source.span(last));
    let scope_id = program.scope_at(file, first);
    let scope = program.scope(scope_id);
    let body = if scope.kind == ScopeKind::Global {
        NodeId::ROOT
    } else {
        scope.node
    };
    let unclear = || BadInput::new("the flow of this body cannot be followed (goto, or too deep)");
    let chains = chains(program, file, body).ok_or_else(unclear)?;
    let state = assigned(program, file, body).ok_or_else(unclear)?;
    let inside = |at: reweave_lang_php::Place| at.file == file && span.contains(at.span);
    let mut out = Region {
        span,
        params: Vec::new(),
        results: Vec::new(),
        returns: false,
        touched: Vec::new(),
        lost: Vec::new(),
        obstacles: Vec::new(),
    };
    let mut say = |words: String, at: Span| out.obstacles.push((words, Interval::new(file, at)));

    for &node in &nodes {
        for (words, at) in forbidden(program, file, source, node, scope_id) {
            say(words.to_owned(), at);
        }
    }
    if let Some(e) = expression {
        if source
            .tree
            .ancestors(e)
            .take_while(|&a| !is_statement(source.kind(a)))
            .any(|a| {
                matches!(
                    source.kind(a),
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
            })
        {
            say(
                "the expression stands where no call can stand".to_owned(),
                span,
            );
        }
        let parent = source.parent(e);
        let quiet = parent.is_some_and(|p| {
            source.kind(p) == Kind::Argument && by_reference(program, file, source, p)
                || source.kind(p) == Kind::Binary
                    && source.operator(p) == "??"
                    && source.is_field(e, |f| f.left)
                || matches!(
                    source.kind(p),
                    Kind::Subscript | Kind::MemberAccess | Kind::ScopedPropertyAccess
                )
                || source.kind(p) == Kind::Argument && in_intrinsic(source, p)
        });
        if quiet {
            say(
                "a call cannot stand for a place that is written or asked about".to_owned(),
                span,
            );
        }
    }

    // Every path leaves behind the last statement, or every path returns.
    let own: Vec<usize> = (0..state.flow.points.len())
        .filter(|&i| {
            i > 1
                && span.contains(source.span(state.flow.points[i].statement))
                && expression.is_none()
        })
        .collect();
    let returns = own
        .iter()
        .any(|&i| source.kind(state.flow.points[i].statement) == Kind::Return);
    let mut exits: BTreeSet<usize> = BTreeSet::new();
    let mut entries: BTreeSet<usize> = BTreeSet::new();
    for &(a, b) in &state.flow.edges {
        if own.contains(&a) && !own.contains(&b) && b != reweave_lang_php::EXIT {
            exits.insert(b);
        }
        if own.contains(&b) && !own.contains(&a) {
            entries.insert(b);
        }
    }
    if returns && !exits.is_empty() {
        say(
            "the code returns on some paths and leaves at its end on others".to_owned(),
            span,
        );
    }
    let statement_of = |p: &usize| state.flow.points[*p].statement;
    if exits
        .iter()
        .map(statement_of)
        .collect::<BTreeSet<_>>()
        .len()
        > 1
        && !ends_alike(source, &nodes)
    {
        say(
            "control leaves the code for more than one place".to_owned(),
            span,
        );
    }
    out.returns = returns;

    // What goes in and what comes out.
    let all: Vec<_> = nodes
        .iter()
        .flat_map(|&n| events(program, file, n))
        .collect();
    for event in &all {
        if !out.touched.contains(&event.variable) {
            out.touched.push(event.variable);
        }
    }
    let written: BTreeSet<EntityId> = all
        .iter()
        .filter(|e| e.writes)
        .map(|e| e.variable)
        .collect();
    let mut results: Vec<(Span, EntityId)> = Vec::new();
    for chain in &chains {
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
    results.sort_by_key(|(at, _)| (at.start < span.start, *at));
    for (_, v) in results {
        if !out.results.contains(&v) {
            out.results.push(v);
        }
    }
    if expression.is_some() && !out.results.is_empty() {
        out.obstacles.push((
            "the expression sets a variable that is read elsewhere".to_owned(),
            Interval::new(file, span),
        ));
        out.results.clear();
    }
    let start = state
        .flow
        .points
        .iter()
        .position(|p| {
            source.span(p.part).contains(source.span(first))
                || source.span(first).contains(source.span(p.part)) && p.part != body
        })
        .filter(|&i| i > 1)
        .or_else(|| entries.iter().next().copied());
    let before = start.map(|i| &state.before[i]);
    let surely_before = |v: &EntityId| {
        before.is_some_and(|b| b.contains(v)) || is_captured(analysis, file, first, *v)
    };
    // A result that the code does not surely set must come in as well.
    let last_points: Vec<usize> = state
        .flow
        .edges
        .iter()
        .filter(|(a, b)| own.contains(a) && !own.contains(b))
        .map(|(a, _)| *a)
        .collect();
    for v in out.results.clone() {
        let set =
            last_points.iter().all(|&p| state.after[p].contains(&v)) && !last_points.is_empty();
        let sets_itself = set && !surely_before(&v);
        if !sets_itself && !out.params.contains(&v) && !set_on_all(&all, v) {
            out.params.push(v);
        }
        if !set && !surely_before(&v) {
            let words = format!("${} may have no value at the end", program.entity(v).name);
            out.obstacles.push((words, Interval::new(file, span)));
        }
    }
    for v in &out.params {
        if !surely_before(v) {
            let words = format!("${} may have no value yet", program.entity(*v).name);
            out.obstacles.push((words, Interval::new(file, span)));
        }
    }
    // What is read without any definition in sight would be undefined in a different place.
    for event in all.iter().filter(|e| e.reads) {
        let known =
            out.params.contains(&event.variable) || chains.iter().any(|c| c.to == event.place);
        if !known {
            let words = format!(
                "${} has no value that can be seen",
                program.entity(event.variable).name
            );
            out.obstacles
                .push((words, Interval::new(file, event.place.span)));
        }
    }
    out.lost = written
        .into_iter()
        .filter(|v| !out.results.contains(v))
        .collect();
    Ok(out)
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
fn set_on_all(all: &[reweave_lang_php::Event], v: EntityId) -> bool {
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

/// Code that means something else in another function.
fn forbidden(
    program: &reweave_lang_php::Program,
    file: FileId,
    source: &SourceFile,
    root: NodeId,
    scope: reweave_lang_php::ScopeId,
) -> Vec<(&'static str, Span)> {
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
                    found.push(("control leaves the code for a loop around it", span));
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
