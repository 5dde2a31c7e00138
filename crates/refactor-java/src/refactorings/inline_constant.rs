//! Inline Constant: writes the value of a static final field in the place of one use, or of all; then the field goes.
//!
//! The caret stands on a use, or on the declaration, which asks for all, as does `all=yes`. The value must be the same whenever it is
//! computed.
//!
//! ```before
//! class Order {
//!     static final int $0TAX = 10 + 9;
//!     int price(int net) {
//!         return net * TAX / 100;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net) {
//!         return net * (10 + 9) / 100;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     static final Object $0LOCK = new Object();
//!     void run() {
//!         synchronized (LOCK) { }
//!     }
//! }
//! ```
//! ```refuses
//! a new object each time
//! ```

use crate::Java;
use crate::edits::inlined_field::{Wanted, inline};
use crate::query::at::meant_at;
use crate::refactorings::inline_local_variable::caret;
use reweave_java_names::{Decl, FieldId, UseKind};
use reweave_model::Modifiers;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "inline-constant",
    file: include_str!("inline_constant.rs"),
    params: PARAMS,
    perform,
};

pub const PARAMS: &[Param] = &[
    Param::flag("all", "`yes` inlines every use and removes the field"),
    Param::flag("keep", "`yes` keeps the field though no use is left"),
];

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let wanted = wanted(run)?;
    let world = run.program().world();
    let data = world.field(wanted.field);
    let is_constant = world.is_static_field(wanted.field)
        && (data.modifiers.has(Modifiers::FINAL) || world.info(data.owner).is_interface());
    if !is_constant {
        return Err(BadInput::new(
            "this field is not static and final; inline it with inline-field",
        )
        .into());
    }
    inline(run, &wanted)
}

/// The field under the caret, and whether one use of it is meant.
pub fn wanted(run: &Run<'_, Java>) -> Result<Wanted, BadInput> {
    let (file, at) = caret(run)?;
    let program = run.program();
    let meant = meant_at(program, file, at)?;
    let Decl::Field(field) = meant.decl else {
        return Err(BadInput::unclear(
            "no field stands here; put the caret on the name of one",
        ));
    };
    if program.world().field(field).enum_constant {
        return Err(BadInput::new(
            "a constant of an enum has no value that could be written",
        ));
    }
    let uses = program.uses_in(meant.number, &[Decl::Field(field)]);
    let mut here = uses
        .into_iter()
        .filter(|u| u.kind != UseKind::Import && u.span.start <= at && at <= u.span.end);
    let only = here.next().filter(|_| !run.flag("all"));
    if only.is_none() && is_unused(run, field) {
        return Err(BadInput::new(
            "nothing reads this field; delete it with safe-delete",
        ));
    }
    Ok(Wanted {
        field,
        only,
        keep: run.flag("keep"),
    })
}

fn is_unused(run: &Run<'_, Java>, field: FieldId) -> bool {
    run.program().uses(&[Decl::Field(field)]).is_empty()
}
