//! Proofs that a variable or a call has the value of an expression, by the definition alone.

use super::code::{Code, EFFECT, EQUAL};
use reweave_lang_bc::{
    Event, ExprId, ExprKind, Function, Item, Name, Site, StmtId, StmtKind, Var, lex, words,
};
use reweave_preserve::Interval;
use reweave_refactor::quote;
use reweave_text::FileId;
use rustc_hash::FxHashSet;

/// Why there is no proof: the word for `--allow`, and what is told.
type Doubt = (&'static str, String);

/// Whether a variable still has the value of the expression: the last assignment to it that leads to the site assigned
/// the same expression, and nothing in between changed the variable or what the expression reads.
pub fn equal_variable(code: &Code<'_>, site: &Site, name: Name) -> Result<(), Doubt> {
    let shown = quote(code.ast.expr(site.expr).span.text(code.text));
    let with = code.name(name.symbol);
    let effects = code.effects(site.expr);
    if !effects.is_pure() {
        return Err((EFFECT, format!("evaluating {shown} does something")));
    }
    let Some(definition) = definition(code, site, name) else {
        return Err((
            EQUAL,
            format!("no assignment proves that {with} equals {shown}"),
        ));
    };
    if words(bare(code, definition.value)) != words(bare(code, site.expr)) {
        return Err((
            EQUAL,
            format!("{with} was assigned something else than {shown}"),
        ));
    }
    if definition.on_another_line && effects.may_fail {
        let message = format!(
            "if {shown} fails, {with} is not assigned, and the next line runs all the same"
        );
        return Err((EFFECT, message));
    }
    let mut between = code.effects_before(site);
    for s in definition.between {
        between.absorb(&code.statement_effects(s));
    }
    let var = Var {
        symbol: name.symbol,
        is_array: false,
    };
    if between.defs.contains(&var) || effects.uses.contains(&var) {
        return Err((
            EQUAL,
            format!("{with} may have changed since it was assigned"),
        ));
    }
    // Arrays may be passed by reference, so that one is known by two names.
    let has_array = |set: &FxHashSet<Var>| set.iter().any(|v| v.is_array);
    let arrays_change = has_array(&between.defs) && has_array(&effects.uses);
    if arrays_change || !between.defs.is_disjoint(&effects.uses) {
        let message = format!("what {shown} reads may have changed since {with} was assigned");
        return Err((EQUAL, message));
    }
    Ok(())
}

fn bare<'a>(code: &Code<'a>, expr: ExprId) -> &'a str {
    code.ast.expr(code.ast.bare(expr)).span.text(code.text)
}

struct Definition {
    value: ExprId,
    /// What may run between the assignment and the statement of the site. A statement that holds the site counts as a
    /// whole, for it may be a loop.
    between: Vec<StmtId>,
    on_another_line: bool,
}

/// The last assignment to a variable in a list of statements that leads to the site.
fn definition(code: &Code<'_>, site: &Site, name: Name) -> Option<Definition> {
    let around = code.ast.surroundings(site.stmt)?.around;
    let mut between = Vec::new();
    let is_loop = matches!(
        code.ast.stmt(site.stmt).kind,
        StmtKind::While { .. } | StmtKind::For { .. }
    );
    if is_loop {
        between.push(site.stmt);
    }
    for (level, &stmt) in [site.stmt].iter().chain(&around).enumerate() {
        if level > 0 {
            between.push(stmt);
        }
        let here = code.ast.surroundings(stmt)?;
        let is_top = here.is_top();
        let before: Vec<StmtId> = match here.list {
            _ if is_top => top_before(code, here.item),
            Some((list, at)) => list[..at].iter().rev().copied().collect(),
            None => Vec::new(),
        };
        for s in before {
            if let Some(value) = assigned(code, s, name) {
                let on_another_line = is_top && line(code, s) != line(code, stmt);
                return Some(Definition {
                    value,
                    between,
                    on_another_line,
                });
            }
            between.push(s);
        }
    }
    None
}

fn top_before(code: &Code<'_>, item: usize) -> Vec<StmtId> {
    let earlier = code.ast.items[..item].iter().rev();
    let statement = |i: &Item| match i {
        Item::Stmt(s, _) => Some(*s),
        Item::Function(_) => None,
    };
    earlier.filter_map(statement).collect()
}

/// The input line of a statement at the top of the file.
fn line(code: &Code<'_>, stmt: StmtId) -> Option<u32> {
    code.ast.items.iter().find_map(|item| match item {
        Item::Stmt(s, line) if *s == stmt => Some(*line),
        _ => None,
    })
}

fn assigned(code: &Code<'_>, stmt: StmtId, name: Name) -> Option<ExprId> {
    let StmtKind::Expr(e) = code.ast.stmt(stmt).kind else {
        return None;
    };
    let ExprKind::Assign(None, _, target, value) = code.ast.expr(e).kind else {
        return None;
    };
    match &code.ast.expr(target).kind {
        ExprKind::Variable(n) if n.symbol == name.symbol => Some(value),
        _ => None,
    }
}

/// Whether a call gives the value of the expression: the function's whole body returns it, the parameters standing for
/// the arguments. Gives the place of that value.
pub fn equal_call(
    code: &Code<'_>,
    site: &Site,
    name: Name,
    args: &[&str],
) -> Result<Interval, Doubt> {
    let shown = quote(code.ast.expr(site.expr).span.text(code.text));
    let doubt = |message: String| Err((EQUAL, message));
    let &[id] = code.group.definitions(name.symbol) else {
        let name = code.name(name.symbol);
        return doubt(format!(
            "not exactly one function {name} is defined, so nothing proves it equal to {shown}"
        ));
    };
    let (file, index) = code.group.functions[id];
    let other = code.with_file(file);
    let function = &other.ast.functions[index as usize];
    if !is_read_before(code, site, file, function) {
        return doubt("the function may be called before it is read".to_owned());
    }
    let Some(value) = only_value(&other, function) else {
        return doubt(format!("the function does not just return {shown}"));
    };
    let fits = function.params.len() == args.len() && function.params.iter().all(|p| !p.is_array);
    if !fits || substituted(&other, function, value, args) != words(bare(code, site.expr)) {
        return doubt(format!(
            "with these arguments the function does not return {shown}"
        ));
    }
    let is_param = |v: &Var| function.declares(v.symbol, v.is_array).is_some();
    let own = other.effects(value);
    if own.defs.iter().any(is_param) {
        return doubt("the function changes its own parameter instead of the variable".to_owned());
    }
    // What the function calls looks for names in its caller first, and would find a parameter there.
    let hides = other.events(value).iter().any(|(event, _)| match event {
        Event::Call(symbol) => {
            let effects = code.group.call(*symbol, code.hidden());
            effects.uses.iter().chain(&effects.defs).any(is_param)
        }
        _ => false,
    });
    if hides {
        return doubt(
            "a function called there would see a parameter in the place of a variable".to_owned(),
        );
    }
    let changed = code.effects(site.expr).defs;
    if changed
        .iter()
        .any(|v| !v.is_array && args.contains(&code.name(v.symbol)))
    {
        return doubt(format!("{shown} changes an argument while it is evaluated"));
    }
    Ok(other.at(other.ast.expr(value).span))
}

/// The expression that a function returns, if it does nothing else.
fn only_value(code: &Code<'_>, function: &Function) -> Option<ExprId> {
    let &[only] = &function.body[..] else {
        return None;
    };
    match code.ast.stmt(only).kind {
        StmtKind::Return(Some(e)) if function.autos.is_empty() => Some(e),
        _ => None,
    }
}

/// The tokens of a function's value with the arguments for the parameters.
fn substituted<'a>(
    code: &Code<'a>,
    function: &Function,
    value: ExprId,
    args: &[&'a str],
) -> Vec<&'a str> {
    let inner = code.ast.bare(value);
    let span = code.ast.expr(inner).span;
    let mut stands_for: Vec<(u32, &'a str)> = Vec::new();
    for e in code.ast.within(inner) {
        if let ExprKind::Variable(name) = &code.ast.expr(e).kind {
            let param = function
                .params
                .iter()
                .position(|p| p.name.symbol == name.symbol);
            if let Some(arg) = param.and_then(|i| args.get(i)) {
                stands_for.push((name.span.start - span.start, arg));
            }
        }
    }
    let text = span.text(code.text);
    let tokens = lex(text);
    let real = tokens
        .iter()
        .filter(|t| !t.span.is_empty() && t.span.text(text) != "\n");
    real.map(|t| {
        let arg = stands_for.iter().find(|(at, _)| *at == t.span.start);
        arg.map_or(t.span.text(text), |(_, arg)| arg)
    })
    .collect()
}

/// Whether bc has read a function before the site can run: before it at the top, before its function elsewhere.
fn is_read_before(code: &Code<'_>, site: &Site, file: FileId, function: &Function) -> bool {
    let order = |f: FileId| code.group.files.iter().position(|x| *x == f);
    let at = code.ast.stmt(site.stmt).span.start;
    let at = code
        .ast
        .function_at(at)
        .map_or(at, |i| code.ast.functions[i].span.start);
    (order(file), function.span.end) <= (order(code.file), at)
}
