//! Where a new method goes: a type around the code that it is made of.

use crate::Java;
use crate::query::bodies::is_static;
use crate::query::program::JavaProgram;
use crate::query::region::Region;
use reweave_java_names::ClassId;
use reweave_model::{Kind, NodeId, Role, TypeKind};
use reweave_refactor::{BadInput, Run};
use reweave_text::{FileId, Span};

/// The type that gets a method, and its member that the code stands in.
pub struct Home {
    class: Option<ClassId>,
    /// The callable, field or initializer behind which the method goes.
    pub member: NodeId,
    /// Code between the two has no object of the type.
    pub is_static: bool,
    is_interface: bool,
    /// Types between the code and this one.
    between: Vec<ClassId>,
}

impl Home {
    /// The type with the name that `to` gives, else the innermost that may have methods.
    pub fn of(run: &Run<'_, Java>, region: &Region<'_>, file: FileId) -> Result<Self, BadInput> {
        let program = region.program;
        let world = program.world();
        let tree = region.tree();
        let first = region.parts[0];
        let bad = |why: &str| BadInput::new(why).at(file, tree.span(first));
        let wanted = run.optional("to");
        let mut between = Vec::new();
        let mut below = first;
        for around in tree.ancestors(first) {
            if tree.kind(around) != Kind::Type {
                below = around;
                continue;
            }
            let class = class_at(program, region.number, around);
            let named = class.map(|c| world.text(world.class(c).name));
            let fits = match wanted {
                Some(wanted) => named == Some(wanted),
                None => !class.is_some_and(|c| is_annotation(program, c)),
            };
            if fits {
                let is_interface = class.is_some_and(|c| world.info(c).is_interface());
                if class.is_some_and(|c| is_annotation(program, c)) {
                    return Err(bad(
                        "an annotation interface has no methods with bodies; give another enclosing type with to=NAME",
                    ));
                }
                return Ok(Self {
                    class,
                    member: below,
                    is_static: !class.is_some_and(|c| has_object_of(region, c)),
                    is_interface,
                    between,
                });
            }
            between.extend(class);
            below = around;
        }
        Err(match wanted {
            Some(wanted) => BadInput::unclear(format!(
                "no type {wanted} encloses this; give the name of one that does, or leave `to` out"
            ))
            .at(file, tree.span(first)),
            None => bad("this is in no body of a class; select code of a method"),
        })
    }

    /// Whether the code and the method stand in different types.
    pub fn is_another(&self) -> bool {
        !self.between.is_empty()
    }

    /// All declarators of a field count as one.
    pub fn whole_member(&self, region: &Region<'_>) -> Span {
        let tree = region.tree();
        let model = region.program.model(region.number);
        match tree.kind(self.member) {
            Kind::Field => {
                let field = model.fields.iter().find(|f| f.node == self.member);
                field.map_or(tree.span(self.member), |f| f.declaration)
            }
            // Behind the last constant and its `;`.
            Kind::EnumConstant => {
                let class = tree.parent(self.member);
                let last = class.and_then(|c| tree.children_in(c, Role::Member).last());
                tree.span(last.unwrap_or(self.member))
            }
            _ => tree.span(self.member),
        }
    }

    /// The modifiers of the method. What an interface has is public without a word (JLS 9.4), unless the member beside says it.
    pub fn modifiers(
        &self,
        region: &Region<'_>,
        text: &str,
        (visibility, is_static): (&'static str, bool),
    ) -> Result<Vec<&'static str>, BadInput> {
        let mut words = Vec::new();
        let is_private = visibility == "private";
        if self.is_interface && !matches!(visibility, "public" | "private") {
            return Err(BadInput::unclear(
                "the methods of an interface are public or private; give one of these as visibility",
            ));
        }
        let is_said = !self.is_interface || is_private || {
            let tree = region.tree();
            let head = tree.span(self.member).text(text).split(['(', '=']).next();
            !self.is_another() && head.is_some_and(|h| h.split_whitespace().any(|w| w == "public"))
        };
        if !visibility.is_empty() && is_said {
            words.push(visibility);
        }
        if is_static {
            words.push("static");
        } else if self.is_interface && !is_private {
            words.push("default");
        }
        Ok(words)
    }

    /// How code of the region names the method: where a type between has methods of that name, which hide it (JLS 15.12.1), with its
    /// owner.
    pub fn callee(&self, program: &JavaProgram, name: &str, is_static: bool) -> String {
        let world = program.world();
        let is_hidden = world.names().get(name).is_some_and(|symbol| {
            self.between.iter().any(|&c| {
                let mut found = Vec::new();
                world.find_methods(c, symbol, &mut found);
                !found.is_empty()
            })
        });
        match self.class.filter(|_| is_hidden) {
            Some(class) => {
                let owner = world.text(world.class(class).name);
                let this = if is_static { "" } else { ".this" };
                format!("{owner}{this}.{name}")
            }
            None => name.to_owned(),
        }
    }
}

/// Whether code can ask an object of a type around it: nothing static stands between (JLS 8.1.3).
pub fn has_object_of(region: &Region<'_>, class: ClassId) -> bool {
    let program = region.program;
    let world = program.world();
    let tree = region.tree();
    let mut below = region.parts[0];
    for around in tree.ancestors(below) {
        if tree.kind(around) == Kind::Type {
            if is_static(program, region.number, below) {
                return false;
            }
            let here = class_at(program, region.number, around);
            if here == Some(class) {
                return true;
            }
            let info = here.map(|c| world.info(c));
            let in_body = info.is_some_and(|i| i.local || i.kind == TypeKind::Anonymous);
            let is_inner = info.is_some_and(|i| {
                i.inner || (in_body && matches!(i.kind, TypeKind::Class | TypeKind::Anonymous))
            });
            if !is_inner {
                return false;
            }
        }
        below = around;
    }
    false
}

fn class_at(program: &JavaProgram, number: u32, node: NodeId) -> Option<ClassId> {
    let types = &program.model(number).types;
    let at = types.iter().position(|t| t.node == node)?;
    Some(
        program
            .world()
            .class_of(number, reweave_model::TypeId(at as u32)),
    )
}

fn is_annotation(program: &JavaProgram, class: ClassId) -> bool {
    let world = program.world();
    world.info(class).kind == TypeKind::Annotation
}
