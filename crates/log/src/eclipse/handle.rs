//! Eclipse's element handles: `/src<a.b{K.java[K~m~QString;~\[I`.

use crate::{Element, Name, Packages, simple_type};

const ROOT: &str = "/src";

/// The handle of a name as logs write it.
pub fn of(packages: &Packages, name: &str, element: Element) -> String {
    if element == Element::Package {
        return format!("{ROOT}<{name}");
    }
    let parts = Name::of(name);
    let class = match element {
        Element::Class => Name::join(parts.prefix, parts.simple),
        _ => parts.prefix.to_owned(),
    };
    let mut out = class_handle(packages, &class);
    match element {
        Element::Method => {
            out.push('~');
            out.push_str(parts.simple);
            for ty in parts.types() {
                out.push('~');
                out.push_str(&signature(ty));
            }
        }
        Element::Field => {
            out.push('^');
            out.push_str(parts.simple);
        }
        Element::Class | Element::Package => {}
    }
    out
}

/// The handle of the file that a class stands in.
pub fn unit(packages: &Packages, class: &str) -> String {
    let (package, types) = packages.split(class);
    let top = types.split('.').next().unwrap_or(types);
    format!("{ROOT}<{package}{{{top}.java")
}

fn class_handle(packages: &Packages, class: &str) -> String {
    let (_, types) = packages.split(class);
    let mut out = unit(packages, class);
    for ty in types.split('.') {
        out.push('[');
        out.push_str(ty);
    }
    out
}

const PRIMITIVES: &[(&str, &str)] = &[
    ("boolean", "Z"),
    ("byte", "B"),
    ("char", "C"),
    ("short", "S"),
    ("int", "I"),
    ("long", "J"),
    ("float", "F"),
    ("double", "D"),
    ("void", "V"),
];

fn signature(ty: &str) -> String {
    let ty = ty.replace("...", "[]");
    let bare = ty.trim_end_matches("[]");
    let dimensions = (ty.len() - bare.len()) / 2;
    let code = PRIMITIVES
        .iter()
        .find(|(word, _)| *word == bare)
        // Sources write types by their simple names.
        .map_or_else(
            || format!("Q{};", simple_type(bare)),
            |(_, code)| (*code).to_owned(),
        );
    format!("{}{code}", "\\[".repeat(dimensions))
}

fn type_of(signature: &str) -> Option<String> {
    let code = signature.trim_start_matches("\\[");
    let dimensions = (signature.len() - code.len()) / 2;
    let bare = if let Some((word, _)) = PRIMITIVES.iter().find(|(_, c)| *c == code) {
        (*word).to_owned()
    } else {
        let name = code.strip_prefix(['Q', 'L'])?.strip_suffix(';')?;
        let erased = name.split('<').next().unwrap_or(name);
        erased.rsplit('.').next().unwrap_or(erased).to_owned()
    };
    Some(format!("{bare}{}", "[]".repeat(dimensions)))
}

/// The name that a handle stands for; none where it is not understood.
pub fn name_of(handle: &str) -> Option<(Element, String)> {
    let (_, rest) = handle.split_once('<')?;
    let Some((package, rest)) = rest.split_once('{') else {
        return Some((Element::Package, rest.to_owned()));
    };
    let Some((unit, rest)) = rest.split_once('[') else {
        let class = rest.strip_suffix(".java")?;
        return Some((Element::Class, Name::join(package, class)));
    };
    unit.strip_suffix(".java")?;
    let member = rest.find(['~', '^']);
    let (types, member) = rest.split_at(member.unwrap_or(rest.len()));
    let class = Name::join(package, &types.replace('[', "."));
    if let Some(field) = member.strip_prefix('^') {
        return Some((Element::Field, format!("{class}.{field}")));
    }
    let Some(method) = member.strip_prefix('~') else {
        return Some((Element::Class, class));
    };
    let mut parts = method.split('~');
    let name = parts.next()?;
    let types: Option<Vec<String>> = parts.map(type_of).collect();
    Some((
        Element::Method,
        format!("{class}.{name}({})", types?.join(",")),
    ))
}
