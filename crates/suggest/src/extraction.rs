//! What rules ask of a pair of which one side calls what the other holds: whose work it is that is called.

use crate::align::Alignment;
use crate::code::{Body, Code, Word};
use crate::normal::Context;
use reweave_model::{Kind, Role};
use reweave_text::Symbol;
use reweave_vectors::{CallSite, MethodFlags, MethodId, Receiver, Target};

/// A confirmed pair of which the one side calls what the other holds itself.
pub struct Extraction<'a> {
    pub context: &'a Context<'a>,
    pub missed: &'a Body,
    pub example: &'a Body,
    pub missed_method: MethodId,
    pub example_method: MethodId,
    pub callees: &'a [(MethodId, &'a Body)],
    /// The calls of the example that are inlined.
    pub sites: &'a [&'a CallSite],
    /// The example's code with the callees inlined.
    pub inlined: &'a Body,
    pub alignment: &'a Alignment,
}

impl Extraction<'_> {
    /// The only expression of the callee, when there is one callee and all it does is to return that.
    pub fn returned(&self) -> Option<&Code> {
        let [(_, callee)] = self.callees else {
            return None;
        };
        match &callee.block.kids[..] {
            [only] if only.kind == Kind::Return => only.kids.first(),
            _ => None,
        }
    }

    /// What the missed place calls the field that the callee, a getter, returns.
    pub fn field_behind_getter(&self) -> Option<Symbol> {
        let field = self.returned().filter(|r| r.kind == Kind::Name)?.word;
        let mut renamed = self.alignment.renamed.iter();
        let here = renamed.find(|(_, there)| *there == field);
        match here.map_or(field, |(here, _)| *here) {
            Word::Free(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the callees do work of the example's own object, or of none: their fields then stand for fields of the missed
    /// place's object. What the missed place has as a variable must be passed to them.
    pub fn is_own_work(&self) -> bool {
        let variable_for_field = |pair: &(Word, Word)| {
            matches!(
                pair,
                (Word::Variable(_), Word::Free(_)) | (Word::Free(_), Word::Variable(_))
            )
        };
        self.sites.iter().all(|s| self.is_own_call(s))
            && !self.alignment.renamed.iter().any(variable_for_field)
            && self.speaks_of_the_same()
    }

    fn is_own_call(&self, site: &CallSite) -> bool {
        let own = matches!(site.receiver, Receiver::Implicit | Receiver::This);
        self.callees.iter().all(|&(callee, body)| {
            let facts = self.context.base.method(callee);
            if facts.name != site.name
                || facts.flags.has(MethodFlags::STATIC)
                || !self.asks_object(callee, body)
            {
                return true;
            }
            own && !self.missed.is_static
        })
    }

    /// Whether a body needs the object that it belongs to: a field, `this`, or a method of its own.
    fn asks_object(&self, method: MethodId, body: &Body) -> bool {
        let context = self.context;
        let fields = body.block.walk().any(|c| match (c.kind, c.word) {
            (Kind::This | Kind::Super, _) => true,
            (Kind::Name, Word::Free(name)) => {
                context.names.text(name).starts_with(char::is_lowercase)
            }
            _ => false,
        });
        let calls = context.base.sites_of(method).any(|s| {
            let own = matches!(
                context.base.sites[s].receiver,
                Receiver::Implicit | Receiver::This
            );
            let fixed = matches!(context.graph.target(s), Target::Own(m)
                if context.base.method(m).flags.has(MethodFlags::STATIC));
            own && !fixed
        });
        fields || calls
    }

    /// Whether half of the names from outside of the methods stay, or all but one of methods that share their name or their
    /// type: code of one shape about other things is no example.
    pub fn speaks_of_the_same(&self) -> bool {
        let base = self.context.base;
        let [missed, example] = [self.missed_method, self.example_method].map(|m| base.method(m));
        let akin = missed.name == example.name || missed.owner == example.owner;
        let renamed = self
            .alignment
            .renamed
            .iter()
            .filter(|pair| matches!(pair, (Word::Free(_), Word::Free(_))));
        let renamed = renamed.count();
        akin && renamed <= 1 || renamed * 2 <= self.alignment.free_names
    }

    /// Whether the call of a site is made on a receiver of this kind.
    pub fn is_called_on(&self, site: &CallSite, what: impl Fn(&Code) -> bool) -> bool {
        let mut calls = self.example.block.walk();
        calls.any(|c| c.place.node == site.node && c.kid(Role::Receiver).is_some_and(&what))
    }
}
