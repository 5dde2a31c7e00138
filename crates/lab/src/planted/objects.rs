//! Cases about what a method gets: parameters, objects that hold them, objects made of methods.

use super::java::{Method, Subject, Variable, named, walk};
use super::{Planted, Plants};
use crate::storm::random::Random;
use std::fmt::Write as _;

pub const PLANTS: &[Plants] = &[
    Plants("Replace Parameter with Method", parameter_method),
    Plants("Preserve Whole Object", whole_object),
    Plants("Introduce Parameter Object", parameter_object),
    Plants("Replace Method with Method Object", method_object),
    Plants("Make Method Static", make_static),
];

/// The parameters that are read and never set, but for the last when it takes any number.
fn read_only(s: &Subject) -> Vec<&Variable> {
    let all = s
        .params
        .iter()
        .filter(|p| !s.uses(&p.name, s.body().byte_range()).is_empty() && !s.is_set(&p.name));
    all.collect()
}

/// The method without these parameters and with `first` before the others; what stands where they were used comes from `put`.
fn without(
    s: &Subject,
    gone: &[&Variable],
    first: &str,
    put: impl Fn(&Variable) -> String,
) -> Option<String> {
    let kept = s.params.iter().filter(|p| !gone.contains(p));
    let mut params: Vec<String> = kept.map(|p| format!("{} {}", p.ty, p.name)).collect();
    if !first.is_empty() {
        params.insert(0, first.to_owned());
    }
    let list = s.method().child_by_field_name("parameters")?.byte_range();
    let mut edits = vec![(list, format!("({})", params.join(", ")))];
    for param in gone {
        for used in s.uses(&param.name, s.body().byte_range()) {
            edits.push((used.byte_range(), put(param)));
        }
    }
    Some(s.with(edits))
}

fn parameter_method(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let param = *random.pick(&read_only(s)).filter(|_| !s.is_static)?;
    let (ty, name) = (&param.ty, &param.name);
    let accessor = format!("\n{ty} {name};\n{ty} asked() {{ return {name}; }}\n");
    // The missed side must be able to ask: both stand in one class.
    let example = s.renamed("askingItself")?;
    let again = example
        .params
        .iter()
        .find(|p| p.name == format!("{name}Here"))?;
    let example = without(&example, &[again], "", |_| "asked()".to_owned())?;
    Some(Planted::missed(
        s.with(Vec::new()) + "\n" + &example + &accessor,
    ))
}

fn holder(name: &str, fields: &[&Variable]) -> String {
    let mut text = format!("class {name} {{\n");
    for Variable { ty, name } in fields {
        let _ = writeln!(text, "{ty} {name};\n{ty} the_{name}() {{ return {name}; }}");
    }
    text + "}\n"
}

fn whole_object(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let param = *random.pick(&read_only(s))?;
    held(s, &[param])
}

fn parameter_object(_: &Method, s: &Subject, _: &mut Random) -> Option<Planted> {
    let params = read_only(s);
    held(s, params.get(..2)?)
}

fn held(s: &Subject, params: &[&Variable]) -> Option<Planted> {
    let caller = without(s, params, "HOLDER held", |p| {
        format!("held.the_{}()", p.name)
    })?;
    let mut planted = Planted::example(caller);
    planted.others = holder("HOLDER", params);
    Some(planted)
}

fn method_object(_: &Method, s: &Subject, _: &mut Random) -> Option<Planted> {
    let locals = s.locals()?;
    let own = s
        .all("method_invocation")
        .into_iter()
        .any(|c| c.child_by_field_name("object").is_none());
    let object = walk(s.body())
        .iter()
        .any(|n| n.kind() == "this" || n.kind() == "super");
    if read_only(s).len() < 2
        || read_only(s).len() != s.params.len()
        || s.statements().len() < 4
        || own
        || object
    {
        return None;
    }
    let mut edits = Vec::new();
    let mut fields: Vec<Variable> = s.params.clone();
    for statement in s.statements() {
        if statement.kind() != "local_variable_declaration" {
            continue;
        }
        let declared: Vec<_> = named(statement)
            .into_iter()
            .filter(|n| n.kind() == "variable_declarator")
            .collect();
        let [one] = &declared[..] else { return None };
        let name = s.of(one.child_by_field_name("name")?);
        let put = match one.child_by_field_name("value") {
            Some(value) if value.kind() == "array_initializer" => return None,
            Some(value) => format!("{name} = {};", s.of(value)),
            None => String::new(),
        };
        fields.push(locals.iter().find(|(v, _)| v.name == name)?.0.clone());
        edits.push((statement.byte_range(), put));
    }
    let worked = Subject::new(&s.with(edits))?;
    let body = worked.of(worked.body());
    let list = |f: &dyn Fn(&Variable) -> String, by: &str| {
        s.params.iter().map(f).collect::<Vec<_>>().join(by)
    };
    let declared: Vec<String> = fields
        .iter()
        .map(|f| format!("{} {};", f.ty, f.name))
        .collect();
    let declared = declared.join(
        "
",
    );
    let params = list(&|p| format!("{} {}", p.ty, p.name), ", ");
    let sets = list(&|p| format!("this.{0} = {0};", p.name), "\n");
    let names = list(&|p| p.name.clone(), ", ");
    let stands = if s.ty == "void" { "" } else { "return " };
    let put = format!("{{ {stands}new HOLDER({names}).work(); }}");
    let mut planted = Planted::example(s.with(vec![(s.body().byte_range(), put)]));
    planted.others = format!(
        "class HOLDER {{\n{declared}\nHOLDER({params}) {{\n{sets}\n}}\n{} work() {body}\n}}\n",
        s.ty
    );
    Some(planted)
}

/// A static method that uses nothing but what it gets, as a method of an object; one of its parameters as a field, now and then.
fn make_static(_: &Method, s: &Subject, random: &mut Random) -> Option<Planted> {
    let locals = s.locals()?;
    let known = |name: &str| {
        locals.iter().any(|(v, _)| v.name == name)
            || s.params.iter().any(|p| p.name == name)
            || !name.starts_with(char::is_lowercase)
    };
    let outside = s
        .all("identifier")
        .into_iter()
        .any(|n| !s.uses(s.of(n), n.byte_range()).is_empty() && !known(s.of(n)));
    let own = s
        .all("method_invocation")
        .into_iter()
        .any(|c| c.child_by_field_name("object").is_none());
    if !s.is_static || outside || own {
        return None;
    }
    let modifiers = named(s.method())
        .into_iter()
        .find(|n| n.kind() == "modifiers")?;
    let plain = s.with(vec![(modifiers.byte_range(), "private".to_owned())]);
    let plain = Subject::new(&plain)?;
    let params = read_only(&plain);
    if random.one_in(3) && params.len() > 1 {
        let param = *random.pick(&params)?;
        let text = without(&plain, &[param], "", |p| p.name.clone())?;
        return Some(Planted::missed(format!(
            "{text}\n{} {};\n",
            param.ty, param.name
        )));
    }
    Some(Planted::missed(plain.with(Vec::new())))
}
