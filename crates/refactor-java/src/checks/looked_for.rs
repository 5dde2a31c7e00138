//! Members that are looked for by name: by the Java runtime, what starts a program and what serialization asks, and by the program
//! itself, with a string. No name in the sources says so, so nothing else would notice that they are gone.

use crate::Java;
use crate::edits::lookups::refuse_lookups;
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::Modifiers;
use reweave_refactor::Run;
use reweave_text::Part;

/// Refuses for each of the declarations that would no longer be found.
pub fn refuse_looked_for(run: &mut Run<'_, Java>, decls: &[Decl]) {
    refuse_runtime(run, decls);
    refuse_lookups(run, decls);
}

/// Refuses for each that the runtime would no longer find.
pub fn refuse_runtime(run: &mut Run<'_, Java>, decls: &[Decl]) {
    let program = run.program();
    let mut found = Vec::new();
    for &decl in decls {
        let node = match decl {
            Decl::Method(method) => program.world().method_node(method),
            Decl::Field(field) => program.world().field_node(field),
            _ => None,
        };
        if let (Some(who), Some((number, node))) = (who_looks(program, decl), node) {
            found.push((who, program.token(number, node)));
        }
    }
    for (who, at) in found {
        let message = format!("{who} looks for it, in this class and of this type");
        run.refuse("runtime", message, &[at]);
    }
}

/// Refuses where a class that goes, or one in it, is one that a program starts with.
pub fn refuse_start(run: &mut Run<'_, Java>, class: ClassId) {
    let program = run.program();
    let world = program.world();
    let goes = world
        .source_classes()
        .filter(|&c| world.around(c).any(|a| a == class));
    let methods = goes.flat_map(|c| world.info(c).methods.iter());
    let starts = methods.filter(|&&(name, m)| is_start(program, m, world.text(name)));
    let starts: Vec<Decl> = starts.map(|m| Decl::Method(m.1)).collect();
    refuse_runtime(run, &starts);
}

/// Whether a program can start with a class.
pub fn is_started(program: &JavaProgram, class: ClassId) -> bool {
    let world = program.world();
    let mut methods = world.info(class).methods.iter();
    methods.any(|&(name, m)| is_start(program, m, world.text(name)))
}

/// Refuses fields that go from a class that serialization writes to one that it does not, or the other way.
pub fn refuse_unwritten(
    run: &mut Run<'_, Java>,
    members: &[Member],
    from: ClassId,
    to: &[ClassId],
) {
    let program = run.program();
    let is_written = is_serial(program, from);
    if to.iter().all(|&c| is_serial(program, c) == is_written) {
        return;
    }
    let fields = members.iter().filter(|m| {
        let is_field = matches!(m.decl, Decl::Field(_)) && !m.is_static();
        is_field && !m.modifiers.has(Modifiers::TRANSIENT)
    });
    let places = fields.map(|m| program.token(m.number, m.node)).collect();
    let message = "serialization writes the fields of one of the two classes and not of the other";
    run.refuse_each("runtime", message, places);
}

/// Whether serialization makes its objects with a constructor, which must be public.
pub fn must_be_public(program: &JavaProgram, method: MethodId) -> bool {
    let world = program.world();
    let data = world.method(method);
    let externalizable = world.class_by_dotted("java.io.Externalizable");
    data.constructor
        && data.modifiers.has(Modifiers::PUBLIC)
        && world.signature(method).params.is_empty()
        && externalizable.is_some_and(|e| world.is_subclass(data.owner, e))
}

/// Whether serialization makes with a constructor what it does not write itself: the part of an object that the next class
/// above those that it writes declares.
fn makes_unwritten(program: &JavaProgram, method: MethodId) -> bool {
    let world = program.world();
    let data = world.method(method);
    if !data.constructor || !world.signature(method).params.is_empty() {
        return false;
    }
    if is_serial(program, data.owner) {
        return must_be_public(program, method);
    }
    let is_next = |class: ClassId| {
        let mut above = world.closure(class).supers.iter().map(|s| s.0);
        above.all(|c| c == data.owner || is_serial(program, c) || !world.is_subclass(c, data.owner))
    };
    let mut heirs = world.source_classes();
    heirs.any(|c| world.is_subclass(c, data.owner) && is_serial(program, c) && is_next(c))
}

/// Whether serialization calls a method only as long as it is private.
pub fn must_be_private(program: &JavaProgram, method: MethodId) -> bool {
    let world = program.world();
    let data = world.method(method);
    let name = world.text(data.name);
    is_serial(program, data.owner)
        && data.modifiers.has(Modifiers::PRIVATE)
        && !matches!(name, "writeReplace" | "readResolve")
        && is_asked(program, method, name)
}

fn who_looks(program: &JavaProgram, decl: Decl) -> Option<&'static str> {
    let world = program.world();
    let (owner, name) = match decl {
        Decl::Method(m) => (world.method(m).owner, world.method(m).name),
        Decl::Field(f) => (world.field(f).owner, world.field(f).name),
        _ => return None,
    };
    let name = world.text(name);
    match decl {
        Decl::Method(m) if is_start(program, m, name) => Some("the java command"),
        Decl::Method(m) if makes_unwritten(program, m) => Some("serialization"),
        Decl::Method(m) if is_serial(program, owner) && is_asked(program, m, name) => {
            Some("serialization")
        }
        Decl::Field(_)
            if is_serial(program, owner)
                && matches!(name, "serialVersionUID" | "serialPersistentFields") =>
        {
            Some("serialization")
        }
        _ => None,
    }
}

fn is_start(program: &JavaProgram, method: MethodId, name: &str) -> bool {
    let modifiers = program.world().method(method).modifiers;
    let is_open = modifiers.has(Modifiers::PUBLIC) && modifiers.has(Modifiers::STATIC);
    is_open && name == "main" && shape(program, method) == "([Ljava/lang/String;)"
}

pub fn is_serial(program: &JavaProgram, class: ClassId) -> bool {
    let world = program.world();
    let serializable = world.class_by_dotted("java.io.Serializable");
    serializable.is_some_and(|s| world.is_subclass(class, s))
}

/// What serialization calls, as `java.io.Serializable` describes it.
fn is_asked(program: &JavaProgram, method: MethodId, name: &str) -> bool {
    let is_private = program
        .world()
        .method(method)
        .modifiers
        .has(Modifiers::PRIVATE);
    match name {
        "writeObject" => is_private && shape(program, method) == "(Ljava/io/ObjectOutputStream;)",
        "readObject" => is_private && shape(program, method) == "(Ljava/io/ObjectInputStream;)",
        "readObjectNoData" => is_private && shape(program, method) == "()",
        "writeReplace" | "readResolve" => shape(program, method) == "()",
        _ => false,
    }
}

/// The parameters of a method, as keys write them.
fn shape(program: &JavaProgram, method: MethodId) -> String {
    let key = program.world().method_key(method);
    key.find('(')
        .map_or(String::new(), |at| key.part(at..).to_owned())
}
