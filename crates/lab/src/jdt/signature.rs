//! The arguments of Eclipse's Change Signature tests as parameters of ours.

use super::case::Case;
use super::request::{member, raw, spell, words};
use reweave_refactor::{Request, Session};
use reweave_refactor_java::Java;
use serde_json::Value;

/// What the helpers of the tests say, whatever their order of arguments.
#[derive(Default)]
struct Asked {
    class: String,
    method: String,
    signature: Vec<Value>,
    /// Types, names and arguments of new parameters, and where they go.
    new: [Vec<String>; 3],
    at: Vec<usize>,
    old_names: Vec<String>,
    new_names: Vec<String>,
    new_types: Vec<String>,
    order: Vec<i64>,
    /// The order by name.
    by_name: Vec<String>,
    deleted: Vec<usize>,
    visibility: Option<String>,
    returns: Option<String>,
    name: Option<String>,
    drops: Vec<String>,
    adds: Vec<String>,
    delegate: bool,
}

pub fn of(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let asked = read(case)?;
    let at = member(session, &asked.class, &asked.method, Some(&asked.signature))
        .ok_or_else(|| format!("no {}.{} in the input", asked.class, asked.method))?;
    let reweave_refactor::Target::At(file, offset) = at else {
        return Err("no place".to_owned());
    };
    let program = session.program();
    let number = program.number(file).ok_or("the file was not read")?;
    let model = program.model(number);
    let world = program.world();
    let callable = model
        .callables
        .iter()
        .find(|c| program.token(number, c.node).span.start == offset)
        .ok_or("no method there")?;
    let old: Vec<String> = callable
        .params
        .iter()
        .map(|p| world.text(p.name).to_owned())
        .collect();
    let mut request = Request::new("change-signature", at);
    request = request.with("params", params(&asked, &old));
    if let Some(visibility) = asked.visibility {
        request = request.with("visibility", visibility);
    }
    if let Some(returns) = asked.returns {
        request = request.with("returns", returns);
    }
    if let Some(name) = asked.name {
        request = request.with("name", name);
    }
    let throws: Vec<String> = asked
        .adds
        .iter()
        .map(|a| format!("+{a}"))
        .chain(asked.drops.iter().map(|d| format!("-{d}")))
        .collect();
    if !throws.is_empty() {
        request = request.with("throws", throws.join(","));
    }
    if asked.delegate {
        request = request.with("delegate", "yes");
    }
    Ok(request)
}

fn params(asked: &Asked, old: &[String]) -> String {
    let mut all: Vec<(Option<usize>, String)> = old
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let renamed = asked.old_names.iter().position(|o| o == name);
            let new = renamed.and_then(|r| asked.new_names.get(r)).unwrap_or(name);
            let given = asked.signature.get(i).and_then(Value::as_str).map(spell);
            let ty = renamed
                .and_then(|r| asked.new_types.get(r))
                .filter(|t| given.as_deref() != Some(t.as_str()));
            let text = match (ty, new == name) {
                (None, true) => name.clone(),
                (None, false) => format!("{name} as {new}"),
                (Some(ty), _) => format!("{name} as {ty} {new}"),
            };
            (Some(i), text)
        })
        .collect();
    if !asked.by_name.is_empty() {
        let place = |name: &str| asked.by_name.iter().position(|n| n == name);
        let mut sorted: Vec<_> = all
            .into_iter()
            .zip(old)
            .filter_map(|(item, name)| Some((place(name)?, item)))
            .collect();
        sorted.sort_by_key(|s| s.0);
        all = sorted.into_iter().map(|s| s.1).collect();
    }
    for (i, &at) in asked.at.iter().enumerate() {
        let part = |n: usize| asked.new[n].get(i).cloned().unwrap_or_default();
        let text = format!("{} {} = {}", part(0), part(1), part(2));
        let at = (at
            + if asked.at.iter().take(i).any(|a| *a == at) {
                i
            } else {
                0
            })
        .min(all.len());
        all.insert(at, (None, text));
    }
    if asked.order.len() == all.len() {
        let by = |(i, o): (usize, &i64)| usize::try_from(*o).unwrap_or(i);
        let order: Vec<usize> = asked.order.iter().enumerate().map(by).collect();
        all = order.iter().filter_map(|&i| all.get(i).cloned()).collect();
    }
    let stays =
        |item: &&(Option<usize>, String)| item.0.is_none_or(|i| !asked.deleted.contains(&i));
    let list: Vec<&str> = all.iter().filter(stays).map(|i| i.1.as_str()).collect();
    list.join(", ")
}

fn read(case: &Case) -> Result<Asked, String> {
    let args = raw(case)?;
    let string = |i: usize| args.get(i).and_then(Value::as_str).map(str::to_owned);
    let list = |i: usize| {
        args.get(i)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let last_true = args.last() == Some(&Value::Bool(true));
    let mut asked = Asked {
        class: "A".to_owned(),
        method: "m".to_owned(),
        ..Asked::default()
    };
    let helper = case.params.get("helper").and_then(Value::as_str);
    match helper.unwrap_or_default() {
        "helper1" | "helperFail" => {
            asked.by_name = words(args, 0);
            asked.signature = list(1);
            asked.old_names = words(args, 2);
            asked.new_names = words(args, 3);
            asked.delegate = last_true;
        }
        "helperAdd" | "helperAddFail" => {
            asked.signature = list(0);
            asked.new = new_params(args.get(1));
            asked.at = numbers(args.get(2));
            asked.delegate = last_true;
        }
        "helperDoAll" | "helperDoAllWithExceptions" | "helperDoAllFail" => {
            let skip = usize::from(helper == Some("helperDoAllFail"));
            if skip == 0 {
                asked.class = string(0).ok_or("an unusual call of the helper")?;
            }
            asked.method = string(1 - skip).ok_or("an unusual call of the helper")?;
            let i = 2 - skip;
            asked.signature = list(i);
            asked.new = new_params(args.get(i + 1));
            asked.at = numbers(args.get(i + 2));
            asked.old_names = words(args, i + 3);
            asked.new_names = words(args, i + 4);
            asked.new_types = words(args, i + 5);
            asked.order = numbers_signed(args.get(i + 6));
            asked.visibility = visibility(args.get(i + 7));
            asked.deleted = numbers(args.get(i + 8));
            if skip == 0 {
                asked.returns = string(11);
                asked.delegate = last_true;
            }
            if helper == Some("helperDoAllWithExceptions") {
                asked.drops = words(args, 12);
                asked.adds = words(args, 13);
            }
        }
        "helperRenameMethod" | "helperRenameMethodFail" => {
            asked.signature = list(0);
            asked.name = string(1);
            asked.delegate = args.get(2) == Some(&Value::Bool(true));
            if let Some(class) = string(5) {
                asked.class = class;
            }
        }
        "helperException" => {
            asked.signature = list(0);
            asked.drops = words(args, 1);
            asked.adds = words(args, 2);
        }
        other => return Err(format!("no words for {other}")),
    }
    Ok(asked)
}

fn new_params(value: Option<&Value>) -> [Vec<String>; 3] {
    let args = value.and_then(|v| v.get("args")).and_then(Value::as_array);
    let args = args.map_or(&[][..], Vec::as_slice);
    [words(args, 0), words(args, 1), words(args, 2)]
}

fn numbers_signed(value: Option<&Value>) -> Vec<i64> {
    let list = value.and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_i64)
        .collect()
}

fn numbers(value: Option<&Value>) -> Vec<usize> {
    let all = numbers_signed(value).into_iter();
    all.filter_map(|n| usize::try_from(n).ok()).collect()
}

fn visibility(value: Option<&Value>) -> Option<String> {
    let word = value?.get("sym")?.as_str()?;
    match word {
        "Modifier.PUBLIC" => Some("public".to_owned()),
        "Modifier.PROTECTED" => Some("protected".to_owned()),
        "Modifier.PRIVATE" => Some("private".to_owned()),
        "Modifier.NONE" => Some("package".to_owned()),
        _ => None,
    }
}
