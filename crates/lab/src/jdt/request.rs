//! From the arguments of Eclipse's test helpers to what `apply` is asked for.

use super::bodies;
use super::case::Case;
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_java::Java;
use reweave_text::{FileId, Part};
use serde_json::Value;
use std::path::Path;

/// The request that a case makes; a reason where it makes none that we have words for.
pub fn of(case: &Case, session: &Session<Java>, dir: &Path) -> Result<Request, String> {
    match case.refactoring.as_str() {
        "rename-local-variable" => rename_local(case, session),
        "rename-field" => rename_member(case, session, None),
        "rename-method" if case.params.get("delegate") == Some(&Value::Bool(true)) => {
            let signature = case.params.get("signature").and_then(Value::as_array);
            let renamed = rename_member(case, session, signature)?;
            Ok(Request::new("change-signature", renamed.target)
                .with("name", text(case, "newName")?)
                .with("delegate", "yes"))
        }
        "rename-method" => {
            let signature = case.params.get("signature").and_then(Value::as_array);
            rename_member(case, session, signature)
        }
        "rename-type" => rename_type(case, session),
        "change-signature" => super::signature::of(case, session),
        "push-down" => push_down(case, session),
        "pull-up-method" => pull_up_method(case, session),
        "pull-up-member" => pull_up_member(case, session),
        "move-static-members" => move_members(case, session),
        "encapsulate-field" => encapsulate(case, session),
        "move-instance-method" => super::moved_method::of(case, session),
        _ => bodies::of(case, session, dir),
    }
}

pub fn text<'c>(case: &'c Case, name: &str) -> Result<&'c str, String> {
    let value = case.params.get(name).and_then(Value::as_str);
    value.ok_or_else(|| format!("no {name} is given"))
}

pub fn main_file(case: &Case, session: &Session<Java>) -> Result<FileId, String> {
    let name = case.input.rsplit('/').next().unwrap_or_default();
    let sources = session.sources();
    let named = sources
        .iter()
        .find(|(_, f)| f.path.rsplit('/').next() == Some(name));
    let any = sources.iter().next();
    named
        .or(any)
        .map(|(id, _)| id)
        .ok_or_else(|| "no file".to_owned())
}

/// The selection covers the name; markers in comments may stand around it.
fn rename_local(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let file = main_file(case, session)?;
    let selection = case.selection.as_ref().ok_or("no selection")?;
    let text_of = session.sources().text(file);
    let (start, end) = (
        selection.offset as usize,
        (selection.offset + selection.length) as usize,
    );
    let selected = text_of
        .get(start..end)
        .ok_or("the selection is not in the text")?;
    let skipped = selected.rfind("*/").filter(|at| at + 2 < selected.len());
    let at = start + skipped.map_or(0, |at| at + 2);
    Ok(Request::new("rename", Target::At(file, at as u32)).with("to", text(case, "newName")?))
}

fn rename_member(
    case: &Case,
    session: &Session<Java>,
    signature: Option<&Vec<Value>>,
) -> Result<Request, String> {
    let name = text(case, "oldName")?;
    let class = text(case, "typeName").unwrap_or("A");
    let at = member(session, class, name, signature)
        .unwrap_or_else(|| Target::Symbol(format!("{class}.{name}")));
    let mut request = Request::new("rename", at).with("to", text(case, "newName")?);
    if case.refactoring == "rename-field" {
        let flag = |name: &str| case.params.get("flags").and_then(|f| f.get(name));
        let args = raw(case).unwrap_or_default();
        let on = |i: usize| args.get(i) == Some(&Value::Bool(true));
        // The longer call of the helper: references, text, and whether accessors are expected and renamed.
        let long = args.len() == 8;
        if flag("fUpdateTextualMatches") == Some(&Value::Bool(true)) || (long && on(3)) {
            request = request.with("text", "yes");
        }
        let said = |name: &str| flag(name) == Some(&Value::Bool(true));
        let getter = said("fRenameGetter") || (long && on(4));
        let setter = said("fRenameSetter") || (long && on(5));
        let which = match (getter, setter) {
            (true, true) => "yes",
            (true, false) => "getter",
            (false, true) => "setter",
            (false, false) => "no",
        };
        request = request.with("accessors", which);
        if args.len() == 3 && on(2) {
            request = request.with("delegate", "yes");
        }
    }
    Ok(request)
}

fn rename_type(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let old = text(case, "oldName")?;
    let file = main_file(case, session)?;
    let program = session.program();
    let number = program.number(file).ok_or("the file was not read")?;
    let model = program.model(number);
    let world = program.world();
    let ty = model
        .types
        .iter()
        .find(|t| world.text(t.name) == old)
        .ok_or_else(|| format!("no type {old} in the input"))?;
    let at = program.token(number, ty.node);
    let request = Request::new("rename", Target::At(at.file, at.span.start))
        .with("to", text(case, "newName")?);
    // The last of the flags says whether similar names follow.
    let flags = case.params.get("rawArgs").and_then(Value::as_array);
    let similar = flags.and_then(|f| f.get(4)).and_then(Value::as_bool);
    Ok(match similar {
        Some(true) => request.with("similar", "yes"),
        _ => request,
    })
}

/// Where a member of a class has its name; `signature` tells overloads apart by Eclipse's type signatures.
pub fn member(
    session: &Session<Java>,
    class: &str,
    name: &str,
    signature: Option<&Vec<Value>>,
) -> Option<Target> {
    let program = session.program();
    let world = program.world();
    let class = class.rsplit('.').next().unwrap_or(class);
    for number in program.numbers() {
        let model = program.model(number);
        for ty in model.types.iter().filter(|t| world.text(t.name) == class) {
            for &callable in &ty.callables {
                let callable = model.callable(callable);
                let Some(signature) = signature else { continue };
                let fits = callable.params.len() == signature.len()
                    && callable.params.iter().zip(signature).all(|(p, wanted)| {
                        let given = p.ty.map(|t| model.tree.span(t));
                        let given = given
                            .map_or("", |s| s.text(session.sources().text(program.id(number))));
                        let given = if p.varargs {
                            format!("{given}[]")
                        } else {
                            given.to_owned()
                        };
                        same_type(&given, wanted)
                    });
                if fits && world.text(callable.name) == name {
                    let at = program.token(number, callable.node);
                    return Some(Target::At(at.file, at.span.start));
                }
            }
            for &field in &ty.fields {
                let field = model.field(field);
                if signature.is_none() && world.text(field.name) == name {
                    let at = program.token(number, field.node);
                    return Some(Target::At(at.file, at.span.start));
                }
            }
        }
    }
    None
}

/// `QString;`, `[I`, `Signature.SIG_INT`: Eclipse's words for types.
fn same_type(given: &str, wanted: &Value) -> bool {
    let spelled = match wanted {
        Value::String(s) => spell(s),
        Value::Object(o) => match o.get("sym").and_then(Value::as_str) {
            Some(sym) => sym.rsplit('_').next().unwrap_or_default().to_lowercase(),
            None => return true,
        },
        _ => return true,
    };
    let plain = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let simple = |t: &str| {
        let t = plain(t);
        let head = t.split('<').next().unwrap_or_default();
        let head = head.rsplit('.').next().unwrap_or_default();
        format!(
            "{}{}",
            head.trim_end_matches("[]"),
            "[]".repeat(t.matches("[]").count())
        )
    };
    simple(given) == simple(&spelled)
}

pub fn spell(signature: &str) -> String {
    let arrays = signature.chars().take_while(|c| *c == '[').count();
    let rest = signature.part(arrays..);
    let base = match rest.chars().next() {
        Some('I') => "int".to_owned(),
        Some('Z') => "boolean".to_owned(),
        Some('J') => "long".to_owned(),
        Some('C') => "char".to_owned(),
        Some('B') => "byte".to_owned(),
        Some('S') => "short".to_owned(),
        Some('F') => "float".to_owned(),
        Some('D') => "double".to_owned(),
        Some('V') => "void".to_owned(),
        Some('Q' | 'L') => rest.part(1..).trim_end_matches(';').replace('/', "."),
        _ => rest.to_owned(),
    };
    format!("{base}{}", "[]".repeat(arrays))
}

/// The arguments of the test's helper.
pub fn raw(case: &Case) -> Result<&[Value], String> {
    let args = case.params.get("rawArgs").and_then(Value::as_array);
    args.map(Vec::as_slice)
        .ok_or_else(|| "no arguments".to_owned())
}

/// A list of words among the arguments.
pub fn words(args: &[Value], index: usize) -> Vec<String> {
    let list = args.get(index).and_then(Value::as_array);
    let words = list.into_iter().flatten().filter_map(Value::as_str);
    words.map(str::to_owned).collect()
}

fn signatures(args: &[Value], index: usize) -> Vec<Vec<Value>> {
    let list = args.get(index).and_then(Value::as_array);
    let all = list.into_iter().flatten();
    all.map(|s| s.as_array().cloned().unwrap_or_default())
        .collect()
}

/// Members of a class: fields, methods with their signatures, types. The caret goes on the first, the others are named.
struct Selected {
    names: Vec<String>,
    first: Option<Target>,
}

impl Selected {
    fn of(
        session: &Session<Java>,
        class: &str,
        fields: &[String],
        methods: &[String],
        signatures: &[Vec<Value>],
    ) -> Self {
        let mut names = Vec::new();
        let mut first = None;
        for (i, method) in methods.iter().enumerate() {
            let empty = Vec::new();
            let signature = signatures.get(i).unwrap_or(&empty);
            let at = member(session, class, method, Some(signature));
            first = first.or(at);
            let types: Vec<String> = signature.iter().map(|_| "x".to_owned()).collect();
            names.push(format!("{method}({})", types.join(",")));
        }
        for field in fields {
            let at = member(session, class, field, None).or_else(|| ty(session, field));
            first = first.or(at);
            names.push(field.clone());
        }
        Self { names, first }
    }

    fn request(self, refactoring: &str) -> Result<Request, String> {
        let at = self.first.ok_or("none of the members is in the input")?;
        Ok(Request::new(refactoring, at).with("members", self.names.join(", ")))
    }
}

fn ty(session: &Session<Java>, name: &str) -> Option<Target> {
    let program = session.program();
    let world = program.world();
    program.numbers().find_map(|number| {
        let model = program.model(number);
        let ty = model
            .types
            .iter()
            .find(|t| world.text(t.name) == name && t.outer.is_some())?;
        let at = program.token(number, ty.node);
        Some(Target::At(at.file, at.span.start))
    })
}

fn push_down(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let args = raw(case)?;
    let mut methods = words(args, 3);
    let mut all = signatures(args, 4);
    let keep = words(args, 6);
    methods.extend(keep.iter().cloned());
    all.extend(signatures(args, 7));
    let mut fields = words(args, 5);
    // Nothing is said to be pushed down beside what is selected.
    if methods.is_empty() && fields.is_empty() {
        methods = words(args, 0);
        all = signatures(args, 1);
        fields = words(args, 2);
    }
    let selected = Selected::of(session, "A", &fields, &methods, &all);
    let request = selected.request("push-down")?;
    Ok(if keep.is_empty() {
        request
    } else {
        request.with("keep", keep.join(", "))
    })
}

fn pull_up_method(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let list = |name: &str| case.params.get(name).and_then(Value::as_array).cloned();
    let methods: Vec<String> = list("methods")
        .unwrap_or_default()
        .iter()
        .filter_map(|m| m.as_str().map(str::to_owned))
        .collect();
    let all: Vec<Vec<Value>> = list("signatures")
        .unwrap_or_default()
        .iter()
        .map(|s| s.as_array().cloned().unwrap_or_default())
        .collect();
    let class = text(case, "sourceType")?;
    let request = Selected::of(session, class, &[], &methods, &all).request("pull-up")?;
    let index = case.params.get("targetClassIndex").and_then(Value::as_u64);
    let twins = case.params.get("deleteAllMatching") == Some(&Value::Bool(true));
    above(session, class, index, twins, request)
}

/// The superclass with this number, counted from the nearest.
fn above(
    session: &Session<Java>,
    class: &str,
    index: Option<u64>,
    twins: bool,
    mut request: Request,
) -> Result<Request, String> {
    if let Some(index) = index.filter(|&i| i > 0) {
        let world = session.program().world();
        let from = world
            .source_classes()
            .find(|&c| world.text(world.class(c).name) == class)
            .ok_or("no such class")?;
        let supers = world.closure(from).supers.iter().map(|s| s.0);
        let to = supers
            .filter(|&c| world.class(c).origin.file().is_some())
            .nth(index as usize)
            .ok_or("no such superclass")?;
        request = request.with("to", world.text(world.class(to).name));
    }
    if twins {
        request = request.with("others", "delete");
    }
    Ok(request)
}

fn pull_up_member(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let args = raw(case)?;
    let helper = case.params.get("helper").and_then(Value::as_str);
    if helper == Some("fieldMethodHelper2") {
        let selected = Selected::of(
            session,
            "A",
            &words(args, 0),
            &words(args, 1),
            &signatures(args, 2),
        );
        let twins = args.get(4) == Some(&Value::Bool(true));
        return above(session, "A", None, twins, selected.request("pull-up")?);
    }
    let mut methods = words(args, 4);
    let mut all = signatures(args, 5);
    let declared = words(args, 7);
    methods.extend(declared.iter().cloned());
    all.truncate(words(args, 4).len());
    all.extend(signatures(args, 8));
    let mut fields = words(args, 6);
    fields.extend(words(args, 9));
    let selected = Selected::of(session, "B", &fields, &methods, &all);
    let mut request = selected.request("pull-up")?.with("stubs", "yes");
    if !declared.is_empty() {
        request = request.with("abstract", declared.join(", "));
    }
    if args.get(10) == Some(&Value::Bool(false)) {
        request = request.with("keep", "yes");
    }
    let twins = args.get(11) == Some(&Value::Bool(true));
    above(
        session,
        "B",
        args.get(12).and_then(Value::as_u64),
        twins,
        request,
    )
}

fn move_members(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let args = raw(case)?;
    let (fields, methods, all) = match case.params.get("helper").and_then(Value::as_str) {
        Some("methodHelper_passing") => (Vec::new(), words(args, 0), signatures(args, 1)),
        Some("fieldHelper_passing" | "typeHelper_passing") => {
            (words(args, 0), Vec::new(), Vec::new())
        }
        Some("fieldMethodTypePackageHelper_passing" | "fieldMethodTypeHelper_failing") => {
            let mut fields = words(args, 0);
            fields.extend(words(args, 3));
            (fields, words(args, 1), signatures(args, 2))
        }
        _ => return Err("the test does more than one thing".to_owned()),
    };
    let to = match args.get(5) {
        Some(Value::String(to)) => to.clone(),
        _ => "B".to_owned(),
    };
    let selected = Selected::of(session, "A", &fields, &methods, &all);
    let request = selected.request("move-members")?.with("to", to);
    let delegate = args.get(6) == Some(&Value::Bool(true));
    Ok(if delegate {
        request.with("delegate", "yes")
    } else {
        request
    })
}

fn encapsulate(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let name = text(case, "field")?;
    let program = session.program();
    let world = program.world();
    let file = main_file(case, session)?;
    let number = program.number(file).ok_or("the file was not read")?;
    let model = program.model(number);
    let field = model.fields.iter().find(|f| world.text(f.name) == name);
    let field = field.ok_or_else(|| format!("no field {name} in the input"))?;
    let at = program.token(number, field.node);
    Ok(Request::new(
        "encapsulate-field",
        Target::At(at.file, at.span.start),
    ))
}
