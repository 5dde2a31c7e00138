//! One version of the program, with its elements by small keys.

use crate::variables::Variables;
use reweave_model::{
    Callable, CallableId, CallableKind, Field, FieldId, FileModel, Kind, Modifiers, Node, NodeId,
    Program, Tree, TypeDecl, TypeId, TypeKind,
};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty {
    pub file: u32,
    pub id: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Method {
    pub file: u32,
    pub id: CallableId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attr {
    pub file: u32,
    pub id: FieldId,
}

type Prototype = (String, Symbol, usize);

/// A version of the program and what is asked of it again and again.
pub struct View<'p> {
    pub program: &'p Program,
    /// Types that are neither local nor anonymous, in order of file and position.
    pub types: Vec<Ty>,
    by_qualified: FxHashMap<Symbol, Ty>,
    /// The further parts of the types that are declared in several.
    parts: FxHashMap<Ty, Vec<Ty>>,
    /// What stands for the type that a part belongs to: its declaration, or the first of its parts.
    wholes: FxHashMap<Ty, Ty>,
    /// Prototypes whose definition is at hand: nothing that the definition does not say.
    completed: FxHashSet<Method>,
    by_name: FxHashMap<Symbol, Vec<Ty>>,
    /// The methods of each type by name.
    by_owner: FxHashMap<(Ty, Symbol), Vec<Method>>,
    /// The attribute of each type that has a name.
    attr_by_name: FxHashMap<(Ty, Symbol), Attr>,
    /// All methods by name.
    methods_by_name: FxHashMap<Symbol, Vec<Method>>,
    /// The local and anonymous types of each method, and the anonymous ones of each attribute.
    in_methods: FxHashMap<Method, Vec<Ty>>,
    in_attrs: FxHashMap<Attr, Vec<Ty>>,
    variables: std::cell::RefCell<FxHashMap<Method, std::rc::Rc<Variables>>>,
    /// The names that the code of each top-level or member type mentions.
    mentions: std::cell::RefCell<FxHashMap<Ty, std::rc::Rc<FxHashSet<Symbol>>>>,
}

impl<'p> View<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut view = Self {
            program,
            types: Vec::new(),
            by_qualified: FxHashMap::default(),
            parts: FxHashMap::default(),
            wholes: FxHashMap::default(),
            completed: FxHashSet::default(),
            by_name: FxHashMap::default(),
            by_owner: FxHashMap::default(),
            attr_by_name: FxHashMap::default(),
            methods_by_name: FxHashMap::default(),
            in_methods: FxHashMap::default(),
            in_attrs: FxHashMap::default(),
            variables: std::cell::RefCell::default(),
            mentions: std::cell::RefCell::default(),
        };
        let mut parts = Vec::new();
        for (file, model) in program.files.iter().enumerate() {
            view.add_types(file as u32, model, &mut parts);
        }
        for part in parts {
            view.add_part(part);
        }
        let defined = view.defined();
        for (file, model) in program.files.iter().enumerate() {
            for id in model.type_ids() {
                let file = file as u32;
                view.add_members(Ty { file, id }, &defined);
            }
        }
        view
    }

    fn add_types(&mut self, file: u32, model: &FileModel, parts: &mut Vec<Ty>) {
        let mut named = vec![false; model.types.len()];
        for id in model.type_ids() {
            let ty = Ty { file, id };
            let decl = model.ty(id);
            // A type inside a local or anonymous one is as hidden as that.
            named[id.0 as usize] = decl.kind != TypeKind::Anonymous
                && decl.in_callable.is_none()
                && decl.in_field.is_none()
                && decl.outer.is_none_or(|o| named[o.0 as usize]);
            if let Some(id) = decl.in_callable {
                let method = Method { file, id };
                self.in_methods.entry(method).or_default().push(ty);
            }
            if let Some(id) = decl.in_field {
                let attr = Attr { file, id };
                self.in_attrs.entry(attr).or_default().push(ty);
            }
            if !named[id.0 as usize] {
                continue;
            }
            if decl.part {
                parts.push(ty);
            } else {
                self.add_whole(ty);
            }
        }
    }

    fn add_whole(&mut self, ty: Ty) {
        let decl = self.ty(ty);
        self.types.push(ty);
        self.by_qualified.entry(decl.qualified).or_insert(ty);
        self.by_name.entry(decl.name).or_default().push(ty);
    }

    /// A part of a type whose declaration is not at hand stands for it.
    fn add_part(&mut self, part: Ty) {
        match self.find(self.ty(part).qualified) {
            Some(whole) => {
                self.wholes.insert(part, whole);
                self.parts.entry(whole).or_default().push(part);
            }
            None => self.add_whole(part),
        }
    }

    /// The callables that are more than prototypes, where there are prototypes at all.
    fn defined(&self) -> FxHashSet<Prototype> {
        let mut out = FxHashSet::default();
        let files = self.program.files.iter();
        if !files.flat_map(|f| &f.callables).any(|c| c.prototype) {
            return out;
        }
        for (file, model) in self.program.files.iter().enumerate() {
            let defined = model.callables.iter().filter(|c| !c.prototype);
            out.extend(defined.map(|c| self.prototype(file as u32, c)));
        }
        out
    }

    /// What a prototype and its definition have in common: where they are looked up, name and number of parameters. The functions of
    /// all modules of one package are looked up together.
    fn prototype(&self, file: u32, callable: &Callable) -> Prototype {
        let id = callable.owner;
        let owner = self.ty(Ty { file, id });
        let of_module = owner.kind == TypeKind::Module;
        let around = if of_module {
            let qualified = self.text(owner.qualified);
            qualified
                .rsplit_once('.')
                .map_or("", |(package, _)| package)
        } else {
            self.text(owner.qualified)
        };
        (around.to_owned(), callable.name, callable.params.len())
    }

    fn add_members(&mut self, ty: Ty, defined: &FxHashSet<Prototype>) {
        let (model, decl) = (self.file(ty.file), self.ty(ty));
        let whole = self.whole(ty);
        for &id in &decl.fields {
            let attr = Attr { file: ty.file, id };
            let name = model.field(id).name;
            self.attr_by_name.entry((whole, name)).or_insert(attr);
        }
        for &id in &decl.callables {
            let callable = model.callable(id);
            let (method, name) = (Method { file: ty.file, id }, callable.name);
            if callable.prototype && defined.contains(&self.prototype(ty.file, callable)) {
                self.completed.insert(method);
                continue;
            }
            self.by_owner.entry((whole, name)).or_default().push(method);
            self.methods_by_name.entry(name).or_default().push(method);
        }
    }

    /// What stands for the type that `ty` is, or is a part of.
    fn whole(&self, ty: Ty) -> Ty {
        self.wholes.get(&ty).copied().unwrap_or(ty)
    }

    /// The declarations that make up a type, the one that stands for it first.
    pub fn parts(&self, ty: Ty) -> impl Iterator<Item = Ty> + use<> {
        let more = self.parts.get(&ty).cloned().unwrap_or_default();
        std::iter::once(ty).chain(more)
    }

    /// How many methods a type declares.
    pub fn method_count(&self, ty: Ty) -> usize {
        self.parts(ty).map(|t| self.ty(t).callables.len()).sum()
    }

    /// The types that a type names as above itself.
    pub fn supertype_nodes(&self, ty: Ty) -> impl Iterator<Item = (u32, NodeId)> + use<'p> {
        let program = self.program;
        self.parts(ty).flat_map(move |t| {
            let decl = program.files[t.file as usize].ty(t.id);
            let nodes = decl.superclass.iter().chain(&decl.interfaces);
            nodes.map(move |&n| (t.file, n))
        })
    }

    pub fn file(&self, file: u32) -> &'p FileModel {
        &self.program.files[file as usize]
    }

    pub fn tree(&self, file: u32) -> &'p Tree {
        &self.program.files[file as usize].tree
    }

    pub fn ty(&self, ty: Ty) -> &'p TypeDecl {
        self.file(ty.file).ty(ty.id)
    }

    pub fn method(&self, method: Method) -> &'p Callable {
        self.file(method.file).callable(method.id)
    }

    /// Whether a method says that a supertype asks for it.
    pub fn overrides(&self, method: Method) -> bool {
        let tree = self.tree(method.file);
        let decl = self.method(method);
        let marker = tree.dialect().facts.override_annotation;
        decl.modifiers.has(Modifiers::OVERRIDE)
            || marker.is_some_and(|marker| {
                let mut annotations = decl.annotations.iter();
                annotations.any(|&n| self.text(tree.sym(n)) == marker)
            })
    }

    pub fn attr(&self, attr: Attr) -> &'p Field {
        self.file(attr.file).field(attr.id)
    }

    pub fn text(&self, symbol: Symbol) -> &'p str {
        self.program.names.text(symbol)
    }

    pub fn owner(&self, method: Method) -> Ty {
        let id = self.method(method).owner;
        let file = method.file;
        self.whole(Ty { file, id })
    }

    pub fn attr_owner(&self, attr: Attr) -> Ty {
        let id = self.attr(attr).owner;
        let file = attr.file;
        self.whole(Ty { file, id })
    }

    pub fn methods(&self, ty: Ty) -> impl Iterator<Item = Method> + use<'_, 'p> {
        self.parts(ty).flat_map(move |t| {
            let methods = self.ty(t).callables.iter();
            let methods = methods.map(move |&id| Method { file: t.file, id });
            methods.filter(|m| !self.completed.contains(m))
        })
    }

    /// The methods of a type that have that name, in their order; a constructor's is its type's.
    pub fn methods_called(&self, ty: Ty, name: Symbol) -> &[Method] {
        self.by_owner.get(&(ty, name)).map_or(&[], |v| v)
    }

    /// The attribute of a type that has that name.
    pub fn attr_called(&self, ty: Ty, name: Symbol) -> Option<Attr> {
        self.attr_by_name.get(&(ty, name)).copied()
    }

    /// All methods of that name, whatever their type.
    pub fn all_called(&self, name: Symbol) -> &[Method] {
        self.methods_by_name.get(&name).map_or(&[], |v| v)
    }

    /// The local and anonymous types that stand directly in a method.
    pub fn types_in(&self, method: Method) -> &[Ty] {
        self.in_methods.get(&method).map_or(&[], |v| v)
    }

    /// The anonymous types that stand directly in an attribute's value.
    pub fn types_in_value(&self, attr: Attr) -> &[Ty] {
        self.in_attrs.get(&attr).map_or(&[], |v| v)
    }

    /// The variables of a method, looked up once.
    pub fn variables(&self, method: Method) -> std::rc::Rc<Variables> {
        if let Some(known) = self.variables.borrow().get(&method) {
            return known.clone();
        }
        let found = std::rc::Rc::new(Variables::of(self, method));
        self.variables.borrow_mut().insert(method, found.clone());
        found
    }

    /// Whether a parameter of a primary constructor declares an attribute: what becomes of it is told of the attribute.
    pub fn is_property(&self, method: Method, param: NodeId) -> bool {
        let fields = &self.file(method.file).fields;
        self.method(method).kind == CallableKind::PrimaryConstructor
            && fields.binary_search_by_key(&param, |f| f.node).is_ok()
    }

    /// What is declared in one part of a type and defined in another is one attribute.
    pub fn attrs(&self, ty: Ty) -> impl Iterator<Item = Attr> {
        let whole = self.whole(ty);
        let divided = self.parts.contains_key(&whole);
        self.parts(ty).flat_map(move |t| {
            let file = t.file;
            let fields = self.file(file).ty(t.id).fields.iter();
            let fields = fields.map(move |&id| Attr { file, id });
            fields.filter(move |&a| {
                !divided || self.attr_by_name.get(&(whole, self.attr(a).name)) == Some(&a)
            })
        })
    }

    pub fn qualified(&self, ty: Ty) -> &'p str {
        self.text(self.ty(ty).qualified)
    }

    pub fn package(&self, ty: Ty) -> Symbol {
        self.file(ty.file).package
    }

    pub fn find(&self, qualified: Symbol) -> Option<Ty> {
        self.by_qualified.get(&qualified).copied()
    }

    /// The types of a simple name.
    pub fn named(&self, name: Symbol) -> &[Ty] {
        self.by_name.get(&name).map_or(&[], |v| v)
    }

    pub fn outer(&self, ty: Ty) -> Option<Ty> {
        let outer = self.ty(ty).outer?;
        Some(self.whole(Ty {
            file: ty.file,
            id: outer,
        }))
    }

    /// The code of a type, that of its parts included.
    pub fn nodes(&self, ty: Ty) -> impl Iterator<Item = &'p Node> + use<'_, 'p> {
        self.parts(ty).flat_map(move |t| {
            let tree = self.tree(t.file);
            tree.descendants(self.ty(t).node).map(|n| tree.node(n))
        })
    }

    /// The names that the code of a type mentions, and the types whose static members its file imports.
    pub fn mentions(&self, ty: Ty) -> std::rc::Rc<FxHashSet<Symbol>> {
        if let Some(known) = self.mentions.borrow().get(&ty) {
            return known.clone();
        }
        let mut out = FxHashSet::default();
        for node in self.nodes(ty) {
            if matches!(
                node.kind,
                Kind::Name | Kind::TypeName | Kind::FieldAccess | Kind::Annotation
            ) {
                out.insert(node.sym);
            }
        }
        let imports = self.file(ty.file).imports.iter().filter(|i| i.is_static);
        out.extend(imports.filter_map(|i| {
            let name = self.text(i.name);
            let class = if i.on_demand {
                name
            } else {
                name.rsplit_once('.')?.0
            };
            self.program.names.get(class.rsplit('.').next()?)
        }));
        let out = std::rc::Rc::new(out);
        self.mentions.borrow_mut().insert(ty, out.clone());
        out
    }

    /// The simple names of the direct supertypes.
    pub fn supertypes(&self, ty: Ty) -> impl Iterator<Item = Symbol> + use<'p> {
        let program = self.program;
        self.supertype_nodes(ty)
            .map(move |(file, n)| program.files[file as usize].tree.sym(n))
    }

    /// Whether `ty` is, directly or indirectly and as far as the files at hand tell, a subtype of one called `name`.
    pub fn is_subtype(&self, ty: Ty, name: Symbol) -> bool {
        self.extends(ty, &|_, s| s == name)
    }

    /// The same of one type, where others of its name are at hand.
    pub fn is_below(&self, ty: Ty, above: Ty) -> bool {
        let name = self.ty(above).name;
        let alone = self.named(name).len() < 2;
        self.extends(ty, &|t, s| {
            s == name && (alone || self.nearest(t, s) == Some(above))
        })
    }

    /// Whether a type above `ty` is the wanted one: asked for with the type that names it.
    fn extends(&self, ty: Ty, is_wanted: &dyn Fn(Ty, Symbol) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![ty];
        while let Some(t) = open.pop() {
            for s in self.supertypes(t) {
                if is_wanted(t, s) {
                    return true;
                }
                if seen.insert(s) {
                    open.extend(self.nearest(t, s));
                }
            }
        }
        false
    }

    /// The type that `name` most likely means in the code of `from`: imported, of the same package, or the only one.
    pub fn nearest(&self, from: Ty, name: Symbol) -> Option<Ty> {
        let all = self.named(name);
        if let [only] = all {
            return Some(*only);
        }
        let file = self.file(from.file);
        all.iter()
            .copied()
            .find(|&t| file.imports.iter().any(|i| i.name == self.ty(t).qualified))
            .or_else(|| all.iter().copied().find(|&t| t.file == from.file))
            .or_else(|| {
                all.iter()
                    .copied()
                    .find(|&t| self.package(t) == file.package)
            })
            .or_else(|| all.first().copied())
    }

    /// The callable that the code at `node` stands in: the innermost one, lambdas aside.
    pub fn callable_at(&self, file: u32, node: reweave_model::NodeId) -> Option<Method> {
        let model = self.file(file);
        let tree = &model.tree;
        let at = std::iter::once(node)
            .chain(tree.ancestors(node))
            .find(|&n| tree.kind(n) == Kind::Callable)?;
        let id = model
            .callables
            .binary_search_by_key(&at, |c| c.node)
            .ok()
            .or_else(|| model.callables.iter().position(|c| c.node == at))?;
        Some(Method {
            file,
            id: CallableId(id as u32),
        })
    }
}
