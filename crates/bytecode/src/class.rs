//! A class file as far as it is compared.

use cafebabe::attributes::{AttributeData, BootstrapMethodEntry, CodeData};
use cafebabe::bytecode::{ByteCode, Opcode};
use cafebabe::constant_pool::{
    BootstrapArgument, LiteralConstant, Loadable, MemberRef, MethodHandle, ObjectArrayType,
};
use cafebabe::{FieldInfo, MethodAccessFlags, MethodInfo, ParseOptions};

/// What a class file cannot be read for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a class file that can be read: {0}")]
pub struct Unreadable(String);

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// `a/b/Outer$Inner`
    pub name: String,
    /// The simple name of the file that it was compiled from.
    pub source: Option<String>,
    pub(crate) supers: Vec<String>,
    pub(crate) fields: Vec<Field>,
    pub(crate) methods: Vec<Method>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub descriptor: String,
    pub constant: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub name: String,
    pub descriptor: String,
    pub is_synthetic: bool,
    pub code: Vec<Instruction>,
    pub handlers: Vec<Handler>,
}

/// An entry of the exception table, in indices of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Handler {
    pub range: [Option<usize>; 3],
    pub ty: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// `Iadd`
    pub word: String,
    pub operand: Operand,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    None,
    /// Numbers: equal as they read.
    Plain(String),
    /// A string.
    Text(String),
    /// An internal name, or the descriptor of an array.
    Type(String),
    Member(Reference),
    /// Keys, and where each goes: by index.
    Jump(Vec<i64>, Vec<usize>),
    Function(Function),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    pub owner: String,
    pub name: String,
    pub descriptor: String,
}

/// What `invokedynamic` makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub descriptor: String,
    pub bootstrap: Reference,
    pub arguments: Vec<Operand>,
}

impl Class {
    /// Reads a class file.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut options = ParseOptions::default();
        options.parse_bytecode(true);
        let class = cafebabe::parse_class_with_options(bytes, &options)
            .map_err(|e| Unreadable(e.to_string()))?;
        let mut source = None;
        let mut bootstraps: &[BootstrapMethodEntry<'_>] = &[];
        for attribute in &class.attributes {
            match &attribute.data {
                AttributeData::SourceFile(name) => source = Some(name.to_string()),
                AttributeData::BootstrapMethods(all) => bootstraps = all,
                _ => {}
            }
        }
        let above = class.super_class.iter().chain(&class.interfaces);
        Ok(Self {
            name: class.this_class.to_string(),
            source,
            supers: above.map(ToString::to_string).collect(),
            fields: class.fields.iter().map(field).collect(),
            methods: class
                .methods
                .iter()
                .map(|m| method(m, bootstraps))
                .collect(),
        })
    }

    /// The path of the file that it was compiled from, below the folder of its packages.
    pub fn source_path(&self) -> Option<String> {
        let source = self.source.as_ref()?;
        Some(match self.name.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{source}"),
            None => source.clone(),
        })
    }
}

fn field(field: &FieldInfo<'_>) -> Field {
    let constant = field.attributes.iter().find_map(|a| match &a.data {
        AttributeData::ConstantValue(value) => Some(format!("{value:?}")),
        _ => None,
    });
    Field {
        name: field.name.to_string(),
        descriptor: field.descriptor.to_string(),
        constant,
    }
}

fn method(method: &MethodInfo<'_>, bootstraps: &[BootstrapMethodEntry<'_>]) -> Method {
    let body = method.attributes.iter().find_map(|a| match &a.data {
        AttributeData::Code(code) => Some(code),
        _ => None,
    });
    let mut read = Method {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        is_synthetic: method.access_flags.contains(MethodAccessFlags::SYNTHETIC),
        code: Vec::new(),
        handlers: Vec::new(),
    };
    if let Some(CodeData {
        bytecode: Some(code),
        exception_table,
        ..
    }) = body
    {
        read.code = code
            .opcodes
            .iter()
            .map(|(at, op)| instruction(code, *at, op, bootstraps))
            .collect();
        let index = |pc: u16| code.get_opcode_index(usize::from(pc));
        read.handlers = exception_table
            .iter()
            .map(|e| Handler {
                range: [index(e.start_pc), index(e.end_pc), index(e.handler_pc)],
                ty: e.catch_type.as_ref().map(ToString::to_string),
            })
            .collect();
    }
    read
}

fn instruction(
    code: &ByteCode<'_>,
    at: usize,
    op: &Opcode<'_>,
    bootstraps: &[BootstrapMethodEntry<'_>],
) -> Instruction {
    let told = format!("{op:?}");
    let word = told
        .split(['(', ' ', '{'])
        .next()
        .unwrap_or_default()
        .to_owned();
    let to = |jump: i32| {
        let target = i64::try_from(at).unwrap_or(0) + i64::from(jump);
        let target = usize::try_from(target).ok();
        target.and_then(|t| code.get_opcode_index(t)).unwrap_or(0)
    };
    let operand = match op {
        Opcode::Goto(j)
        | Opcode::Jsr(j)
        | Opcode::IfAcmpeq(j)
        | Opcode::IfAcmpne(j)
        | Opcode::IfIcmpeq(j)
        | Opcode::IfIcmpge(j)
        | Opcode::IfIcmpgt(j)
        | Opcode::IfIcmple(j)
        | Opcode::IfIcmplt(j)
        | Opcode::IfIcmpne(j)
        | Opcode::Ifeq(j)
        | Opcode::Ifge(j)
        | Opcode::Ifgt(j)
        | Opcode::Ifle(j)
        | Opcode::Iflt(j)
        | Opcode::Ifne(j)
        | Opcode::Ifnonnull(j)
        | Opcode::Ifnull(j) => Operand::Jump(Vec::new(), vec![to(*j)]),
        Opcode::Lookupswitch(table) => {
            let keys = table.match_offsets.iter().map(|m| i64::from(m.0)).collect();
            let jumps = table.match_offsets.iter().map(|m| to(m.1));
            Operand::Jump(keys, jumps.chain([to(table.default)]).collect())
        }
        Opcode::Tableswitch(table) => {
            let jumps = table.jumps.iter().map(|&j| to(j));
            let keys = vec![i64::from(table.low), i64::from(table.high)];
            Operand::Jump(keys, jumps.chain([to(table.default)]).collect())
        }
        Opcode::Getfield(m)
        | Opcode::Putfield(m)
        | Opcode::Getstatic(m)
        | Opcode::Putstatic(m)
        | Opcode::Invokespecial(m)
        | Opcode::Invokestatic(m)
        | Opcode::Invokevirtual(m)
        | Opcode::Invokeinterface(m, _) => Operand::Member(reference(m)),
        Opcode::New(name) => Operand::Type(name.to_string()),
        Opcode::Anewarray(ty) | Opcode::Checkcast(ty) | Opcode::Instanceof(ty) => named(ty),
        Opcode::Multianewarray(ty, _) => named(ty),
        Opcode::Ldc(value) | Opcode::LdcW(value) | Opcode::Ldc2W(value) => loaded(value),
        Opcode::Invokedynamic(call) => {
            let entry = bootstraps.get(usize::from(call.attr_index));
            match entry {
                Some(entry) => Operand::Function(Function {
                    name: call.name_and_type.name.to_string(),
                    descriptor: call.name_and_type.descriptor.to_string(),
                    bootstrap: handle(&entry.method),
                    arguments: entry.arguments.iter().map(argument).collect(),
                }),
                None => Operand::Plain(told.clone()),
            }
        }
        _ if told.contains('(') => Operand::Plain(told.clone()),
        _ => Operand::None,
    };
    // Which of the two loads a constant depends on where it stands in the pool.
    let word = if word == "LdcW" {
        "Ldc".to_owned()
    } else {
        word
    };
    Instruction { word, operand }
}

fn reference(member: &MemberRef<'_>) -> Reference {
    Reference {
        owner: member.class_name.to_string(),
        name: member.name_and_type.name.to_string(),
        descriptor: member.name_and_type.descriptor.to_string(),
    }
}

fn handle(handle: &MethodHandle<'_>) -> Reference {
    Reference {
        owner: handle.class_name.to_string(),
        name: handle.member_ref.name.to_string(),
        descriptor: handle.member_ref.descriptor.to_string(),
    }
}

fn named(ty: &ObjectArrayType<'_>) -> Operand {
    Operand::Type(match ty {
        ObjectArrayType::ArrayType(descriptor) => descriptor.to_string(),
        ObjectArrayType::BinaryName(name) => name.to_string(),
    })
}

fn constant(value: &LiteralConstant<'_>) -> Operand {
    match value {
        LiteralConstant::String(text) => Operand::Text(text.to_string()),
        other => Operand::Plain(format!("{other:?}")),
    }
}

fn loaded(value: &Loadable<'_>) -> Operand {
    match value {
        Loadable::LiteralConstant(value) => constant(value),
        Loadable::ClassInfo(name) => Operand::Type(name.to_string()),
        Loadable::MethodType(descriptor) => Operand::Type(descriptor.to_string()),
        Loadable::MethodHandle(of) => Operand::Member(handle(of)),
        Loadable::Dynamic(_) => Operand::Plain(format!("{value:?}")),
    }
}

fn argument(value: &BootstrapArgument<'_>) -> Operand {
    match value {
        BootstrapArgument::LiteralConstant(value) => constant(value),
        BootstrapArgument::ClassInfo(name) => Operand::Type(name.to_string()),
        BootstrapArgument::MethodType(descriptor) => Operand::Type(descriptor.to_string()),
        BootstrapArgument::MethodHandle(of) => Operand::Member(handle(of)),
    }
}
