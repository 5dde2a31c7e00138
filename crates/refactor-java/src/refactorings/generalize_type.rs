//! Generalize Type: declares a variable, a field, a parameter or the result of a method with a supertype of its type.
//!
//! `to` names the supertype. Whatever is done with the value must be there in the supertype, and mean the same.
//!
//! ```before
//! import java.util.ArrayList;
//! import java.util.List;
//! class Order {
//!     int lines() {
//!         $0ArrayList<String> lines = new ArrayList<>();
//!         return lines.size();
//!     }
//! }
//! ```
//! ```with
//! to=List
//! ```
//! ```after
//! import java.util.ArrayList;
//! import java.util.List;
//! class Order {
//!     int lines() {
//!         List<String> lines = new ArrayList<>();
//!         return lines.size();
//!     }
//! }
//! ```
//!
//! ```before
//! import java.util.ArrayList;
//! class Order {
//!     void fill(ArrayList<String> $0lines) {
//!         lines.ensureCapacity(10);
//!     }
//! }
//! ```
//! ```with
//! to=java.util.List
//! ```
//! ```refuses
//! ensureCapacity
//! ```

use crate::Java;
use crate::checks::signature_answers::comes_to_the_same;
use crate::edits::general::{Slot, slot_at, supertype};
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "generalize-type",
    file: include_str!("generalize_type.rs"),
    params: &[Param::required("to", "the supertype")],
    perform,
};

/// The declared type changes, and the static type of its uses; nothing moves.
pub const RULE: &str = "N≠→↺ O I T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let slot = slot_at(run)?;
    let program = run.program();
    let (number, node) = slot.ty;
    let at = program.interval(number, program.model(number).tree.span(node));
    let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
    let wanted = supertype(program, &slot, run.param("to")?)?;
    let mut imports = Imports::default();
    let text = type_text(program, &mut imports, (number, node), wanted)
        .ok_or_else(|| bad("the supertype cannot be written here"))?;
    let mut step = Step::new("declare it with a supertype", RULE);
    replace(run, &slot, &text, &mut step)?;
    imports.add_to(program, run.sources(), &mut step);
    run.step_excused(&step, comes_to_the_same)
}

/// Writes another type; what is done with the values counts as affected.
pub fn replace(
    run: &Run<'_, Java>,
    slot: &Slot,
    text: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let program = run.program();
    let (number, node) = slot.ty;
    step.replace(
        program.interval(number, program.model(number).tree.span(node)),
        text,
    );
    for used in slot.uses(program) {
        step.affect(program.interval(used.file, used.span));
    }
    if let Some(place) = slot.never(program) {
        let at: Interval = place;
        return Err(
            BadInput::new("which type this has decides here what happens").at(at.file, at.span),
        );
    }
    Ok(())
}
