//! Where php takes a string for a name, or gives a name as a string.
//!
//! A string literal that spells a name is harmless in a program that has no such place for its kind. The lists name what is
//! known to be harmless; whatever else the program uses counts.

use crate::dynamic::{Dynamic, Reach};
use crate::entity::EntityKind;
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::names::NameKind;
use crate::names::is_name;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;

const CLASS: &[EntityKind] = &[EntityKind::Class, EntityKind::Namespace];
const CALLABLE: &[EntityKind] = &[
    EntityKind::Class,
    EntityKind::Namespace,
    EntityKind::Function,
    EntityKind::Method,
];
const CONSTANT: &[EntityKind] = &[
    EntityKind::Class,
    EntityKind::Namespace,
    EntityKind::Constant,
    EntityKind::ClassConstant,
];
const ALL: &[EntityKind] = &[
    EntityKind::Namespace,
    EntityKind::Class,
    EntityKind::Function,
    EntityKind::Constant,
    EntityKind::Method,
    EntityKind::Property,
    EntityKind::ClassConstant,
];

/// Whether a string of the program could be read as a name of this kind, or be compared with one.
pub(crate) fn strings_matter(program: &Program, dynamics: &[Dynamic], kind: EntityKind) -> bool {
    let by_dynamic = |d: &Dynamic| match &d.reach {
        Reach::Variable(_) | Reach::Parameter => false,
        Reach::Function => CALLABLE.contains(&kind),
        Reach::Class => CLASS.contains(&kind),
        Reach::Constant => CONSTANT.contains(&kind),
        Reach::Member { kind: member, .. } => {
            *member == kind || *member == EntityKind::Method && CALLABLE.contains(&kind)
        }
        Reach::Code(_) => true,
    };
    dynamics.iter().any(by_dynamic)
        || (0..program.files.len()).any(|f| {
            let file = FileId(f as u32);
            let source = program.file(file);
            let mut ids = source.tree.ids();
            ids.any(|id| kinds(program, file, source, id).contains(&kind))
        })
}

/// The kinds of names that the node takes or gives as strings.
fn kinds(
    program: &Program,
    file: FileId,
    source: &SourceFile,
    id: NodeId,
) -> &'static [EntityKind] {
    let parent = source.parent_kind(id);
    match source.kind(id) {
        Kind::Include | Kind::IncludeOnce | Kind::Require | Kind::RequireOnce => ALL,
        Kind::FunctionCall => function(program, file, source, id),
        Kind::Name if parent == Kind::MethodDeclaration => magic_method(source.text(id)),
        Kind::Name if matches!(parent, Kind::MemberCall | Kind::NullsafeMemberCall) => {
            method(source.text(id))
        }
        Kind::Name if parent == Kind::ScopedCall && source.is_field(id, |f| f.name) => {
            method(source.text(id))
        }
        Kind::Name if source.text(id).starts_with("__") && !is_printed(source, id) => {
            match source.text(id).to_ascii_lowercase().as_str() {
                "__class__" | "__trait__" | "__namespace__" => CLASS,
                "__method__" | "__function__" => CALLABLE,
                _ => &[],
            }
        }
        Kind::ClassConstantAccess => {
            let name = source.named(id).nth(1).map_or("", |n| source.text(n));
            if name.eq_ignore_ascii_case("class") && !is_printed(source, id) {
                CLASS
            } else {
                &[]
            }
        }
        // `callable` as a type asks whether a string names something.
        Kind::PrimitiveType | Kind::NamedType
            if source.text(id).eq_ignore_ascii_case("callable") =>
        {
            CALLABLE
        }
        // The name of a case is one of its properties.
        Kind::EnumDeclaration => &[EntityKind::ClassConstant],
        Kind::Cast | Kind::Foreach => &[EntityKind::Property],
        _ if is_name(source.kind(id)) => class(program, file, source, id),
        _ => &[],
    }
}

fn function(
    program: &Program,
    file: FileId,
    source: &SourceFile,
    call: NodeId,
) -> &'static [EntityKind] {
    let Some(name) = source.field(call, |f| f.function) else {
        return ALL;
    };
    // What is computed stands among the dynamic names.
    if !is_name(source.kind(name)) {
        return &[];
    }
    let full = program.resolve(NameKind::Function, file, name, source.text(name));
    if !program.functions_named(&full).is_empty() {
        return &[];
    }
    let lower = source.text(name).to_ascii_lowercase();
    let lower = lower.rsplit('\\').next().unwrap_or(&lower);
    match lower {
        _ if is_quiet(lower) => &[],
        "class_exists"
        | "class_implements"
        | "class_parents"
        | "class_uses"
        | "get_called_class"
        | "get_class"
        | "get_debug_type"
        | "get_parent_class"
        | "interface_exists"
        | "is_a"
        | "is_subclass_of"
        | "spl_autoload_register"
        | "trait_exists" => CLASS,
        "function_exists" => &[EntityKind::Function],
        "get_class_methods" | "ini_set" | "is_callable" | "method_exists" => CALLABLE,
        "constant" | "define" | "defined" => CONSTANT,
        "array_column" | "get_object_vars" => &[EntityKind::Property],
        "get_class_vars" | "property_exists" => &[
            EntityKind::Class,
            EntityKind::Namespace,
            EntityKind::Property,
        ],
        _ => ALL,
    }
}

/// Methods that php calls with a name, or that answer with some.
fn magic_method(name: &str) -> &'static [EntityKind] {
    match name.to_ascii_lowercase().as_str() {
        "__get" | "__set" | "__isset" | "__unset" | "__sleep" | "__serialize" | "__unserialize"
        | "__set_state" => &[EntityKind::Property],
        "__call" | "__callstatic" => &[EntityKind::Method],
        _ => &[],
    }
}

/// Methods of closures and exceptions, which are there without their class being named.
fn method(name: &str) -> &'static [EntityKind] {
    match name.to_ascii_lowercase().as_str() {
        "bind" | "bindto" | "fromcallable" => CALLABLE,
        "gettrace" | "gettraceasstring" => ALL,
        _ => &[],
    }
}

/// Classes of php itself, unless they are harmless.
fn class(
    program: &Program,
    file: FileId,
    source: &SourceFile,
    id: NodeId,
) -> &'static [EntityKind] {
    let names_class = matches!(
        source.parent_kind(id),
        Kind::BaseClause
            | Kind::NamedType
            | Kind::ObjectCreation
            | Kind::ScopedCall
            | Kind::ClassInterfaceClause
    );
    if !names_class {
        return &[];
    }
    let name = program.resolve_class(file, id, source.text(id));
    let quiet = !program.classes_named(&name).is_empty()
        || crate::types::primitive(&name).is_some()
        || matches!(&*name, "self" | "static" | "parent")
        || name.ends_with("exception")
        || name.ends_with("error")
        || QUIET_CLASSES.contains(&&*name);
    match &*name {
        _ if quiet => &[],
        // Over an object, their keys are its properties.
        "arrayiterator" | "arrayobject" => &[EntityKind::Property],
        _ => ALL,
    }
}

const QUIET_CLASSES: &[&str] = &[
    "arrayaccess",
    "closure",
    "countable",
    "generator",
    "iterator",
    "iteratoraggregate",
    "splobjectstorage",
    "stdclass",
    "stringable",
    "throwable",
    "traversable",
];

/// Whether the function of php neither takes nor gives a name, nor makes an object. A callable that it is given stands among
/// the dynamic names.
pub fn is_quiet(function: &str) -> bool {
    const QUIET: &str = include_str!("../data/quiet.txt");
    QUIET.lines().any(|quiet| quiet == function)
}

/// Whether the text goes nowhere but to the output, or into the message of an exception.
pub(crate) fn is_printed(source: &SourceFile, content: NodeId) -> bool {
    for up in source.tree.ancestors(content) {
        match source.kind(up) {
            Kind::String
            | Kind::EncapsedString
            | Kind::Heredoc
            | Kind::HeredocBody
            | Kind::Nowdoc
            | Kind::Parenthesized
            | Kind::Sequence
            | Kind::Argument => {}
            Kind::Binary if source.operator(up) == "." => {}
            Kind::Echo | Kind::Print | Kind::Exit => return true,
            Kind::ExpressionStatement => return true,
            Kind::Arguments => {
                let call = source.parent(up);
                return call.is_some_and(|c| match source.kind(c) {
                    Kind::FunctionCall => source.field(c, |f| f.function).is_some_and(|f| {
                        matches!(
                            source.text(f).to_ascii_lowercase().as_str(),
                            "printf"
                                | "print_r"
                                | "var_dump"
                                | "trigger_error"
                                | "error_log"
                                | "die"
                                | "exit"
                        )
                    }),
                    Kind::ObjectCreation => source.named(c).next().is_some_and(|n| {
                        source.text(n).ends_with("Exception") || source.text(n).ends_with("Error")
                    }),
                    _ => false,
                });
            }
            _ => {
                return false;
            }
        }
    }
    false
}
