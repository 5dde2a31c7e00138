//! The arguments of calls whose method takes others now: put in the new order, left out, added with a default.

use crate::plan::MethodPlan;
use crate::rewrite::{Change, Part};
use crate::targets::Targets;
use reweave_java_names::MethodId;
use reweave_log::Parameter;
use reweave_model::{FileModel, Kind, NodeId, Role};
use reweave_text::Span;

impl Targets<'_> {
    /// The edit of a call's arguments; none where they stay.
    pub fn arguments(
        &self,
        model: &FileModel,
        text: &str,
        call: NodeId,
        method: MethodId,
        plan: &MethodPlan,
    ) -> Result<Option<Change>, String> {
        if !self.reorders(method, plan) {
            return Ok(None);
        }
        let parameters = plan.parameters.as_deref().unwrap_or_default();
        let tree = &model.tree;
        let given: Vec<NodeId> = tree.children_in(call, Role::Argument).collect();
        let count = self.old.world().signature(method).params.len();
        let is_varargs = self.old.world().method(method).varargs;
        let range = |from: usize| {
            let end = if is_varargs && from + 1 == count {
                given.len()
            } else {
                from + 1
            };
            given.get(from..end).unwrap_or_default()
        };
        let order = order(parameters, range);
        check_effects(model, &given, &order)?;
        if self.becomes_static(method, plan) && tree.kind(call) == Kind::MethodRef {
            return Err("a method reference cannot pass its object".to_owned());
        }
        let mut parts = Vec::new();
        for parameter in parameters {
            let texts: Vec<Part> = match parameter.from {
                None if parameter.receiver => vec![receiver(model, call)?],
                Some(from) => {
                    let nodes = range(from).iter();
                    nodes.map(|&n| Part::Old(tree.span(n))).collect()
                }
                None if parameter.ty.ends_with("...") => Vec::new(),
                None => vec![Part::New(self.default(parameter)?)],
            };
            for part in texts {
                if !parts.is_empty() {
                    parts.push(Part::New(", ".to_owned()));
                }
                parts.push(part);
            }
        }
        let list = argument_list(model, text, call, &given)
            .ok_or("its arguments cannot be told from the text around")?;
        Ok(Some(Change::list(list, parts)))
    }

    /// What calls pass for a parameter that was added: the user's word first, then the log's.
    pub fn default(&self, parameter: &Parameter) -> Result<String, String> {
        let given = self.defaults.get(&parameter.name);
        given
            .or(parameter.default.as_ref())
            .cloned()
            .ok_or_else(|| {
                format!(
                    "the new parameter `{0}` of type {1} needs a value: --default {0}=VALUE",
                    parameter.name, parameter.ty
                )
            })
    }
}

/// The object of a call as text: what stands before the dot, or `this`.
fn receiver(model: &FileModel, call: NodeId) -> Result<Part, String> {
    let tree = &model.tree;
    let Some(node) = tree.child_in(call, Role::Receiver) else {
        return Ok(Part::New("this".to_owned()));
    };
    if tree.kind(node) == Kind::Super {
        return Err("it is called on `super`, which cannot be passed".to_owned());
    }
    Ok(Part::Old(tree.span(node)))
}

/// Arguments that do something may neither vanish nor change places with each other.
fn check_effects(model: &FileModel, given: &[NodeId], order: &[NodeId]) -> Result<(), String> {
    let acts = |node: NodeId| {
        model.tree.descendants(node).any(|n| {
            matches!(
                model.tree.kind(n),
                Kind::Call | Kind::New | Kind::Assign | Kind::Update
            )
        })
    };
    let acting: Vec<NodeId> = given.iter().copied().filter(|&n| acts(n)).collect();
    let kept: Vec<NodeId> = order.iter().copied().filter(|&n| acts(n)).collect();
    if kept.len() < acting.len() {
        return Err("an argument that is no longer passed calls or assigns something".to_owned());
    }
    if kept != acting {
        return Err("arguments that call or assign something would change places".to_owned());
    }
    Ok(())
}

fn order<'n>(parameters: &[Parameter], range: impl Fn(usize) -> &'n [NodeId]) -> Vec<NodeId> {
    let from = parameters.iter().filter_map(|p| p.from);
    from.flat_map(|f| range(f).to_vec()).collect()
}

/// The text between the parentheses of a call.
fn argument_list(model: &FileModel, text: &str, call: NodeId, given: &[NodeId]) -> Option<Span> {
    let tree = &model.tree;
    if let (Some(&first), Some(&last)) = (given.first(), given.last()) {
        return Some(Span::new(tree.span(first).start, tree.span(last).end));
    }
    let from = match tree.kind(call) {
        Kind::New => tree.span(tree.child_in(call, Role::Type)?).end,
        _ => tree.node(call).name_at,
    };
    let open = from + text.get(from as usize..)?.find('(')? as u32 + 1;
    Some(Span::at(open))
}

/// What a callable's declaration becomes: its parameters in the new order.
pub fn declared(
    targets: &Targets,
    model: &FileModel,
    text: &str,
    callable: &reweave_model::Callable,
    plan: &MethodPlan,
) -> Result<Option<Change>, String> {
    let Some(parameters) = &plan.parameters else {
        return Ok(None);
    };
    let tree = &model.tree;
    let same = parameters.len() == callable.params.len()
        && parameters
            .iter()
            .enumerate()
            .all(|(i, p)| p.from == Some(i));
    if same {
        return Ok(None);
    }
    let kept: Vec<usize> = parameters.iter().filter_map(|p| p.from).collect();
    for (i, param) in callable.params.iter().enumerate() {
        let is_used = callable.body.is_some_and(|b| {
            tree.descendants(b)
                .any(|n| tree.kind(n) == Kind::Name && tree.sym(n) == param.name)
        });
        if !kept.contains(&i) && is_used {
            return Err("its body uses a parameter that is gone".to_owned());
        }
    }
    let world = targets.old.world();
    let mut parts = Vec::new();
    for parameter in parameters {
        if !parts.is_empty() {
            parts.push(Part::New(", ".to_owned()));
        }
        if let Some(param) = parameter.from.and_then(|f| callable.params.get(f)) {
            parts.push(Part::Old(tree.span(param.node)));
            continue;
        }
        let named = |n: NodeId| world.text(tree.sym(n)) == parameter.name;
        let in_body = callable
            .body
            .is_some_and(|b| tree.descendants(b).any(named));
        let mut params = callable.params.iter();
        if in_body || params.any(|p| world.text(p.name) == parameter.name) {
            return Err(format!(
                "its body has something called `{}`, like the new parameter",
                parameter.name
            ));
        }
        parts.push(Part::New(format!("{} {}", parameter.ty, parameter.name)));
    }
    let nodes: Vec<Span> = callable.params.iter().map(|p| tree.span(p.node)).collect();
    let list = if let (Some(first), Some(last)) = (nodes.first(), nodes.last()) {
        Span::new(first.start, last.end)
    } else {
        let from = tree.node(callable.node).name_at;
        let open = text.get(from as usize..).and_then(|t| t.find('('));
        let open = open.ok_or("its parameters cannot be told from the text around")?;
        Span::at(from + open as u32 + 1)
    };
    Ok(Some(Change::list(list, parts)))
}
