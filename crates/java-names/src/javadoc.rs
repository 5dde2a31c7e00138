//! References in documentation comments: `{@link Type#member(int)}`, `@see`, `@throws`, `@param name`.
//!
//! The compiler does not read them, so they are no part of [`Names::uses_in`]; whoever changes names asks for them.

use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::references::{Use, UseKind};
use crate::resolver::{Resolver, TypeMeaning};
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{FileModel, Kind, NodeId, Role};
use reweave_text::{Part, Span};

impl Names {
    /// The names in a file's documentation comments, in order of declaration; what cannot be resolved is left out.
    pub fn doc_uses(&self, file: u32, text: &str) -> Vec<Use> {
        let world = &self.world;
        let model = world.file(file);
        let mut found = Vec::new();
        let mut read = |doc: Option<Span>, class: Option<ClassId>, node: NodeId| {
            let Some(doc) = doc.filter(|d| d.end as usize <= text.len()) else {
                return;
            };
            if class.is_some_and(|c| world.in_body(c)) {
                return;
            }
            let mut comment = Comment {
                resolver: Resolver::new(world, file),
                model,
                text,
                class,
                node,
                found: &mut found,
            };
            if let Some(class) = class {
                comment.resolver.enter_around(class);
                comment.resolver.enter_class(class);
            }
            comment.read(doc);
        };
        let (package, doc) = package_doc(model, text);
        read(doc, None, package);
        for ty in model.type_ids() {
            let decl = model.ty(ty);
            read(decl.doc, Some(world.class_of(file, ty)), decl.node);
        }
        for callable in &model.callables {
            let class = world.class_of(file, callable.owner);
            read(callable.doc, Some(class), callable.node);
        }
        for field in &model.fields {
            let class = world.class_of(file, field.owner);
            read(field.doc, Some(class), field.node);
        }
        found
    }
}

struct Comment<'a, 'w> {
    resolver: Resolver<'w>,
    model: &'w FileModel,
    text: &'a str,
    /// None in the documentation of a package.
    class: Option<ClassId>,
    /// What the comment belongs to.
    node: NodeId,
    found: &'a mut Vec<Use>,
}

/// The comment before a package statement: what `package-info.java` is for.
fn package_doc(model: &FileModel, text: &str) -> (NodeId, Option<Span>) {
    let tree = &model.tree;
    let mut top = tree.children(NodeId::ROOT);
    let Some(package) = top.find(|&n| tree.kind(n) == Kind::Package) else {
        return (NodeId::ROOT, None);
    };
    let start = tree.span(package).start;
    let mut before = model.comments.iter().filter(|c| c.end <= start);
    let last = before.next_back();
    let doc = last.filter(|c| c.text(text).starts_with("/**"));
    (package, doc.copied())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl Comment<'_, '_> {
    fn read(&mut self, doc: Span) {
        let (start, end) = (doc.start as usize, doc.end as usize);
        let mut at = start;
        while let Some(next) = self.text.part(at..end).find('@').map(|i| at + i + 1) {
            let word: String = self
                .text
                .part(next..end)
                .chars()
                .take_while(|c| is_word(*c))
                .collect();
            let after = next + word.len();
            let inline = self.text.part(..next - 1).ends_with('{');
            at = after;
            match word.as_str() {
                "link" | "linkplain" | "value" if inline => self.reference(after, end),
                "see" | "throws" | "exception" if !inline => self.reference(after, end),
                "param" if !inline => self.parameter(after, end),
                _ => {}
            }
        }
    }

    /// The first character after blanks and the stars that begin lines.
    fn skip(&self, mut at: usize, end: usize) -> usize {
        let mut fresh = false;
        for c in self.text.part(at..end).chars() {
            match c {
                '\n' => fresh = true,
                '*' if fresh => fresh = false,
                c if c.is_whitespace() => {}
                _ => break,
            }
            at += c.len_utf8();
        }
        at
    }

    fn word(&self, at: usize, end: usize) -> &str {
        let rest = self.text.part(at..end);
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        rest.part(..len)
    }

    fn add(&mut self, at: usize, len: usize, decl: Decl) {
        self.found.push(Use {
            file: self.resolver.file,
            node: self.node,
            span: Span::new(at as u32, (at + len) as u32),
            kind: UseKind::Doc,
            decl,
        });
    }

    fn parameter(&mut self, at: usize, end: usize) {
        let at = self.skip(at, end);
        let is_type = self.text.part(at..end).starts_with('<');
        let at = if is_type { at + 1 } else { at };
        let name = self.word(at, end).to_owned();
        let world = self.resolver.world;
        let Some(symbol) = world.names().get(&name) else {
            return;
        };
        let tree = &self.model.tree;
        let role = if is_type {
            Role::TypeParam
        } else {
            Role::Param
        };
        let Some(node) = tree
            .children_in(self.node, role)
            .find(|&c| tree.sym(c) == symbol)
        else {
            return;
        };
        let decl = if is_type {
            match self.resolver.world.type_var_of(self.resolver.file, node) {
                Some(var) => Decl::TypeVar(var),
                None => return,
            }
        } else {
            Decl::Local(node)
        };
        self.add(at, name.len(), decl);
        // A record's component is a field too; its parameter is named by the same comment.
        if let Some(class) = self.class
            && let Some(field) = world.info(class).field_named(symbol)
            && tree.kind(self.node) == Kind::Type
        {
            self.add(at, name.len(), Decl::Field(field));
        }
    }

    /// `Type`, `#member`, `Type#member(int, String)`.
    fn reference(&mut self, at: usize, end: usize) {
        let at = self.skip(at, end);
        let mut next = at;
        while next < end {
            let word = self.word(next, end).len();
            next += word;
            if word > 0 && self.text.part(next..end).starts_with('.') {
                next += 1;
            } else {
                break;
            }
        }
        let class = if next > at {
            match self.types(at, next) {
                Some(class) => class,
                None => return,
            }
        } else if let Some(class) = self.class {
            class
        } else {
            return;
        };
        if !self.text.part(next..end).starts_with('#') {
            return;
        }
        let at = next + 1;
        let name = self.word(at, end).to_owned();
        let open = at + name.len();
        let params = self
            .text
            .part(open..end)
            .starts_with('(')
            .then(|| {
                self.text
                    .part(open..end)
                    .find(')')
                    .map(|c| (open + 1, open + c))
            })
            .flatten();
        let given = params.map(|(from, to)| self.given_types(from, to));
        if let Some(decl) = self.member(class, &name, given.as_deref()) {
            self.add(at, name.len(), decl);
        }
    }

    /// The class that a dotted name means; every segment that is a class is noted.
    fn types(&mut self, start: usize, end: usize) -> Option<ClassId> {
        let world = self.resolver.world;
        let text = self.text.part(start..end).trim_end_matches('.');
        let first = text.split('.').next()?;
        let symbol = world.names().get(first)?;
        if let TypeMeaning::Class(class) = self.resolver.find_type(symbol).0 {
            self.add(start, first.len(), Decl::Class(class));
            let mut class = class;
            let mut at = start + first.len();
            for segment in text.split('.').skip(1) {
                class = world.member_type(class, world.names().get(segment)?)?;
                self.add(at + 1, segment.len(), Decl::Class(class));
                at += segment.len() + 1;
            }
            return Some(class);
        }
        let class = world.class_by_dotted(text)?;
        let (mut current, mut stop) = (Some(class), text.len());
        while let Some(c) = current {
            let from = text.part(..stop).rfind('.').map_or(0, |d| d + 1);
            self.add(start + from, stop - from, Decl::Class(c));
            current = world.info(c).outer;
            stop = from.saturating_sub(1);
        }
        Some(class)
    }

    /// The simple names of a parameter list's types, with their brackets; classes among them are noted.
    fn given_types(&mut self, from: usize, to: usize) -> Vec<String> {
        let list = self.text.part(from..to).to_owned();
        let mut at = from;
        let mut all = Vec::new();
        for part in list.split(',') {
            let blank = part.len() - part.trim_start().len();
            let ty = part.trim_start();
            let len = ty
                .find(|c: char| !is_word(c) && c != '.')
                .unwrap_or(ty.len());
            let rest: String = ty
                .part(len..)
                .chars()
                .filter(|c| *c == '[' || *c == '.')
                .collect();
            let dimensions = rest.matches('[').count() + usize::from(rest.contains("..."));
            let dotted = ty.part(..len).trim_end_matches('.');
            let dimensions = dimensions + usize::from(ty.part(..len).ends_with("..."));
            if !dotted.is_empty() {
                let simple = dotted.rsplit('.').next().unwrap_or(dotted);
                all.push(format!("{simple}{}", "[]".repeat(dimensions)));
                self.types(at + blank, at + blank + dotted.len());
            }
            at += part.len() + 1;
        }
        all
    }

    fn member(&self, class: ClassId, name: &str, given: Option<&[String]>) -> Option<Decl> {
        let world = self.resolver.world;
        let symbol = world.names().get(name)?;
        let around: Vec<ClassId> = if Some(class) == self.class {
            world.around(class).collect()
        } else {
            vec![class]
        };
        for class in around {
            if given.is_none()
                && let Some(field) = world.find_field(class, symbol, self.class.unwrap_or(class))
            {
                return Some(Decl::Field(field));
            }
            let mut methods = Vec::new();
            world.find_methods(class, symbol, &mut methods);
            if world.class(class).name == symbol {
                let all = world.info(class).methods.iter().map(|m| m.1);
                methods.extend(all.filter(|&m| world.method(m).constructor));
            }
            let fits = |&m: &crate::ids::MethodId| {
                given.is_none_or(|given| {
                    let params = world.signature(m).params.iter();
                    let shown: Vec<String> = params.map(|&p| world.simple(p)).collect();
                    shown == given
                })
            };
            if let Some(method) = methods.into_iter().find(fits) {
                return Some(Decl::Method(method));
            }
        }
        None
    }
}

impl World {
    /// A type's erasure with packages: `java.util.Map.Entry[]`.
    pub fn canonical(&self, ty: Ty) -> String {
        match self.types.data(self.erase(ty)) {
            TyData::Class(class, _) => {
                let mut names: Vec<&str> = self
                    .around(*class)
                    .map(|c| self.text(self.class(c).name))
                    .collect();
                let package = self.text(self.class(*class).package);
                names.extend((!package.is_empty()).then_some(package));
                names.reverse();
                names.join(".")
            }
            TyData::Array(element) => format!("{}[]", self.canonical(*element)),
            _ => self.simple(ty),
        }
    }

    /// A type's erasure by simple names, as people write it in a parameter list.
    pub fn simple(&self, ty: Ty) -> String {
        match self.types.data(self.erase(ty)) {
            TyData::Class(class, _) => self.text(self.class(*class).name).to_owned(),
            TyData::Array(element) => format!("{}[]", self.simple(*element)),
            TyData::Boolean => "boolean".to_owned(),
            TyData::Byte => "byte".to_owned(),
            TyData::Short => "short".to_owned(),
            TyData::Char => "char".to_owned(),
            TyData::Int => "int".to_owned(),
            TyData::Long => "long".to_owned(),
            TyData::Float => "float".to_owned(),
            TyData::Double => "double".to_owned(),
            _ => "?".to_owned(),
        }
    }
}
