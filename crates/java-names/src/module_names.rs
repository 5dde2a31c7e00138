//! What modules export, and the names in their declarations (modules, packages that are exported and opened, types that
//! are used and provided).
//!
//! The model keeps a directive as its text, so whoever wants the places of its names gives the file's text, as for
//! documentation.

use crate::ids::Decl;
use crate::names::Names;
use crate::references::{Use, UseKind};
use crate::world::World;
use reweave_model::{Kind, NodeId};
use reweave_text::{Part, Span, Symbol};

impl World {
    /// Whether a module of the platform exports a package: then it is nobody else's.
    pub fn is_platform_package(&self, dotted: &str) -> bool {
        let Some(package) = self.names().get(dotted) else {
            return false;
        };
        let is_platform = |name: Symbol| {
            let name = self.text(name);
            name.starts_with("java.") || name.starts_with("jdk.")
        };
        let mut modules = self.modules.iter();
        modules.any(|(&name, module)| is_platform(name) && module.exports.contains(&package))
    }

    /// The packages that a module brings, its own and those of the modules that come along.
    pub(crate) fn packages_of_module(&self, name: Symbol) -> Option<Vec<Symbol>> {
        self.modules.get(&name)?;
        let mut seen = vec![name];
        let mut packages = Vec::new();
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            if let Some(module) = self.modules.get(&at) {
                packages.extend(&module.exports);
                let new = module.transitive.iter().filter(|m| !seen.contains(m));
                let new: Vec<Symbol> = new.copied().collect();
                seen.extend(new);
            }
        }
        Some(packages)
    }

    fn module_named(&self, name: &str) -> Decl {
        let name = self.names().get(name);
        let known = name.filter(|n| self.modules.contains_key(n));
        known.map_or(Decl::Unknown, Decl::Module)
    }
}

impl Names {
    /// The modules, packages and types that a module's directives name. Of a qualified name the last segment of each class is
    /// listed; of a package all of it. What is not known is [`Decl::Unknown`].
    pub fn module_uses(&self, file: u32, text: &str) -> Vec<Use> {
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        let directives = tree
            .descendants(NodeId::ROOT)
            .filter(|&n| tree.kind(n) == Kind::Directive && n != NodeId::ROOT);
        for node in directives {
            let span = tree.span(node);
            if span.end as usize <= text.len() && !span.text(text).contains('{') {
                self.directive(file, node, text, span, &mut found);
            }
        }
        found
    }

    fn directive(&self, file: u32, node: NodeId, text: &str, span: Span, found: &mut Vec<Use>) {
        let words = words(text, span);
        let Some((_, directive)) = words.first() else {
            return;
        };
        let wants_package = matches!(*directive, "exports" | "opens");
        let wants_type = matches!(*directive, "uses" | "provides");
        let mut add = |at: usize, len: usize, decl: Decl| {
            found.push(Use {
                file,
                node,
                span: Span::new(at as u32, (at + len) as u32),
                kind: UseKind::Type,
                decl,
            });
        };
        let mut wants_module = *directive == "requires";
        for &(at, word) in &words[1..] {
            if word == "to" {
                wants_module = true;
            } else if wants_module {
                if !matches!(word, "static" | "transitive") {
                    add(at, word.len(), self.world.module_named(word));
                }
            } else if wants_package {
                let package = self.world.names().get(word);
                let known = package.filter(|&p| self.world.is_package(p));
                add(at, word.len(), known.map_or(Decl::Unknown, Decl::Package));
            } else if wants_type && word != "with" {
                let mut class = self.world.class_by_dotted(word);
                if class.is_none() {
                    add(at, word.len(), Decl::Unknown);
                }
                let mut end = word.len();
                while let Some(c) = class {
                    let start = word.part(..end).rfind('.').map_or(0, |d| d + 1);
                    add(at + start, end - start, Decl::Class(c));
                    class = self.world.info(c).outer;
                    end = start.saturating_sub(1);
                }
            }
        }
    }
}

/// The dotted words of a span, without comments.
fn words(text: &str, span: Span) -> Vec<(usize, &str)> {
    let (mut at, end) = (span.start as usize, span.end as usize);
    let mut found = Vec::new();
    while at < end {
        let rest = text.part(at..end);
        let word = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))
            .unwrap_or(rest.len());
        if word > 0 {
            found.push((at, rest.part(..word)));
            at += word;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            at += comment.find("*/").map_or(rest.len(), |e| e + 4);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}
