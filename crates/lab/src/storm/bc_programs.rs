//! A hundred bc programs of our own, each from its number: functions that share few names, so that dynamic scoping, arrays
//! and side effects meet often, and nothing runs for long.

use super::{Program, Random};
use std::fmt::Write;

const NAMES: [&str; 8] = ["a", "b", "n", "x", "y", "sum", "k", "t"];
const FUNCTIONS: [&str; 5] = ["f", "g", "twice", "pick", "walk"];

/// The program of a number.
pub fn own_programs(number: u64) -> Program {
    let mut writer = Writer {
        random: Random::new(number, "bc program", 0),
        out: String::new(),
        known: Vec::new(),
        loops: 0,
    };
    writer.program();
    // A few are two files, a library and what uses it.
    let files = match (number % 5, writer.out.split_once("/* main */\n")) {
        (0, Some((library, main))) => vec![
            ("lib.bc".to_owned(), library.to_owned()),
            ("main.bc".to_owned(), main.to_owned()),
        ],
        _ => vec![("main.bc".to_owned(), writer.out)],
    };
    Program {
        name: format!("own {number}"),
        files,
    }
}

struct Writer {
    random: Random,
    out: String,
    /// Functions defined so far, with the number of their parameters and whether the last is an array by reference.
    known: Vec<(&'static str, usize, bool)>,
    /// Loops around; only few calls are made in loops, and loops do not nest deep.
    loops: usize,
}

impl Writer {
    fn program(&mut self) {
        let functions = 1 + self.random.below(FUNCTIONS.len());
        for name in &FUNCTIONS[..functions] {
            self.function(name);
        }
        self.out.push_str("/* main */\n");
        let _ = writeln!(self.out, "scale = {}", self.random.below(6));
        for _ in 0..6 + self.random.below(12) {
            self.statement("", 0, false);
        }
        for name in NAMES {
            let _ = writeln!(self.out, "print \"{name} = \", {name}, \"\\n\"");
        }
        self.out.push_str("b[0] + b[1] + b[2]\n");
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.random.below(NAMES.len())]
    }

    fn function(&mut self, name: &'static str) {
        let params = self.random.below(3);
        let by_reference = self.random.one_in(4);
        let mut declared: Vec<String> = Vec::new();
        for _ in 0..params {
            let n = self.name().to_owned();
            if !declared.contains(&n) {
                declared.push(n);
            }
        }
        let count = declared.len();
        let mut list = declared.clone();
        if by_reference {
            list.push("*c[]".to_owned());
        }
        let _ = writeln!(self.out, "define {name}({}) {{", list.join(", "));
        let mut autos = Vec::new();
        for _ in 0..self.random.below(3) {
            let n = self.name().to_owned();
            if !declared.contains(&n) && !autos.contains(&n) {
                autos.push(n);
            }
        }
        if !autos.is_empty() {
            let _ = writeln!(self.out, "  auto {}", autos.join(", "));
        }
        for _ in 0..=self.random.below(4) {
            self.statement("  ", 0, by_reference);
        }
        let value = self.expression(2);
        let _ = writeln!(self.out, "  return ({value})\n}}");
        self.known.push((name, count, by_reference));
    }

    fn statement(&mut self, indent: &str, depth: usize, has_reference: bool) {
        let name = self.name();
        let value = self.expression(2);
        let inner = format!("{indent}  ");
        let choice = self.random.below(if depth < 2 { 12 } else { 6 });
        let _ = match choice {
            0 | 1 => writeln!(self.out, "{indent}{name} = {value}"),
            2 => writeln!(self.out, "{indent}print \"{name}: \", {value}, \"\\n\""),
            3 => {
                let array = if has_reference { "c" } else { "b" };
                writeln!(
                    self.out,
                    "{indent}{array}[{}] = {value}",
                    self.random.below(3)
                )
            }
            4 => writeln!(self.out, "{indent}{name} += {}", self.random.below(7)),
            5 => writeln!(self.out, "{indent}{value}"),
            6 | 7 => {
                let _ = writeln!(
                    self.out,
                    "{indent}if ({value} > {}) {{",
                    self.random.below(5)
                );
                self.statement(&inner, depth + 1, has_reference);
                if self.random.one_in(2) {
                    let _ = writeln!(self.out, "{indent}}} else {{");
                    self.statement(&inner, depth + 1, has_reference);
                }
                writeln!(self.out, "{indent}}}")
            }
            8 => {
                let counter = ["i", "j"][depth];
                let _ = writeln!(
                    self.out,
                    "{indent}for ({counter} = 0; {counter} < {}; {counter}++) {{",
                    2 + self.random.below(2)
                );
                self.loops += 1;
                self.statement(&inner, depth + 1, has_reference);
                self.statement(&inner, depth + 1, has_reference);
                self.loops -= 1;
                writeln!(self.out, "{indent}}}")
            }
            9 => writeln!(
                self.out,
                "{indent}if ({name} > 2) {name} = {value} else {name} = 1"
            ),
            10 => {
                let other = self.name();
                writeln!(self.out, "{indent}{name} = 1; {other} = {value}")
            }
            _ => writeln!(self.out, "{indent}x = {value}; if (x > 100) x = 7"),
        };
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => self.random.below(30).to_string(),
                1 => format!("b[{}]", self.random.below(3)),
                _ => self.name().to_owned(),
            };
        }
        let (l, r) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(10) {
            0 | 1 => format!("{l} + {r}"),
            2 => format!("({l} - {r}) * 2"),
            3 => format!("{l} * {r} % 97"),
            4 => format!("{l} / ({r} * {r} + 1)"),
            5 => format!("({l} < {r}) + 1"),
            6 => format!("length({l}) + {r}"),
            7 if self.loops < 2 => self.call(depth),
            8 => format!("({l} && {r}) + {}++", self.name()),
            _ => l,
        }
    }

    fn call(&mut self, depth: usize) -> String {
        if self.known.is_empty() {
            return "sqrt(2)".to_owned();
        }
        let at = self.random.below(self.known.len());
        let (name, params, by_reference) = self.known[at];
        let mut args: Vec<String> = (0..params).map(|_| self.expression(depth - 1)).collect();
        if by_reference {
            args.push("b[]".to_owned());
        }
        format!("{name}({})", args.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::own_programs;

    #[test]
    fn a_number_is_a_program() {
        assert_eq!(own_programs(7).files, own_programs(7).files);
        assert_ne!(own_programs(7).files, own_programs(8).files);
    }
}
