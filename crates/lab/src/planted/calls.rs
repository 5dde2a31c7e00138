//! Cases about calls: part of a real method put into a method of its own, or the other way round.

use super::java::{Method, Subject, Variable, named, walk};
use super::{Planted, Plants};
use crate::storm::random::Random;
use reweave_text::Part;
use std::ops::Range;
use tree_sitter::Node;

pub const PLANTS: &[Plants] = &[
    Plants("Extract Method", extract_method),
    Plants("Inline Method", inline_method),
    Plants("Self Encapsulate Field", self_encapsulate),
    Plants("Replace Magic Number with Query Method", number_query),
    Plants("Encapsulate Collection Access", collection),
    Plants("Encapsulate Downcast", downcast),
    Plants("Decompose Conditional", condition),
    Plants("Hide Delegate", delegate),
    Plants("Introduce Query Method", query),
    Plants("Extract Service Method", service),
    Plants(
        "Replace Duplicated Functionality by Existing Method",
        duplicated,
    ),
    Plants("Separate Query from Modifier", separate),
];

/// `T name(A a, B b) { … }` with what comes before it.
fn declaration(before: &str, ty: &str, name: &str, params: &[Variable], body: &str) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|p| format!("{} {}", p.ty, p.name))
        .collect();
    format!(
        "{before} {ty} {name}({}) {{\n{body}\n}}\n",
        params.join(", ")
    )
}

fn call(name: &str, arguments: &[Variable]) -> String {
    let names: Vec<&str> = arguments.iter().map(|a| a.name.as_str()).collect();
    format!("{name}({})", names.join(", "))
}

fn word(s: &Subject) -> &'static str {
    if s.is_static { "static" } else { "" }
}

/// The statements from one on, as a method that the rest calls: the call, and the method.
fn tail(
    s: &Subject,
    from: usize,
    before: &str,
    name: &str,
) -> Option<(Range<usize>, String, String)> {
    let statements = s.statements();
    let range = statements.get(from)?.start_byte()..statements.last()?.end_byte();
    let inputs = s.inputs(&range)?;
    let text = s.text.part(range.clone());
    let stands = if s.ty == "void" { "" } else { "return " };
    let put = format!("{stands}{};", call(name, &inputs));
    Some((range, put, declaration(before, &s.ty, name, &inputs, text)))
}

fn extract_method(method: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    if random.one_in(2) {
        return inlined_sibling(method, s);
    }
    let count = s.statements().len();
    if count < 5 {
        return None;
    }
    let from = 1 + random.below(count - 4);
    let (range, put, callee) = tail(s, from, word(s), "remainder")?;
    Some(Planted::example(
        s.with(vec![(range, put)]) + "\n" + &callee,
    ))
}

/// A call of a private method of the same class, replaced by what that does.
fn inlined_sibling(method: &Method, s: &Subject) -> Option<Planted> {
    if s.statements().len() < 2 {
        return None;
    }
    for statement in s.all("expression_statement") {
        let Some(invoked) = named(statement).into_iter().next() else {
            continue;
        };
        let in_block = statement.parent().is_some_and(|p| p.kind() == "block");
        if !in_block
            || invoked.kind() != "method_invocation"
            || invoked.child_by_field_name("object").is_some()
        {
            continue;
        }
        let name = s.of(invoked.child_by_field_name("name")?);
        let arguments = named(invoked.child_by_field_name("arguments")?);
        if !arguments.iter().all(|a| is_simple(*a)) {
            continue;
        }
        let callees = method.siblings.iter().filter_map(|t| Subject::new(t));
        let Some(callee) = callees.filter(|c| c.name == name).find(|c| {
            c.text
                .trim_start_matches(|c| c != '\n')
                .trim_start()
                .starts_with("private")
                && c.ty == "void"
                && c.all("return_statement").is_empty()
                && c.statements().len() > 2
                && c.params.len() == arguments.len()
                && !c.params.iter().any(|p| c.is_set(&p.name))
        }) else {
            continue;
        };
        let Some(inside) = callee.renamed("inside") else {
            continue;
        };
        let mut edits = Vec::new();
        for (param, argument) in inside.params.iter().zip(&arguments) {
            for used in inside.uses(&param.name, inside.body().byte_range()) {
                edits.push((used.byte_range(), s.of(*argument).to_owned()));
            }
        }
        let inlined = Subject::new(&inside.with(edits))?;
        let body = inlined.of(inlined.body());
        let body = body.part(1..body.len() - 1).to_owned();
        return Some(Planted::missed(
            s.with(vec![(statement.byte_range(), body)]),
        ));
    }
    None
}

fn is_simple(node: Node<'_>) -> bool {
    node.kind() == "identifier" || node.kind().ends_with("literal")
}

/// In annotations, and in code that the view of paper 3 leaves out (footnote 3): nothing is planted there.
fn is_aside(node: Node<'_>) -> bool {
    const ASIDE: &[&str] = &[
        "annotation",
        "throw_statement",
        "catch_clause",
        "assert_statement",
    ];
    std::iter::successors(Some(node), Node::parent).any(|p| ASIDE.contains(&p.kind()))
}

/// Replaces an expression by a call of a method that returns it.
fn asked(s: &Subject, at: Node<'_>, ty: &str, name: &str) -> Option<Planted> {
    if is_aside(at) {
        return None;
    }
    let range = at.byte_range();
    let inputs = s.inputs(&range)?;
    let unset = inputs.iter().all(|v| !is_set_in(s, &v.name, at));
    let body = format!("return {};", s.of(at));
    let callee = declaration(word(s), ty, name, &inputs, &body);
    let caller = s.with(vec![(range, call(name, &inputs))]);
    unset.then(|| Planted::example(caller + "\n" + &callee))
}

fn is_set_in(s: &Subject, name: &str, at: Node<'_>) -> bool {
    walk(at).iter().any(|n| {
        matches!(n.kind(), "assignment_expression" | "update_expression") && s.of(*n).contains(name)
    })
}

fn pick<'t>(all: &[Node<'t>], random: &mut Random) -> Option<Node<'t>> {
    random.pick(all).copied()
}

fn inline_method(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let lines: Vec<Node<'_>> = s
        .all("expression_statement")
        .into_iter()
        .filter(|e| {
            let call = named(*e)[0];
            call.kind() == "method_invocation"
                && call.child_by_field_name("object").is_some_and(is_simple)
                && call
                    .child_by_field_name("arguments")
                    .is_some_and(|a| named(a).len() < 4 && named(a).into_iter().all(is_simple))
        })
        .collect();
    let line = pick(&lines, random)?;
    let inputs = s.inputs(&line.byte_range())?;
    let before = format!("private {}", word(s));
    let callee = declaration(&before, "void", "justOneLine", &inputs, s.of(line));
    let put = format!("{};", call("justOneLine", &inputs));
    Some(Planted::missed(
        s.with(vec![(line.byte_range(), put)]) + "\n" + &callee,
    ))
}

/// Uses of a name, `this.name` as a whole.
fn read_places(s: &Subject, name: &str) -> Vec<Range<usize>> {
    let plain = s.uses(name, s.body().byte_range());
    let own = s.all("field_access").into_iter().filter(|f| {
        f.child_by_field_name("object")
            .is_some_and(|o| o.kind() == "this")
            && f.child_by_field_name("field")
                .is_some_and(|n| s.of(n) == name)
    });
    plain
        .into_iter()
        .chain(own)
        .map(|n| n.byte_range())
        .collect()
}

fn is_assigned_field(s: &Subject, name: &str) -> bool {
    let own = format!("this.{name}");
    let sets = s.all("assignment_expression").into_iter().any(|a| {
        a.child_by_field_name("left")
            .is_some_and(|l| s.of(l) == name || s.of(l) == own)
    });
    sets || s.is_set(name)
        || s.all("update_expression")
            .into_iter()
            .any(|u| s.of(u).contains(name))
}

fn self_encapsulate(method: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let locals = s.locals()?;
    let read: Vec<&Variable> = method
        .fields
        .iter()
        .filter(|f| {
            !s.is_static
                && f.name.starts_with(char::is_lowercase)
                && !locals.iter().any(|(v, _)| v.name == f.name)
                && !s.params.iter().any(|p| p.name == f.name)
                && !is_assigned_field(s, &f.name)
                && !read_places(s, &f.name).is_empty()
        })
        .collect();
    let field = random.pick(&read)?;
    let edits = read_places(s, &field.name);
    let edits = edits.into_iter().map(|r| (r, "ownValue()".to_owned()));
    let (ty, name) = (&field.ty, &field.name);
    let accessor = format!("\n{ty} {name};\n{ty} ownValue() {{ return {name}; }}\n");
    Some(Planted::example(s.with(edits.collect()) + &accessor))
}

/// Literals of which a name would say more, and which may stand where a call may.
fn literals(s: &Subject) -> Vec<Node<'_>> {
    let all = walk(s.body()).into_iter().filter(|n| {
        let telling = match n.kind() {
            "decimal_integer_literal" => !matches!(s.of(*n), "0" | "1" | "2"),
            "string_literal" => s.of(*n).len() > 4,
            _ => false,
        };
        let inside = n.parent().map_or("", |p| p.kind());
        telling && !is_aside(*n) && !matches!(inside, "switch_label" | "unary_expression")
    });
    all.collect()
}

pub fn same_literal(
    s: &Subject,
    random: &mut Random,
) -> Option<(Vec<Range<usize>>, String, &'static str)> {
    let all = literals(s);
    let one = pick(&all, random)?;
    let text = s.of(one).to_owned();
    let ty = if text.starts_with('"') {
        "String"
    } else {
        "int"
    };
    let places = walk(s.body())
        .into_iter()
        .filter(|n| n.kind().ends_with("literal") && s.of(*n) == text);
    Some((places.map(|n| n.byte_range()).collect(), text, ty))
}

fn number_query(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let (places, text, ty) = same_literal(s, random)?;
    let edits = places.into_iter().map(|r| (r, "agreedValue()".to_owned()));
    let callee = format!("\n{} {ty} agreedValue() {{ return {text}; }}\n", word(s));
    Some(Planted::example(s.with(edits.collect()) + &callee))
}

/// What people call methods of collections that reach their elements.
const REACHES: &[&str] = &[
    "get",
    "add",
    "remove",
    "contains",
    "put",
    "size",
    "isEmpty",
    "containsKey",
    "elementAt",
    "addElement",
];

fn collection(method: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let reached: Vec<Node<'_>> = s
        .all("method_invocation")
        .into_iter()
        .filter(|c| {
            let on = c
                .child_by_field_name("object")
                .filter(|o| o.kind() == "identifier");
            let field = on.is_some_and(|o| {
                !s.uses(s.of(o), o.byte_range()).is_empty()
                    && method.fields.iter().any(|f| f.name == s.of(o))
            });
            let named = c.child_by_field_name("name").map(|n| s.of(n));
            field && named.is_some_and(|n| REACHES.contains(&n))
        })
        .collect();
    let at = pick(&reached, random)?;
    let alone = at
        .parent()
        .is_some_and(|p| p.kind() == "expression_statement");
    if alone {
        let inputs = s.inputs(&at.byte_range())?;
        let callee = declaration(
            word(s),
            "void",
            "reachIn",
            &inputs,
            &format!("{};", s.of(at)),
        );
        let caller = s.with(vec![(at.byte_range(), call("reachIn", &inputs))]);
        return Some(Planted::example(caller + "\n" + &callee));
    }
    asked(s, at, "Object", "reachIn")
}

fn downcast(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut casts = s.all("cast_expression");
    casts.retain(|c| {
        let value = c.child_by_field_name("value");
        value.is_some_and(|v| {
            v.kind() == "method_invocation"
                && v.child_by_field_name("object").is_some_and(|o| {
                    o.kind() != "identifier" || s.params.iter().any(|p| p.name == s.of(o))
                })
        })
    });
    let at = pick(&casts, random)?;
    let ty = s.of(at.child_by_field_name("type")?).to_owned();
    asked(s, at, &ty, "castForAll")
}

fn condition(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all: Vec<Node<'_>> = s
        .all("if_statement")
        .into_iter()
        .filter_map(|i| {
            named(i.child_by_field_name("condition")?)
                .into_iter()
                .next()
        })
        .collect();
    all.retain(|c| {
        c.kind() == "binary_expression" && named(*c).iter().any(|k| k.kind() == "binary_expression")
    });
    asked(s, pick(&all, random)?, "boolean", "isWhatItTakes")
}

fn delegate(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("method_invocation");
    all.retain(|c| {
        let through = c.child_by_field_name("object");
        let value = c
            .parent()
            .is_some_and(|p| p.kind() != "expression_statement");
        value
            && through.is_some_and(|o| {
                o.kind() == "method_invocation"
                    && o.child_by_field_name("object")
                        .is_some_and(|i| i.kind() == "identifier")
            })
    });
    asked(s, pick(&all, random)?, "Object", "reachedThrough")
}

fn query(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("binary_expression");
    all.retain(|b| {
        let operator = b.child_by_field_name("operator").map_or("", |o| o.kind());
        let outermost = b.parent().is_none_or(|p| p.kind() != "binary_expression");
        outermost && matches!(operator, "+" | "-" | "*" | "/" | "%") && walk(*b).len() > 4
    });
    asked(s, pick(&all, random)?, "int", "workedOut")
}

fn service(_: &Method, s: &Subject, _: &mut Random) -> Option<Planted> {
    let statements = s.statements();
    let [only] = &statements[..] else {
        return None;
    };
    let block = only
        .child_by_field_name("body")
        .filter(|_| only.kind() == "try_statement")?;
    let inside = named(block);
    let nested = walk(block).iter().any(|n| n.kind() == "try_statement");
    if inside.len() < 3 || nested {
        return None;
    }
    let range = inside[0].start_byte()..inside.last()?.end_byte();
    let inputs = s.inputs(&range)?;
    let returns = walk(block).iter().any(|n| n.kind() == "return_statement");
    if returns && inside.last()?.kind() != "return_statement" {
        return None;
    }
    let (ty, stands) = if returns {
        (s.ty.as_str(), "return ")
    } else {
        ("void", "")
    };
    let callee = declaration(word(s), ty, "theWork", &inputs, s.text.part(range.clone()));
    let put = format!("{stands}{};", call("theWork", &inputs));
    Some(Planted::example(
        s.with(vec![(range, put)]) + "\n" + &callee,
    ))
}

fn duplicated(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let count = s.statements().len();
    if count < 5 || !s.is_static {
        return None;
    }
    let from = 1 + random.below(count - 4);
    let (_, _, callee) = tail(s, from, "static", "sharedRest")?;
    let example = s.renamed("anotherOne")?;
    let (range, put, _) = tail(&example, from, "static", "sharedRest")?;
    let mut planted = Planted::missed(s.with(Vec::new()));
    planted.others = format!(
        "class Shared {{\n{}\n{callee}\n}}\n",
        example.with(vec![(range, put)])
    );
    Some(planted)
}

/// Statements that change something first, then statements that only work out the result.
fn separate(_: &Method, s: &Subject, _: &mut Random) -> Option<Planted> {
    let own = s
        .all("method_invocation")
        .into_iter()
        .any(|c| c.child_by_field_name("object").is_none());
    if s.ty == "void" || own {
        return None;
    }
    let locals = s.locals()?;
    let is_local = |n: Node<'_>| {
        let name = s.of(n);
        locals.iter().any(|(v, _)| v.name == name) || s.params.iter().any(|p| p.name == name)
    };
    let changes = |n: Node<'_>| match n.kind() {
        "assignment_expression" => n.child_by_field_name("left").is_some_and(|l| !is_local(l)),
        "update_expression" => !named(n).first().is_some_and(|o| is_local(*o)),
        "expression_statement" => named(n)[0].kind() == "method_invocation",
        _ => false,
    };
    let statements = s.statements();
    for at in 1..statements.len().saturating_sub(1) {
        let first = statements[0].start_byte()..statements[at - 1].end_byte();
        let last = statements[at].start_byte()..statements.last()?.end_byte();
        let inside =
            |r: &Range<usize>, n: &Node<'_>| r.start <= n.start_byte() && n.end_byte() <= r.end;
        let all = walk(s.body());
        let modifies = all.iter().any(|n| inside(&first, n) && changes(*n));
        let leaves = all
            .iter()
            .any(|n| inside(&first, n) && n.kind() == "return_statement");
        let pure = !all.iter().any(|n| inside(&last, n) && changes(*n));
        let apart = locals
            .iter()
            .filter(|(_, declared)| first.contains(declared))
            .all(|(v, _)| s.uses(&v.name, last.clone()).is_empty());
        let set = s.params.iter().any(|p| s.is_set(&p.name));
        if modifies && !leaves && pure && apart && !set {
            let note = s.inputs(&first)?;
            let rest = s.inputs(&last)?;
            let modifier = declaration(
                word(s),
                "void",
                "changeIt",
                &note,
                s.text.part(first.clone()),
            );
            let query = declaration(
                word(s),
                &s.ty,
                "workItOut",
                &rest,
                s.text.part(last.clone()),
            );
            let edits = vec![
                (first, format!("{};", call("changeIt", &note))),
                (last, format!("return {};", call("workItOut", &rest))),
            ];
            return Some(Planted::example(format!(
                "{}\n{modifier}\n{query}",
                s.with(edits)
            )));
        }
    }
    None
}
