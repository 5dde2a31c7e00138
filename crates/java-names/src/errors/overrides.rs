//! What a class says or inherits of overriding and that cannot be: `@Override` where nothing is overridden (JLS 9.6.4.4), and two
//! methods from above that are one for this class (JLS 8.4.8.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, MethodId};
use crate::overrides::{Override, Overrides};
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

impl World {
    /// Members that say that they override, and do not.
    pub(crate) fn overriding_nothing(
        &self,
        classes: &[ClassId],
        overrides: &Overrides,
    ) -> Vec<NameError> {
        let own = overrides.all().iter();
        let own = own.filter(|o| self.method(o.by).owner == o.within);
        let overriding: FxHashSet<MethodId> = own.map(|o| o.by).collect();
        let mut found = Vec::new();
        for &class in classes {
            let Some((file, decl)) = self.decl_of(class) else {
                continue;
            };
            let mut push = |node: NodeId, about: String| {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::BadOverride,
                    about,
                });
            };
            let model = self.file(file);
            let fields = decl.fields.iter().map(|&f| model.field(f));
            for field in fields.filter(|f| self.says_override(file, f.node)) {
                push(field.node, self.text(field.name).to_owned());
            }
            if !self.closure(class).complete || self.has_inferred_head(file, decl) {
                continue;
            }
            for &(_, method) in &self.info(class).methods {
                let Some((_, node)) = self.method_node(method) else {
                    continue;
                };
                // Bounds of its own type parameters are not compared well enough.
                let is_generic = !self.signature(method).type_params.is_empty();
                if self.says_override(file, node)
                    && !is_generic
                    && !overriding.contains(&method)
                    && !self.is_accessor(class, method)
                    && !self.is_of_object(class, method)
                {
                    push(node, self.method_key(method));
                }
            }
        }
        found
    }

    /// Methods without type parameters that override one with them: that is by erasure (JLS 8.4.2), which they would not be where a
    /// parameter says what its type argument is.
    pub(crate) fn not_erased(&self, classes: &[ClassId], overrides: &Overrides) -> Vec<NameError> {
        let is_wanted: FxHashSet<ClassId> = classes.iter().copied().collect();
        let is_generic = |m: MethodId| !self.signature(m).type_params.is_empty();
        let has_arguments = |&ty: &Ty| {
            let class = self.types.as_class(ty);
            class.is_some_and(|(_, args)| !args.is_empty())
        };
        let mut found = Vec::new();
        for pair in overrides.all() {
            let by = pair.by;
            let is_bad = is_wanted.contains(&pair.within)
                && self.method(by).owner == pair.within
                && is_generic(pair.of)
                && !is_generic(by)
                && self.signature(by).params.iter().any(has_arguments);
            if let Some((file, node)) = self.method_node(by).filter(|_| is_bad) {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::BadOverride,
                    about: self.method_key(by),
                });
            }
        }
        found
    }

    /// Methods that would override one with other type arguments in its parameters: they look the same when they are erased, and are neither the
    /// same nor its erasure (JLS 8.4.2, 8.4.8.3).
    pub(crate) fn unlike_arguments(
        &self,
        classes: &[ClassId],
        overrides: &Overrides,
    ) -> Vec<NameError> {
        let is_wanted: FxHashSet<ClassId> = classes.iter().copied().collect();
        let mut found = Vec::new();
        for pair in overrides.all() {
            let is_own = self.method(pair.by).owner == pair.within;
            if is_own && is_wanted.contains(&pair.within) && self.has_unlike(pair) {
                found.extend(self.method_node(pair.by).map(|(file, node)| NameError {
                    file,
                    node,
                    kind: ErrorKind::BadOverride,
                    about: self.method_key(pair.of),
                }));
            }
        }
        found
    }

    fn has_unlike(&self, pair: &Override) -> bool {
        let (by, of) = (self.signature(pair.by), self.signature(pair.of));
        let this = self.this_type(pair.within);
        let owner = self.method(pair.of).owner;
        let theirs = of.params.iter().map(|&p| self.member_of(this, owner, p));
        let pairs: Vec<(Ty, Ty)> = by.params.iter().copied().zip(theirs).collect();
        let is_plain = by.type_params.is_empty() && of.type_params.is_empty();
        is_plain
            && pairs.iter().all(|p| self.is_said(p.0) && self.is_said(p.1))
            && pairs.iter().any(|p| p.0 != p.1)
            && pairs.iter().any(|p| p.0 != self.erase(p.1))
    }

    /// Whether the arguments of what stands above an anonymous class are inferred: they are not known well enough.
    pub(crate) fn has_inferred_head(&self, file: u32, decl: &TypeDecl) -> bool {
        let tree = &self.file(file).tree;
        let created = tree.parent(decl.node);
        let ty = created.and_then(|new| tree.child_in(new, Role::Type));
        decl.kind == TypeKind::Anonymous
            && ty.is_some_and(|ty| {
                let mut arguments = tree.children_in(ty, Role::TypeArgument);
                arguments.any(|a| tree.kind(a) == Kind::InferredType)
            })
    }

    fn says_override(&self, file: u32, node: NodeId) -> bool {
        let tree = &self.file(file).tree;
        tree.children_in(node, Role::Annotation).any(|a| {
            tree.kind(a) == Kind::Annotation
                && matches!(self.text(tree.sym(a)), "Override" | "java.lang.Override")
        })
    }

    /// The accessor of a record's component.
    fn is_accessor(&self, class: ClassId, method: MethodId) -> bool {
        let info = self.info(class);
        info.kind == TypeKind::Record
            && self.signature(method).params.is_empty()
            && info.field_named(self.method(method).name).is_some()
    }

    /// An interface has the public methods of `Object` without inheriting them.
    fn is_of_object(&self, class: ClassId, method: MethodId) -> bool {
        let this = self.this_type(class);
        let named = self
            .info(self.known.object)
            .methods_named(self.method(method).name);
        self.info(class).is_interface()
            && named.iter().any(|&(_, of)| {
                self.method(of).modifiers.has(Modifiers::PUBLIC)
                    && self.shape(this, of) == self.shape(this, method)
            })
    }

    /// Methods that look like one above when both are erased, and do not override it (JLS 8.4.8.3).
    pub(crate) fn clashing(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, _)) = self.decl_of(class) else {
            return Vec::new();
        };
        let this = self.this_type(class);
        let erased = |m: MethodId| -> Vec<Ty> {
            let params = self.signature(m).params.iter();
            params.map(|&p| self.erase(p)).collect()
        };
        let is_generic = |c: ClassId| !self.type_params(c).is_empty();
        let above = self.closure(class).supers.iter().map(|s| s.0);
        let above: Vec<ClassId> = above.filter(|&c| is_generic(c)).collect();
        let mut found = Vec::new();
        for &(name, method) in &self.info(class).methods {
            let Some((_, node)) = self.method_node(method) else {
                continue;
            };
            let others = above.iter().flat_map(|&c| self.info(c).methods_named(name));
            let mut others = others
                .map(|m| m.1)
                .filter(|&m| self.can_be_overridden(m, class));
            let clashes = others.any(|other| {
                erased(other) == erased(method)
                    && self.shape(this, other) != self.shape(this, method)
            });
            if clashes && !self.method(method).constructor {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::BadOverride,
                    about: self.method_key(method),
                });
            }
        }
        found
    }

    /// Static methods of a superclass that stand where an interface wants one of the object.
    pub(crate) fn static_above(&self, class: ClassId) -> Vec<NameError> {
        let this = self.this_type(class);
        let has = |flag, m: MethodId| self.method(m).modifiers.has(flag);
        self.joined_with_interfaces(class, |_, name, method| {
            let wanted = self.methods_of_interfaces(class, name);
            let mut wanted = wanted.filter(|&m| !has(Modifiers::STATIC, m));
            has(Modifiers::STATIC, method)
                && !has(Modifiers::PRIVATE, method)
                && wanted.any(|m| self.shape(this, m) == self.shape(this, method))
        })
    }

    /// Private methods of a superclass that the virtual machine finds where an interface's is asked for (JVMS 5.4.3.3): it looks into
    /// the classes first, whoever may call what it finds there.
    pub(crate) fn private_above(&self, class: ClassId) -> Vec<NameError> {
        // As class files tell methods apart.
        let erased = |m: MethodId| -> Vec<Ty> {
            let signature = self.signature(m);
            let parts = signature.params.iter().chain(&signature.ret);
            parts.map(|&p| self.erase(p)).collect()
        };
        // A nearer class has its own, which is found before.
        let is_behind = |parent: ClassId, name: Symbol, method: MethodId| {
            let above = self.closure(class).supers.iter().map(|s| s.0);
            let between = above.filter(|&c| {
                !self.info(c).is_interface() && c != parent && self.is_subclass(c, parent)
            });
            let mut own = std::iter::once(class)
                .chain(between)
                .flat_map(|c| self.info(c).methods_named(name));
            own.any(|&(_, m)| erased(m) == erased(method))
        };
        self.joined_with_interfaces(class, |parent, name, method| {
            let wanted = self.methods_of_interfaces(class, name);
            let mut wanted = wanted.filter(|&m| self.can_override(m));
            self.method(method).modifiers.has(Modifiers::PRIVATE)
                && !self.method(method).constructor
                && wanted.any(|m| erased(m) == erased(method))
                && !is_behind(parent, name, method)
        })
    }

    /// The methods of the classes above a class that cannot stand beside those of the interfaces above it.
    fn joined_with_interfaces(
        &self,
        class: ClassId,
        is_wrong: impl Fn(ClassId, Symbol, MethodId) -> bool,
    ) -> Vec<NameError> {
        let supers = || self.closure(class).supers.iter().map(|s| s.0);
        let is_joined =
            !self.info(class).is_interface() && supers().any(|c| self.info(c).is_interface());
        let Some((file, decl)) = self.decl_of(class).filter(|_| is_joined) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for parent in supers().filter(|&c| !self.info(c).is_interface()) {
            for &(name, method) in &self.info(parent).methods {
                if is_wrong(parent, name, method) {
                    found.push(NameError {
                        file,
                        node: decl.node,
                        kind: ErrorKind::BadOverride,
                        about: self.method_key(method),
                    });
                }
            }
        }
        found
    }

    fn methods_of_interfaces(
        &self,
        class: ClassId,
        name: Symbol,
    ) -> impl Iterator<Item = MethodId> {
        let above = self.closure(class).supers.iter().map(|s| s.0);
        let interfaces = above.filter(|&c| self.info(c).is_interface());
        interfaces.flat_map(move |c| self.info(c).methods_named(name).iter().map(|m| m.1))
    }

    /// Methods that a class inherits from several sides and that look the same when they are erased, though they take other types
    /// (JLS 8.4.8.3).
    pub(crate) fn clashing_above(&self, class: ClassId) -> Vec<NameError> {
        let header = &self.header(class).supers;
        let Some((file, decl)) = self.decl_of(class).filter(|_| header.len() > 1) else {
            return Vec::new();
        };
        let this = self.this_type(class);
        let says_arguments = |&ty: &Ty| {
            let class = self.types.as_class(ty);
            class.is_some_and(|(_, args)| args.iter().any(|&a| self.types.as_class(a).is_some()))
        };
        let seen = |m: MethodId| -> Vec<Ty> {
            let params = self.signature(m).params.iter();
            let owner = self.method(m).owner;
            params.map(|&p| self.member_of(this, owner, p)).collect()
        };
        let is_plain = |&(_, m): &(Symbol, MethodId)| {
            let signature = self.signature(m);
            signature.type_params.is_empty()
                && signature.params.iter().any(says_arguments)
                && self.can_be_overridden(m, class)
        };
        let supers = || self.closure(class).supers.iter().map(|s| s.0);
        let methods = supers().flat_map(|c| self.info(c).methods.iter().copied());
        let mut first: FxHashMap<(Symbol, Vec<Ty>), MethodId> = FxHashMap::default();
        let mut found = Vec::new();
        for (name, method) in methods.filter(is_plain) {
            let key = (name, self.shape(this, method));
            let one = *first.entry(key).or_insert(method);
            let (above, below) = (self.method(method).owner, self.method(one).owner);
            // What two classes of one line make of each other is said in the lower one.
            let is_line = self.is_subclass(above, below) || self.is_subclass(below, above);
            let are_said = |(&a, &b): (&Ty, &Ty)| {
                a == b || (self.is_said(a) && self.is_said(b) && self.erase(a) == self.erase(b))
            };
            let (ours, theirs) = (seen(one), seen(method));
            if !is_line && ours != theirs && ours.iter().zip(&theirs).all(are_said) {
                found.push(NameError {
                    file,
                    node: decl.node,
                    kind: ErrorKind::BadOverride,
                    about: self.method_key(method),
                });
            }
        }
        found
    }

    /// Whether a type is written out to its last argument: classes that are known, and nothing that stands for others.
    fn is_said(&self, ty: Ty) -> bool {
        match self.types.data(ty) {
            TyData::Class(class, args) => {
                !self.is_missing(*class) && args.iter().all(|&a| self.is_said(a))
            }
            TyData::Array(element) => self.is_said(*element),
            _ => ty.is_primitive(),
        }
    }

    /// Two methods with bodies that a class inherits as one, because of what it gives the type parameters above.
    pub(crate) fn alike_above(&self, class: ClassId) -> Vec<NameError> {
        let mut found = Vec::new();
        let header = &self.header(class).supers;
        let is_generic = |&ty: &Ty| {
            let class = self.types.as_class(ty);
            class.is_some_and(|(c, args)| !args.is_empty() && !self.info(c).is_interface())
        };
        let Some((file, decl)) = self
            .decl_of(class)
            .filter(|_| header.iter().any(is_generic))
        else {
            return found;
        };
        let this = self.this_type(class);
        let mut first: FxHashMap<(Symbol, Vec<Ty>), MethodId> = FxHashMap::default();
        let own = self.info(class).methods.iter().map(|&(name, m)| (name, m));
        for (name, method) in own {
            first.insert((name, self.shape(this, method)), method);
        }
        for &(parent, _) in &self.closure(class).supers {
            if self.info(parent).is_interface() || parent == self.known.object {
                continue;
            }
            for &(name, method) in &self.info(parent).methods {
                if !self.can_be_overridden(method, class) || self.is_abstract(method) {
                    continue;
                }
                let one = *first
                    .entry((name, self.shape(this, method)))
                    .or_insert(method);
                let owner = self.method(one).owner;
                let above = self.this_type(owner);
                if one != method
                    && owner != class
                    && self.can_override(one)
                    && self.shape(above, one) != self.shape(above, method)
                {
                    found.push(NameError {
                        file,
                        node: decl.node,
                        kind: ErrorKind::BadOverride,
                        about: self.method_key(method),
                    });
                }
            }
        }
        found
    }
}
