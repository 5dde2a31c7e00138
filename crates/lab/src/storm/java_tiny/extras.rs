//! Members that belong together, from templates: overloads, bridges, enums with bodies, sealed types, `o.super()`, and a method
//! that uses them.

use super::exprs::Writer;
use super::marks::{declare, part};
use super::plan::any;
use reweave_text::Part as _;

const TEMPLATES: &str = include_str!("../../../java/tiny-templates.txt");

const MEMBERS: [&str; 6] = ["m", "n", "k", "g", "a", "b"];
const TYPES: [&str; 6] = ["K", "N", "A", "Q", "W", "S"];

/// How many templates there are.
pub fn count() -> usize {
    TEMPLATES.matches("\n=== ").count()
}

impl Writer<'_> {
    /// Members, and the body of the method that uses them.
    pub fn extra(&mut self, number: usize, which: usize, is_static: bool) -> (String, String) {
        let template = TEMPLATES.split("\n=== ").nth(which + 1).unwrap_or_default();
        let (_, template) = template.split_once('\n').unwrap_or_default();
        let named = self.named(number, template, is_static);
        let chosen = self.chosen(&named);
        let marked = self.marked(&chosen);
        let (members, uses) = marked.split_once("---\n").unwrap_or((&marked, ""));
        (members.to_owned(), uses.trim_end().to_owned())
    }

    fn named(&mut self, number: usize, template: &str, is_static: bool) -> String {
        let mut text = template.to_owned();
        let (mut members, mut types) = (MEMBERS.to_vec(), TYPES.to_vec());
        for place in ["@a", "@b", "@c"] {
            let name = members.remove(self.random.below(members.len()));
            text = text.replace(place, name);
        }
        for place in ["@T", "@S"] {
            let name = types.remove(self.random.below(types.len()));
            text = text.replace(place, name);
        }
        let up = self.random.below(self.plan.types.len());
        let up = self.reference(up, number, true);
        let word = if is_static { "static" } else { "" };
        text.replace("@own", &self.full_name(number))
            .replace("@here", self.plan.types[number].name)
            .replace("@up", &up)
            .replace("@V", "T")
            .replace("@static ", if is_static { "static " } else { "" })
            .replace("@static", word)
    }

    /// With one of the words of each choice, the inner ones first.
    fn chosen(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        while let Some(end) = text.find('⟫') {
            let start = text.part(..end).rfind('⟪').unwrap_or(end);
            let words: Vec<&str> = text
                .part(start..end)
                .trim_start_matches('⟪')
                .split('│')
                .collect();
            let word = any(&words, self.random).to_owned();
            text.replace_range(start..end + '⟫'.len_utf8(), &word);
        }
        text
    }

    /// With the marks of the generator, and with numbers.
    fn marked(&mut self, text: &str) -> String {
        let mut out = String::new();
        let around = part(" ");
        let (open, close) = around.split_once(' ').unwrap_or_default();
        let mut rest = text;
        while let Some(at) = rest.find(['⟦', '⟧', '⟨', '#']) {
            out.push_str(rest.part(..at));
            let mark = rest.part(at..).chars().next().unwrap_or('#');
            rest = rest.part(at + mark.len_utf8()..);
            match mark {
                '⟦' => out.push_str(open),
                '⟧' => out.push_str(close),
                '⟨' => {
                    let (inner, after) = rest.split_once('⟩').unwrap_or_default();
                    let (about, name) = inner.rsplit_once(':').unwrap_or_default();
                    out.push_str(&declare(about, name));
                    rest = after;
                }
                _ => out.push_str(&self.number().to_string()),
            }
        }
        out + rest
    }
}
