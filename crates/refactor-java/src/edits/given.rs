//! An expression of a method, as its callers write it: static members and types by names that they know, parameters by their arguments.

use crate::edits::imports::Imports;
use crate::edits::texts::is_simple_type;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_text::{Edit, EditSet, Sources, Span};

/// An expression in the body of a method.
#[derive(Clone, Debug)]
pub struct Given {
    pub number: u32,
    pub node: NodeId,
    /// The parameters of the method, in order.
    pub params: Vec<NodeId>,
}

/// A call of the method.
struct Call<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    used: &'a Use,
}

impl Given {
    /// The text of the expression for a call of the method.
    pub fn at_call(
        &self,
        program: &JavaProgram,
        sources: &Sources,
        used: &Use,
        imports: &mut Imports,
    ) -> Result<String, String> {
        let call = Call {
            program,
            sources,
            used,
        };
        let span = program.model(self.number).tree.span(self.node);
        let text = sources.text(program.id(self.number));
        let mut edits = Vec::new();
        for name in self.names(program) {
            let Some(written) = self.name_at(&call, &name, imports)? else {
                continue;
            };
            let at = Span::new(name.span.start - span.start, name.span.end - span.start);
            edits.push(Edit::replace(at, written));
        }
        let set = EditSet::new(edits).and_then(|set| set.apply(span.text(text)));
        set.map_err(|e| format!("the edits contradict each other ({e})"))
    }

    /// The names in the expression, in order.
    pub fn names(&self, program: &JavaProgram) -> Vec<Use> {
        let span = program.model(self.number).tree.span(self.node);
        let mut all = program.names.uses_in(self.number);
        all.retain(|u| span.contains(u.span) && !u.span.is_empty());
        all.sort_by_key(|u| u.span);
        all.dedup_by_key(|u| u.span);
        all
    }

    /// What stands for a name in the call; none where the name itself does.
    fn name_at(
        &self,
        call: &Call<'_>,
        name: &Use,
        imports: &mut Imports,
    ) -> Result<Option<String>, String> {
        let Call {
            program,
            sources,
            used,
        } = *call;
        let world = program.world();
        let tree = &program.model(self.number).tree;
        let simple = name.span.text(sources.text(program.id(self.number)));
        let is_alone = tree.child_in(name.node, Role::Receiver).is_none();
        let (owner, modifiers) = match name.decl {
            Decl::Local(local) => return self.argument(call, local),
            Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
            Decl::Method(m) if !world.method(m).constructor => {
                (world.method(m).owner, world.method(m).modifiers)
            }
            Decl::Class(class) => {
                let is_named = match tree.kind(name.node) {
                    Kind::TypeName => is_simple_type(tree, name.node),
                    Kind::Name => true,
                    _ => false,
                };
                let written = is_named.then(|| imports.name(program, used.file, class));
                return Ok(written.filter(|w| w != simple));
            }
            _ => return Ok(None),
        };
        let of_class = modifiers.has(Modifiers::STATIC) || world.info(owner).is_interface();
        if !of_class || !is_alone || knows(program, used, owner) {
            return Ok(None);
        }
        let holder = imports.name(program, used.file, owner);
        Ok(Some(format!("{holder}.{simple}")))
    }

    /// The argument that a call gives a parameter, where it can be written twice.
    fn argument(&self, call: &Call<'_>, param: NodeId) -> Result<Option<String>, String> {
        let Call {
            program,
            sources,
            used,
        } = *call;
        let Some(index) = self.params.iter().position(|&p| p == param) else {
            return Ok(None);
        };
        let tree = &program.model(used.file).tree;
        let arguments: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
        let still = |n: NodeId| {
            let kind = tree.kind(n);
            kind.is_literal()
                || matches!(
                    kind,
                    Kind::Name | Kind::This | Kind::FieldAccess | Kind::Paren
                )
        };
        let all_still = arguments.iter().all(|&a| tree.descendants(a).all(still));
        let argument = arguments.get(index).copied();
        let argument =
            argument.filter(|&a| all_still && !matches!(tree.kind(a), Kind::FieldAccess));
        let argument = argument.ok_or(
            "an argument here is more than a variable or literal, and would be computed twice",
        )?;
        let text = sources.text(program.id(used.file));
        Ok(Some(tree.span(argument).text(text).to_owned()))
    }
}

/// Whether a class around a call has the members of a class by their simple names.
fn knows(program: &JavaProgram, used: &Use, owner: ClassId) -> bool {
    let world = program.world();
    let from = program.class_around(used.file, used.node);
    from.is_some_and(|c| world.around(c).any(|a| world.is_subclass(a, owner)))
}
