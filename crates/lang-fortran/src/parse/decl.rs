//! Type declarations, attributes and the entities they are given to.

use super::{Parse, Parser};
use crate::ast::{
    Attribute, BaseType, Declaration, EntityDecl, Expr, ExprId, ExprKind, GenericSpec, StmtKind,
    TypeSpec,
};
use crate::lex::Tok;

/// What a statement that gives an attribute starts with; `save` and `private` may stand alone.
pub(super) const ATTRIBUTE_STATEMENTS: [&str; 20] = [
    "dimension",
    "codimension",
    "allocatable",
    "pointer",
    "target",
    "save",
    "external",
    "intrinsic",
    "optional",
    "intent",
    "public",
    "private",
    "value",
    "volatile",
    "asynchronous",
    "contiguous",
    "protected",
    "bind",
    "automatic",
    "static",
];

impl Parser<'_> {
    /// `integer(8)`, `character*80`, `type(t)`, `class(*)`, …
    pub(super) fn type_spec(&mut self) -> Parse<TypeSpec> {
        let start = self.at;
        let word = self.word();
        let base = match word {
            "integer" | "byte" => BaseType::Integer,
            "real" => BaseType::Real,
            "complex" => BaseType::Complex,
            "logical" => BaseType::Logical,
            "character" => BaseType::Character,
            "doubleprecision" => BaseType::DoublePrecision,
            "doublecomplex" => BaseType::DoubleComplex,
            "double" => match self.word_at(1) {
                "precision" => BaseType::DoublePrecision,
                "complex" => BaseType::DoubleComplex,
                _ => return Err("a type"),
            },
            "type" | "class" => return self.type_or_class(),
            "typeof" | "classof" => BaseType::Other,
            _ => return Err("a type"),
        };
        self.at += if word == "double" { 2 } else { 1 };
        let mut args = Vec::new();
        if self.eat("*") {
            // `real*8`, `character*(*)`
            if self.is_op("(") {
                args = self.args_in_parens()?;
            } else if self.peek() == Some(Tok::Int) {
                self.at += 1;
            } else {
                return Err("a length");
            }
        } else if self.is_op("(") {
            args = self.args_in_parens()?;
        }
        Ok(TypeSpec {
            base,
            args,
            span: self.span_from(start),
        })
    }

    fn type_or_class(&mut self) -> Parse<TypeSpec> {
        let start = self.at;
        let class = self.word() == "class";
        self.at += 1;
        self.expect("(")?;
        if self.eat("*") {
            self.expect(")")?;
            return Ok(TypeSpec {
                base: BaseType::Unlimited,
                args: Vec::new(),
                span: self.span_from(start),
            });
        }
        let intrinsic = self.at;
        if !class
            && let Ok(mut found) = self.type_spec()
            && self.eat(")")
        {
            found.span = self.span_from(start);
            return Ok(found);
        }
        self.at = intrinsic;
        let mut spec = self.derived_type_spec()?;
        if let (true, BaseType::Type(name)) = (class, spec.base) {
            spec.base = BaseType::Class(name);
        }
        self.expect(")")?;
        spec.span = self.span_from(start);
        Ok(spec)
    }

    /// `t` or `t(k, n)`, as it stands inside `type(…)`, constructors and guards.
    pub(super) fn derived_type_spec(&mut self) -> Parse<TypeSpec> {
        let start = self.at;
        let name = self.ident()?;
        let args = if self.is_op("(") {
            self.args_in_parens()?
        } else {
            Vec::new()
        };
        Ok(TypeSpec {
            base: BaseType::Type(name),
            args,
            span: self.span_from(start),
        })
    }

    /// A declaration or a type definition; `None` where a TYPE IS or SELECT guard stands.
    pub(super) fn declaration(&mut self) -> Parse<Option<StmtKind>> {
        let start = self.at;
        if self.word() == "type" && !self.is_op_at(1, "(") {
            return self.type_definition().map(Some);
        }
        let Ok(ty) = self.type_spec() else {
            self.at = start;
            return Ok(None);
        };
        // `type is (integer)` never gets here; `class default` neither: they are no type specs.
        let attributes = self.attributes()?;
        let colons = self.eat("::");
        if !colons && !attributes.is_empty() {
            return Err("::");
        }
        // `character*8, a`: the comma of Fortran 77.
        if !colons {
            self.eat(",");
        }
        let entities = self.entities()?;
        Ok(Some(StmtKind::Declaration(Box::new(Declaration {
            ty,
            attributes,
            entities,
            colons,
        }))))
    }

    fn type_definition(&mut self) -> Parse<StmtKind> {
        self.at += 1;
        if self.word() == "is" && self.is_op_at(1, "(") {
            self.at -= 1;
            return self.executable("type");
        }
        let attributes = self.attributes()?;
        self.eat("::");
        let name = self.ident()?;
        let params = if self.eat("(") {
            let list = self.ident_list()?;
            self.expect(")")?;
            list
        } else {
            Vec::new()
        };
        let extends = attributes
            .iter()
            .find(|a| self.names.text(a.name) == "extends")
            .and_then(|a| match self.exprs[a.args.first()?.0 as usize] {
                Expr {
                    kind: ExprKind::Name(parent),
                    ..
                } => Some(parent),
                _ => None,
            });
        Ok(StmtKind::TypeDef {
            name,
            attributes,
            extends,
            params,
        })
    }

    /// `, dimension(3), intent(in)` up to `::`.
    pub(super) fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut all = Vec::new();
        while self.is_op(",")
            && matches!(self.peek_at(1), Some(Tok::Name(_)))
            && self.colons_ahead()
        {
            self.at += 1;
            all.push(self.attribute()?);
        }
        Ok(all)
    }

    /// Whether `::` follows outside of parentheses.
    fn colons_ahead(&self) -> bool {
        let mut depth = 0_i32;
        self.tokens[self.at..].iter().any(|t| {
            match t.tok {
                Tok::Op("(" | "[") => depth += 1,
                Tok::Op(")" | "]") => depth -= 1,
                _ => {}
            }
            depth == 0 && t.tok == Tok::Op("::")
        })
    }

    pub(super) fn attribute(&mut self) -> Parse<Attribute> {
        let start = self.at;
        let ident = self.ident()?;
        let word = self.names.text(ident.name);
        let mut name = ident.name;
        let mut args = Vec::new();
        if self.is_op("(") {
            match word {
                "intent" => {
                    let inside = &self.tokens[self.at + 1..];
                    let words = inside.iter().take_while(|t| t.tok != Tok::Op(")"));
                    let known = words
                        .map(|t| t.span.text(self.text).to_ascii_lowercase())
                        .collect::<String>();
                    if !matches!(known.as_str(), "in" | "out" | "inout") {
                        return Err("in, out or inout");
                    }
                    name = self.symbol(&format!("intent({known})"));
                    self.at = self.after_parens(self.at).ok_or(")")?;
                }
                "bind" => args.extend(self.bind_name()?),
                _ => {
                    args = self
                        .args_in_parens()?
                        .into_iter()
                        .map(|a| a.value)
                        .collect();
                }
            }
        } else if self.is_op("[") {
            self.at += 1;
            args = self.args("]")?.into_iter().map(|a| a.value).collect();
            self.expect("]")?;
        }
        Ok(Attribute {
            name,
            args,
            span: self.span_from(start),
        })
    }

    /// `(c)`, `(c, name="x")`: the expression of the name.
    pub(super) fn bind_name(&mut self) -> Parse<Option<ExprId>> {
        self.expect("(")?;
        self.ident()?;
        let mut found = None;
        while self.eat(",") {
            let word = self.ident()?;
            self.expect("=")?;
            let value = self.expr()?;
            if self.names.text(word.name) == "name" {
                found = Some(value);
            }
        }
        self.expect(")")?;
        Ok(found)
    }

    pub(super) fn entities(&mut self) -> Parse<Vec<EntityDecl>> {
        let mut all = vec![self.entity()?];
        while self.eat(",") {
            all.push(self.entity()?);
        }
        Ok(all)
    }

    /// `a(3)*8 = 1`
    pub(super) fn entity(&mut self) -> Parse<EntityDecl> {
        let start = self.at;
        let name = self.ident()?;
        let mut entity = EntityDecl {
            name,
            dims: Vec::new(),
            char_len: None,
            init: None,
            pointer_init: false,
            span: name.span,
        };
        loop {
            if self.is_op("(") && entity.dims.is_empty() {
                entity.dims = self
                    .args_in_parens()?
                    .into_iter()
                    .map(|a| a.value)
                    .collect();
            } else if self.eat("[") {
                let coarray = self.args("]")?;
                self.expect("]")?;
                entity.dims.extend(coarray.into_iter().map(|a| a.value));
            } else if self.eat("*") {
                entity.char_len = Some(self.char_length()?);
            } else {
                break;
            }
        }
        if self.eat("=") {
            entity.init = Some(self.expr()?);
        } else if self.eat("=>") {
            entity.init = Some(self.expr()?);
            entity.pointer_init = true;
        } else if self.eat("/") {
            // `integer i /3/`: what compilers allow in place of DATA.
            let value_start = self.at;
            let values = self.data_values()?;
            entity.init = values.first().copied();
            if entity.init.is_none() || self.at == value_start {
                return Err("a value");
            }
        }
        entity.span = self.span_from(start);
        Ok(entity)
    }

    fn char_length(&mut self) -> Parse<ExprId> {
        if self.is_op("(") {
            let start = self.at;
            let args = self.args_in_parens()?;
            return args
                .first()
                .map(|a| a.value)
                .ok_or("a length")
                .inspect(|_| debug_assert!(self.at > start));
        }
        let span = self.span_here();
        if self.peek() == Some(Tok::Int) {
            self.at += 1;
            return Ok(self.add(span, ExprKind::Literal(crate::ast::Literal::Integer, None)));
        }
        Err("a length")
    }

    pub(super) fn attribute_statement(&mut self) -> Parse<StmtKind> {
        let word = self.word();
        // `dimension a(3)`: the parentheses belong to the entity.
        let attribute = if matches!(word, "intent" | "bind") {
            self.attribute()?
        } else {
            let ident = self.ident()?;
            Attribute {
                name: ident.name,
                args: Vec::new(),
                span: ident.span,
            }
        };
        self.eat("::");
        let (mut entities, mut commons, mut generics) = (Vec::new(), Vec::new(), Vec::new());
        while !self.done() {
            if self.eat("/") {
                commons.push(self.ident()?);
                self.expect("/")?;
            } else if self.generic_ahead() {
                let spec: GenericSpec = self.generic_spec()?;
                generics.push(spec);
            } else {
                entities.push(self.entity()?);
            }
            if !self.eat(",") {
                break;
            }
        }
        Ok(StmtKind::Attribute {
            attribute,
            entities,
            commons,
            generics,
        })
    }
}
