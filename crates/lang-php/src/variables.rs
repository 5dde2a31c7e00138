//! Variables: which one each `$name` is, and where each gets its values.

use crate::builtins::Builtins;
use crate::definitions::{Def, Variables};
use crate::docs;
use crate::entity::{MemberKind, ScopeId};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::names::NameKind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// What a `$name` node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableRole {
    Variable,
    /// `public $name` in a class.
    PropertyDeclaration,
    /// `C::$name`.
    StaticProperty,
    This,
}

pub fn role(source: &SourceFile, node: NodeId) -> VariableRole {
    let Some(parent) = source.parent(node) else {
        return VariableRole::Variable;
    };
    match source.kind(parent) {
        Kind::PropertyElement if source.is_field(node, |f| f.name) => {
            VariableRole::PropertyDeclaration
        }
        Kind::ScopedPropertyAccess if source.is_field(node, |f| f.name) => {
            VariableRole::StaticProperty
        }
        _ if source.text(node) == "$this" => VariableRole::This,
        _ => VariableRole::Variable,
    }
}

/// Finds all variables and their definitions; fills in the program's variable entities.
pub(crate) fn collect(program: &mut Program) -> Variables {
    let mut out = Variables::default();
    for f in 0..program.files.len() {
        let file = FileId(f as u32);
        let source = program.file(file).clone();
        for id in source.tree.ids() {
            match source.kind(id) {
                Kind::Variable if role(&source, id) == VariableRole::Variable => {
                    let Some((name, span)) = source.variable_name(id) else {
                        continue;
                    };
                    let scope = program.scope_at(file, id);
                    let entity = program.variable(scope, name, file, span);
                    if let Some(def) = def(program, file, &source, id) {
                        out.defs.entry(entity).or_default().push((file, def));
                    }
                }
                Kind::DynamicVariable if interpolated(&source, id).is_some() => {
                    if let Some(name) = interpolated(&source, id) {
                        let scope = program.scope_at(file, id);
                        program.variable(scope, source.text(name), file, source.span(name));
                    }
                }
                Kind::DynamicVariable
                | Kind::Include
                | Kind::IncludeOnce
                | Kind::Require
                | Kind::RequireOnce => {
                    out.opaque.insert(program.scope_at(file, id));
                }
                Kind::FunctionCall => {
                    let name = source.field(id, |f| f.function).map(|n| source.text(n));
                    let name = name.map(|n| n.trim_start_matches('\\').to_ascii_lowercase());
                    if matches!(name.as_deref(), Some("extract" | "eval" | "parse_str")) {
                        out.opaque.insert(program.scope_at(file, id));
                    }
                }
                Kind::Comment => doc_types(program, file, &source, id, &mut out),
                _ => {}
            }
        }
    }
    out
}

fn def(program: &Program, file: FileId, source: &SourceFile, id: NodeId) -> Option<Def> {
    let parent = source.parent(id)?;
    let left = source.is_field(id, |f| f.left);
    match source.kind(parent) {
        Kind::Assignment if left => source.field(parent, |f| f.right).map(Def::Value),
        Kind::ReferenceAssignment => Some(Def::Unknown),
        Kind::AugmentedAssignment if left => {
            let value = source.field(parent, |f| f.right);
            if source.operator(parent) == "??=" {
                value.map(Def::Value)
            } else {
                Some(Def::Scalar)
            }
        }
        Kind::Update => Some(Def::Scalar),
        Kind::SimpleParameter | Kind::PromotedParameter if source.is_field(id, |f| f.name) => {
            Some(match source.field(parent, |f| f.r#type) {
                Some(ty) => Def::Declared(ty),
                None => Def::Unknown,
            })
        }
        Kind::VariadicParameter => Some(Def::Array),
        Kind::Foreach => {
            let mut parts = source.named(parent);
            let subject = parts.next()?;
            if subject == id {
                // Looped over by reference, its elements are tied to the loop's variable.
                let by_ref = parts.next().is_some_and(|p| {
                    source
                        .tree
                        .descendants(p)
                        .any(|d| source.kind(d) == Kind::ByRef)
                });
                return by_ref.then_some(Def::Unknown);
            }
            Some(Def::Element(subject))
        }
        Kind::Pair => {
            let foreach = source.parent(parent)?;
            if source.kind(foreach) != Kind::Foreach {
                return Some(Def::Unknown);
            }
            let is_value = source.named(parent).last() == Some(id);
            let subject = source.first_named(foreach)?;
            Some(if is_value {
                Def::Element(subject)
            } else {
                Def::Key(subject)
            })
        }
        Kind::CatchClause => source.field(parent, |f| f.r#type).map(Def::Declared),
        Kind::ListLiteral => Some(Def::Unknown),
        Kind::ArrayElement => is_destructured(source, parent).then_some(Def::Unknown),
        Kind::ByRef if source.parent_kind(parent) != Kind::ClosureUse => Some(Def::Unknown),
        Kind::StaticVariable => source.field(parent, |f| f.value).map(Def::Value),
        Kind::Subscript => {
            let holder = source.parent(parent)?;
            let first = source.first_named(parent) == Some(id);
            let written = matches!(
                source.kind(holder),
                Kind::Assignment | Kind::AugmentedAssignment
            ) && source.is_field(parent, |f| f.left);
            (first && written).then_some(Def::Array)
        }
        Kind::Argument => by_reference(program, file, source, parent).then_some(Def::Unknown),
        _ => None,
    }
}

/// Whether the element stands in an array literal that is assigned to: `[$a, $b] = …`.
pub fn is_destructured(source: &SourceFile, element: NodeId) -> bool {
    let mut at = element;
    for up in source.tree.ancestors(element) {
        match source.kind(up) {
            Kind::ArrayCreation | Kind::ArrayElement | Kind::ListLiteral | Kind::Pair => at = up,
            Kind::Assignment => return source.is_field(at, |f| f.left),
            Kind::Foreach => return source.first_named(up) != Some(at),
            _ => return false,
        }
    }
    false
}

/// Whether the argument may be taken by reference. Methods are judged by name alone, so that types need not be known.
pub fn by_reference(
    program: &Program,
    file: FileId,
    source: &SourceFile,
    argument: NodeId,
) -> bool {
    let Some(list) = source.parent(argument) else {
        return false;
    };
    let Some(call) = source.parent(list) else {
        return false;
    };
    let index = source.named(list).position(|a| a == argument).unwrap_or(0);
    let user = |scope: Option<ScopeId>| {
        scope.is_some_and(|s| {
            let params = &program.scope(s).params;
            let param = params
                .get(index)
                .or_else(|| params.last().filter(|p| p.variadic));
            param.is_some_and(|p| p.by_ref)
        })
    };
    let method = |name: &str| {
        let key = name.to_ascii_lowercase();
        // A closure's own parameters, whatever they are.
        if key == "__invoke" {
            return true;
        }
        let mut users = program.members_named(MemberKind::Method, &key).iter();
        users.any(|&m| user(program.member(m).scope)) || Builtins::get().some_method_by_ref(&key)
    };
    match source.kind(call) {
        Kind::FunctionCall => {
            let Some(function) = source.field(call, |f| f.function) else {
                return false;
            };
            if !crate::names::is_name(source.kind(function)) {
                return true;
            }
            // Parts of the language that look like functions.
            let word = source.text(function).to_ascii_lowercase();
            if matches!(&*word, "eval" | "exit" | "die" | "isset" | "empty") {
                return false;
            }
            let name = program.resolve(NameKind::Function, file, function, source.text(function));
            let users = program.functions_named(&name);
            if !users.is_empty() {
                return users.iter().any(|&f| user(program.entity(f).scope));
            }
            let builtin = Builtins::get().function(&name);
            builtin.is_none_or(|b| b.param(index) == Some('r'))
        }
        Kind::MemberCall | Kind::NullsafeMemberCall | Kind::ScopedCall => {
            match source.field(call, |f| f.name) {
                Some(name) if source.kind(name) == Kind::Name => method(source.text(name)),
                _ => true,
            }
        }
        Kind::ObjectCreation | Kind::AnonymousClass | Kind::Attribute => method("__construct"),
        _ => false,
    }
}

/// `/** @var T $x */` anywhere, and `@param` above a function.
fn doc_types(
    program: &mut Program,
    file: FileId,
    source: &SourceFile,
    comment: NodeId,
    out: &mut Variables,
) {
    for tag in docs::tags(&source.text, source.span(comment)) {
        if tag.ty.names.is_empty() || !matches!(tag.tag.as_str(), "var" | "param") {
            continue;
        }
        let scope = if tag.tag == "param" {
            documented_scope(program, file, source, comment)
        } else {
            Some(program.scope_at(file, comment))
        };
        let (Some(scope), Some(name)) = (scope, &tag.name) else {
            continue;
        };
        let entity = program.variable(scope, &name.text, file, name.span);
        let def = Def::Doc(comment, tag.ty.clone());
        out.defs.entry(entity).or_default().push((file, def));
    }
}

/// The function or method that the comment stands above.
pub fn documented_scope(
    program: &Program,
    file: FileId,
    source: &SourceFile,
    comment: NodeId,
) -> Option<ScopeId> {
    let next = source.tree.subtree_end(comment);
    let node = (next.index() < source.tree.len()).then_some(next)?;
    matches!(
        source.kind(node),
        Kind::FunctionDefinition | Kind::MethodDeclaration
    )
    .then(|| program.scope_at(file, node))
}

/// `"${name}"` is a plain variable, by an old spelling: its name.
pub(crate) fn interpolated(source: &SourceFile, id: NodeId) -> Option<NodeId> {
    let in_string = matches!(
        source.parent_kind(id),
        Kind::EncapsedString | Kind::HeredocBody | Kind::ShellCommand
    );
    let inner = source.first_named(id)?;
    (in_string && source.kind(inner) == Kind::Name).then_some(inner)
}
