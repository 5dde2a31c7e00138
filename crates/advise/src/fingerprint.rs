//! What makes a suggestion the same in reports of other versions of the code: its type and the method that it is about.
//!
//! Neither the folder's name is part of it, nor the example: another folder, or an example that is renamed or replaced by a
//! better one, leaves the suggestion what it is. Overloads are told apart by the types of their parameters.

use crate::report::Suggestion;
use reweave_model::{FileModel, NodeId, type_text};
use reweave_text::{Interner, Part};
use reweave_vectors::MethodId;
use std::collections::HashMap;

/// The method at `node` with the types of its parameters as they are written: `shop.Order.due(int,String...)`.
pub fn signature(name: &str, model: &FileModel, node: NodeId, names: &Interner) -> String {
    let Some(callable) = model.callables.iter().find(|c| c.node == node) else {
        return name.to_owned();
    };
    let params = callable.params.iter().map(|p| {
        let ty = p.ty.map(|ty| type_text(&model.tree, ty, names));
        ty.unwrap_or_default() + if p.varargs { "..." } else { "" }
    });
    format!("{name}({})", params.collect::<Vec<_>>().join(","))
}

/// What makes a suggestion known whose method was moved or renamed: its type and the method's body, however it is laid out.
pub fn of_code(kind: &str, method: &str) -> String {
    let body = method.find('{').map_or("", |at| method.part(at..));
    let plain: String = body.split_whitespace().collect::<Vec<_>>().concat();
    hash(kind, &plain, 0)
}

/// A suggestion that has no fingerprint yet.
pub struct Unnumbered {
    pub suggestion: Suggestion,
    pub missed: MethodId,
    /// Of the missed method.
    pub signature: String,
}

/// The suggestions in the same order, with their fingerprints. Those that would have the same, such as two places of one
/// method, are numbered in order of position.
pub fn number(mut all: Vec<Unnumbered>) -> Vec<Suggestion> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| (all[at].missed, all[at].suggestion.missed_lines()));
    let mut met: HashMap<(String, String), usize> = HashMap::new();
    for at in order {
        let Unnumbered {
            suggestion,
            signature,
            ..
        } = &mut all[at];
        let key = (suggestion.kind.clone(), signature.clone());
        let count = met.entry(key).or_default();
        suggestion.fingerprint = hash(&suggestion.kind, signature, *count);
        *count += 1;
    }
    all.into_iter().map(|u| u.suggestion).collect()
}

/// FNV-1a.
fn hash(kind: &str, signature: &str, count: usize) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(kind);
    add(signature);
    if count > 0 {
        add(&count.to_string());
    }
    format!("{hash:016x}")
}
