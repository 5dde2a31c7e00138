//! Headers and ends of program units, interfaces and types; USE and IMPORT.

use super::{Parse, Parser};
use crate::ast::{
    Bind, EndOf, GenericKind, GenericSpec, Ident, ProcedureDecl, ProcedureHeader, ProcedureKind,
    StmtKind, UseItem,
};
use crate::lex::Tok;

const PREFIXES: [&str; 9] = [
    "recursive",
    "non_recursive",
    "pure",
    "impure",
    "elemental",
    "module",
    "simple",
    "attributes",
    "launch_bounds",
];

impl Parser<'_> {
    /// `pure integer function f(x)`; `None` where the statement is something else.
    pub(super) fn procedure_header(&mut self) -> Parse<Option<StmtKind>> {
        let (mut prefixes, mut ty) = (Vec::new(), None);
        let kind = loop {
            let word = self.word();
            match word {
                "subroutine" if matches!(self.peek_at(1), Some(Tok::Name(_))) => {
                    break ProcedureKind::Subroutine;
                }
                "function" if matches!(self.peek_at(1), Some(Tok::Name(_))) => {
                    break ProcedureKind::Function;
                }
                _ if PREFIXES.contains(&word) => {
                    prefixes.push(self.ident()?.name);
                    if self.is_op("(") {
                        self.at = self.after_parens(self.at).ok_or(")")?;
                    }
                }
                _ => {
                    let before = self.exprs.len();
                    match self.type_spec() {
                        Ok(found) if ty.is_none() && matches!(self.peek(), Some(Tok::Name(_))) => {
                            ty = Some(found);
                        }
                        _ => {
                            self.exprs.truncate(before);
                            return Ok(None);
                        }
                    }
                }
            }
        };
        // `real function f` without parentheses declares nothing; `integer function (3)` would be a variable.
        if kind == ProcedureKind::Function && !self.is_op_at(2, "(") && ty.is_some() {
            return Ok(None);
        }
        self.at += 1;
        let mut header = self.header_rest(kind)?;
        header.ty = ty;
        header.prefixes = prefixes;
        Ok(Some(StmtKind::Procedure(Box::new(header))))
    }

    fn header_rest(&mut self, kind: ProcedureKind) -> Parse<ProcedureHeader> {
        let name = self.ident()?;
        let mut header = ProcedureHeader {
            kind,
            name,
            ty: None,
            prefixes: Vec::new(),
            args: Vec::new(),
            arg_list: None,
            result: None,
            bind: None,
        };
        if self.is_op("(") {
            let open = self.at;
            self.at += 1;
            while !self.is_op(")") {
                header.args.push(if self.eat("*") {
                    None
                } else {
                    Some(self.ident()?)
                });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
            header.arg_list = Some(self.span_from(open));
        }
        loop {
            let start = self.at;
            if self.eat_word("result") {
                self.expect("(")?;
                header.result = Some(self.ident()?);
                self.expect(")")?;
            } else if self.eat_word("bind") {
                let name = self.bind_name()?;
                header.bind = Some(Bind {
                    span: self.span_from(start),
                    name,
                });
            } else {
                return Ok(header);
            }
        }
    }

    pub(super) fn end_statement(&mut self) -> Parse<Option<StmtKind>> {
        const ENDS: [(&str, EndOf); 18] = [
            ("program", EndOf::Program),
            ("module", EndOf::Module),
            ("submodule", EndOf::Submodule),
            ("subroutine", EndOf::Subroutine),
            ("function", EndOf::Function),
            ("procedure", EndOf::Procedure),
            ("type", EndOf::Type),
            ("enum", EndOf::Enum),
            ("if", EndOf::If),
            ("do", EndOf::Do),
            ("select", EndOf::Select),
            ("where", EndOf::Where),
            ("forall", EndOf::Forall),
            ("associate", EndOf::Associate),
            ("critical", EndOf::Critical),
            ("team", EndOf::Team),
            ("blockdata", EndOf::BlockData),
            ("block", EndOf::Block),
        ];
        if self.word() == "end" && self.tokens.len() == self.at + 1 {
            self.at += 1;
            return Ok(Some(StmtKind::End(EndOf::Unit, None)));
        }
        if self.eat_words("end", "interface") {
            let spec = if self.done() {
                None
            } else {
                Some(self.generic_spec()?)
            };
            return Ok(Some(StmtKind::EndInterface(spec)));
        }
        for (word, of) in ENDS {
            if self.eat_words("end", word) {
                let of = if of == EndOf::Block && self.eat_word("data") {
                    EndOf::BlockData
                } else {
                    of
                };
                if of == EndOf::Team && self.is_op("(") {
                    self.args_in_parens()?;
                }
                let name = self.opt_ident();
                return Ok(Some(StmtKind::End(of, name)));
            }
        }
        Ok(None)
    }

    pub(super) fn unit_statement(&mut self, word: &str) -> Parse<Option<StmtKind>> {
        self.at += 1;
        Ok(Some(match word {
            "program" => StmtKind::Program(self.ident()?),
            "module"
                if self.word() == "procedure"
                    && matches!(self.peek_at(1), Some(Tok::Name(_) | Tok::Op("::"))) =>
            {
                self.at += 1;
                self.eat("::");
                StmtKind::ModuleProcedure(self.ident_list()?)
            }
            "module" => StmtKind::Module(self.ident()?),
            "submodule" => {
                self.expect("(")?;
                let ancestor = self.ident()?;
                let parent = if self.eat(":") {
                    Some(self.ident()?)
                } else {
                    None
                };
                self.expect(")")?;
                StmtKind::Submodule {
                    ancestor,
                    parent,
                    name: self.ident()?,
                }
            }
            "blockdata" => StmtKind::BlockData(self.opt_ident()),
            "block" if self.eat_word("data") => StmtKind::BlockData(self.opt_ident()),
            "block" => return Ok(None),
            "contains" => StmtKind::Contains,
            "entry" => StmtKind::Entry(Box::new(self.header_rest(ProcedureKind::Subroutine)?)),
            "abstract" if self.eat_word("interface") => StmtKind::Interface {
                is_abstract: true,
                spec: None,
            },
            "interface" => {
                let spec = if self.done() {
                    None
                } else {
                    Some(self.generic_spec()?)
                };
                StmtKind::Interface {
                    is_abstract: false,
                    spec,
                }
            }
            "procedure" => self.procedure_declaration()?,
            "generic" => self.generic_binding()?,
            "final" => {
                self.eat("::");
                StmtKind::Final(self.ident_list()?)
            }
            "sequence" => StmtKind::Sequence,
            "enum" => {
                if self.eat(",") {
                    self.attribute()?;
                }
                if self.eat("::") {
                    self.ident()?;
                }
                StmtKind::Enum
            }
            "enumerator" => {
                self.eat("::");
                StmtKind::Enumerator(self.entities()?)
            }
            "use" => self.use_statement()?,
            "import" => self.import()?,
            "include" => {
                if self.peek() != Some(Tok::Str) {
                    return Err("a file name");
                }
                self.at += 1;
                StmtKind::Include(self.span_before())
            }
            _ => return Err("a statement"),
        }))
    }

    fn procedure_declaration(&mut self) -> Parse<StmtKind> {
        let (mut interface, mut ty) = (None, None);
        if self.eat("(") {
            if !self.is_op(")") {
                match self.type_spec() {
                    Ok(found) => ty = Some(found),
                    Err(_) => interface = Some(self.ident()?),
                }
            }
            self.expect(")")?;
        }
        let attributes = self.attributes()?;
        self.eat("::");
        let mut items = Vec::new();
        loop {
            let name = self.ident()?;
            let target = if self.eat("=>") || self.eat("=") {
                Some(self.expr()?)
            } else {
                None
            };
            items.push((name, target));
            if !self.eat(",") {
                break;
            }
        }
        Ok(StmtKind::ProcedureDecl(Box::new(ProcedureDecl {
            interface,
            ty,
            attributes,
            items,
        })))
    }

    fn generic_binding(&mut self) -> Parse<StmtKind> {
        let attributes = self.attributes()?;
        self.expect("::")?;
        let spec = self.generic_spec()?;
        self.expect("=>")?;
        Ok(StmtKind::GenericBinding {
            attributes,
            spec,
            targets: self.ident_list()?,
        })
    }

    /// Whether `operator(`, `assignment(=)` or `read(formatted)` stands here.
    pub(super) fn generic_ahead(&self) -> bool {
        match self.word() {
            "operator" => self.is_op_at(1, "("),
            "assignment" => self.is_op_at(1, "(") && self.is_op_at(2, "="),
            "read" | "write" => {
                self.is_op_at(1, "(") && matches!(self.word_at(2), "formatted" | "unformatted")
            }
            _ => false,
        }
    }

    pub(super) fn generic_spec(&mut self) -> Parse<GenericSpec> {
        if !self.generic_ahead() {
            return Ok(GenericSpec {
                kind: GenericKind::Name,
                ident: self.ident()?,
            });
        }
        let word = self.ident()?;
        let kind = match self.names.text(word.name) {
            "operator" => GenericKind::Operator,
            "assignment" => GenericKind::Assignment,
            _ => GenericKind::Io,
        };
        let open = self.at;
        let close = self.after_parens(open).ok_or(")")?;
        let inside = self.tokens[open + 1..close - 1].to_vec();
        self.at = close;
        let first = inside.first().ok_or("an operator")?;
        let span = first.span.cover(inside.last().unwrap_or(first).span);
        let text: String = inside
            .iter()
            .map(|t| t.span.text(self.text).to_ascii_lowercase())
            .collect();
        // What `read(formatted)` names is the pair of words, not one of them.
        let name = if kind == GenericKind::Io {
            self.symbol(&format!("{}({text})", self.names.text(word.name)))
        } else {
            self.symbol(&text)
        };
        Ok(GenericSpec {
            kind,
            ident: Ident { name, span },
        })
    }

    fn use_statement(&mut self) -> Parse<StmtKind> {
        let mut intrinsic = None;
        if self.eat(",") {
            intrinsic = Some(match self.word() {
                "intrinsic" => true,
                "non_intrinsic" => false,
                _ => return Err("intrinsic"),
            });
            self.at += 1;
        }
        self.eat("::");
        let module = self.ident()?;
        let (mut only, mut items) = (false, Vec::new());
        if self.eat(",") {
            if self.word() == "only" && self.is_op_at(1, ":") {
                self.at += 2;
                only = true;
            }
            while !self.done() {
                items.push(self.use_item()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        Ok(StmtKind::Use {
            module,
            intrinsic,
            only,
            items,
        })
    }

    fn use_item(&mut self) -> Parse<UseItem> {
        let spec = self.generic_spec()?;
        if !self.eat("=>") {
            return Ok(if spec.kind == GenericKind::Name {
                UseItem::Name(spec.ident)
            } else {
                UseItem::Generic(spec)
            });
        }
        let original = self.generic_spec()?;
        Ok(if spec.kind == GenericKind::Name {
            UseItem::Rename(spec.ident, original.ident)
        } else {
            UseItem::RenameOperator(spec.ident, original.ident)
        })
    }

    fn import(&mut self) -> Parse<StmtKind> {
        if self.eat(",") {
            let word = self.ident()?;
            let none = self.names.text(word.name) == "none";
            let names = if self.eat(":") {
                self.ident_list()?
            } else {
                Vec::new()
            };
            return Ok(StmtKind::Import { names, none });
        }
        self.eat("::");
        let names = if self.done() {
            Vec::new()
        } else {
            self.ident_list()?
        };
        Ok(StmtKind::Import { names, none: false })
    }
}
