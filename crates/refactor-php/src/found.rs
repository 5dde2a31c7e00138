//! What the storm once found accepted although the program then behaved differently, made small: each must be refused, or
//! done rightly.

use super::Php;
use reweave_refactor_testing::check;

fn refuses(refactoring: &str, program: &str, name: &str, because: &str) {
    let param = if refactoring == "rename" {
        "to"
    } else {
        "name"
    };
    let example = format!(
        "```before\n<?php\n{program}\n```\n```with\n{param}={name}\n```\n```refuses\n{because}\n```\n"
    );
    check::<Php>(refactoring, &example);
}

#[test]
fn rename() {
    refuses(
        "rename",
        "function f($arg) { global $$arg; return $$arg; }\n$$0a = 42;\necho f('a');",
        "b",
        "could name the variable",
    );
    refuses(
        "rename",
        "enum A { case X; }\necho A::X->$0name;",
        "label",
        "not declared in these files",
    );
    refuses(
        "rename",
        "class Wrapper { function $0stream_eof() { return true; } }\nstream_wrapper_register('w', Wrapper::class);",
        "ended",
        "could name the method",
    );
    refuses(
        "rename",
        "class Wrapper { public $$0context; }\nstream_wrapper_register('w', Wrapper::class);",
        "place",
        "could name the property",
    );
    // Found by a library's own tests.
    refuses(
        "rename",
        "class $0TextNode { function kind() { return substr(static::class, 0, -4); } }\necho (new TextNode)->kind();",
        "Words",
        "could name the class",
    );
    refuses(
        "rename",
        "$f = function ($a, $$0b = 1) { return $a + $b; };\necho call_user_func_array($f, [1, 'b' => 2]);",
        "c",
        "could name the variable",
    );
    refuses(
        "rename",
        "function f($$0a) { return $a; }\n$given = ['a' => 1];\necho f(...$given);",
        "b",
        "could name the variable",
    );
    refuses(
        "rename",
        "enum A { case $0X; }\nvar_dump(unserialize('E:3:\"A:X\";'));",
        "Y",
        "a string spells the name of the class constant",
    );
}

/// A script is no class file, even where it is called like a class.
#[test]
fn a_script_stays() {
    let example = "```before\n//- main.php\n<?php\nclass $0main {}\nvar_dump(new main);\n```\n```with\nto=zeta\n```\n```after\n//- main.php\n<?php\nclass zeta {}\nvar_dump(new zeta);\n```\n";
    check::<Php>("rename", example);
}

/// A call that a private method above does not take: the subclass's method goes along.
#[test]
fn rename_past_a_private_method() {
    let example = "```before\n<?php\nclass A { private function $0m() {} }\nclass B extends A { function n() { $this->m(); } }\nclass C extends B { function m() { echo 1; } }\n```\n```with\nto=o\n```\n```after\n<?php\nclass A { private function o() {} }\nclass B extends A { function n() { $this->o(); } }\nclass C extends B { function o() { echo 1; } }\n```\n";
    check::<Php>("rename", example);
}

/// A class by a computed name: its members follow all the same.
#[test]
fn rename_behind_a_string() {
    let example = r"```before
<?php
class A { public static $$0b = 42; }
echo ('\A' . (string) '')::$b;
```
```with
to=c
```
```after
<?php
class A { public static $c = 42; }
echo ('\A' . (string) '')::$c;
```
";
    check::<Php>("rename", example);
}

#[test]
fn extract_variable() {
    // A property's type binds a reference to it as long as the object lives.
    refuses(
        "extract-variable",
        "class A { private int $p = 1; function &ref() { return $this->p; } }\n$0$a = new A$0;\n$r =& $a->ref();\nunset($a);\n$r = 'text';",
        "kept",
        "live longer",
    );
    refuses(
        "extract-variable",
        "enum A { case X; }\ndebug_zval_dump($0A::X$0);",
        "x",
        "live longer",
    );
    refuses(
        "extract-variable",
        "$list = [1, 2];\n$list[] = 3;\ndebug_zval_dump($0$list$0);",
        "x",
        "live longer",
    );
    refuses(
        "extract-variable",
        "$f = function (&...$all) {};\n$f->__invoke($0$unset$0);",
        "x",
        "reference",
    );
    refuses(
        "extract-variable",
        "$a = [1, 2];\n[&$x] = $0$a$0;",
        "b",
        "ties variables",
    );
    refuses(
        "extract-variable",
        "$v = [];\nforeach ([1, 2] as $k => $0$v$0[0]) { var_dump($v); }",
        "x",
        "assigned through it",
    );
    refuses(
        "extract-variable",
        "echo 1;\n$0__halt_compiler()$0;",
        "x",
        "no expression stands here",
    );
}

#[test]
fn extract_method() {
    // The program asked in vain for a function of that name.
    refuses(
        "extract-method",
        "$b = 1;\n$0echo $b;$0\necho is_callable(\"\\\\Test\");",
        "Test",
        "a string spells the name of the function",
    );
    refuses(
        "extract-method",
        "class A { private $p = 1; }\necho (function () { $0return $this->p;$0 })->call(new A);",
        "f",
        "bound to another object or class",
    );
    refuses(
        "extract-method",
        "function f(): void { $0return;$0 }",
        "g",
        "returns nothing",
    );
    refuses(
        "extract-method",
        "function f($y) { static $x = null; $0if ($y) { $x = $y; }$0 return $x; }",
        "g",
        "may be shared",
    );
    refuses(
        "extract-method",
        "class A { function write() { $0echo 1;$0 } }",
        "__toString",
        "two underscores are reserved",
    );
}

/// Code that is evaluated names only what it spells.
#[test]
fn evaluated_code_that_is_known() {
    let program = |name: &str| {
        format!("<?php\nfunction {name}($code) {{ eval($code); }}\n{name}('echo 1;');\n")
    };
    let example = format!(
        "```before\n{}```\n```with\nto=b\n```\n```after\n{}```\n",
        program("a").replacen("a(", "a$0(", 1),
        program("b")
    );
    check::<Php>("rename", &example);
}
