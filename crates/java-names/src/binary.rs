//! Reading a class of the class path into the world.

use crate::class_source::{ClassData, MemberData, access};
use crate::declared::{ClassInfo, Field, Header, Method, Origin, Params, table};
use crate::ids::{ClassId, FieldId, MethodId, TypeVarId};
use crate::signature::{Parser, Scope};
use crate::types::Ty;
use crate::world::World;
use reweave_model::{Modifiers, TypeKind};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Entering a class takes several steps that must not interleave with another thread's for the same class.
static ENTERING: Mutex<()> = Mutex::new(());

impl World {
    pub(crate) fn load(&self, id: ClassId) {
        let class = self.class(id);
        if class.origin != Origin::Binary {
            return;
        }
        let name = self.text(class.binary);
        let data = self.source.load(name);
        // An outer class's name is a prefix, so this ends.
        let outer = data
            .as_ref()
            .and_then(|d| d.outer.as_deref())
            .filter(|o| name.starts_with(*o) && o.len() < name.len())
            .map(|o| self.class_by_binary(o));
        if let Some(outer) = outer {
            self.info(outer);
        }
        let _guard = ENTERING.lock().unwrap_or_else(PoisonError::into_inner);
        if class.info.get().is_none() {
            if let Some(data) = data {
                self.enter(id, &data, outer);
            } else {
                class.info.get_or_init(ClassInfo::default);
            }
        }
    }

    fn enter(&self, id: ClassId, data: &ClassData, outer: Option<ClassId>) {
        let class = self.class(id);
        let inner = outer.is_some() && data.access & (access::STATIC | access::INTERFACE) == 0;
        let mut type_params: Vec<TypeVarId> = match outer {
            Some(outer) if inner => self.type_params(outer).to_vec(),
            _ => Vec::new(),
        };
        let around = type_params.len();
        let mut supers = Vec::new();
        if let Some(signature) = &data.signature {
            let mut parser = Parser::new(self, signature);
            parser.type_params(&mut type_params);
            while let Some(ty) = parser.reference(&Scope(&[&type_params])) {
                supers.push(ty);
            }
        } else {
            let names = data.superclass.iter().chain(&data.interfaces);
            supers.extend(names.map(|n| self.raw(self.class_by_binary(n))));
        }
        let direct = data.superclass.iter().chain(&data.interfaces);
        let direct = direct.map(|n| self.class_by_binary(n)).collect();
        class.direct.get_or_init(|| direct);
        let fields = data
            .fields
            .iter()
            .map(|f| {
                let name = self.names().intern(&f.name);
                (name, self.enter_field(id, f, &type_params))
            })
            .collect();
        let methods = data
            .methods
            .iter()
            .filter(|m| m.access & access::BRIDGE == 0)
            .map(|m| {
                let name = self.names().intern(&m.name);
                (name, self.enter_method(id, m, &type_params, inner))
            })
            .collect();
        let types = data
            .members
            .iter()
            .map(|(simple, binary)| (self.names().intern(simple), self.class_by_binary(binary)))
            .collect();
        let own = type_params.len() - around;
        class.params.get_or_init(|| Params {
            all: type_params.into(),
            own,
        });
        class.header.get_or_init(|| Header {
            supers: supers.into(),
            permits: data
                .permits
                .iter()
                .map(|p| self.class_by_binary(p))
                .collect(),
        });
        class.info.get_or_init(|| ClassInfo {
            kind: kind_of(data),
            modifiers: modifiers_of(data.access, false),
            outer,
            inner,
            local: false,
            deprecated: data.deprecated,
            fields: table(fields),
            methods: table(methods),
            types: table(types),
        });
    }

    fn enter_field(&self, owner: ClassId, data: &MemberData, vars: &[TypeVarId]) -> FieldId {
        let text = data.signature.as_deref().unwrap_or(&data.descriptor);
        let ty = Parser::new(self, text).ty(&Scope(&[vars]));
        FieldId(self.fields.push(Field {
            owner,
            name: self.names().intern(&data.name),
            modifiers: modifiers_of(data.access, false),
            enum_constant: data.access & access::ENUM != 0,
            deprecated: data.deprecated,
            origin: Origin::Binary,
            ty: OnceLock::from(ty.unwrap_or(Ty::UNKNOWN)),
        }) as u32)
    }

    fn enter_method(
        &self,
        owner: ClassId,
        data: &MemberData,
        vars: &[TypeVarId],
        inner: bool,
    ) -> MethodId {
        let constructor = data.name == "<init>";
        let mut sig =
            Parser::new(self, data.signature.as_deref().unwrap_or(&data.descriptor)).method(vars);
        if constructor {
            // A descriptor also lists the outer instance; a signature does not.
            if inner && data.signature.is_none() && !sig.params.is_empty() {
                sig.params = sig.params[1..].into();
            }
            sig.ret = None;
        }
        if sig.throws.is_empty() {
            let all = data.exceptions.iter();
            sig.throws = all.map(|e| self.raw(self.class_by_binary(e))).collect();
        }
        let name = if constructor {
            self.class(owner).name
        } else {
            self.names().intern(&data.name)
        };
        MethodId(self.methods.push(Method {
            owner,
            name,
            modifiers: modifiers_of(data.access, true),
            constructor,
            varargs: data.access & access::VARARGS != 0,
            deprecated: data.deprecated,
            origin: Origin::Binary,
            sig: OnceLock::from(sig),
        }) as u32)
    }
}

fn kind_of(data: &ClassData) -> TypeKind {
    if data.access & access::ANNOTATION != 0 {
        TypeKind::Annotation
    } else if data.access & access::INTERFACE != 0 {
        TypeKind::Interface
    } else if data.access & access::ENUM != 0 {
        TypeKind::Enum
    } else if data.superclass.as_deref() == Some("java/lang/Record") {
        TypeKind::Record
    } else {
        TypeKind::Class
    }
}

fn modifiers_of(flags: u16, method: bool) -> Modifiers {
    let mut all = Modifiers::NONE;
    for (bit, modifier) in [
        (access::PUBLIC, Modifiers::PUBLIC),
        (access::PROTECTED, Modifiers::PROTECTED),
        (access::PRIVATE, Modifiers::PRIVATE),
        (access::ABSTRACT, Modifiers::ABSTRACT),
        (access::STATIC, Modifiers::STATIC),
        (access::FINAL, Modifiers::FINAL),
    ] {
        if flags & bit != 0 {
            all = all.with(modifier);
        }
    }
    if method && flags & access::NATIVE != 0 {
        all = all.with(Modifiers::NATIVE);
    }
    all
}
