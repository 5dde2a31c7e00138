//! What php itself declares, read from `data/builtins.txt` (php's own account; `data/builtins.php` writes it).

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

#[derive(Debug)]
pub struct BuiltinClass {
    pub name: &'static str,
    pub is_interface: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    pub parent: Option<&'static str>,
    pub interfaces: Vec<&'static str>,
    /// By name in lower case.
    pub methods: FxHashMap<String, BuiltinCallable>,
    pub properties: FxHashMap<&'static str, &'static str>,
    pub constants: Vec<&'static str>,
}

#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one word of the declaration"
)]
pub struct BuiltinCallable {
    pub name: &'static str,
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    pub is_private: bool,
    /// The declared type as php writes it; `-` where there is none.
    pub returns: &'static str,
    /// One letter a parameter: `r` by reference, `c` a callable, `v` a value; `*` follows the variadic one.
    pub params: &'static str,
}

impl BuiltinCallable {
    /// The letter of the parameter that the argument at `index` goes to.
    pub fn param(&self, index: usize) -> Option<char> {
        let mut letters = self.params.chars().filter(|c| *c != '-');
        let mut last = None;
        for _ in 0..=index {
            match letters.next() {
                Some('*') | None => break,
                letter => last = letter,
            }
        }
        let count = self.params.chars().filter(|c| !"-*".contains(*c)).count();
        if index < count || self.params.ends_with('*') {
            last
        } else {
            None
        }
    }
}

#[derive(Default)]
pub struct Builtins {
    classes: FxHashMap<String, BuiltinClass>,
    functions: FxHashMap<&'static str, BuiltinCallable>,
    constants: FxHashSet<&'static str>,
    /// Every name that some built-in method has, in lower case.
    method_names: FxHashMap<String, bool>,
    property_names: FxHashSet<&'static str>,
}

impl Builtins {
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<Builtins> = OnceLock::new();
        TABLE.get_or_init(|| read(include_str!("../data/builtins.txt")))
    }

    /// By name in lower case.
    pub fn class(&self, name: &str) -> Option<&BuiltinClass> {
        self.classes.get(name)
    }

    pub fn function(&self, name: &str) -> Option<&BuiltinCallable> {
        self.functions.get(name)
    }

    pub fn is_constant(&self, name: &str) -> bool {
        self.constants.contains(name)
    }

    /// Whether any built-in class has a method of this name (in lower case).
    pub fn some_method(&self, name: &str) -> bool {
        self.method_names.contains_key(name)
    }

    /// Whether some built-in method of this name takes an argument by reference.
    pub fn some_method_by_ref(&self, name: &str) -> bool {
        self.method_names.get(name).copied().unwrap_or(false)
    }

    pub fn some_property(&self, name: &str) -> bool {
        self.property_names.contains(name)
    }
}

fn read(table: &'static str) -> Builtins {
    let mut out = Builtins::default();
    let mut class: Option<BuiltinClass> = None;
    for line in table.lines() {
        let words: Vec<&'static str> = line.split(' ').collect();
        match words.as_slice() {
            ["c", name, flags, parent, interfaces] => {
                keep(&mut out, class.take());
                class = Some(BuiltinClass {
                    name,
                    is_interface: flags.contains('i'),
                    is_final: flags.contains('f'),
                    is_abstract: flags.contains('a'),
                    parent: (*parent != "-").then_some(*parent),
                    interfaces: interfaces.split(',').filter(|i| *i != "-").collect(),
                    methods: FxHashMap::default(),
                    properties: FxHashMap::default(),
                    constants: Vec::new(),
                });
            }
            ["m", name, flags, returns, params] => {
                let by_ref = params.contains('r');
                *out.method_names
                    .entry(name.to_ascii_lowercase())
                    .or_default() |= by_ref;
                if let Some(class) = &mut class {
                    let method = callable(name, flags, returns, params);
                    class.methods.insert(name.to_ascii_lowercase(), method);
                }
            }
            ["p", name, _, ty] => {
                out.property_names.insert(name);
                if let Some(class) = &mut class {
                    class.properties.insert(name, ty);
                }
            }
            ["k", name] => {
                if let Some(class) = &mut class {
                    class.constants.push(name);
                }
            }
            ["f", name, returns, params] => {
                out.functions
                    .insert(name, callable(name, "-", returns, params));
            }
            ["d", name] => {
                out.constants.insert(name);
            }
            _ => {}
        }
    }
    keep(&mut out, class);
    out
}

fn keep(out: &mut Builtins, class: Option<BuiltinClass>) {
    if let Some(class) = class {
        out.classes.insert(class.name.to_ascii_lowercase(), class);
    }
}

fn callable(
    name: &'static str,
    flags: &str,
    returns: &'static str,
    params: &'static str,
) -> BuiltinCallable {
    BuiltinCallable {
        name,
        is_static: flags.contains('s'),
        is_final: flags.contains('f'),
        is_abstract: flags.contains('a'),
        is_private: flags.contains('p'),
        returns,
        params,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let table = Builtins::get();
        let iterator = table.class("arrayiterator").expect("php has it");
        assert!(iterator.interfaces.contains(&"Countable"));
        assert!(iterator.methods.contains_key("offsetget"));
        let preg_match = table.function("preg_match").expect("php has it");
        assert_eq!(preg_match.param(2), Some('r'));
        assert_eq!(preg_match.param(9), None);
        let sscanf = table.function("sscanf").expect("php has it");
        assert_eq!(sscanf.param(7), Some('r'));
        assert!(table.is_constant("PHP_EOL"));
    }
}
