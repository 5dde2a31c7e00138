//! A plan written out: types, members, files, and the class that runs it all.

use super::super::Random;
use super::exprs::{Here, Writer, rank};
use super::marks::{Marked, declare, part, plain};
use super::plan::{Body, Field, Kind, Method, Plan, Ty};

/// What all programs print with.
const HELPER: &str = "package p;
public class U {
    public static int t(int n) { System.out.print(n + \" \"); return n; }
    public static long t(long n) { System.out.print(n + \"L \"); return n; }
    public static String t(String s) { System.out.print(s + \" \"); return s; }
    public static String s(Object o) { return o == null ? \"null\" : \"object\"; }
    public static int call(java.util.function.IntSupplier s) { return s.getAsInt(); }
    public static String e(Throwable e) {
        String name = e.getClass().getName();
        return name.startsWith(\"java.\") ? name : e.getClass().getSuperclass().getName();
    }
    public static <V> V same(V v) { return v; }
    public static void run(Runnable r) { r.run(); }
}
";

/// A random program.
pub fn program(random: &mut Random) -> Marked {
    let plan = Plan::new(random);
    let mut writer = Writer {
        plan: &plan,
        random,
        next: 1,
    };
    let mut files = Marked::default();
    files.file("p/U.java", HELPER);
    writer.files(&mut files);
    files
}

impl Writer<'_> {
    fn files(&mut self, files: &mut Marked) {
        let tops = 0..self.plan.types.len();
        let tops: Vec<usize> = tops
            .filter(|&t| self.plan.types[t].outer.is_none())
            .collect();
        let mut texts: Vec<(usize, String, String)> = Vec::new();
        for top in tops {
            let ty = &self.plan.types[top];
            let (package, name) = (ty.package, ty.name);
            let is_public = ty.access == "public";
            let text = part(&self.type_text(top));
            let beside = texts.iter_mut().find(|t| t.0 == package);
            match beside {
                Some(file) if !is_public && self.random.one_in(3) => file.2.push_str(&text),
                _ => texts.push((package, name.to_owned(), text)),
            }
        }
        for (package, name, text) in texts {
            let imports = self.imports(package);
            let package = self.plan.packages[package];
            let path = format!("{}/{name}.java", package.replace('.', "/"));
            files.file(&path, &format!("package {package};\n{imports}{text}"));
        }
        for package in [1, 0] {
            let text = self.runner(package);
            let name = ["Main", "Test"][package];
            let package = self.plan.packages[package];
            files.file(&format!("{}/{name}.java", package.replace('.', "/")), &text);
        }
    }

    pub fn imports(&mut self, package: usize) -> String {
        let other = self.plan.packages[1 - package];
        let mut all = vec!["import p.U;".to_owned(), format!("import {other}.*;")];
        for (number, ty) in self.plan.types.iter().enumerate() {
            let path: Vec<&str> = {
                let mut around = self.plan.enclosing(number);
                around.reverse();
                around.iter().map(|&t| self.plan.types[t].name).collect()
            };
            let full = format!("{}.{}", self.plan.packages[ty.package], path.join("."));
            if ty.package != package && self.random.one_in(4) {
                all.push(format!("import {full};"));
            }
            if self.random.one_in(12) {
                all.push(format!("import static {full}.*;"));
            }
            let statics = ty.fields.iter().filter(|f| f.is_static).map(|f| f.name);
            let methods = ty.methods.iter().filter(|m| m.is_static).map(|m| m.name);
            let statics: Vec<&str> = statics.chain(methods).collect();
            if let Some(name) = self.random.pick(&statics)
                && self.random.one_in(8)
            {
                all.push(format!("import static {full}.{name};"));
            }
            if ty.outer.is_some() && self.random.one_in(10) {
                all.push(format!("import {full};"));
            }
        }
        all.iter().map(|i| part(&format!("{i}\n"))).collect()
    }

    fn type_text(&mut self, number: usize) -> String {
        let ty = self.plan.types[number].clone();
        let mut text = String::new();
        let modifier = |word: &str, is: bool| {
            if is {
                part(&format!("{word} "))
            } else {
                String::new()
            }
        };
        text.push_str(&modifier(ty.access, !ty.access.is_empty()));
        text.push_str(&modifier("static", ty.is_static && ty.kind == Kind::Class));
        text.push_str(&modifier("abstract", ty.is_abstract));
        text.push_str(&self.sealing(number));
        let word = match ty.kind {
            Kind::Class => "class",
            Kind::Interface => "interface",
            Kind::Enum => "enum",
            Kind::Record => "record",
        };
        let place = if ty.outer.is_some() { "member" } else { "top" };
        let full = self.full_name(number);
        let name = declare(&format!("T|{place}|{full}"), ty.name);
        text += word;
        text += " ";
        text += &name;
        if let Some(var) = &ty.var {
            text += &["<", &declare("t", var.name), var.bound, ">"].concat();
        }
        if ty.kind == Kind::Record {
            let heads: Vec<String> = ty
                .heads
                .iter()
                .map(|h| format!("int {}", declare(&format!("r|{full}"), h)))
                .collect();
            text += &["(", &heads.join(", "), ")"].concat();
        }
        if let Some(up) = ty.extends {
            text.push_str(&part(&format!(" extends {}", self.supertype(up, number))));
        }
        text.push_str(&self.interfaces(number));
        let body = self.body(number);
        format!("{text} {{\n{body}}}\n")
    }

    pub fn full_name(&self, number: usize) -> String {
        let mut around = self.plan.enclosing(number);
        around.reverse();
        let names: Vec<&str> = around.iter().map(|&t| self.plan.types[t].name).collect();
        let package = self.plan.packages[self.plan.types[number].package];
        format!("{package}.{}", names.join("."))
    }

    fn supertype(&mut self, up: usize, own: usize) -> String {
        let name = self.type_name(up, own);
        match &self.plan.types[up].var.clone() {
            Some(var) => format!("{name}<{}>", self.ty(&var.actual, own)),
            None => name,
        }
    }

    fn interfaces(&mut self, number: usize) -> String {
        let ty = self.plan.types[number].clone();
        if ty.implements.is_empty() {
            return String::new();
        }
        let word = if ty.kind == Kind::Interface {
            "extends"
        } else {
            "implements"
        };
        let all: Vec<String> = ty
            .implements
            .iter()
            .map(|&i| self.supertype(i, number))
            .collect();
        part(&format!(" {word} {}", all.join(", ")))
    }

    /// `sealed` where something stands directly below it, and what that then needs.
    fn sealing(&mut self, number: usize) -> String {
        let all = &self.plan.types;
        let ups = |t: usize| {
            all[t]
                .extends
                .iter()
                .chain(&all[t].implements)
                .copied()
                .collect::<Vec<_>>()
        };
        let has_below = (0..all.len()).any(|t| ups(t).contains(&number));
        let is_sealed = all[number].is_sealed && has_below;
        let above_sealed = ups(number).iter().any(|&u| all[u].is_sealed);
        match all[number].kind {
            _ if is_sealed => part("sealed "),
            Kind::Class | Kind::Interface if above_sealed => part("non-sealed "),
            _ => String::new(),
        }
    }

    fn body(&mut self, number: usize) -> String {
        let ty = self.plan.types[number].clone();
        let mut first = String::new();
        if ty.kind == Kind::Enum {
            let names: Vec<String> = ty
                .heads
                .iter()
                .map(|h| declare(&format!("e|{}", self.full_name(number)), h))
                .collect();
            first = format!("    {};\n", names.join(", "));
        }
        let mut members: Vec<String> = Vec::new();
        for field in &ty.fields {
            members.push(self.field_text(number, field));
        }
        for params in &ty.ctors {
            members.push(self.constructor(number, params));
        }
        for method in &ty.methods {
            let mut body = None;
            if let Some(which) = method.extra {
                let (beside, uses) = self.extra(number, which, method.is_static);
                members.push(beside);
                body = Some(uses);
            }
            members.push(self.method_text(number, method, body));
        }
        if matches!(ty.kind, Kind::Class | Kind::Enum) {
            members.extend(self.initializer(number));
        }
        for nested in 0..self.plan.types.len() {
            if self.plan.types[nested].outer == Some(number) {
                members.push(self.type_text(nested));
            }
        }
        // Where things stand is not always the same.
        for _ in 0..2 {
            if members.len() > 1 {
                let at = self.random.below(members.len());
                let moved = members.remove(at);
                let to = self.random.below(members.len() + 1);
                members.insert(to, moved);
            }
        }
        let members = members.iter().map(|m| part(&format!("    {m}\n")));
        first + &members.collect::<String>()
    }

    fn initializer(&mut self, number: usize) -> Option<String> {
        match self.random.below(4) {
            0 => {
                let mut here = Here::new(number, true);
                here.may_create = self.chance(2);
                Some(format!(
                    "static {{ p.U.t({}); {} }}",
                    self.number(),
                    self.statements(1, &mut here)
                ))
            }
            1 => {
                let mut here = Here::new(number, false);
                Some(format!(
                    "{{ p.U.t({}); {} }}",
                    self.number(),
                    self.statements(1, &mut here)
                ))
            }
            _ => None,
        }
    }

    fn field_text(&mut self, number: usize, field: &Field) -> String {
        let mut text = String::new();
        for (word, is) in [
            (field.access, true),
            ("static", field.is_static),
            ("final", field.is_final),
        ] {
            if is && !word.is_empty() {
                text.push_str(&part(&format!("{word} ")));
            }
        }
        let mut here = Here::new(number, field.is_static);
        here.may_create = field.is_static && self.chance(2);
        let value = match self.random.below(4) {
            0 if !field.is_final && self.plan.types[number].kind != Kind::Interface => {
                String::new()
            }
            _ => part(&format!(" = {}", self.expr(&field.ty, &here))),
        };
        let written = self.ty(&field.ty, number);
        let is_static = if field.is_static { "static" } else { "" };
        let about = format!(
            "f|{}|{is_static}|{}",
            self.full_name(number),
            plain(&written)
        );
        format!("{text}{written} {}{value};", declare(&about, field.name))
    }

    fn params(
        &mut self,
        number: usize,
        params: &[(Ty, &'static str)],
        is_varargs: bool,
    ) -> (String, String) {
        let mut texts = Vec::new();
        let mut about = Vec::new();
        for (at, (ty, name)) in params.iter().enumerate() {
            let mut written = self.ty(ty, number);
            if is_varargs && at + 1 == params.len() {
                written.push_str("...");
            }
            about.push(format!("{} {name}", plain(&written)));
            texts.push(format!("{written} {}", declare("p", name)));
        }
        (texts.join(", "), about.join(";"))
    }

    fn constructor(&mut self, number: usize, params: &[(Ty, &'static str)]) -> String {
        let ty = self.plan.types[number].clone();
        let (texts, about) = self.params(number, params, false);
        let mut here = Here::new(number, true);
        here.locals
            .extend(params.iter().map(|(ty, name)| (*name, ty.clone())));
        let mut head = String::new();
        if let Some(up) = ty.extends {
            let up_type = &self.plan.types[up];
            let is_inner = up_type.outer.is_some() && !up_type.is_static;
            let args = self.constructor_args(up, &here);
            if is_inner && self.chance(2) {
                here.may_create = true;
                let outer = self.object(up_type.outer.unwrap_or(up), &here);
                head = part(&format!("{outer}.super({args}); "));
            } else if self.chance(2) || !up_type.ctors.is_empty() {
                head = part(&format!("super({args}); "));
            }
        }
        here.is_static = false;
        here.may_create = false;
        let name = declare(&format!("c|{}|{about}", self.full_name(number)), ty.name);
        let body = self.statements(2, &mut here);
        format!(
            "{name}({texts}) {{ {head}p.U.t({}); {body}}}",
            self.number()
        )
    }

    fn method_text(&mut self, number: usize, method: &Method, given: Option<String>) -> String {
        let in_interface = self.plan.types[number].kind == Kind::Interface;
        let mut text = String::new();
        let has_body = method.body != Body::Abstract;
        let is_default = in_interface && has_body && !method.is_static;
        let as_private = is_default && method.access.is_empty() && self.chance(6);
        if method.overrides.is_some() && self.chance(3) {
            text.push_str(&part("@Override "));
        }
        let access = if as_private { "private" } else { method.access };
        for (word, is) in [
            (access, true),
            ("static", method.is_static),
            ("abstract", !has_body && !in_interface),
            ("final", method.body == Body::Final),
        ] {
            if is && !word.is_empty() {
                text.push_str(&part(&format!("{word} ")));
            }
        }
        if is_default && !as_private {
            text.push_str("default ");
        }
        let ret = self.ty(&method.ret, number);
        let varargs = method.is_varargs && matches!(method.params.last(), Some((Ty::Int, _)));
        let (params, about) = self.params(number, &method.params, varargs);
        let is_static = if method.is_static { "static" } else { "" };
        let thrown = method.throws.unwrap_or_default();
        let about = format!(
            "m|{}|{about}|{}|{is_static}|{thrown}",
            self.full_name(number),
            plain(&ret)
        );
        text += &[&ret, " ", &declare(&about, method.name), "(", &params, ")"].concat();
        if let Some(thrown) = method.throws {
            text.push_str(&part(&format!(" throws {thrown}")));
        }
        if !has_body {
            return text + ";";
        }
        let body = given.unwrap_or_else(|| self.method_body(number, method, varargs));
        format!("{text} {{ {body}}}")
    }

    fn method_body(&mut self, number: usize, method: &Method, is_varargs: bool) -> String {
        let mut here = Here::new(number, method.is_static);
        here.rank = rank(method.name);
        here.may_create = here.rank == 0;
        let last = method.params.len();
        for (at, (ty, name)) in method.params.iter().enumerate() {
            let is_array = is_varargs && at + 1 == last;
            here.locals
                .push((name, if is_array { Ty::Ints } else { ty.clone() }));
        }
        let count = [0, 0, 1, 2][self.random.below(4)];
        let mut body = if self.chance(4) {
            String::new()
        } else {
            part(&format!("p.U.t({}); ", self.number()))
        };
        body.push_str(&self.statements(count, &mut here));
        if method.throws.is_some() && self.chance(2) {
            let thrown = method.throws.unwrap_or_default();
            body.push_str(&part(&format!(
                "if ({}) throw new {thrown}(); ",
                self.expr(&Ty::Bool, &here)
            )));
        }
        if method.ret != Ty::Void {
            let value = self.expr(&method.ret, &here);
            body += &["return ", &value, "; "].concat();
        }
        body
    }
}
