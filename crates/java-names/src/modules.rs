//! The modules of a program and its class path.

use crate::class_source::{ClassSource, ModuleData};
use reweave_model::{FileModel, Kind, NodeId, Program};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

pub(crate) struct Module {
    pub exports: Vec<Symbol>,
    pub transitive: Vec<Symbol>,
}

/// The modules of the sources, then those of the class path; the first of a name counts.
pub(crate) fn declare_modules(
    program: &Program,
    source: &dyn ClassSource,
) -> FxHashMap<Symbol, Module> {
    let own = program.files.iter();
    let own = own.filter_map(|file| module_of(program, file));
    let mut modules = FxHashMap::default();
    for data in own.chain(source.modules()) {
        let all = |texts: &[String]| texts.iter().map(|t| program.names.intern(t)).collect();
        let module = Module {
            exports: all(&data.exports),
            transitive: all(&data.transitive),
        };
        let name = program.names.intern(&data.name);
        modules.entry(name).or_insert(module);
    }
    modules
}

/// The module that a file declares.
fn module_of(program: &Program, file: &FileModel) -> Option<ModuleData> {
    let tree = &file.tree;
    let declaration = tree
        .children(NodeId::ROOT)
        .find(|&n| tree.kind(n) == Kind::Directive)?;
    let mut module = ModuleData {
        name: program
            .text(tree.sym(declaration))
            .rsplit(' ')
            .next()?
            .to_owned(),
        ..ModuleData::default()
    };
    for directive in tree.children(declaration) {
        let words: Vec<&str> = program.text(tree.sym(directive)).split(' ').collect();
        let last = words[words.len() - 1].trim_end_matches(';').to_owned();
        match words[0] {
            "exports" if words.len() == 2 => module.exports.push(last),
            "requires" if words.contains(&"transitive") => module.transitive.push(last),
            _ => {}
        }
    }
    Some(module)
}
