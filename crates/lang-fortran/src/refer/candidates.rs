//! The procedures that a call may run, and which dummy each actual argument is for.

use crate::ast::{Arg, Attribute, ExprKind, FileAst, StmtKind};
use crate::program::Program;
use crate::refer::Referrer;
use crate::table::{EntityId, EntityKind, Flags};
use crate::types::Type;

/// A procedure that a call may run.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub procedure: EntityId,
    /// The position of the dummy that no actual argument is for, since it takes the object.
    passed: Option<usize>,
}

impl Candidate {
    /// The dummy that an actual argument is for.
    pub fn dummy(self, program: &Program, position: usize, arg: &Arg) -> Option<EntityId> {
        let dummies = &program.entity(self.procedure).dummies;
        let Some(keyword) = arg.keyword else {
            let skipped = self.passed.is_some_and(|passed| passed <= position);
            return dummies
                .get(position + usize::from(skipped))
                .copied()
                .flatten();
        };
        let is_named = |&&d: &&EntityId| program.entity(d).name == keyword.name;
        dummies.iter().flatten().find(is_named).copied()
    }
}

impl Referrer<'_> {
    /// The procedures that a call may run: one, or those of a generic that the arguments fit.
    pub(super) fn candidates(
        &self,
        ast: &FileAst,
        callee: EntityId,
        args: &[Arg],
    ) -> Vec<Candidate> {
        let e = self.d.program.entity(callee);
        let mut named: Vec<EntityId> = Vec::new();
        if e.parts.len() > 1
            || e.kind == EntityKind::Generic
            || !e.parts.is_empty() && e.kind != EntityKind::Binding
        {
            for &part in &e.parts {
                named.extend(self.d.program.part(callee, part).or_else(|| {
                    (part.name == e.name && e.kind == EntityKind::Procedure).then_some(callee)
                }));
            }
        } else {
            named.push(callee);
        }
        let all: Vec<Candidate> = named
            .into_iter()
            .filter_map(|named| {
                let procedure = self.d.program.procedure_of(named)?;
                let passed = self.passed(named, procedure);
                Some(Candidate { procedure, passed })
            })
            .collect();
        if all.len() < 2 {
            return all;
        }
        let fits = |c: &&Candidate| self.fits(ast, **c, args);
        let fitting: Vec<Candidate> = all.iter().filter(fits).copied().collect();
        if fitting.is_empty() { all } else { fitting }
    }

    /// The position of the dummy that takes the object before `%`.
    fn passed(&self, binding: EntityId, procedure: EntityId) -> Option<usize> {
        let program = &*self.d.program;
        let e = program.entity(binding);
        let is_member = matches!(e.kind, EntityKind::Binding | EntityKind::Component);
        if !is_member || e.flags.has(Flags::NO_PASS) {
            return None;
        }
        let declared = program.inside(e.scope).find(|&stmt| {
            let at = (program.placed(stmt).file, program.stmt(stmt).span);
            e.decl
                .is_some_and(|(file, span)| at.0 == file && at.1.contains(span))
        });
        let named = declared.and_then(|stmt| {
            let StmtKind::ProcedureDecl(decl) = &program.stmt(stmt).kind else {
                return None;
            };
            let ast = program.ast(program.placed(stmt).file)?;
            let is_pass = |a: &&Attribute| self.d.names.text(a.name) == "pass";
            let pass = decl.attributes.iter().find(is_pass)?;
            match ast.expr(*pass.args.first()?).kind {
                ExprKind::Name(name) => Some(name.name),
                _ => None,
            }
        });
        let is_named = |d: &Option<EntityId>| d.map(|d| program.entity(d).name) == named;
        let dummies = &program.entity(procedure).dummies;
        named.map_or(Some(0), |_| dummies.iter().position(is_named))
    }

    fn fits(&self, ast: &FileAst, candidate: Candidate, args: &[Arg]) -> bool {
        let procedure = self.d.program.entity(candidate.procedure);
        if args.len() > procedure.dummies.len() {
            return false;
        }
        args.iter().enumerate().all(|(i, arg)| {
            let Some(dummy) = candidate.dummy(self.d.program, i, arg) else {
                return false;
            };
            let (ty, rank) =
                self.d
                    .program
                    .shape(self.d.names, ast, self.d.file, self.scope, arg.value);
            let wanted = self.d.program.effective_type(self.d.names, dummy);
            let number = |t: Type| if t == Type::Double { Type::Real } else { t };
            let elemental = procedure.flags.has(Flags::ELEMENTAL);
            let type_fits = matches!(ty, Type::Unknown)
                || matches!(wanted, Type::Unknown)
                || number(ty) == number(wanted)
                || matches!((ty, wanted), (Type::Derived(_), Type::Derived(_)));
            let rank_fits =
                elemental || rank.is_none_or(|r| r == self.d.program.entity(dummy).rank);
            type_fits && rank_fits
        })
    }
}
