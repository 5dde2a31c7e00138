//! The strings that an expression can be, where the program writes them out.

use crate::arguments;
use crate::definitions::Def;
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::program::Program;
use crate::types::Atom;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// A set of strings; `open` when others are possible.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    pub values: Vec<String>,
    pub open: bool,
}

impl Strings {
    pub fn unknown() -> Self {
        Self {
            values: Vec::new(),
            open: true,
        }
    }

    fn one(text: &str) -> Self {
        Self {
            values: vec![text.to_owned()],
            open: false,
        }
    }

    /// No string that is known, and others if `open`.
    fn open_if(open: bool) -> Self {
        Self {
            open,
            ..Self::default()
        }
    }

    fn sum(all: impl Iterator<Item = Self>) -> Self {
        let mut out = Self::default();
        all.for_each(|one| out.add(one));
        out
    }

    pub fn add(&mut self, other: Self) {
        self.open |= other.open;
        self.values.extend(other.values);
    }

    /// The set, where it is whole.
    pub fn known(self) -> Option<Vec<String>> {
        (!self.open).then_some(self.values)
    }
}

/// Variables are followed this far.
const MAX_STEPS: u32 = 4;

/// Joined strings are followed up to this many.
const MAX_VALUES: usize = 64;

pub(crate) fn strings(program: &Program, infer: &Infer<'_>, file: FileId, id: NodeId) -> Strings {
    Reader { program, infer }.values(file, id, MAX_STEPS)
}

/// Follows expressions to the strings that they may be.
struct Reader<'a, 'p> {
    program: &'a Program,
    infer: &'a Infer<'p>,
}

impl Reader<'_, '_> {
    fn values(&self, file: FileId, id: NodeId, steps: u32) -> Strings {
        let source = self.program.file(file);
        let id = source.unwrap_parens(id);
        if let Some(text) = source.string_value(id) {
            return Strings::one(text);
        }
        if steps == 0 {
            return Strings::unknown();
        }
        let of = |part: Option<NodeId>| {
            part.map_or_else(Strings::unknown, |p| self.values(file, p, steps - 1))
        };
        match source.kind(id) {
            // `C::class` follows a rename by itself.
            Kind::ClassConstantAccess
                if source
                    .named(id)
                    .nth(1)
                    .is_some_and(|n| source.text(n).eq_ignore_ascii_case("class")) =>
            {
                Strings::default()
            }
            Kind::AnonymousFunction
            | Kind::ArrowFunction
            | Kind::Integer
            | Kind::Float
            | Kind::Boolean
            | Kind::Null
            | Kind::ObjectCreation => Strings::default(),
            Kind::ArrayCreation => {
                let last = source.named(id).filter_map(|e| source.named(e).last());
                Strings::sum(last.map(|value| self.values(file, value, steps - 1)))
            }
            Kind::Binary if source.operator(id) == "." => self.joined(file, id, steps),
            // A number is no name.
            Kind::Cast if self.infer.expression(file, id).is_number() => Strings::default(),
            // The element of an array, or a letter of a string.
            Kind::Subscript
                if source
                    .first_named(id)
                    .is_some_and(|array| self.infer.expression(file, array).is_array()) =>
            {
                of(source.first_named(id))
            }
            Kind::Conditional => {
                let parts = [
                    source.field(id, |f| f.body),
                    source.field(id, |f| f.alternative),
                ];
                Strings::sum(parts.into_iter().map(of))
            }
            Kind::Variable => self.variable(file, id, steps),
            _ => {
                let ty = self.infer.expression(file, id);
                Strings::open_if(ty.open || ty.objects().count() != ty.atoms.len())
            }
        }
    }

    /// `a . b`.
    fn joined(&self, file: FileId, id: NodeId, steps: u32) -> Strings {
        let source = self.program.file(file);
        let side = |part: Option<NodeId>| match part.map(|p| source.unwrap_parens(p)) {
            Some(p) if source.kind(p) == Kind::Integer => Strings::one(source.text(p)),
            Some(p) => self.values(file, p, steps - 1),
            None => Strings::unknown(),
        };
        let left = side(source.field(id, |f| f.left));
        let right = side(source.field(id, |f| f.right));
        if left.open || right.open || left.values.len() * right.values.len() > MAX_VALUES {
            return Strings::unknown();
        }
        let joined = left
            .values
            .iter()
            .flat_map(|l| right.values.iter().map(move |r| format!("{l}{r}")));
        Strings {
            values: joined.collect(),
            open: left.values.is_empty() || right.values.is_empty(),
        }
    }

    fn variable(&self, file: FileId, id: NodeId, steps: u32) -> Strings {
        let program = self.program;
        let entity = program
            .file(file)
            .variable_name(id)
            .and_then(|(name, _)| program.variable_in(program.scope_at(file, id), name));
        let Some(entity) = entity else {
            return Strings::unknown();
        };
        if let Some(given) = arguments::given(program, entity) {
            let given = given.into_iter();
            let mut out = Strings::sum(given.map(|(f, a)| self.values(f, a, steps - 1)));
            // Evaluated code could set what it was taken from.
            let name = format!("${}", program.entity(entity).name);
            out.open |= out.values.iter().any(|code| code.contains(&name));
            return out;
        }
        let defs = program.variables_of.defs.get(&entity);
        let scope = program.entity(entity).scope;
        let opaque = scope.is_some_and(|s| program.variables_of.opaque.contains(&s));
        let mut out = Strings::open_if(defs.is_none() || opaque);
        for (file, def) in defs.into_iter().flatten() {
            out.add(match def {
                Def::Value(e) | Def::Element(e) => self.values(*file, *e, steps - 1),
                Def::Key(e) => keys(program, *file, *e, steps - 1),
                Def::Doc(..) => Strings::default(),
                Def::Declared(_) | Def::Array | Def::Scalar | Def::Unknown => {
                    let ty = self.infer.variable(entity);
                    let is_object = |a: &Atom| matches!(a, Atom::Object { .. } | Atom::Closure);
                    Strings::open_if(ty.open || !ty.atoms.iter().all(is_object))
                }
            });
        }
        out
    }
}

/// The strings among the keys of an array.
fn keys(program: &Program, file: FileId, id: NodeId, steps: u32) -> Strings {
    let source = program.file(file);
    let id = source.unwrap_parens(id);
    let mut out = Strings::default();
    match source.kind(id) {
        Kind::ArrayCreation => {
            for element in source.named(id) {
                let mut parts = source.named(element);
                match (parts.next(), parts.next()) {
                    (Some(key), Some(_)) => match source.string_value(key) {
                        Some(key) => out.values.push(key.to_owned()),
                        None => out.open |= source.kind(key) != Kind::Integer,
                    },
                    (Some(one), None) => out.open |= source.kind(one) == Kind::VariadicUnpacking,
                    _ => {}
                }
            }
        }
        Kind::Variable if steps > 0 => {
            let scope = program.scope_at(file, id);
            let entity = source
                .variable_name(id)
                .and_then(|(name, _)| program.variable_in(scope, name));
            let defs = entity.and_then(|e| program.variables_of.defs.get(&e));
            out.open = defs.is_none() || program.variables_of.opaque.contains(&scope);
            for (file, def) in defs.into_iter().flatten() {
                out.add(match def {
                    Def::Value(e) => keys(program, *file, *e, steps - 1),
                    _ => Strings::unknown(),
                });
            }
        }
        _ => out.open = true,
    }
    out
}
