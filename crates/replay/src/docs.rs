//! Links in documentation comments: `{@link Type#member(int)}`, `@see`, `@throws`.

use crate::draft::Drafter;
use crate::rewrite::{Change, Part};
use reweave_java_names::{Decl, Use};
use reweave_log::simple_type;
use reweave_text::{Part as _, Span};

impl Drafter<'_> {
    pub fn docs(&mut self) {
        let mut uses = self.names.doc_uses(self.file, self.text);
        // A nested class comes before the one around it, so that the whole name is covered first.
        uses.sort_by_key(|u| std::cmp::Reverse(u.span.start));
        for used in uses {
            if self
                .covered
                .iter()
                .rev()
                .take(8)
                .any(|c| c.contains(used.span))
            {
                continue;
            }
            match used.decl {
                Decl::Class(_) => self.doc_class(&used),
                Decl::Method(_) | Decl::Field(_) => self.doc_member(&used),
                _ => {}
            }
        }
    }

    /// The dotted name before a word of a comment: where it begins.
    fn dotted_start(&self, at: u32) -> u32 {
        let before = self.text.part(..at as usize);
        if !before.ends_with('.') {
            return at;
        }
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        before.trim_end_matches(word).len() as u32
    }

    fn doc_class(&mut self, used: &Use) {
        let Decl::Class(class) = used.decl else {
            return;
        };
        let Some(named) = self.targets.class(class) else {
            return;
        };
        let key = self.targets.old.dotted(class);
        if !self.site(used.span, &key, named.entry) {
            return;
        }
        let whole = Span::new(self.dotted_start(used.span.start), used.span.end);
        let text = if whole == used.span {
            self.doc_name(class, &named.new)
        } else if whole.text(self.text) == key {
            named.new.clone()
        } else {
            named.new.rsplit('.').next().unwrap_or_default().to_owned()
        };
        let span = if whole.text(self.text) == key {
            whole
        } else {
            used.span
        };
        if span.text(self.text) != text {
            self.covered.push(span);
            self.change(Change::name(span, used.span, text));
        }
    }

    /// A comment gets no import of its own: a class that is not in sight is written out.
    fn doc_name(&self, class: reweave_java_names::ClassId, new: &str) -> String {
        let last = new.rsplit('.').next().unwrap_or(new);
        let prefix = new.part(..new.len() - last.len()).trim_end_matches('.');
        let world = self.targets.old.world();
        let outer = world.info(class).outer;
        let nested = outer.is_some_and(|o| self.targets.class_now(o) == prefix);
        let on_demand =
            self.model.imports.iter().any(|i| {
                i.on_demand && !i.is_static && self.package_now(world.text(i.name)) == prefix
            });
        let in_sight = self.imported.contains_key(&class)
            || self.wanted.contains(new)
            || nested
            || on_demand
            || world.text(self.model.package) == prefix;
        if in_sight && !self.lessons.written_out.contains(new) {
            last.to_owned()
        } else {
            new.to_owned()
        }
    }

    fn doc_member(&mut self, used: &Use) {
        let (key, owner, name, types, entry) = match used.decl {
            Decl::Method(method) => {
                let Some(Ok(plan)) = self.targets.method(method) else {
                    return;
                };
                let key = self.targets.old.method_name(method);
                let types = self
                    .targets
                    .reorders(method, &plan)
                    .then(|| simple_types(&plan.types));
                let moved = self
                    .targets
                    .class_now(self.targets.old.world().method(method).owner)
                    != plan.owner;
                let owner = moved.then(|| plan.owner.clone());
                (key, owner, plan.name.clone(), types, plan.entry)
            }
            Decl::Field(field) => {
                let Some(named) = self.targets.field(field) else {
                    return;
                };
                let (owner, name) = named.new.rsplit_once('.').unwrap_or(("", &named.new));
                let moved = self
                    .targets
                    .class_now(self.targets.old.world().field(field).owner)
                    != owner;
                let owner = moved.then(|| owner.to_owned());
                let key = self.targets.old.field_name(field);
                (key, owner, name.to_owned(), None, named.entry)
            }
            _ => return,
        };
        if !self.site(used.span, &key, entry) {
            return;
        }
        let before = self.text.part(..used.span.start as usize);
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        match owner {
            Some(owner) if before.ends_with('#') => {
                let start = before.part(..before.len() - 1).trim_end_matches(word).len() as u32;
                let whole = Span::new(start, used.span.end);
                self.covered.push(whole);
                self.change(Change::name(whole, used.span, format!("{owner}#{name}")));
            }
            _ if used.span.text(self.text) != name => {
                self.change(Change::name(used.span, used.span, name));
            }
            _ => {}
        }
        let after = self.text.part(used.span.end as usize..);
        if let (Some(types), true, Some(close)) = (types, after.starts_with('('), after.find(')')) {
            let list = Span::new(used.span.end + 1, used.span.end + close as u32);
            self.covered.push(list);
            self.change(Change::list(list, vec![Part::New(types)]));
        }
    }
}

fn simple_types(types: &[String]) -> String {
    let types: Vec<&str> = types.iter().map(|t| simple_type(t)).collect();
    types.join(", ")
}
