//! Control flow and def-use edges of each procedure.

use crate::program::Program;
use reweave_preserve::Model;
use reweave_text::Interner;

pub(crate) fn edges(_program: &Program, _names: &Interner, _model: &mut Model) {}
