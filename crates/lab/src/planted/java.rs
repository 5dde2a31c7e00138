//! Java as its grammar gives it, for taking real methods apart. Nothing here comes from the detector.

use reweave_text::Part;
use std::collections::BTreeSet;
use std::ops::Range;
use tree_sitter::{Node, Parser, Tree};

/// A type with a name: of a parameter, a variable or a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub ty: String,
    pub name: String,
}

/// One method of a real class, cut out, with what its class says about it.
pub struct Method {
    /// `package.Class.method`
    pub qualified: String,
    pub fields: Vec<Variable>,
    /// The other methods of the class with a name of their own.
    pub siblings: Vec<String>,
    pub subject: Subject,
}

/// A method alone in a class, parsed, so that it can be changed.
pub struct Subject {
    pub text: String,
    tree: Tree,
    pub name: String,
    pub ty: String,
    pub is_static: bool,
    pub params: Vec<Variable>,
}

pub fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .ok()?;
    parser.parse(text, None)
}

/// This node and all below it, in order of text.
pub fn walk(node: Node<'_>) -> Vec<Node<'_>> {
    let mut all = Vec::new();
    let mut open = vec![node];
    while let Some(next) = open.pop() {
        all.push(next);
        let mut cursor = next.walk();
        let kids: Vec<Node<'_>> = next.children(&mut cursor).collect();
        open.extend(kids.into_iter().rev());
    }
    all
}

pub fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let kids = node.named_children(&mut cursor);
    kids.filter(|k| !k.kind().ends_with("comment")).collect()
}

/// Constructs in which names may mean something else, or that few would take apart.
const LEFT_ALONE: &[&str] = &[
    "lambda_expression",
    "class_body",
    "class_declaration",
    "switch_expression",
    "synchronized_statement",
    "labeled_statement",
    "method_reference",
    "instanceof_expression",
    "type_pattern",
    "try_with_resources_statement",
];

/// Sizes in bytes of bodies worth planting.
const SIZES: Range<usize> = 220..2200;

/// The methods of a file that can be taken apart.
pub fn methods(text: &str) -> Vec<Method> {
    let Some(tree) = parse(text) else {
        return Vec::new();
    };
    let of = |n: Node<'_>| text.part(n.byte_range()).to_owned();
    let package = named(tree.root_node())
        .into_iter()
        .find(|n| n.kind() == "package_declaration")
        .and_then(|n| named(n).last().map(|n| of(*n)))
        .unwrap_or_default();
    let mut all = Vec::new();
    let classes = named(tree.root_node())
        .into_iter()
        .filter(|n| n.kind() == "class_declaration");
    for class in classes {
        let (Some(name), Some(body)) = (
            class.child_by_field_name("name"),
            class.child_by_field_name("body"),
        ) else {
            continue;
        };
        let members = named(body);
        let fields = members
            .iter()
            .filter(|m| m.kind() == "field_declaration")
            .flat_map(|f| declared(*f, text))
            .collect::<Vec<_>>();
        let declared: Vec<Node<'_>> = members
            .into_iter()
            .filter(|m| m.kind() == "method_declaration" && !m.has_error())
            .collect();
        let called = |m: &Node<'_>| m.child_by_field_name("name").map(of).unwrap_or_default();
        for method in &declared {
            let Some(block) = method.child_by_field_name("body") else {
                continue;
            };
            let odd = walk(block)
                .iter()
                .any(|n| LEFT_ALONE.contains(&n.kind()) || n.is_error());
            if odd || !SIZES.contains(&block.byte_range().len()) {
                continue;
            }
            let Some(subject) = Subject::new(&of(*method)) else {
                continue;
            };
            let alone =
                |m: &&Node<'_>| declared.iter().filter(|o| called(o) == called(m)).count() == 1;
            if !alone(&method) {
                continue;
            }
            all.push(Method {
                qualified: format!("{package}.{}.{}", of(name), subject.name),
                fields: fields.clone(),
                siblings: declared.iter().filter(alone).map(|m| of(*m)).collect(),
                subject,
            });
        }
    }
    all
}

/// The variables that a declaration of fields or locals declares.
pub fn declared(declaration: Node<'_>, text: &str) -> Vec<Variable> {
    let Some(ty) = declaration.child_by_field_name("type") else {
        return Vec::new();
    };
    named(declaration)
        .into_iter()
        .filter(|d| d.kind() == "variable_declarator")
        .filter_map(|d| {
            Some(Variable {
                ty: text.part(ty.byte_range()).to_owned(),
                name: text
                    .part(d.child_by_field_name("name")?.byte_range())
                    .to_owned(),
            })
        })
        .collect()
}

impl Subject {
    /// Reads the text of one method.
    pub fn new(method: &str) -> Option<Self> {
        let text = format!("class Subject {{\n{method}\n}}\n");
        let tree = parse(&text)?;
        let node = method_of(&tree)?;
        if node.has_error() {
            return None;
        }
        let of = |n: Node<'_>| text.part(n.byte_range()).to_owned();
        let params = named(node.child_by_field_name("parameters")?)
            .into_iter()
            .map(|p| {
                Some(Variable {
                    ty: of(p.child_by_field_name("type")?),
                    name: of(p.child_by_field_name("name")?),
                })
            })
            .collect::<Option<Vec<_>>>()?;
        let modifiers = named(node).into_iter().find(|n| n.kind() == "modifiers");
        let is_static = modifiers.is_some_and(|m| of(m).split_whitespace().any(|w| w == "static"));
        let (name, ty) = (
            of(node.child_by_field_name("name")?),
            of(node.child_by_field_name("type")?),
        );
        Some(Self {
            text,
            tree,
            name,
            ty,
            is_static,
            params,
        })
    }

    pub fn method(&self) -> Node<'_> {
        method_of(&self.tree).expect("a subject was read from a method")
    }

    pub fn body(&self) -> Node<'_> {
        let body = self.method().child_by_field_name("body");
        body.expect("a subject has a body")
    }

    pub fn of(&self, node: Node<'_>) -> &str {
        self.text.part(node.byte_range())
    }

    pub fn statements(&self) -> Vec<Node<'_>> {
        named(self.body())
    }

    /// Nodes of one kind in the body.
    pub fn all(&self, kind: &str) -> Vec<Node<'_>> {
        let mut all = walk(self.body());
        all.retain(|n| n.kind() == kind);
        all
    }

    /// The local variables, each name once; none when a name is declared twice.
    pub fn locals(&self) -> Option<Vec<(Variable, usize)>> {
        let mut all: Vec<(Variable, usize)> = Vec::new();
        for node in walk(self.body()) {
            let here = match node.kind() {
                "local_variable_declaration" => declared(node, &self.text),
                "enhanced_for_statement" | "catch_formal_parameter" => {
                    let ty = node.child_by_field_name("type").map(|t| self.of(t));
                    let name = node.child_by_field_name("name").map(|t| self.of(t));
                    name.map(|name| Variable {
                        ty: ty.unwrap_or("Exception").to_owned(),
                        name: name.to_owned(),
                    })
                    .into_iter()
                    .collect()
                }
                _ => continue,
            };
            all.extend(here.into_iter().map(|v| (v, node.start_byte())));
        }
        let names: BTreeSet<&str> = all.iter().map(|(v, _)| v.name.as_str()).collect();
        (names.len() == all.len()).then_some(all)
    }

    /// Places where a name is used as a value: no name of a method, of a field of something, or of a declaration.
    pub fn uses(&self, name: &str, within: Range<usize>) -> Vec<Node<'_>> {
        walk(self.body())
            .into_iter()
            .filter(|n| {
                n.kind() == "identifier"
                    && self.of(*n) == name
                    && within.start <= n.start_byte()
                    && n.end_byte() <= within.end
            })
            .filter(|n| {
                let Some(parent) = n.parent() else {
                    return false;
                };
                let is = |field| parent.child_by_field_name(field).is_some_and(|c| c == *n);
                match parent.kind() {
                    "method_invocation"
                    | "variable_declarator"
                    | "formal_parameter"
                    | "enhanced_for_statement"
                    | "catch_formal_parameter" => !is("name"),
                    "field_access" => !is("field"),
                    _ => true,
                }
            })
            .collect()
    }

    /// Whether a name is set somewhere in the body.
    pub fn is_set(&self, name: &str) -> bool {
        self.uses(name, self.body().byte_range()).iter().any(|n| {
            let parent = n.parent().expect("a name stands in something");
            match parent.kind() {
                "assignment_expression" => parent.child_by_field_name("left") == Some(*n),
                "update_expression" => true,
                _ => false,
            }
        })
    }

    /// The parameters and locals from before a range that it uses, in order.
    pub fn inputs(&self, range: &Range<usize>) -> Option<Vec<Variable>> {
        let locals = self.locals()?;
        let earlier = locals
            .into_iter()
            .filter(|(_, at)| *at < range.start)
            .map(|(v, _)| v);
        let all = self.params.iter().cloned().chain(earlier);
        Some(
            all.filter(|v| !self.uses(&v.name, range.clone()).is_empty())
                .collect(),
        )
    }

    /// The method with parts of its text replaced.
    pub fn with(&self, mut edits: Vec<(Range<usize>, String)>) -> String {
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let node = self.method().byte_range();
        let mut text = self.text.part(..node.end).to_owned();
        for (range, new) in edits {
            text.replace_range(range, &new);
        }
        text.part(node.start..).to_owned()
    }

    /// The same method under another name, its parameters and variables renamed.
    pub fn renamed(&self, name: &str) -> Option<Self> {
        let locals = self.locals()?;
        let names: Vec<&str> = self
            .params
            .iter()
            .map(|p| p.name.as_str())
            .chain(locals.iter().map(|(v, _)| v.name.as_str()))
            .collect();
        let mut edits = vec![(
            self.method().child_by_field_name("name")?.byte_range(),
            name.to_owned(),
        )];
        for node in walk(self.method()) {
            if node.kind() != "identifier" || !names.contains(&self.of(node)) {
                continue;
            }
            let parent = node.parent()?;
            let is = |field| parent.child_by_field_name(field) == Some(node);
            let other = match parent.kind() {
                "method_invocation" | "method_declaration" => is("name"),
                "field_access" => is("field"),
                "break_statement" | "continue_statement" | "annotation" | "marker_annotation" => {
                    true
                }
                _ => false,
            };
            if !other {
                edits.push((node.byte_range(), format!("{}Here", self.of(node))));
            }
        }
        Self::new(&self.with(edits))
    }
}

fn method_of(tree: &Tree) -> Option<Node<'_>> {
    let class = named(tree.root_node()).into_iter().next()?;
    let body = class.child_by_field_name("body")?;
    named(body)
        .into_iter()
        .find(|m| m.kind() == "method_declaration")
}
