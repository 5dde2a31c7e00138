//! Types.

use super::{K, Lowerer, Task};
use reweave_model::{Kind, Role};
use reweave_syntax::NodeId as SyntaxId;
use reweave_text::{Part, Span};

impl Lowerer<'_> {
    pub(super) fn ty(&mut self, id: SyntaxId, k: K, role: Role) -> bool {
        match k {
            K::TypeIdentifier if self.token(id) == "var" => {
                self.leaf(id, Kind::InferredType, role, Some(id));
            }
            K::TypeIdentifier => self.leaf(id, Kind::TypeName, role, Some(id)),
            K::ScopedTypeIdentifier | K::GenericType => self.type_name(id, role, None),
            K::IntegralType | K::FloatingPointType | K::BooleanType | K::VoidType => {
                self.leaf(id, Kind::Primitive, role, Some(id));
            }
            K::ArrayType => self.array_type(id, role),
            K::AnnotatedType => self.annotated_type(id, role),
            K::Wildcard => self.wildcard(id, role),
            K::CatchType => self.catch_type(id, role),
            _ => return false,
        }
        true
    }

    /// `Outer.@A Inner<String>`: a generic type wraps the name that it gives arguments to. `annotated` holds annotations
    /// written before the whole.
    fn type_name(&mut self, id: SyntaxId, role: Role, annotated: Option<SyntaxId>) {
        let mut named = id;
        if self.k(id) == K::GenericType {
            named = self.named(id).next().unwrap_or(id);
        }
        let scoped = self.k(named) == K::ScopedTypeIdentifier;
        let name = if scoped {
            self.named(named)
                .filter(|&c| self.k(c) == K::TypeIdentifier)
                .last()
        } else {
            Some(named)
        };
        self.open_named(id, Kind::TypeName, role, name);
        self.then_annotations(annotated);
        if scoped {
            for child in self.named(named) {
                match self.k(child) {
                    K::MarkerAnnotation | K::Annotation => self.then(child, Role::Annotation),
                    _ if Some(child) == name => {}
                    _ => self.then(child, Role::Qualifier),
                }
            }
        }
        self.then_type_arguments(id);
        self.then_close();
    }

    /// `a.B` as one token: the last name first, its qualifiers inside.
    pub(super) fn dotted_type(&mut self, id: SyntaxId) {
        let whole = self.span(id);
        let mut role = Role::Type;
        let mut opened = 0;
        let mut rest = self.token(id);
        loop {
            let (before, name) = rest.rsplit_once('.').unwrap_or(("", rest));
            let span = Span::new(whole.start, whole.start + rest.len() as u32);
            let sym = self.names.intern(name.trim());
            let node = self.out.open(Kind::TypeName, role, sym, span);
            self.out.node_mut(node).name_at = span.end - name.len() as u32;
            opened += 1;
            role = Role::Qualifier;
            if before.is_empty() {
                break;
            }
            rest = before;
        }
        for _ in 0..opened {
            self.out.close();
        }
    }

    /// The arguments; a diamond has one that is inferred.
    pub(super) fn then_type_arguments(&mut self, id: SyntaxId) {
        let Some(list) = self.of_kind(id, K::TypeArguments) else {
            return;
        };
        if self.named(list).next().is_none() {
            self.then_open(
                Kind::InferredType,
                Role::TypeArgument,
                self.span(list),
                None,
            );
            self.then_close();
        } else {
            self.then_named(list, Role::TypeArgument);
        }
    }

    fn array_type(&mut self, id: SyntaxId, role: Role) {
        let element = self.named(id).next();
        self.open(id, Kind::ArrayType, role);
        let brackets = self.brackets_of(id);
        for (i, annotations) in brackets.iter().enumerate() {
            if i > 0 {
                self.then_open(Kind::ArrayType, Role::Type, self.span(id), None);
            }
            self.then_all(annotations, Role::Annotation);
        }
        self.then_maybe(element, Role::Type);
        for _ in 0..brackets.len().max(1) {
            self.then_close();
        }
    }

    /// The type, inside as many arrays as brackets stand after the declared name (`int a[]`) in `declarator`.
    pub(super) fn then_array(&mut self, ty: SyntaxId, role: Role, declarator: SyntaxId) {
        let brackets = self.brackets_of(declarator);
        let mut role = role;
        for annotations in &brackets {
            self.then_open(Kind::ArrayType, role, self.span(ty), None);
            self.then_all(annotations, Role::Annotation);
            role = Role::Type;
        }
        self.then(ty, role);
        for _ in &brackets {
            self.then_close();
        }
    }

    /// How many pairs of brackets stand in the node's `dimensions`.
    pub(super) fn dimensions_of(&self, id: SyntaxId) -> usize {
        self.kids(id)
            .filter(|&c| self.k(c) == K::Dimensions)
            .map(|d| self.kids(d).filter(|&c| self.k(c) == K::Bracket).count())
            .sum()
    }

    /// The annotations before each pair of brackets: `@A []`.
    fn brackets_of(&self, id: SyntaxId) -> Vec<Vec<SyntaxId>> {
        let mut brackets = Vec::new();
        let mut annotations = Vec::new();
        let dimensions = self.kids(id).filter(|&c| self.k(c) == K::Dimensions);
        for part in dimensions.flat_map(|d| self.kids(d)) {
            match self.k(part) {
                K::Bracket => brackets.push(std::mem::take(&mut annotations)),
                K::MarkerAnnotation | K::Annotation => annotations.push(part),
                _ => {}
            }
        }
        brackets
    }

    fn then_all(&mut self, ids: &[SyntaxId], role: Role) {
        for &id in ids {
            self.then(id, role);
        }
    }

    /// The annotations of all of a node's brackets, where the model has no array to give them to.
    pub(super) fn then_annotations_of_brackets(&mut self, id: SyntaxId) {
        for annotations in self.brackets_of(id) {
            self.then_all(&annotations, Role::Annotation);
        }
    }

    /// The annotations belong to the innermost element type.
    fn annotated_type(&mut self, id: SyntaxId, role: Role) {
        let inner = self
            .named(id)
            .find(|&c| !matches!(self.k(c), K::MarkerAnnotation | K::Annotation));
        let Some(mut inner) = inner else {
            return self.leaf(id, Kind::TypeName, role, Some(id));
        };
        let mut role = role;
        let mut arrays = Vec::new();
        while self.k(inner) == K::ArrayType {
            let Some(element) = self.named(inner).next() else {
                break;
            };
            for _ in 0..self.dimensions_of(inner).max(1) {
                self.open(inner, Kind::ArrayType, role);
                role = Role::Type;
                arrays.push(inner);
            }
            inner = element;
        }
        match self.k(inner) {
            K::ScopedTypeIdentifier | K::GenericType => self.type_name(inner, role, Some(id)),
            k => {
                let kind = if k == K::TypeIdentifier {
                    Kind::TypeName
                } else {
                    Kind::Primitive
                };
                self.open_named(inner, kind, role, Some(inner));
                self.then_annotations(Some(id));
                self.then_close();
            }
        }
        let opened = arrays.len();
        arrays.dedup();
        for &array in &arrays {
            self.then_annotations_of_brackets(array);
        }
        for _ in 0..opened {
            self.tasks.push(Task::Close);
        }
    }

    fn wildcard(&mut self, id: SyntaxId, role: Role) {
        let word = self
            .kids(id)
            .find(|&c| matches!(self.k(c), K::Extends | K::Super));
        let start = self.span(id).start;
        self.open_named(id, Kind::Wildcard, role, word).name_at = start;
        for child in self.named(id) {
            match self.k(child) {
                K::MarkerAnnotation | K::Annotation => self.then(child, Role::Annotation),
                K::Super => {}
                _ => self.then(child, Role::Bound),
            }
        }
        self.then_close();
    }

    /// What a catch clause catches: one type, or several.
    fn catch_type(&mut self, id: SyntaxId, role: Role) {
        if self.named(id).nth(1).is_some() {
            self.open(id, Kind::UnionType, role);
            self.then_named(id, Role::Type);
            self.then_close();
        } else {
            self.then_named(id, role);
        }
    }
}

/// The text without white space and comments, but for one space between words.
pub(super) fn without_layout(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut gap = false;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |i| i + 2)
        } else if c.is_whitespace() {
            c.len_utf8()
        } else {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            if gap && word(c) && out.ends_with(word) {
                out.push(' ');
            }
            gap = false;
            out.push(c);
            rest = rest.part(c.len_utf8()..);
            continue;
        };
        gap = true;
        rest = rest.part(skipped..);
    }
    out
}
