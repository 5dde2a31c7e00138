//! The ten ways in which a copy of a method is varied. Each takes the method with other names and gives its text.

use super::java::{Method, Subject, named, walk};
use crate::storm::random::Random;
use std::ops::Range;
use tree_sitter::Node;

/// A way, the floor in percent, and how a method is varied.
pub struct Way(
    pub &'static str,
    pub usize,
    pub fn(&Method, &Subject, &mut Random) -> Option<String>,
);

pub const WAYS: &[Way] = &[
    Way("renamed", 90, renamed),
    Way("reordered", 90, reordered),
    Way("loop form", 90, loop_form),
    Way("conditional operator", 90, conditional),
    Way("temporaries", 90, temporaries),
    Way("logging", 90, logging),
    Way("guards", 75, guards),
    Way("types and literals", 75, values),
    Way("swapped operands", 75, swapped),
    Way("fragment", 75, fragment),
];

fn pick<'t>(all: &[Node<'t>], random: &mut Random) -> Option<Node<'t>> {
    random.pick(all).copied()
}

fn renamed(_: &Method, s: &Subject, _: &mut Random) -> Option<String> {
    let is_written = !s.statements().is_empty();
    is_written.then(|| s.with(Vec::new()))
}

/// Names in a piece of code.
fn names(s: &Subject, node: Node<'_>) -> Vec<String> {
    let mut all: Vec<String> = walk(node)
        .iter()
        .filter(|n| n.kind() == "identifier")
        .map(|n| s.of(*n).to_owned())
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Two neighbouring declarations or assignments that share no name but those of types, in the other order.
fn reordered(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let mut pairs = Vec::new();
    let blocks = walk(s.body()).into_iter().filter(|n| n.kind() == "block");
    for block in blocks {
        let statements = named(block);
        for pair in statements.windows(2) {
            let simple = |n: Node<'_>| {
                let assigns = n.kind() == "expression_statement"
                    && named(n)
                        .first()
                        .is_some_and(|e| e.kind() == "assignment_expression");
                n.kind() == "local_variable_declaration" || assigns
            };
            let apart = {
                let (a, b) = (names(s, pair[0]), names(s, pair[1]));
                a.iter().all(|n| !b.contains(n))
            };
            if simple(pair[0]) && simple(pair[1]) && apart {
                pairs.push((pair[0], pair[1]));
            }
        }
    }
    let &(a, b) = random.pick(&pairs)?;
    Some(s.with(vec![
        (a.byte_range(), s.of(b).to_owned()),
        (b.byte_range(), s.of(a).to_owned()),
    ]))
}

/// A counting loop as `while`, or a `while` as `for` without a counter.
fn loop_form(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let mut all = walk(s.body());
    all.retain(|n| {
        let plain = walk(*n).iter().all(|k| k.kind() != "continue_statement");
        let body = n.child_by_field_name("body");
        matches!(n.kind(), "for_statement" | "while_statement")
            && plain
            && body.is_some_and(|b| b.kind() == "block")
            && n.parent().is_some_and(|p| p.kind() == "block")
    });
    let node = pick(&all, random)?;
    let field = |name| node.child_by_field_name(name).map(|n| s.of(n).to_owned());
    let body = field("body")?;
    let new = if node.kind() == "while_statement" {
        let condition = field("condition")?;
        let condition = condition.trim_start_matches('(').strip_suffix(')')?;
        if s.of(node.child_by_field_name("condition")?)
            .matches('(')
            .count()
            > 1
            && condition.matches('(').count() != condition.matches(')').count()
        {
            return None;
        }
        format!("for (; {condition}; ) {body}")
    } else {
        let init = field("init")?;
        let update = field("update")?;
        let condition = field("condition")?;
        let inside = body.trim_end().strip_suffix('}')?;
        let init = if init.ends_with(';') {
            init
        } else {
            format!("{init};")
        };
        format!("{init}\nwhile ({condition}) {inside}\n{update};\n}}")
    };
    Some(s.with(vec![(node.byte_range(), new)]))
}

/// The only statement of a branch.
fn only(branch: Node<'_>) -> Option<Node<'_>> {
    if branch.kind() != "block" {
        return Some(branch);
    }
    match named(branch)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// `?:` as a branch, or a branch of two assignments or returns as `?:`.
fn conditional(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let mut ways: Vec<(Range<usize>, String)> = Vec::new();
    for ternary in s.all("ternary_expression") {
        ways.extend(as_branch(s, ternary));
    }
    for branch in s.all("if_statement") {
        ways.extend(as_operator(s, branch));
    }
    let edit = random.pick(&ways)?.clone();
    Some(s.with(vec![edit]))
}

fn as_branch(s: &Subject, ternary: Node<'_>) -> Option<(Range<usize>, String)> {
    let part = |name| ternary.child_by_field_name(name).map(|n| s.of(n));
    let (c, a, b) = (
        part("condition")?,
        part("consequence")?,
        part("alternative")?,
    );
    let parent = ternary.parent()?;
    match parent.kind() {
        "return_statement" if parent.parent()?.kind() == "block" => Some((
            parent.byte_range(),
            format!("if ({c}) {{ return {a}; }} else {{ return {b}; }}"),
        )),
        "variable_declarator" => {
            let local = parent.parent()?;
            let alone = named(local)
                .iter()
                .filter(|n| n.kind() == "variable_declarator")
                .count()
                == 1;
            let fits = local.kind() == "local_variable_declaration"
                && alone
                && !s.of(local).starts_with("final")
                && local.parent()?.kind() == "block";
            let ty = s.of(local.child_by_field_name("type")?);
            let name = s.of(parent.child_by_field_name("name")?);
            fits.then(|| {
                (
                    local.byte_range(),
                    format!("{ty} {name};\nif ({c}) {{ {name} = {a}; }} else {{ {name} = {b}; }}"),
                )
            })
        }
        _ => None,
    }
}

fn as_operator(s: &Subject, branch: Node<'_>) -> Option<(Range<usize>, String)> {
    let then = only(branch.child_by_field_name("consequence")?)?;
    let other = only(branch.child_by_field_name("alternative")?)?;
    let condition = s.of(branch.child_by_field_name("condition")?);
    if branch.parent()?.kind() != "block" || then.kind() != other.kind() {
        return None;
    }
    let one = |n: Node<'_>| named(n).first().map(|v| s.of(*v).to_owned());
    match then.kind() {
        "return_statement" => Some((
            branch.byte_range(),
            format!("return {condition} ? {} : {};", one(then)?, one(other)?),
        )),
        "expression_statement" => {
            let assigned = |n: Node<'_>| {
                let e = named(n).into_iter().next()?;
                let plain = e.kind() == "assignment_expression"
                    && e.child_by_field_name("operator")
                        .is_some_and(|o| s.of(o) == "=");
                let left = e.child_by_field_name("left")?;
                let right = e.child_by_field_name("right")?;
                (plain && left.kind() == "identifier")
                    .then(|| (s.of(left).to_owned(), s.of(right).to_owned()))
            };
            let ((name, value), (same, otherwise)) = (assigned(then)?, assigned(other)?);
            (name == same).then(|| {
                (
                    branch.byte_range(),
                    format!("{name} = {condition} ? {value} : {otherwise};"),
                )
            })
        }
        _ => None,
    }
}

/// A temporary more, for a call that is an argument, or one less: a local that is used once in the next statement.
fn temporaries(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let mut ways: Vec<Vec<(Range<usize>, String)>> = Vec::new();
    for call in s.all("method_invocation") {
        let argument = call.parent().is_some_and(|p| p.kind() == "argument_list");
        let statement = std::iter::successors(Some(call), Node::parent)
            .take_while(|n| !matches!(n.kind(), "ternary_expression" | "binary_expression"))
            .find(|n| {
                matches!(
                    n.kind(),
                    "expression_statement" | "local_variable_declaration"
                )
            });
        let Some(statement) = statement.filter(|_| argument) else {
            continue;
        };
        if statement.parent().is_none_or(|p| p.kind() != "block") {
            continue;
        }
        let start = statement.start_byte();
        ways.push(vec![
            (call.byte_range(), "valueOfIt".to_owned()),
            (start..start, format!("var valueOfIt = {};\n", s.of(call))),
        ]);
    }
    for local in s.all("local_variable_declaration") {
        ways.extend(without_temporary(s, local));
    }
    Some(s.with(random.pick(&ways)?.clone()))
}

fn without_temporary(s: &Subject, local: Node<'_>) -> Option<Vec<(Range<usize>, String)>> {
    let declarators: Vec<Node<'_>> = named(local)
        .into_iter()
        .filter(|n| n.kind() == "variable_declarator")
        .collect();
    let [declarator] = declarators[..] else {
        return None;
    };
    let name = s.of(declarator.child_by_field_name("name")?);
    let value = declarator.child_by_field_name("value")?;
    let next = local.next_named_sibling()?;
    let plain = matches!(
        next.kind(),
        "expression_statement" | "local_variable_declaration" | "return_statement"
    );
    let uses = s.uses(name, s.body().byte_range());
    let [only] = uses[..] else { return None };
    let inside = next.byte_range().contains(&only.start_byte());
    let simple = matches!(
        value.kind(),
        "method_invocation" | "identifier" | "field_access" | "object_creation_expression"
    );
    (plain && inside && simple && !s.is_set(name)).then(|| {
        vec![
            (local.byte_range(), String::new()),
            (only.byte_range(), s.of(value).to_owned()),
        ]
    })
}

/// One or two statements that only tell.
fn logging(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let statements = s.statements();
    let mut edits = Vec::new();
    for _ in 0..=random.below(2) {
        let at = pick(&statements, random)?;
        let line = match random.below(3) {
            0 => "System.out.println(\"here\");\n",
            1 => "System.err.println(\"working\");\n",
            _ => "System.out.printf(\"%s%n\", \"step\");\n",
        };
        let at = at.start_byte();
        if edits
            .iter()
            .all(|(r, _): &(Range<usize>, String)| r.start != at)
        {
            edits.push((at..at, line.to_owned()));
        }
    }
    Some(s.with(edits))
}

/// A question at the start that leaves early.
fn guards(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let primitive = [
        "int", "long", "boolean", "char", "byte", "short", "float", "double",
    ];
    let params = s.params.iter();
    let params: Vec<_> = params
        .filter(|p| !primitive.contains(&p.ty.as_str()))
        .collect();
    let param = random.pick(&params)?;
    let way_out = if s.ty == "void" && random.below(2) == 0 {
        "return;".to_owned()
    } else {
        "throw new IllegalArgumentException(\"nothing\");".to_owned()
    };
    let first = s.statements().first()?.start_byte();
    Some(s.with(vec![(
        first..first,
        format!("if ({} == null) {{\n{way_out}\n}}\n", param.name),
    )]))
}

/// Types that can stand for each other.
const LIKE: &[(&str, &str)] = &[
    ("ArrayList", "LinkedList"),
    ("HashMap", "LinkedHashMap"),
    ("HashSet", "LinkedHashSet"),
    ("StringBuffer", "StringBuilder"),
    ("IllegalArgumentException", "IllegalStateException"),
];

/// One or two other literals, or another type.
fn values(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let mut ways: Vec<(Range<usize>, String)> = Vec::new();
    for node in walk(s.body()) {
        match node.kind() {
            "string_literal" => ways.push((node.byte_range(), "\"another\"".to_owned())),
            "decimal_integer_literal" => {
                ways.push((node.byte_range(), format!("{}", 100 + random.below(100))));
            }
            "type_identifier" => {
                let like = LIKE.iter().find(|(a, _)| *a == s.of(node));
                ways.extend(like.map(|(_, b)| (node.byte_range(), (*b).to_owned())));
            }
            _ => {}
        }
    }
    let first = random.pick(&ways)?.clone();
    let second = random.pick(&ways)?.clone();
    let mut edits = vec![first];
    if random.below(2) == 0 && second.0 != edits[0].0 {
        edits.push(second);
    }
    Some(s.with(edits))
}

/// The operands of one or two operators, exchanged.
fn swapped(_: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    const PAIRS: &[(&str, &str)] = &[
        ("==", "=="),
        ("!=", "!="),
        ("<", ">"),
        (">", "<"),
        ("<=", ">="),
        (">=", "<="),
        ("&&", "&&"),
        ("||", "||"),
        ("*", "*"),
    ];
    let mut ways = Vec::new();
    for node in s.all("binary_expression") {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) =
            (part("left"), part("operator"), part("right"))
        else {
            continue;
        };
        let Some((_, turned)) = PAIRS.iter().find(|(a, _)| *a == s.of(operator)) else {
            continue;
        };
        let atom = |n: Node<'_>| {
            !matches!(
                n.kind(),
                "binary_expression" | "ternary_expression" | "assignment_expression"
            )
        };
        if atom(left) && atom(right) {
            ways.push((
                node.byte_range(),
                format!("{} {turned} {}", s.of(right), s.of(left)),
            ));
        }
    }
    Some(s.with(vec![random.pick(&ways)?.clone()]))
}

/// The statements behind those of another method of the class, in one larger method.
fn fragment(method: &Method, s: &Subject, random: &mut Random) -> Option<String> {
    let others: Vec<Subject> = method
        .siblings
        .iter()
        .filter_map(|m| Subject::new(m))
        .filter(|o| o.method().child_by_field_name("body").is_some())
        .filter(|o| o.is_static == s.is_static && o.name != method.subject.name)
        .filter_map(|o| o.renamed("before"))
        .collect();
    let other = random.pick(&others)?;
    let leaves = |n: &Node<'_>| {
        walk(*n).iter().any(|k| {
            matches!(
                k.kind(),
                "return_statement" | "throw_statement" | "lambda_expression" | "class_body"
            )
        })
    };
    let before: Vec<Node<'_>> = other.statements();
    let before: Vec<&Node<'_>> = before.iter().take_while(|n| !leaves(n)).collect();
    if before.is_empty() {
        return None;
    }
    // Names of both stay apart.
    let before: Vec<&str> = before.iter().map(|n| other.of(**n)).collect();
    let text = (before.join("\n") + "\n").replace("Here", "There");
    let params = s.method().child_by_field_name("parameters")?;
    let more: Vec<String> = other
        .params
        .iter()
        .map(|p| format!("{} {}", p.ty, p.name.replace("Here", "There")))
        .collect();
    let mut edits = Vec::new();
    let close = params.end_byte() - 1;
    if !more.is_empty() {
        let comma = if s.params.is_empty() { "" } else { ", " };
        edits.push((close..close, format!("{comma}{}", more.join(", "))));
    }
    let first = s.statements().first()?.start_byte();
    edits.push((first..first, text));
    Some(s.with(edits))
}
