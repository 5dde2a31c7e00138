//! The calls in a method: what is called on what, and what inlining the callee would take out.

use crate::facts::{FileFacts, SKIP, without_parens};
use crate::{Dense, Range};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

/// On what a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// `m()`: this type, those around it, and those above them.
    Implicit,
    This,
    Super,
    Other,
}

/// What stands around a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// `m();`
    Statement,
    /// `return m();`
    Returned,
    /// `x = m();` or `T x = m();`
    Stored,
    /// The whole condition of a branch or loop, `!` aside.
    Condition,
    Other,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub node: NodeId,
    /// One past the last node of the call.
    pub end: u32,
    /// In code that the core view leaves out.
    pub aside: bool,
    pub name: Symbol,
    pub receiver: Receiver,
    pub context: Context,
    pub arguments: u8,
    /// The call with its receiver and arguments.
    pub call: Range,
    /// What else goes when the callee's result takes the place of the variable: the rest of the statement of a
    /// [`Context::Stored`] call.
    pub rest: Range,
    /// Into the arguments of the file.
    pub argument_vectors: u32,
}

/// Notes the calls of a body; those inside the types that it declares belong to their methods.
pub(crate) fn read_sites(
    tree: &Tree,
    body: NodeId,
    nodes: &[u8],
    facts: &mut FileFacts,
    scratch: &mut Dense,
) {
    let features = |from: u32, to: u32| {
        nodes[(from - body.0) as usize..(to - body.0) as usize]
            .iter()
            .copied()
            .filter(|&f| f != SKIP)
    };
    let mut skip_until = 0;
    for id in tree.descendants(body) {
        if id.0 < skip_until {
            continue;
        }
        if tree.kind(id) == Kind::Type {
            skip_until = tree.subtree_end(id);
            continue;
        }
        if tree.kind(id) != Kind::Call {
            continue;
        }
        let argument_vectors = facts.arguments.len() as u32;
        let mut arguments = 0_u8;
        for argument in tree.children_in(id, Role::Argument) {
            let vector = facts
                .vectors
                .add(features(argument.0, tree.subtree_end(argument)), scratch);
            facts.arguments.push((argument, vector));
            arguments = arguments.saturating_add(1);
            if arguments == u8::MAX {
                break;
            }
        }
        let (context, statement) = context(tree, id);
        let call = facts
            .vectors
            .add(features(id.0, tree.subtree_end(id)), scratch);
        let rest = statement.map_or_else(Range::default, |s| {
            let around = features(s.0, id.0)
                .chain(features(tree.subtree_end(id), tree.subtree_end(s)))
                .collect::<Vec<u8>>();
            facts.vectors.add(around, scratch)
        });
        facts.sites.push(CallSite {
            node: id,
            end: tree.subtree_end(id),
            aside: crate::Feature(nodes[(id.0 - body.0) as usize]).is_aside(),
            name: tree.sym(id),
            receiver: receiver(tree, id),
            context,
            arguments,
            call,
            rest,
            argument_vectors,
        });
    }
}

fn receiver(tree: &Tree, call: NodeId) -> Receiver {
    let Some(on) = tree.child_in(call, Role::Receiver) else {
        return Receiver::Implicit;
    };
    let on = without_parens(tree, on);
    match tree.kind(on) {
        Kind::This if tree.child_in(on, Role::Qualifier).is_none() => Receiver::This,
        Kind::Super => Receiver::Super,
        _ => Receiver::Other,
    }
}

/// What stands around the call; for a stored one, also its statement, when nothing but the call is in it.
fn context(tree: &Tree, call: NodeId) -> (Context, Option<NodeId>) {
    let mut at = call;
    let mut parent = tree.parent(at);
    while let Some(p) = parent.filter(|&p| tree.kind(p) == Kind::Paren) {
        at = p;
        parent = tree.parent(p);
    }
    let Some(mut parent) = parent else {
        return (Context::Other, None);
    };
    if tree.role(at) == Role::Condition {
        return (Context::Condition, None);
    }
    match tree.kind(parent) {
        Kind::ExprStmt => (Context::Statement, None),
        Kind::Return => (Context::Returned, None),
        Kind::Unary => {
            let role = tree.role(parent);
            let context = if role == Role::Condition {
                Context::Condition
            } else {
                Context::Other
            };
            (context, None)
        }
        Kind::VarDecl => {
            let statement = tree.parent(parent).filter(|&l| {
                tree.children(l)
                    .filter(|&c| tree.kind(c) == Kind::VarDecl)
                    .count()
                    == 1
            });
            (Context::Stored, statement)
        }
        Kind::Assign => {
            let plain = tree
                .child_in(parent, Role::Target)
                .is_some_and(|t| tree.kind(t) == Kind::Name);
            let value = tree.role(at) == Role::Value;
            while let Some(p) = tree.parent(parent).filter(|&p| tree.kind(p) == Kind::Paren) {
                parent = p;
            }
            if plain && value && tree.role(parent) == Role::Value {
                (Context::Stored, Some(parent))
            } else {
                (Context::Other, None)
            }
        }
        _ => (Context::Other, None),
    }
}
