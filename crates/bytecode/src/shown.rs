//! Members and instructions as Java writes them.

use crate::class::{Instruction, Operand, Reference};

/// `a.b.Outer.Inner` for `a/b/Outer$Inner`.
pub fn class(name: &str) -> String {
    name.replace(['/', '$'], ".")
}

/// `int[]` for `[I`.
pub fn ty(descriptor: &str) -> String {
    let dims = descriptor.len() - descriptor.trim_start_matches('[').len();
    let inner = descriptor.trim_start_matches('[');
    let plain = match inner {
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        "V" => "void".to_owned(),
        other => {
            let name = other.strip_prefix('L').and_then(|n| n.strip_suffix(';'));
            let full = class(name.unwrap_or(other));
            full.strip_prefix("java.lang.")
                .map_or(full.clone(), str::to_owned)
        }
    };
    plain + &"[]".repeat(dims)
}

/// A class by its internal name, or an array by its descriptor.
fn named(name: &str) -> String {
    if name.starts_with('[') {
        return ty(name);
    }
    let full = class(name);
    full.strip_prefix("java.lang.")
        .map_or(full.clone(), str::to_owned)
}

/// `Cart.total(int)`; a constructor as `new Cart(int)`.
pub fn member(owner: &str, name: &str, descriptor: &str) -> String {
    let owner = named(owner);
    let Some(list) = descriptor
        .strip_prefix('(')
        .and_then(|d| d.split(')').next())
    else {
        return format!("{owner}.{name}");
    };
    let list = parameters(list).join(", ");
    match name {
        "<init>" => format!("new {owner}({list})"),
        "<clinit>" => format!("the static initializer of {owner}"),
        _ => format!("{owner}.{name}({list})"),
    }
}

fn parameters(list: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut current = String::new();
    let mut in_name = false;
    for c in list.chars() {
        current.push(c);
        in_name = (in_name || c == 'L') && c != ';';
        if !in_name && c != '[' {
            all.push(ty(&std::mem::take(&mut current)));
        }
    }
    all
}

fn reference(of: &Reference) -> String {
    member(&of.owner, &of.name, &of.descriptor)
}

/// What an instruction does, in the words of the language.
pub fn instruction(of: Option<&Instruction>) -> String {
    let Some(of) = of else {
        return "ends".to_owned();
    };
    match (&of.operand, of.word.as_str()) {
        (Operand::Member(m), "Getfield" | "Getstatic") => format!("reads {}", reference(m)),
        (Operand::Member(m), "Putfield" | "Putstatic") => format!("assigns {}", reference(m)),
        (Operand::Member(m), "Invokespecial") if m.name != "<init>" => {
            format!("calls {} of `super`", reference(m))
        }
        (Operand::Member(m), _) => format!("calls {}", reference(m)),
        (Operand::Type(t), "New") => format!("makes a {}", named(t)),
        (Operand::Type(t), "Checkcast") => format!("casts to {}", named(t)),
        (Operand::Type(t), "Instanceof") => format!("asks for instanceof {}", named(t)),
        (Operand::Text(text), _) => format!("has the text \"{text}\""),
        (Operand::Function(f), _) => format!("makes a function or text by {}", f.name),
        (Operand::Jump(..), _) => "branches".to_owned(),
        (Operand::Plain(told), word) => plain(word, told),
        (_, word) => plain(word, word),
    }
}

/// Types by the letters that instructions begin with.
const LETTERS: [(char, &str); 8] = [
    ('i', "int"),
    ('l', "long"),
    ('f', "float"),
    ('d', "double"),
    ('a', "reference"),
    ('b', "byte"),
    ('c', "char"),
    ('s', "short"),
];

const OPERATORS: [(&str, &str); 12] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("neg", "-"),
    ("ushr", ">>>"),
    ("shl", "<<"),
    ("shr", ">>"),
    ("xor", "^"),
    ("and", "&"),
    ("or", "|"),
];

/// What an instruction without a member or type does; its own word where the language has none.
fn plain(word: &str, told: &str) -> String {
    let word = word.to_lowercase();
    let told = told.to_lowercase().replace(['(', ')'], " ");
    let told = told.trim_end().to_owned();
    let letter = |c: char| LETTERS.iter().find(|(l, _)| *l == c).map(|(_, ty)| *ty);
    let first = word.chars().next().and_then(letter);
    let rest = word.get(1..).unwrap_or_default();
    let operator = OPERATORS.iter().find(|(name, _)| *name == rest);
    if let Some(value) = word.split("const").nth(1).filter(|v| !v.is_empty()) {
        let value = if value == "null" {
            value
        } else {
            value.trim_start_matches('_')
        };
        return format!("has the {} {value}", first.unwrap_or("value"));
    }
    match (first, rest) {
        _ if matches!(
            word.as_str(),
            "bipush" | "sipush" | "ldc" | "ldcw" | "ldc2w"
        ) =>
        {
            let value = told.split_once(' ').map_or(told.as_str(), |(_, v)| v);
            format!("has the value {}", value.trim())
        }
        (Some(ty), _) if operator.is_some() => {
            format!("computes {} of {ty}", operator.map_or("", |o| o.1))
        }
        (_, "return") | (None, "eturn") => "returns".to_owned(),
        (Some(ty), "aload") => format!("reads an element of {ty}[]"),
        (Some(ty), "astore") => format!("sets an element of {ty}[]"),
        (Some(ty), load) if load.starts_with("load") => format!("reads a variable of type {ty}"),
        (Some(ty), store) if store.starts_with("store") => format!("sets a variable of type {ty}"),
        (Some(from), to) if to.starts_with('2') => {
            let to = to.chars().nth(1).and_then(letter);
            format!("converts {from} to {}", to.unwrap_or("another type"))
        }
        _ => match word.as_str() {
            "athrow" => "throws".to_owned(),
            "arraylength" => "asks for the length of an array".to_owned(),
            "monitorenter" => "takes a lock".to_owned(),
            "monitorexit" => "gives a lock back".to_owned(),
            _ => told,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_read_like_java() {
        assert_eq!(plain("Iconst3", "Iconst3"), "has the int 3");
        assert_eq!(plain("Lmul", "Lmul"), "computes * of long");
        assert_eq!(plain("I2l", "I2l"), "converts int to long");
        assert_eq!(plain("Bipush", "Bipush(20)"), "has the value 20");
        assert_eq!(plain("Areturn", "Areturn"), "returns");
        assert_eq!(
            plain("Aload1", "Aload1"),
            "reads a variable of type reference"
        );
    }

    #[test]
    fn members_read_like_java() {
        assert_eq!(
            member("a/B$C", "f", "(I[Ljava/lang/String;J)V"),
            "a.B.C.f(int, String[], long)"
        );
        assert_eq!(member("B", "<init>", "()V"), "new B()");
        assert_eq!(member("B", "n", "I"), "B.n");
    }
}
