//! Generic signatures and descriptors of class files (JVMS 4.3, 4.7.9.1) as types.
//!
//! A malformed signature yields what was read so far; the rest is not known.

use crate::declared::{Signature, TypeVar};
use crate::ids::TypeVarId;
use crate::types::{Ty, Wild};
use crate::world::World;
use std::sync::OnceLock;

/// The type parameters in scope, the innermost list first.
pub(crate) struct Scope<'a>(pub &'a [&'a [TypeVarId]]);

/// Arguments in arguments, deeper than any compiler writes.
const DEEPEST: usize = 100;

pub(crate) struct Parser<'a> {
    world: &'a World,
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub fn new(world: &'a World, text: &'a str) -> Self {
        Self {
            world,
            text,
            at: 0,
            depth: 0,
        }
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte && byte != 0;
        self.at += usize::from(found);
        found
    }

    /// Up to one of `ends`, which stays.
    fn word(&mut self, ends: &[u8]) -> &'a str {
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        let len = rest
            .iter()
            .position(|b| ends.contains(b))
            .unwrap_or(rest.len());
        let word = self.text.get(self.at..self.at + len).unwrap_or_default();
        self.at += len;
        word
    }

    /// `<T:Ljava/lang/Object;>`, added to `vars`. Bounds may name parameters that come later, so names go first.
    pub fn type_params(&mut self, vars: &mut Vec<TypeVarId>) {
        self.type_params_within(vars, &[]);
    }

    fn type_params_within(&mut self, vars: &mut Vec<TypeVarId>, around: &[TypeVarId]) {
        if !self.eat(b'<') {
            return;
        }
        let start = self.at;
        let first = vars.len();
        // The first round makes the variables and skips their bounds, the second reads the bounds.
        for round in 0..2 {
            self.at = start;
            let mut next = first;
            while self.peek() != 0 && !self.eat(b'>') {
                let name = self.word(b":");
                if round == 0 {
                    let var = self.world.type_vars.push(TypeVar {
                        name: self.world.names().intern(name),
                        origin: None,
                        bounds: OnceLock::new(),
                    });
                    vars.push(TypeVarId(var as u32));
                }
                let mut bounds = Vec::new();
                while self.eat(b':') {
                    let skip: [&[TypeVarId]; 0] = [];
                    let both: [&[TypeVarId]; 2] = [vars, around];
                    let scope = if round == 0 {
                        Scope(&skip)
                    } else {
                        Scope(&both)
                    };
                    bounds.extend(self.reference(&scope));
                }
                if round == 1
                    && let Some(&var) = vars.get(next)
                {
                    self.world.set_bounds(var, bounds);
                }
                next += 1;
            }
        }
    }

    pub fn method(&mut self, class_vars: &[TypeVarId]) -> Signature {
        let mut vars = Vec::new();
        self.type_params_within(&mut vars, class_vars);
        let both: [&[TypeVarId]; 2] = [&vars, class_vars];
        let scope = Scope(&both);
        let mut params = Vec::new();
        if self.eat(b'(') {
            while self.peek() != 0 && !self.eat(b')') {
                match self.ty(&scope) {
                    Some(ty) => params.push(ty),
                    None => break,
                }
            }
        }
        let ret = self.ty(&scope).unwrap_or(Ty::UNKNOWN);
        let mut throws = Vec::new();
        while self.eat(b'^') {
            throws.extend(self.reference(&scope));
        }
        signature(vars, params, ret, throws)
    }

    pub fn ty(&mut self, scope: &Scope) -> Option<Ty> {
        let primitive = match self.peek() {
            b'B' => Ty::BYTE,
            b'C' => Ty::CHAR,
            b'D' => Ty::DOUBLE,
            b'F' => Ty::FLOAT,
            b'I' => Ty::INT,
            b'J' => Ty::LONG,
            b'S' => Ty::SHORT,
            b'Z' => Ty::BOOLEAN,
            b'V' => Ty::VOID,
            _ => return self.reference(scope),
        };
        self.at += 1;
        Some(primitive)
    }

    /// A class type, array type or type variable.
    pub fn reference(&mut self, scope: &Scope) -> Option<Ty> {
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let ty = match self.peek() {
            b'[' => {
                self.at += 1;
                self.ty(scope).map(|t| self.world.types.array(t))
            }
            b'T' => {
                self.at += 1;
                let name = self.word(b";");
                self.eat(b';');
                Some(self.variable(name, scope))
            }
            b'L' => {
                self.at += 1;
                Some(self.class_type(scope))
            }
            _ => None,
        };
        self.depth -= 1;
        ty
    }

    fn variable(&self, name: &str, scope: &Scope) -> Ty {
        let found = scope.0.iter().find_map(|vars| {
            let same = |v: &&TypeVarId| self.world.text(self.world.type_var(**v).name) == name;
            vars.iter().rev().find(same)
        });
        found.map_or(Ty::UNKNOWN, |&v| self.world.types.var(v))
    }

    fn class_type(&mut self, scope: &Scope) -> Ty {
        let mut name = self.word(b"<;.").to_owned();
        let mut args = Vec::new();
        loop {
            if self.eat(b'<') {
                while self.peek() != 0 && !self.eat(b'>') {
                    match self.argument(scope) {
                        Some(arg) => args.push(arg),
                        None => return Ty::UNKNOWN,
                    }
                }
            }
            if self.eat(b'.') {
                name.push('$');
                name.push_str(self.word(b"<;."));
            } else {
                break;
            }
        }
        self.eat(b';');
        self.world
            .types
            .class(self.world.class_by_binary(&name), &args)
    }

    fn argument(&mut self, scope: &Scope) -> Option<Ty> {
        let types = &self.world.types;
        match self.peek() {
            b'*' => {
                self.at += 1;
                Some(types.wildcard(Wild::Any, Ty::UNKNOWN))
            }
            b'+' => {
                self.at += 1;
                self.reference(scope)
                    .map(|t| types.wildcard(Wild::Extends, t))
            }
            b'-' => {
                self.at += 1;
                self.reference(scope)
                    .map(|t| types.wildcard(Wild::Super, t))
            }
            _ => self.reference(scope),
        }
    }
}

/// Keeps the result of a signature together.
pub(crate) fn signature(
    type_params: Vec<TypeVarId>,
    params: Vec<Ty>,
    ret: Ty,
    throws: Vec<Ty>,
) -> Signature {
    Signature {
        type_params: type_params.into(),
        params: params.into(),
        ret: Some(ret),
        throws: throws.into(),
    }
}
