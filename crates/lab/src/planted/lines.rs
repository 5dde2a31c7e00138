//! Cases inside a method: variables, literals, conditionals, loops.

use super::java::{Method, Subject, named, walk};
use super::{Planted, Plants, calls};
use crate::storm::random::Random;
use reweave_text::Part;
use std::fmt::Write as _;
use tree_sitter::Node;

pub const PLANTS: &[Plants] = &[
    Plants("Inline Temp", inline_temp),
    Plants("Introduce Explaining Variable", explaining),
    Plants("Split Temporary Variable", split_temp),
    Plants("Replace Magic Number with Symbolic Constant", constant),
    Plants("Reverse Conditional", reverse),
    Plants("Replace Assignment with Initialization", assignment),
    Plants("Consolidate Conditional Expression", consolidate),
    Plants("Consolidate Duplicate Conditional Fragments", fragments),
    Plants("Replace Nested Conditionals", nested),
    Plants("Replace Temp with Chain", chain),
    Plants("Substitute Algorithm", substitute),
];

fn pick<'t>(all: &[Node<'t>], random: &mut Random) -> Option<Node<'t>> {
    random.pick(all).copied()
}

/// The statement of a block in which an expression is evaluated once.
fn statement_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    loop {
        let parent = at.parent()?;
        match at.kind() {
            "expression_statement" | "return_statement" | "local_variable_declaration" => {
                return (parent.kind() == "block").then_some(at);
            }
            "ternary_expression"
            | "for_statement"
            | "while_statement"
            | "if_statement"
            | "assignment_expression" => return None,
            "binary_expression"
                if at
                    .child_by_field_name("operator")
                    .is_some_and(|o| matches!(o.kind(), "&&" | "||")) =>
            {
                return None;
            }
            _ => at = parent,
        }
    }
}

/// A variable for an expression, before its statement.
fn with_temp(s: &Subject, at: Node<'_>) -> Option<String> {
    let statement = statement_of(at)?;
    Some(s.with(vec![
        (at.byte_range(), "valueOfIt".to_owned()),
        (
            statement.start_byte()..statement.start_byte(),
            format!("Object valueOfIt = {};\n", s.of(at)),
        ),
    ]))
}

fn whole_value(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|p| matches!(p.kind(), "variable_declarator" | "expression_statement"))
}

fn inline_temp(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("method_invocation");
    all.retain(|c| {
        let on = c
            .child_by_field_name("object")
            .is_some_and(|o| o.kind() == "identifier");
        let bare = c
            .child_by_field_name("arguments")
            .is_some_and(|a| named(a).is_empty());
        on && bare && !whole_value(*c) && statement_of(*c).is_some()
    });
    Some(Planted::missed(with_temp(s, pick(&all, random)?)?))
}

fn explaining(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = walk(s.body());
    all.retain(|n| {
        matches!(n.kind(), "method_invocation" | "binary_expression")
            && walk(*n)
                .iter()
                .filter(|k| k.child_count() == 0 && k.is_named())
                .count()
                > 6
            && !whole_value(*n)
            && n.parent()
                .is_some_and(|p| matches!(p.kind(), "argument_list" | "return_statement"))
            && statement_of(*n).is_some()
    });
    Some(Planted::example(with_temp(s, pick(&all, random)?)?))
}

/// Two variables of one type of which the second starts when the first is done with, as one.
fn split_temp(_: &Method, s: &Subject, _: &mut Random) -> Option<Planted> {
    let mut all = s.all("local_variable_declaration");
    all.retain(|d| {
        d.parent().is_some_and(|p| p.kind() == "block")
            && named(*d)
                .iter()
                .filter(|n| n.kind() == "variable_declarator")
                .count()
                == 1
            && !s.of(*d).starts_with("final")
    });
    let parts = |d: Node<'_>| {
        let declarator = named(d)
            .into_iter()
            .find(|n| n.kind() == "variable_declarator")?;
        let value = declarator.child_by_field_name("value")?;
        let fits = value.kind() != "array_initializer";
        let name = s.of(declarator.child_by_field_name("name")?);
        fits.then_some((name, value.start_byte()))
    };
    for (i, first) in all.iter().enumerate() {
        let Some((name, _)) = parts(*first) else {
            continue;
        };
        for second in &all[i + 1..] {
            let Some((other, value)) = parts(*second) else {
                continue;
            };
            let one_block = first.parent() == second.parent();
            let one_type = first.child_by_field_name("type").map(|t| s.of(t))
                == second.child_by_field_name("type").map(|t| s.of(t));
            let done = s
                .uses(name, second.start_byte()..s.body().end_byte())
                .is_empty();
            if !(one_block && one_type && done) || s.uses(name, s.body().byte_range()).is_empty() {
                continue;
            }
            let uses = s.uses(other, s.body().byte_range()).into_iter();
            let mut edits: Vec<_> = uses.map(|u| (u.byte_range(), name.to_owned())).collect();
            edits.push((second.start_byte()..value, format!("{name} = ")));
            return Some(Planted::missed(s.with(edits)));
        }
    }
    None
}

fn constant(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let (places, text, ty) = calls::same_literal(s, random)?;
    let edits = places.into_iter().map(|r| (r, "AGREED_VALUE".to_owned()));
    let constant = format!("\nstatic final {ty} AGREED_VALUE = {text};\n");
    Some(Planted::example(s.with(edits.collect()) + &constant))
}

/// The condition of a conditional without its parentheses.
fn asked(conditional: Node<'_>) -> Option<Node<'_>> {
    named(conditional.child_by_field_name("condition")?)
        .into_iter()
        .next()
}

fn reverse(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("if_statement");
    all.retain(|i| {
        let block = |field| {
            i.child_by_field_name(field)
                .is_some_and(|b| b.kind() == "block")
        };
        let positive = asked(*i).is_some_and(|c| match c.kind() {
            "binary_expression" => c
                .child_by_field_name("operator")
                .is_some_and(|o| matches!(o.kind(), "==" | "<" | ">")),
            "method_invocation" | "identifier" => true,
            _ => false,
        });
        block("consequence") && block("alternative") && positive
    });
    let at = pick(&all, random)?;
    let condition = asked(at)?;
    let contrary = match condition
        .child_by_field_name("operator")
        .map(|o| (o, o.kind()))
    {
        Some((o, kind)) => {
            let other = match kind {
                "==" => "!=",
                "<" => ">=",
                _ => "<=",
            };
            vec![(o.byte_range(), other.to_owned())]
        }
        None => vec![(
            condition.start_byte()..condition.start_byte(),
            "!".to_owned(),
        )],
    };
    let then = at.child_by_field_name("consequence")?;
    let other = at.child_by_field_name("alternative")?;
    let mut edits = contrary;
    edits.push((then.byte_range(), s.of(other).to_owned()));
    edits.push((other.byte_range(), s.of(then).to_owned()));
    Some(Planted::missed(s.with(edits)))
}

fn assignment(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("local_variable_declaration");
    all.retain(|d| {
        let declarators: Vec<_> = named(*d)
            .into_iter()
            .filter(|n| n.kind() == "variable_declarator")
            .collect();
        d.parent().is_some_and(|p| p.kind() == "block")
            && declarators.len() == 1
            && declarators[0]
                .child_by_field_name("value")
                .is_some_and(|v| v.kind() != "array_initializer")
            && !s.of(*d).starts_with("final")
    });
    let at = pick(&all, random)?;
    let declarator = named(at)
        .into_iter()
        .find(|n| n.kind() == "variable_declarator")?;
    let name = s.of(declarator.child_by_field_name("name")?);
    let ty = s.of(at.child_by_field_name("type")?);
    let value = s.of(declarator.child_by_field_name("value")?);
    Some(Planted::missed(s.with(vec![(
        at.byte_range(),
        format!("{ty} {name};\n{name} = {value};"),
    )])))
}

fn leaves(block: Node<'_>) -> bool {
    let last = if block.kind() == "block" {
        named(block).last().copied()
    } else {
        Some(block)
    };
    last.is_some_and(|l| {
        matches!(
            l.kind(),
            "return_statement" | "throw_statement" | "continue_statement" | "break_statement"
        )
    })
}

fn consolidate(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let operator = |i: &Node<'_>| {
        let condition = asked(*i).filter(|c| c.kind() == "binary_expression")?;
        Some(condition.child_by_field_name("operator")?.kind().to_owned())
    };
    let mut all = s.all("if_statement");
    all.retain(|i| {
        let alone = i.child_by_field_name("alternative").is_none()
            && i.parent().is_some_and(|p| p.kind() == "block");
        let fits = match operator(i).as_deref() {
            Some("||") => i.child_by_field_name("consequence").is_some_and(leaves),
            Some("&&") => true,
            _ => false,
        };
        alone && fits
    });
    let at = pick(&all, random)?;
    let condition = asked(at)?;
    let left = s.of(condition.child_by_field_name("left")?);
    let right = s.of(condition.child_by_field_name("right")?);
    let then = s.of(at.child_by_field_name("consequence")?);
    let put = if operator(&at)? == "||" {
        format!("if ({left}) {then}\nif ({right}) {then}")
    } else {
        format!("if ({left}) {{\nif ({right}) {then}\n}}")
    };
    Some(Planted::missed(s.with(vec![(at.byte_range(), put)])))
}

fn fragments(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("if_statement");
    all.retain(|i| {
        let branches = ["consequence", "alternative"].map(|f| i.child_by_field_name(f));
        let blocks = branches
            .iter()
            .all(|b| b.is_some_and(|b| b.kind() == "block" && !leaves(b) && !named(b).is_empty()));
        let next = i
            .next_named_sibling()
            .is_some_and(|n| n.kind() == "expression_statement");
        blocks && next && i.parent().is_some_and(|p| p.kind() == "block")
    });
    let at = pick(&all, random)?;
    let next = at.next_named_sibling()?;
    let mut edits = vec![(next.byte_range(), String::new())];
    for field in ["consequence", "alternative"] {
        let end = at.child_by_field_name(field)?.end_byte() - 1;
        edits.push((end..end, format!("{}\n", s.of(next))));
    }
    Some(Planted::missed(s.with(edits)))
}

fn nested(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("if_statement");
    all.retain(|i| {
        let guard = i.child_by_field_name("alternative").is_none()
            && i.child_by_field_name("consequence")
                .is_some_and(|c| c.kind() == "block" && leaves(c));
        guard && i.parent().is_some_and(|p| p.kind() == "block") && i.next_named_sibling().is_some()
    });
    let at = pick(&all, random)?;
    let end = named(at.parent()?).last()?.end_byte();
    let rest = at.next_named_sibling()?.start_byte()..end;
    let put = format!("else {{\n{}\n}}", s.text.part(rest.clone()));
    Some(Planted::missed(s.with(vec![(rest, put)])))
}

/// The calls of `a.b().c().d()` from the last to the first.
fn links(node: Node<'_>) -> Vec<Node<'_>> {
    std::iter::successors(Some(node), |n| n.child_by_field_name("object"))
        .take_while(|n| n.kind() == "method_invocation")
        .collect()
}

fn chain(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("method_invocation");
    all.retain(|c| {
        let statement = c
            .parent()
            .filter(|p| matches!(p.kind(), "expression_statement" | "return_statement"));
        let in_block = statement
            .and_then(|p| p.parent())
            .is_some_and(|p| p.kind() == "block");
        in_block && links(*c).len() > 2
    });
    let at = pick(&all, random)?;
    let statement = at.parent()?;
    let links = links(at);
    let first = links.last()?;
    let mut text = format!("Object linked = {};\n", s.of(*first));
    let steps = links.len() - 1;
    for (i, link) in links[..steps].iter().rev().enumerate() {
        let on = link.child_by_field_name("object")?.end_byte();
        let call = s.text.part(on..link.end_byte());
        let last = i + 1 == steps && statement.kind() == "return_statement";
        let stands = if last { "return " } else { "" };
        let _ = writeln!(text, "{stands}linked{call};");
    }
    Some(Planted::missed(
        s.with(vec![(statement.byte_range(), text)]),
    ))
}

fn substitute(method: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let mut all = s.all("enhanced_for_statement");
    all.retain(|l| {
        l.child_by_field_name("value")
            .is_some_and(|v| v.kind() == "identifier")
            && l.child_by_field_name("body")
                .is_some_and(|b| b.kind() == "block")
    });
    let at = pick(&all, random)?;
    let field = |f| at.child_by_field_name(f).map(|n| s.of(n));
    let (over, ty, name) = (field("value")?, field("type")?, field("name")?);
    let locals = s.locals()?;
    let known = locals
        .iter()
        .map(|(v, _)| v)
        .chain(&s.params)
        .chain(&method.fields);
    let of = known.into_iter().find(|v| v.name == over)?.ty.clone();
    let body = at.child_by_field_name("body")?;
    let inside = s.text.part(body.start_byte() + 1..body.end_byte());
    let put = if of.ends_with("[]") {
        format!(
            "for (int step = 0; step < {over}.length; step++) {{\n{ty} {name} = {over}[step];\n{inside}"
        )
    } else if of.starts_with("List") && random.one_in(2) {
        format!(
            "for (int step = 0; step < {over}.size(); step++) {{\n{ty} {name} = {over}.get(step);\n{inside}"
        )
    } else if random.one_in(2) {
        format!(
            "for (Iterator<{ty}> step = {over}.iterator(); step.hasNext();) {{\n{ty} {name} = step.next();\n{inside}"
        )
    } else {
        format!(
            "Iterator step = {over}.iterator();\nwhile (step.hasNext()) {{\n{ty} {name} = ({ty}) step.next();\n{inside}"
        )
    };
    Some(Planted::missed(s.with(vec![(at.byte_range(), put)])))
}
