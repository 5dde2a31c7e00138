//! Pull Up Method: moves a concrete method into the superclass (section 5.6).
//!
//! Two steps, each checked: Copy Up Method, then Delete Overriding Duplicate under the rule `N O⊆→↺ I⊇←`: the override
//! of the copy goes with the method, and its class inherits the copy instead. The seven preconditions of the paper are
//! tests below: a method of that name above (1) is an error; private methods that are called (2), `self` and `__CLASS__`
//! (3), private members (4) and members that are private above (5) are names that would mean something else; another class
//! would inherit the method (6); and the superclass no longer inheriting the one it overrides (7) warns.
//!
//! ```before
//! <?php
//! class Animal {
//!     protected $name;
//! }
//! class Dog extends Animal {
//!     public function $0hello() {
//!         return "I am " . $this->name;
//!     }
//! }
//! ```
//! ```after
//! <?php
//! class Animal {
//!     protected $name;
//!
//!     public function hello() {
//!         return "I am " . $this->name;
//!     }
//! }
//! class Dog extends Animal {
//! }
//! ```

use crate::Php;
use crate::refactorings::copy_up_method::copy_up;
use reweave_refactor::{Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "pull-up-method",
    file: include_str!("pull_up_method.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    let copied = copy_up(run)?;
    let mut step = Step::new("delete the overriding duplicate", "N O⊆→↺ I⊇←");
    step.affect(copied.copy);
    step.delete(copied.method);
    run.step(&step)
}

#[cfg(test)]
mod tests {
    use crate::Php;
    use reweave_refactor_testing::check;

    fn refuses(program: &str, because: &str) {
        let example = format!("```before\n<?php\n{program}\n```\n```refuses\n{because}\n```\n");
        check::<Php>("pull-up-method", &example);
    }

    #[test]
    fn precondition_1_no_such_method_above() {
        refuses(
            "class A { function m() {} }\nclass B extends A { function $0m() { return 1; } }",
            "method m is declared twice in its class",
        );
    }

    #[test]
    fn precondition_2_private_and_called() {
        refuses(
            "class A {}\nclass B extends A {\n    private function $0m() {}\n    function n() { $this->m(); }\n}",
            "something inaccessible",
        );
    }

    #[test]
    fn precondition_2_private_but_only_calls_itself() {
        let example = "```before\n<?php\nclass A {\n}\nclass B extends A {\n    private function $0m() { $this->m(); }\n}\n```\n```after\n<?php\nclass A {\n    private function m() { $this->m(); }\n}\nclass B extends A {\n}\n```\n";
        check::<Php>("pull-up-method", example);
    }

    #[test]
    fn precondition_3_self_and_class() {
        refuses(
            "class A {}\nclass B extends A { function $0m() { return new self; } }",
            "`self`",
        );
        refuses(
            "class A {}\nclass B extends A { function $0m() { return __CLASS__; } }",
            "`__CLASS__`",
        );
    }

    #[test]
    fn precondition_4_private_members() {
        refuses(
            "class A {}\nclass B extends A { private $p; function $0m() { return $this->p; } }",
            "something inaccessible",
        );
    }

    #[test]
    fn precondition_5_private_namesake_above() {
        refuses(
            "class A { private $p; }\nclass B extends A { public $p; function $0m() { return $this->p; } }",
            "property `$p`",
        );
    }

    #[test]
    fn precondition_6_another_class_inherits_the_overridden() {
        refuses(
            "class G { function m() { return 1; } }\nclass A extends G {}\nclass B extends A { function $0m() { return 2; } }\nclass D extends A {}",
            "would no longer inherit method `m`",
        );
    }

    /// Once only the method's own class would inherit it, the copy cannot be called where nothing was to be called.
    #[test]
    fn no_other_class_inherits_the_method() {
        refuses(
            "class A {}\nclass B extends A { function $0m() { return 2; } }\nclass D extends A {}",
            "would inherit method `m`",
        );
    }

    #[test]
    fn precondition_7_warns() {
        use reweave_refactor::Session;
        use reweave_refactor::{Conflict, Standing};
        use reweave_refactor::{Request, Target};
        use reweave_text::{FileId, Sources};
        let text = "<?php\nclass G { function m() { return 1; } }\nclass A extends G {}\nclass B extends A { function m() { return 2; } }\n";
        let at = text.rfind("m()").expect("it is there") as u32;
        let session = Session::<Php>::new(Sources::new([("a.php", text)]));
        let request = Request::new("pull-up-method", Target::At(FileId(0), at));
        let outcome = session.apply(&request).expect("the input is valid");
        assert!(outcome.is_accepted());
        let warns = |c: &Conflict| {
            c.standing == Standing::Warns
                && c.message.contains("would no longer inherit method `m`")
        };
        assert!(outcome.conflicts.iter().any(warns));
    }

    #[test]
    fn parent_becomes_self() {
        let example = "```before\n<?php\nclass A {\n    function n() { return 1; }\n}\nclass B extends A {\n    function $0m() { return parent::n(); }\n}\n```\n```after\n<?php\nclass A {\n    function n() { return 1; }\n\n    function m() { return self::n(); }\n}\nclass B extends A {\n}\n```\n";
        check::<Php>("pull-up-method", example);
    }
}
