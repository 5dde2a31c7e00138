//! Extract Variable: gives a value a name before the statement that uses it.
//!
//! The expression must be evaluated exactly once whenever its statement runs, and nothing that is evaluated before it may
//! matter to it, nor it to that: the check of edges cannot judge the order of effects (section 9).
//!
//! ```before
//! <?php
//! function price($net, $rate) {
//!     return round($0$net * (1 + $rate)$0, 2);
//! }
//! ```
//! ```with
//! name=gross
//! ```
//! ```after
//! <?php
//! function price($net, $rate) {
//!     $gross = $net * (1 + $rate);
//!     return round($gross, 2);
//! }
//! ```
//!
//! ```before
//! <?php
//! function f($a) {
//!     return $a && $0g($a)$0;
//! }
//! ```
//! ```with
//! name=x
//! ```
//! ```refuses
//! not always evaluated
//! ```

use crate::Php;
use crate::lifetime::refuse_kept;
use crate::place::{indent_at, is_expression, is_statement, newline, trimmed};
use crate::unknown::refuse_positions;
use reweave_lang_php::{
    Analysis, Kind, Reach, ScopeId, ScopeKind, SourceFile, by_reference, events, is_conditional,
    is_destructured, is_identifier, is_name, is_superglobal,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, Target};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "extract-variable",
    file: include_str!("extract_variable.rs"),
    params: &[Param::required("name", "the new variable, without `$`")],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    let name = run.param("name")?.trim_start_matches('$');
    if !is_identifier(name) || name == "this" || is_superglobal(name) {
        return Err(
            BadInput::unclear(format!("`{name}` is not a valid name for a variable")).into(),
        );
    }
    let (file, expression) = selected(run)?;
    let analysis = run.program();
    let source = analysis.program.file(file);
    let Some(statement) = enclosing_statement(source, expression) else {
        return Err(BadInput::new(
            "the expression stands in no statement; select one inside a body",
        )
        .into());
    };
    let obstacles = obstacles(analysis, file, statement, expression);
    let scope = analysis.program.scope_at(file, expression);
    let unknown = unknown_in(analysis, scope, name);
    let taken = analysis.program.variable_in(scope, name).map(|v| {
        let place = analysis.program.entity(v).place;
        Interval::new(place.file, place.span)
    });

    let text = source.text.clone();
    let value = source.text(expression).to_owned();
    let whole = source.span(statement);
    let at = source.span(expression);
    let is_whole = source.kind(statement) == Kind::ExpressionStatement
        && source.first_named(statement) == Some(expression);
    let in_block = matches!(
        source.parent_kind(statement),
        Kind::CompoundStatement | Kind::Program | Kind::ColonBlock | Kind::Case | Kind::Default
    );
    let (indent, nl) = (indent_at(&text, whole.start).to_owned(), newline(&text));
    let mut step = Step::new(format!("put the value into ${name}"), "N⊇↺ C⊇↺ D⊇↺");
    step.affect(Interval::new(file, Span::new(whole.start, at.end)));
    if is_whole {
        step.insert(file, at.start, format!("${name} = "));
    } else {
        let open = if in_block { "" } else { "{ " };
        let gap = if in_block {
            format!("{nl}{indent}")
        } else {
            " ".to_owned()
        };
        step.insert(file, whole.start, format!("{open}${name} = {value};{gap}"));
        step.replace(Interval::new(file, at), format!("${name}"));
        if !in_block {
            step.insert(file, whole.end, " }");
        }
    }
    if ties_places(run.program().program.file(file), expression) {
        let at = Interval::new(file, run.program().program.file(file).span(expression));
        run.refuse(
            "reference",
            "a reference ties variables to places of this array",
            &[at],
        );
    }
    refuse_kept(run, file, expression);
    refuse_positions(run, true);
    if let Some(at) = taken {
        run.refuse(
            "name",
            format!("there is a variable `${name}` already"),
            &[at],
        );
    }
    for (words, at) in obstacles {
        run.refuse("order", words, &[at]);
    }
    for at in unknown {
        run.refuse(
            crate::unknown::DYNAMIC,
            "this could see the new variable",
            &[at],
        );
    }
    run.step(&step)
}

/// The expression that the range covers, or the innermost at the caret.
pub fn selected(run: &Run<'_, Php>) -> Result<(FileId, NodeId), BadInput> {
    let bad = || BadInput::unclear("no expression stands here; select one");
    let (file, span) = if let Target::Range(file, span) = &run.request().target {
        (*file, *span)
    } else {
        let (file, at) = run.caret()?;
        (file, Span::at(at))
    };
    let source = run.program().program.file(file);
    let caret = span.is_empty();
    let span = if caret {
        span
    } else {
        trimmed(&source.text, span, true)
    };
    let inner = if caret {
        source.tree.covering(Span::new(span.start, span.start + 1))
    } else {
        source.tree.covering(span)
    };
    let mut found = std::iter::once(inner).chain(source.tree.ancestors(inner));
    let node = found
        .find(|&n| is_expression(source.kind(n)) && is_value(source, n))
        .ok_or_else(bad)?;
    let outside = std::iter::once(inner)
        .chain(source.tree.ancestors(inner))
        .take_while(|&n| n != node);
    // It looks like a call, but ends the program's text.
    let halts = source
        .field(node, |f| f.function)
        .is_some_and(|f| source.text(f).eq_ignore_ascii_case("__halt_compiler"));
    if halts || outside.into_iter().any(|n| is_statement(source.kind(n))) {
        return Err(bad());
    }
    Ok((file, node))
}

/// Whether the expression is `[&$a] = $b`, or its right side.
fn ties_places(source: &SourceFile, id: NodeId) -> bool {
    let assignment = [Some(id), source.parent(id)].into_iter().flatten();
    let mut lists = assignment
        .filter(|&a| source.kind(a) == Kind::Assignment)
        .filter_map(|a| source.field(a, |f| f.left))
        .filter(|&left| matches!(source.kind(left), Kind::ListLiteral | Kind::ArrayCreation));
    lists.any(|left| {
        let mut below = source.tree.descendants(left);
        below.any(|d| source.kind(d) == Kind::ByRef)
    })
}

/// Whether the node stands for a value: not the name of a function or class, nor what is assigned to.
pub fn is_value(source: &SourceFile, id: NodeId) -> bool {
    let Some(parent) = source.parent(id) else {
        return false;
    };
    let kind = source.kind(id);
    let field = |pick: fn(&SourceFile, NodeId) -> bool| pick(source, id);
    let is_left = source.is_field(id, |f| f.left);
    match source.kind(parent) {
        Kind::FunctionCall => !(source.is_field(id, |f| f.function) && is_name(kind)),
        Kind::ScopedCall | Kind::ScopedPropertyAccess => {
            let is_class = source.is_field(id, |f| f.scope) && is_name(kind);
            !(source.is_field(id, |f| f.name) || is_class)
        }
        Kind::MemberAccess
        | Kind::MemberCall
        | Kind::NullsafeMemberAccess
        | Kind::NullsafeMemberCall => !source.is_field(id, |f| f.name),
        Kind::ClassConstantAccess => !is_name(kind) && source.first_named(parent) == Some(id),
        Kind::ObjectCreation => field(|s, i| s.kind(i) == Kind::Parenthesized),
        Kind::Assignment | Kind::AugmentedAssignment => !is_left,
        Kind::ReferenceAssignment
        | Kind::Update
        | Kind::ByRef
        | Kind::Unset
        | Kind::ListLiteral => false,
        Kind::ArrayElement => !is_destructured(source, parent),
        Kind::Binary if source.operator(parent).eq_ignore_ascii_case("instanceof") => is_left,
        Kind::Variable
        | Kind::DynamicVariable
        | Kind::SimpleParameter
        | Kind::VariadicParameter
        | Kind::PromotedParameter
        | Kind::NamedType
        | Kind::BaseClause
        | Kind::ClassInterfaceClause
        | Kind::UseDeclaration
        | Kind::UseClause
        | Kind::Attribute
        | Kind::ConstElement
        | Kind::PropertyElement
        | Kind::StaticVariable
        | Kind::GlobalDeclaration
        | Kind::CatchClause
        | Kind::ClosureUse
        | Kind::EnumCase
        | Kind::NamespaceName
        | Kind::QualifiedName
        | Kind::Goto
        | Kind::NamedLabel
        | Kind::FunctionDefinition
        | Kind::MethodDeclaration
        | Kind::ClassDeclaration => false,
        Kind::Argument => !source.is_field(id, |f| f.name),
        Kind::Pair => false,
        Kind::Foreach => source.first_named(parent) == Some(id),
        _ => true,
    }
}

/// The statement that the expression belongs to.
pub fn enclosing_statement(source: &SourceFile, id: NodeId) -> Option<NodeId> {
    source
        .tree
        .ancestors(id)
        .find(|&a| is_statement(source.kind(a)) && source.kind(a) != Kind::CompoundStatement)
}

/// Why the value cannot be computed before the statement.
fn obstacles(
    analysis: &Analysis,
    file: FileId,
    statement: NodeId,
    id: NodeId,
) -> Vec<(String, Interval)> {
    let program = &analysis.program;
    let source = program.file(file);
    let here = Interval::new(file, source.span(id));
    let mut found = Vec::new();
    let mut say = |words: &str, at: NodeId| {
        found.push((words.to_owned(), Interval::new(file, source.span(at))));
    };
    if program.scope_at(file, statement) != program.scope_at(file, id) {
        say("the expression belongs to an inner function", id);
        return found;
    }
    if is_conditional(source, statement, id) {
        say("the expression is not always evaluated", id);
    }
    let effects = has_effects(source, id);
    let mut at = id;
    for up in source.tree.ancestors(id) {
        if at == statement {
            break;
        }
        if let Some(words) = around(program, file, (id, at), up) {
            say(words, up);
        }
        for before in source.named(up).take_while(|&c| c != at) {
            let left = source.kind(up) == Kind::Assignment && source.kind(before) == Kind::Variable;
            if !left && matters(analysis, file, before, id, effects) {
                say("what is evaluated before it could matter", before);
            }
        }
        at = up;
    }
    let in_function = source.ancestor(id, &[Kind::Yield]).is_some();
    if in_function
        || source
            .tree
            .descendants(id)
            .any(|n| source.kind(n) == Kind::Yield)
    {
        found.push(("a generator stops here".to_owned(), here));
    }
    found
}

/// Why the value cannot be computed before what stands around `at`, on the way up from `id`.
fn around(
    program: &reweave_lang_php::Program,
    file: FileId,
    (id, at): (NodeId, NodeId),
    up: NodeId,
) -> Option<&'static str> {
    let source = program.file(file);
    let words = match source.kind(up) {
        Kind::While | Kind::Do | Kind::ElseIfClause | Kind::Case => {
            "the expression is evaluated in a loop or only after others"
        }
        Kind::For if !source.is_field(at, |f| f.initialize) => {
            "the expression is evaluated in a loop"
        }
        Kind::ErrorSuppression => "its warnings are silenced",
        Kind::Yield
        | Kind::Match
        | Kind::ArrowFunction
        | Kind::FunctionStatic
        | Kind::GlobalDeclaration => "the expression stands where it cannot be taken out",
        Kind::EncapsedString | Kind::HeredocBody | Kind::ShellCommand => {
            "the expression is part of a string"
        }
        Kind::ReferenceAssignment | Kind::ByRef | Kind::Unset => "it is used as a reference",
        Kind::Binary if source.operator(up) == "??" => "its warnings are silenced",
        Kind::Argument if by_reference(program, file, source, up) => {
            "it may be passed by reference"
        }
        Kind::Subscript | Kind::MemberAccess | Kind::ScopedPropertyAccess
            if source.first_named(up) == Some(at) && is_target(source, up) =>
        {
            "something is assigned through it"
        }
        Kind::Foreach if loops_by_reference(source, up) => "it is looped over by reference",
        Kind::FunctionCall if silences(source, up) => "its warnings are silenced",
        Kind::Return if returns_reference(program, file, source, id) => {
            "it is returned by reference"
        }
        _ => return None,
    };
    Some(words)
}

fn loops_by_reference(source: &SourceFile, of: NodeId) -> bool {
    let head = source
        .tree
        .descendants(of)
        .take_while(|&n| !is_statement(source.kind(n)) || n == of);
    head.into_iter().any(|n| source.kind(n) == Kind::ByRef)
}

fn silences(source: &SourceFile, call: NodeId) -> bool {
    let name = source.field(call, |f| f.function);
    let name = name.map_or("", |f| source.text(f)).to_ascii_lowercase();
    matches!(name.as_str(), "isset" | "empty" | "unset" | "eval")
}

fn returns_reference(
    program: &reweave_lang_php::Program,
    file: FileId,
    source: &SourceFile,
    id: NodeId,
) -> bool {
    let scope = program.scope(program.scope_at(file, id));
    scope.kind != ScopeKind::Global && source.child(scope.node, Kind::ReferenceModifier).is_some()
}

/// Whether an element or member reached through this node is set.
fn is_target(source: &SourceFile, id: NodeId) -> bool {
    let mut at = id;
    for up in source.tree.ancestors(id) {
        match source.kind(up) {
            Kind::Subscript | Kind::MemberAccess if source.first_named(up) == Some(at) => at = up,
            Kind::Assignment | Kind::AugmentedAssignment => return source.is_field(at, |f| f.left),
            Kind::Update
            | Kind::Unset
            | Kind::ReferenceAssignment
            | Kind::ByRef
            | Kind::ListLiteral => return true,
            Kind::ArrayElement => return is_destructured(source, up),
            // `foreach ($list as $key => $at[0])`.
            Kind::Foreach => return source.first_named(up) != Some(at),
            Kind::Pair => return source.parent_kind(up) == Kind::Foreach,
            _ => return false,
        }
    }
    false
}

/// Whether evaluating it can do more than give a value.
pub fn has_effects(source: &SourceFile, id: NodeId) -> bool {
    source.tree.descendants(id).any(|n| {
        matches!(
            source.kind(n),
            Kind::Assignment
                | Kind::AugmentedAssignment
                | Kind::Clone
                | Kind::Exit
                | Kind::FunctionCall
                | Kind::Include
                | Kind::IncludeOnce
                | Kind::MemberAccess
                | Kind::MemberCall
                | Kind::NullsafeMemberAccess
                | Kind::NullsafeMemberCall
                | Kind::ObjectCreation
                | Kind::Print
                | Kind::ReferenceAssignment
                | Kind::Require
                | Kind::RequireOnce
                | Kind::ScopedCall
                | Kind::ShellCommand
                | Kind::Subscript
                | Kind::Throw
                | Kind::Update
                | Kind::Yield
                | Kind::ClassConstantAccess
                | Kind::ScopedPropertyAccess
                | Kind::EncapsedString
                | Kind::Heredoc
        )
    })
}

/// Whether it matters that `before` is evaluated before the expression.
fn matters(analysis: &Analysis, file: FileId, before: NodeId, id: NodeId, effects: bool) -> bool {
    let program = &analysis.program;
    let source = program.file(file);
    let inert = |n: NodeId| {
        matches!(
            source.kind(n),
            Kind::Integer
                | Kind::Float
                | Kind::Boolean
                | Kind::Null
                | Kind::String
                | Kind::Nowdoc
                | Kind::Name
                | Kind::QualifiedName
                | Kind::RelativeScope
                | Kind::NamedType
                | Kind::AttributeList
        ) || source.text(n) == "$this"
    };
    let plain = |n: NodeId| inert(n) || matches!(source.kind(n), Kind::Variable);
    if inert(before) || source.kind(before) == Kind::Argument && source.named(before).all(inert) {
        return false;
    }
    if !effects {
        return has_effects(source, before);
    }
    if !source
        .named(before)
        .chain(std::iter::once(before))
        .all(|n| plain(n) || source.kind(n) == Kind::Argument)
    {
        return true;
    }
    // A plain variable: does the expression change it?
    let read = events(program, file, before);
    let own = events(program, file, id);
    read.iter().any(|r| {
        let written = own.iter().any(|e| e.writes && e.variable == r.variable);
        written || is_shared(analysis, r.variable)
    })
}

/// Whether code elsewhere can change the variable: a global that functions use, or a reference.
pub fn is_shared(analysis: &Analysis, variable: reweave_lang_php::EntityId) -> bool {
    let program = &analysis.program;
    let home = program.entity(variable).scope;
    let elsewhere = analysis.bindings.occurrences.iter().any(|o| {
        o.targets.contains(&variable) && home != Some(program.scope_at(o.place.file, o.node))
    });
    let defs = program.variables_of.defs.get(&variable);
    let by_ref = defs
        .into_iter()
        .flatten()
        .any(|(_, def)| matches!(def, reweave_lang_php::Def::Unknown));
    let is_param = home.is_some_and(|h| {
        let name = &program.entity(variable).name;
        program
            .scope(h)
            .params
            .iter()
            .any(|p| p.name == *name && !p.by_ref)
    });
    elsewhere || (by_ref && !is_param)
}

/// What could see a variable of that name in the scope without naming it.
pub fn unknown_in(analysis: &Analysis, scope: ScopeId, name: &str) -> Vec<Interval> {
    let program = &analysis.program;
    let home = program.home_scope(scope, name);
    let sees = |reach: &Reach| match reach {
        Reach::Variable(s) | Reach::Code(s) => program.home_scope(*s, name) == home,
        _ => false,
    };
    let dynamics = analysis.dynamics().iter();
    dynamics
        .filter(|d| sees(&d.reach) && d.names.as_ref().is_none_or(|n| n.iter().any(|n| n == name)))
        .map(|d| Interval::new(d.place.file, d.place.span))
        .collect()
}
