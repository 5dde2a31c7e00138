//! Namelist input that the program holds as text: its words bind names, too.

use super::Referrer;
use crate::ast::{Expr, Ident};
use crate::table::{EntityId, EntityKind, Flags, role};
use reweave_text::{Part, Span};

impl Referrer<'_> {
    /// Names of namelists and of their members, for literals that hold namelist input.
    pub(super) fn namelists(&mut self) {
        let groups: Vec<EntityId> = (0..self.d.program.entities.len() as u32)
            .map(EntityId)
            .filter(|&e| self.d.program.entity(e).kind == EntityKind::Namelist)
            .collect();
        for group in groups {
            let e = self.d.program.entity(group).clone();
            self.namelist_words.entry(e.name).or_default().push(group);
            for member in &e.parts {
                if let Some(found) = self.d.program.lookup(e.scope, member.name) {
                    self.d.flags(found, Flags::NAMELIST);
                    self.namelist_words
                        .entry(member.name)
                        .or_default()
                        .push(found);
                }
            }
        }
    }

    /// `'&nml x = 1 /'`: what namelist input would read as names.
    pub(crate) fn literal(&mut self, literal: &Expr) {
        if self.namelist_words.is_empty() {
            return;
        }
        let text = literal.span.text(self.sources.text(self.d.file));
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if !(bytes[i].is_ascii_alphabetic() || bytes[i] == b'_') {
                i += 1;
                continue;
            }
            let start = i;
            while i < bytes.len() && (bytes[i].is_ascii_alphanumeric() || bytes[i] == b'_') {
                i += 1;
            }
            let after = text.part(i..).trim_start().bytes().next();
            let before = text.part(..start).trim_end().bytes().next_back();
            if !(matches!(after, Some(b'=' | b'(' | b'%'))
                || matches!(before, Some(b'&' | b'$' | b'%')))
            {
                continue;
            }
            let name = self
                .d
                .names
                .intern(&text.part(start..i).to_ascii_lowercase());
            let span = Span::new(
                literal.span.start + start as u32,
                literal.span.start + i as u32,
            );
            for entity in self.namelist_words.get(&name).cloned().unwrap_or_default() {
                self.refer_to(Ident { name, span }, entity, role::DATA);
            }
        }
    }
}
