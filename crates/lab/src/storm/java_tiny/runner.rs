//! The classes that run a generated program: one in each package, so that what only the package may reach is reached.

use super::exprs::{Here, Writer};
use super::marks::{instead, part};
use super::plan::{Method, Ty, any};

impl Writer<'_> {
    /// A class that reaches what its package may reach.
    pub fn runner(&mut self, package: usize) -> String {
        let imports = self.imports(package);
        let mut calls = String::new();
        for owner in 0..self.plan.types.len() {
            for method in self.plan.types[owner].methods.clone() {
                if self.plan.types[owner].package == package || self.chance(4) {
                    calls.push_str(&self.reach(owner, &method));
                }
            }
        }
        for _ in 0..2 {
            let mut here = Here::new(0, true);
            here.rank = 0;
            here.may_create = true;
            let statement = self.statements(1, &mut here);
            calls.push_str(&part(&in_try(&statement)));
        }
        let (name, main) = match package {
            0 => {
                let test = self.plan.packages[1];
                (
                    "Main",
                    format!(
                        "    public static void main(String[] args) {{\n        run();\n        {}\n    }}\n",
                        instead("", &format!("{test}.Test.run();"))
                    ),
                )
            }
            _ => ("Test", String::new()),
        };
        let package = self.plan.packages[package];
        format!(
            "package {package};\n{imports}public class {name} {{\n{main}    public static void run() {{\n{calls}    }}\n}}\n"
        )
    }

    /// A call of a method, from outside and with its result printed.
    fn reach(&mut self, owner: usize, method: &Method) -> String {
        let mut here = Here::new(0, true);
        here.may_create = true;
        here.depth = 1;
        let mut params: Vec<Ty> = method.params.iter().map(|p| p.0.clone()).collect();
        if method.is_varargs && self.chance(2) {
            params.pop();
        }
        let args = self.arguments(owner, &params, &here);
        let call = if method.is_static {
            let through = any(&self.plan.subtypes(owner), self.random);
            format!("{}.{}({args})", self.type_name(through, 0), method.name)
        } else {
            let object = self.object(owner, &here);
            match self.random.below(3) {
                0 => format!("{object}.{}({args})", method.name),
                _ => format!(
                    "(({}) {object}).{}({args})",
                    self.reference(owner, 0, true),
                    method.name
                ),
            }
        };
        let statement = match method.ret {
            Ty::Void => format!("{call};"),
            Ty::Ref(_) | Ty::Object | Ty::Supplier => format!("p.U.t(p.U.s({call}));"),
            _ => format!("p.U.t(\"\" + {call});"),
        };
        part(&in_try(&statement))
    }
}

fn in_try(statement: &str) -> String {
    format!(
        "        try {{ {statement} }} catch (Throwable e) {{ System.out.print(p.U.e(e)); }}\n        System.out.println();\n"
    )
}
