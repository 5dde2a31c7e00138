//! What Java sources declare, for code outside them: other sources, Kotlin, Groovy and Scala, configuration and templates.

use crate::query::program::JavaProgram;
use reweave_model::{Callable, FileModel, Modifiers, NodeId, TypeDecl, TypeKind};
use reweave_refactor::{Offer, OtherFiles, Tells};
use reweave_text::{FileId, Sources};

pub const OTHERS: &[OtherFiles] = &[
    OtherFiles {
        what: "Kotlin",
        endings: &[".kt", ".kts"],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "Groovy",
        endings: &[".groovy", ".gradle", ".gvy"],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "Scala",
        endings: &[".scala", ".sc"],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "AspectJ",
        endings: &[".aj"],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "Clojure",
        endings: &[".clj", ".cljc"],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "a server page",
        endings: &[".jsp", ".jspx", ".jspf", ".tag", ".gsp", ".xhtml"],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "a template",
        endings: &[
            ".ftl",
            ".ftlh",
            ".ftlx",
            ".vm",
            ".mustache",
            ".hbs",
            ".html",
            ".st",
            ".stg",
            ".jte",
            ".peb",
        ],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "XML",
        endings: &[".xml", ".fxml", ".jrxml", ".xsd", ".wsdl"],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "properties",
        endings: &[".properties", ".yml", ".yaml", ".factories", ".imports"],
        tells: Tells::Text,
    },
];

/// The types, methods and fields of some files.
pub fn offers(program: &JavaProgram, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
    let mut all = Vec::new();
    for &file in files {
        if let Some(number) = program.number(file) {
            let listed = Listed {
                program,
                model: program.model(number),
                text: sources.text(file),
                number,
            };
            listed.add_to(&mut all);
        }
    }
    all
}

struct Listed<'a> {
    program: &'a JavaProgram,
    model: &'a FileModel,
    text: &'a str,
    number: u32,
}

impl Listed<'_> {
    fn add_to(&self, all: &mut Vec<Offer>) {
        let world = self.program.world();
        for ty in &self.model.types {
            if ty.kind == TypeKind::Anonymous {
                continue;
            }
            let name = world.text(ty.name);
            let full = world.text(ty.qualified);
            let owner = full.strip_suffix(name).unwrap_or_default();
            all.push(Offer {
                shape: shape(ty.modifiers, "type", ""),
                is_type: true,
                is_open: self.is_open(ty, ty.modifiers),
                ..self.named(name, owner.trim_end_matches('.'), ty.node)
            });
        }
        for callable in &self.model.callables {
            let owner = self.model.ty(callable.owner);
            let name = world.text(callable.name);
            // A constructor bears the name of its type.
            let what = if callable.is_constructor() {
                "new"
            } else {
                "method"
            };
            all.push(Offer {
                shape: shape(callable.modifiers, what, &self.signature(callable)),
                is_open: self.is_open(owner, callable.modifiers),
                aliases: property(name, callable).into_iter().collect(),
                ..self.named(
                    if callable.is_constructor() {
                        "<init>"
                    } else {
                        name
                    },
                    world.text(owner.qualified),
                    callable.node,
                )
            });
        }
        for field in &self.model.fields {
            let owner = self.model.ty(field.owner);
            let ty = field.ty.map_or("", |ty| self.written(ty));
            all.push(Offer {
                shape: shape(field.modifiers, "field", ty),
                is_open: self.is_open(owner, field.modifiers),
                ..self.named(
                    world.text(field.name),
                    world.text(owner.qualified),
                    field.node,
                )
            });
        }
    }

    fn named(&self, name: &str, owner: &str, node: NodeId) -> Offer {
        Offer::new(name, owner, self.program.token(self.number, node))
    }

    fn written(&self, node: NodeId) -> &str {
        self.model.tree.span(node).text(self.text)
    }

    /// Parameters, result and exceptions as they are written.
    fn signature(&self, callable: &Callable) -> String {
        let mut out = String::from("(");
        for param in &callable.params {
            out.push_str(param.ty.map_or("", |ty| self.written(ty)));
            out.push_str(if param.varargs { "...," } else { "," });
        }
        out.push(')');
        out.push_str(callable.return_type.map_or("", |ty| self.written(ty)));
        for &thrown in &callable.throws {
            out.push(' ');
            out.push_str(self.written(thrown));
        }
        out
    }

    /// Whether code of other files can name a member of a type: it is not private, and in no body and no private type.
    fn is_open(&self, owner: &TypeDecl, modifiers: Modifiers) -> bool {
        let mut at = Some(owner);
        while let Some(ty) = at {
            let is_local = ty.in_callable.is_some() || ty.in_field.is_some();
            if is_local || ty.modifiers.has(Modifiers::PRIVATE) {
                return false;
            }
            at = ty.outer.map(|t| self.model.ty(t));
        }
        !modifiers.has(Modifiers::PRIVATE)
    }
}

/// What users of a declaration depend on beside its name; blanks do not count.
fn shape(modifiers: Modifiers, what: &str, types: &str) -> String {
    let access = modifiers.visibility().word();
    let is_static = modifiers.has(Modifiers::STATIC);
    let mut out = format!("{access} {is_static} {what} ");
    out.extend(types.chars().filter(|c| !c.is_whitespace()));
    out
}

/// The property that other languages see in a getter or setter.
fn property(name: &str, callable: &Callable) -> Option<String> {
    let rest = match callable.params.len() {
        0 => name.strip_prefix("get").or_else(|| name.strip_prefix("is")),
        1 => name.strip_prefix("set"),
        _ => None,
    }?;
    let mut tail = rest.chars();
    let first = tail.next().filter(|c| c.is_uppercase())?;
    Some(first.to_lowercase().chain(tail).collect())
}
