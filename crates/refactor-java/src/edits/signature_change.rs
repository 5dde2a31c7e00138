//! What a changed signature is to be.

use crate::edits::given::Given;
use crate::query::program::JavaProgram;
use reweave_java_names::{MethodId, UseKind};
use reweave_model::{Callable, Visibility};

/// A parameter to be.
#[derive(Clone, Debug)]
pub enum Item {
    Kept {
        index: usize,
        ty: Option<String>,
        name: Option<String>,
    },
    New {
        ty: String,
        name: String,
        default: String,
        /// The expression that the calls give, where it is one of the program.
        given: Option<Given>,
    },
}

impl Item {
    pub fn kept(index: usize) -> Self {
        Self::Kept {
            index,
            ty: None,
            name: None,
        }
    }
}

/// What becomes of a method and its family.
#[derive(Clone, Debug)]
pub struct Change {
    pub old_name: String,
    pub name: Option<String>,
    pub varargs: bool,
    /// The names of the parameters now.
    pub old: Vec<String>,
    pub items: Vec<Item>,
    pub returns: Option<String>,
    pub adds: Vec<String>,
    pub drops: Vec<String>,
    pub visibility: Option<Visibility>,
    pub delegate: bool,
}

impl Change {
    /// Another name and nothing else.
    pub fn of_name(old_name: &str, name: &str, params: usize) -> Self {
        Self {
            old_name: old_name.to_owned(),
            name: Some(name.to_owned()),
            varargs: false,
            old: Vec::new(),
            items: (0..params).map(Item::kept).collect(),
            returns: None,
            adds: Vec::new(),
            drops: Vec::new(),
            visibility: None,
            delegate: true,
        }
    }

    /// One parameter less.
    pub fn without(program: &JavaProgram, method: MethodId, index: usize) -> Self {
        let world = program.world();
        let name = world.text(world.method(method).name);
        let callable = callable_of(program, method).map(|(_, c)| c);
        let params = callable.iter().flat_map(|c| &c.params);
        let old: Vec<String> = params.map(|p| world.text(p.name).to_owned()).collect();
        Self {
            name: None,
            varargs: world.method(method).varargs,
            items: (0..old.len())
                .filter(|&i| i != index)
                .map(Item::kept)
                .collect(),
            old,
            delegate: false,
            ..Self::of_name(name, name, 0)
        }
    }

    /// The same parameters in the same order, whatever their names.
    pub fn keeps_parameters(&self) -> bool {
        let in_place = |(i, item): (usize, &Item)| matches!(item, Item::Kept { index, ty: None, .. } if *index == i);
        self.items.len() == self.old.len() && self.items.iter().enumerate().all(in_place)
    }

    /// At most another name.
    pub fn is_name(&self) -> bool {
        let plain = self.adds.is_empty() && self.drops.is_empty() && self.visibility.is_none();
        self.keeps_parameters() && self.returns.is_none() && plain && !self.delegate
    }

    /// The types that are new.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let of_items = self.items.iter().filter_map(|item| match item {
            Item::New { ty, .. } => Some(ty.as_str()),
            Item::Kept { ty, .. } => ty.as_deref(),
        });
        of_items.chain(self.returns.as_deref())
    }

    /// The same parameters in the same order, whatever their names and types.
    pub fn keeps_order(&self) -> bool {
        let in_place =
            |(i, item): (usize, &Item)| matches!(item, Item::Kept { index, .. } if *index == i);
        self.items.len() == self.old.len() && self.items.iter().enumerate().all(in_place)
    }
}

pub fn callable_of(program: &JavaProgram, method: MethodId) -> Option<(u32, &Callable)> {
    let (number, node) = program.world().method_node(method)?;
    let all = &program.model(number).callables;
    Some((number, all.iter().find(|c| c.node == node)?))
}

/// A type without its arguments and package, as links name it.
pub fn simple_type(ty: &str) -> String {
    let head = ty.split('<').next().unwrap_or(ty).trim();
    let brackets: String = ty.chars().skip_while(|c| *c != '[').collect();
    let dots = if ty.trim_end().ends_with("...") {
        "..."
    } else {
        ""
    };
    let name = head
        .trim_end_matches("...")
        .trim_end_matches(['[', ']', ' ']);
    let name = name.rsplit('.').next().unwrap_or(name);
    format!("{name}{brackets}{dots}")
}

/// How a use calls.
pub fn is_call(kind: UseKind) -> bool {
    matches!(kind, UseKind::Call | UseKind::Create)
}
