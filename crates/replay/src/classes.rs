//! Uses of classes, and how a file can name a class of the new release.

use crate::draft::Drafter;
use crate::plan::Named;
use crate::rewrite::{Change, Part};
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::{Kind, Role};
use reweave_text::{Part as _, Span};

impl Drafter<'_> {
    pub fn class_use(&mut self, used: &Use, class: ClassId) {
        if self.model.tree.role(used.node) == Role::Superclass {
            self.implement(used, class);
        }
        let Some(named) = self.targets.class(class) else {
            return;
        };
        let key = self.targets.old.dotted(class);
        if !self.site(used.span, &key, named.entry) {
            return;
        }
        let tree = &self.model.tree;
        let simple = used.span.text(self.text);
        let data = tree.node(used.node);
        if tree.kind(used.node) == Kind::Annotation && data.name_at < used.span.start {
            let whole = Span::new(data.name_at, used.span.end);
            self.change(Change::name(whole, used.span, named.new));
            return;
        }
        let Some(qualifier) = self.qualifier(used.node) else {
            let text = self.simple_name(class, &named, used.span);
            if text != simple {
                self.change(Change::name(used.span, used.span, text));
            }
            return;
        };
        let whole = Span::new(tree.span(qualifier).start, used.span.end);
        match self.names.decl(self.file, qualifier) {
            Decl::Package(_) => {
                self.covered.push(whole);
                self.change(Change::name(whole, used.span, named.new));
            }
            Decl::Class(outer) => {
                let (prefix, last) = named.new.rsplit_once('.').unwrap_or(("", &named.new));
                if self.targets.class_now(outer) == prefix {
                    if last != simple {
                        self.change(Change::name(used.span, used.span, last.to_owned()));
                    }
                } else {
                    let text = self.name_class(&named.new);
                    self.covered.push(whole);
                    self.change(Change::name(whole, used.span, text));
                }
            }
            _ => {}
        }
    }

    /// A class that is an interface now is implemented, not extended.
    fn implement(&mut self, used: &Use, class: ClassId) {
        let api = self.targets.api.world();
        let now = api.class_by_dotted(&self.targets.class_now(class));
        let was = self.targets.old.world().info(class).is_interface();
        if !self.targets.old.owns(class) || was || !now.is_some_and(|c| api.info(c).is_interface())
        {
            return;
        }
        let tree = &self.model.tree;
        let Some(ty) = self
            .model
            .types
            .iter()
            .find(|t| t.superclass == Some(used.node))
        else {
            return;
        };
        let span = tree.span(used.node);
        let Some(word) = self.text.part(..span.start as usize).rfind("extends") else {
            return;
        };
        let word = Span::new(word as u32, word as u32 + "extends".len() as u32);
        let key = self.targets.old.dotted(class);
        if !self.site(word, &key, 0) {
            return;
        }
        match ty.interfaces.first() {
            None => self.change(Change::list(word, vec![Part::New("implements".to_owned())])),
            Some(&first) => {
                let first = tree.span(first).start;
                let head = Span::new(word.start, first);
                let after = Span::new(span.end, first);
                let (gap, rest) = (
                    Part::New(", ".to_owned()),
                    after.text(self.text).trim_start(),
                );
                let lead = Part::New(rest.to_owned());
                self.change(Change::list(head, vec![lead, Part::Old(span), gap]));
            }
        }
    }

    /// What a simple name of a class is written as: its new simple name, with an import where it needs one.
    fn simple_name(&mut self, class: ClassId, named: &Named, at: Span) -> String {
        let last = named
            .new
            .rsplit('.')
            .next()
            .unwrap_or(&named.new)
            .to_owned();
        let prefix = named.new.part(..named.new.len() - last.len());
        let prefix = prefix.trim_end_matches('.').to_owned();
        if self.lessons.written_out.contains(&named.new) {
            if let Some(&import) = self.imported.get(&class) {
                self.unneeded.insert(import);
            }
            return named.new.clone();
        }
        let world = self.targets.old.world();
        let before = at.text(self.text);
        if last != before
            && let Some(symbol) = world.names().get(&last)
            && let Some(other) = world.type_in_file(self.file, symbol)
            && other != class
            && self.targets.class_now(other) != named.new
        {
            if let Some(&import) = self.imported.get(&class) {
                self.unneeded.insert(import);
            }
            return named.new.clone();
        }
        if self.imported.contains_key(&class) {
            return last;
        }
        let outer = world.info(class).outer;
        if outer.is_some_and(|o| self.targets.class_now(o) == prefix) {
            return last;
        }
        self.name_class(&named.new)
    }

    /// How this file can name a class of the new release from anywhere in it.
    pub fn name_class(&mut self, new: &str) -> String {
        let Some((prefix, last)) = new.rsplit_once('.') else {
            return new.to_owned();
        };
        if self.lessons.written_out.contains(new) {
            return new.to_owned();
        }
        let api = self.targets.api.world();
        if api.class_by_dotted(prefix).is_some() {
            return format!("{}.{last}", self.name_class(prefix));
        }
        let world = self.targets.old.world();
        if world.text(self.model.package) == prefix || prefix == "java.lang" {
            return last.to_owned();
        }
        let same = |class: ClassId| self.targets.class_now(class) == new;
        if self.imported.keys().any(|&c| same(c)) || self.wanted.contains(new) {
            return last.to_owned();
        }
        let on_demand = self.model.imports.iter().any(|i| {
            let name = world.text(i.name);
            let now = self.package_now(name);
            i.on_demand && !i.is_static && now == prefix
        });
        if on_demand {
            return last.to_owned();
        }
        let symbol = world.names().get(last);
        let taken = symbol.and_then(|s| world.type_in_file(self.file, s));
        let end = format!(".{last}");
        let clash = taken.is_some_and(|t| !same(t))
            || self.wanted.iter().any(|w| w.ends_with(&end))
            || self.model.types.iter().any(|t| Some(t.name) == symbol);
        if clash {
            return new.to_owned();
        }
        self.wanted.insert(new.to_owned());
        last.to_owned()
    }

    /// What a package that is imported on demand is called now.
    pub fn package_now(&self, old: &str) -> String {
        let there = |p: &str| {
            let api = self.targets.api.world();
            api.names().get(p).is_some_and(|s| api.is_package(s))
        };
        self.targets
            .plan
            .package(old)
            .filter(|n| there(&n.new))
            .map_or_else(|| old.to_owned(), |n| n.new)
    }
}
