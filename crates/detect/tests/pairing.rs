//! Which type and which method of one version is which of the other, where several could be.

mod common;

use common::found;

fn finds(before: &str, after: &str, expected: &[&str]) {
    let found = found(before, after);
    let expected = expected.iter().map(|&e| e.to_owned()).collect();
    assert_eq!(found, expected);
}

/// As much of it is in both: the one that stayed in its package.
#[test]
fn a_type_stays_in_its_package_where_another_took_its_name() {
    let before = "//- a/Loader.java\npackage a; class Loader { Loader(Source s) { super(s); } int load(Data d) { return d.size(); } }\n";
    let after = "//- a/PlainLoader.java\npackage a; class PlainLoader { PlainLoader(Source s) { super(s); } int load(Data d) { return d.size(); } }\n\
        //- b/Loader.java\npackage b; interface Loader { int load(Data d); int count(); }\n";
    finds(
        before,
        after,
        &["Rename Class a.Loader renamed to a.PlainLoader"],
    );
}

/// One member in common and the name say less than most members in the same package.
#[test]
fn most_members_say_more_than_a_name() {
    let before = "//- a/Builder.java\npackage a; class Builder {\n\
        int one(int x) { return first(x); } int two(int x) { return second(x); } int three(int x) { return third(x); }\n\
        int four(int x) { return fourth(x); } int five(int x) { return fifth(x); } int six(int x) { return sixth(x); } }\n";
    let after = "//- a/PartBuilder.java\npackage a; class PartBuilder {\n\
        int one(int x) { return first(x); } int two(int x) { return second(x); } int three(int x) { return third(x); } }\n\
        //- b/Builder.java\npackage b; class Builder {\n\
        int six(int x) { return other(x, 6); } void make(String s) { use(s); } void add(String s, int n) { put(s, n); } }\n";
    finds(
        before,
        after,
        &["Rename Class a.Builder renamed to a.PartBuilder"],
    );
}

/// Where most of a package went is the same package.
#[test]
fn a_package_goes_where_its_types_went() {
    let moved = "int size(int x) { return x * 2; } int more(int x) { return x * 3; }";
    let before = format!(
        "//- old/A.java\npackage old; class A {{ {moved} }}\n//- old/B.java\npackage old; class B {{ {moved} }}\n\
         //- old/ReaderTest.java\npackage old; class ReaderTest {{ void one() {{ check(1); }} void two() {{ check(2); }} \
         void three() {{ check(3); }} void four() {{ check(4); }} void five() {{ check(5); }} void six() {{ check(6); }} }}\n"
    );
    let after = format!(
        "//- now/A.java\npackage now; class A {{ {moved} }}\n//- now/B.java\npackage now; class B {{ {moved} }}\n\
         //- now/ParserTest.java\npackage now; class ParserTest {{ void one() {{ check(1); }} void two() {{ check(2); }} \
         void three() {{ check(3); }} void seven() {{ look(\"x\"); }} }}\n"
    );
    finds(
        &before,
        &after,
        &[
            "Move And Rename Class old.ReaderTest moved and renamed to now.ParserTest",
            "Move Class old.A moved to now.A",
            "Move Class old.B moved to now.B",
            "Rename Package old to now",
        ],
    );
}

/// What the subclass gives under another type is its own.
#[test]
fn a_pushed_down_method_keeps_its_return_type() {
    let before = "class Query { Query up(Order o) { order(o); return mark(1); } }\nclass LogQuery extends Query { }";
    let after = |ty: &str| {
        format!(
            "class Query {{ }}\nclass LogQuery extends Query {{ {ty} up(Order o) {{ order(o); return mark(1); }} }}"
        )
    };
    finds(before, &after("LogQuery"), &[]);
    finds(
        before,
        &after("Query"),
        &[
            "Push Down Method package up(o Order) : Query from class Query to package up(o Order) : Query from class LogQuery",
        ],
    );
}

/// Tests that are built alike are not renamed into each other.
#[test]
fn a_method_without_a_statement_of_the_other_was_not_renamed() {
    let test = |name: &str, a: u32, rest: &str| {
        format!(
            "void {name}() {{ int n = read({a}); check(n, {a}); int k = more(n, {a}); {rest} }}"
        )
    };
    let before = format!("class T {{ {} }}", test("first", 1, "close(n);"));
    let after = format!(
        "class T {{ {} }}",
        test("second", 2, "if (n > k) { fail(k); }")
    );
    finds(&before, &after, &[]);
    let renamed = format!("class T {{ {} }}", test("second", 1, "close(n);"));
    finds(
        &before,
        &renamed,
        &["Rename Method package first() : void renamed to package second() : void in class T"],
    );
}

/// The second class brings what the first did not have; a copy of the first would bring nothing.
#[test]
fn a_class_left_over_went_into_the_one_that_has_its_members() {
    let test = |n: u32| format!("void test{n}() {{ int x = read({n}); check(x, {n}); close(x); }}");
    let tests = |numbers: &[u32]| numbers.iter().map(|&n| test(n)).collect::<String>();
    let before = |second: &[u32]| {
        format!(
            "class ReadTest {{ {} }}\nclass LookTest {{ {} }}",
            tests(&[1, 2, 3, 4]),
            tests(second)
        )
    };
    let after = |numbers: &[u32]| format!("class ViewTest {{ {} }}", tests(numbers));
    finds(
        &before(&[5, 6, 7]),
        &after(&[1, 2, 3, 4, 5, 6, 7]),
        &["Merge Class [LookTest, ReadTest] merged to ViewTest"],
    );
    finds(
        &before(&[1, 2, 3]),
        &after(&[1, 2, 3, 4]),
        &["Rename Class ReadTest renamed to ViewTest"],
    );
}

/// A getter alone stands in many classes; several say where they went.
#[test]
fn getters_go_to_a_new_class_together() {
    let fields = "int size; int rank;";
    let (size, rank) = (
        "int getSize() { return size; }",
        "int getRank() { return rank; }",
    );
    let before =
        format!("class Line {{ {fields} {size} {rank} void draw() {{ paint(size, rank); }} }}");
    let after = |getters: &str| {
        format!(
            "class Line {{ {fields} Look look() {{ return new Look(size, rank); }} void draw() {{ paint(size, rank); }} }}\n\
             class Look {{ {fields} Look(int s, int r) {{ size = s; rank = r; }} {getters} }}"
        )
    };
    let moved = |name: &str| {
        format!(
            "Move Method package {name}() : int from class Line to package {name}() : int from class Look"
        )
    };
    finds(
        &before,
        &after(&format!("{size} {rank}")),
        &[
            "Extract Class Look from class Line",
            &moved("getSize"),
            &moved("getRank"),
        ],
    );
    finds(&before, &after(size), &[]);
}

/// The same method of two classes that became one, even of one statement.
#[test]
fn copies_become_one() {
    let add = |own: &str| format!("{own} add(int... n) {{ return this.add(list(n, 1)); }}");
    let before = format!(
        "class One {{ Part part; {} }}\nclass Two {{ Part part; {} }}\nclass Part {{ }}",
        add("One"),
        add("Two")
    );
    let after = format!(
        "class One {{ Part part; }}\nclass Two {{ Part part; }}\nclass Part {{ {} }}",
        add("Part")
    );
    let found = found(&before, &after);
    for class in ["One", "Two"] {
        let moved = format!(
            "Move Method package add(n int...) : {class} from class {class} to package add(n int...) : Part from class Part"
        );
        assert!(found.contains(&moved), "{found:#?}");
    }
}

/// Abstract methods move too: one alone says nothing, several that went from a vanished type to one other do.
#[test]
fn abstract_methods_move_together() {
    let both = found(
        "package app; interface Messages { @Text(id = 7) String notFound(String name); @Text(id = 8) String failed(Url at); } \
         interface Log { void started(int port); void stopped(int port); }",
        "package app; interface Log { void started(int port); void stopped(int port); \
         @Text(id = 1) String notFound(String name); @Text(id = 2) String failed(Url at); }",
    );
    let moved = "Move Method public notFound(name String) : String from class app.Messages to \
                 public notFound(name String) : String from class app.Log";
    assert!(both.contains(moved), "found {both:#?}");
    let one = found(
        "package app; interface Messages { String notFound(String name); } interface Log { void started(int port); }",
        "package app; interface Log { void started(int port); String notFound(String name); }",
    );
    assert!(
        one.iter().all(|f| !f.starts_with("Move Method")),
        "found {one:#?}"
    );
}

/// Most of a method with the same parameters says more than who calls it; what only ends a method says nothing of it.
#[test]
fn renamed_methods_that_kept_most() {
    finds(
        "class Pump { void run(int n) { start(n); oil(n); } \
         private void oilUp(int n) { can.lift(n); can.tilt(n); can.pour(n, 2); log.write(n); } }",
        "class Pump { void run(int n) { start(n); grease(n); } \
         private void grease(int n) { can.lift(n); can.tilt(n); can.pour(n, 2); close(lid); } }",
        &[
            "Rename Method private oilUp(n int) : void renamed to private grease(n int) : void in class Pump",
        ],
    );
    finds(
        "class Maker { int size; int mark; void setSize(int s) { size = s; } \
         void a() { x(1); } void b() { x(2); } void setMark(int m) { mark = m; } }",
        "class Maker { int size; int mark; void a() { x(1); } void b() { x(2); } \
         Maker mark(int m) { mark = m; return this; } Maker size(int s) { size = s; return this; } }",
        &[
            "Change Return Type void to Maker in method package mark(m int) : Maker from class Maker",
            "Change Return Type void to Maker in method package size(s int) : Maker from class Maker",
            "Rename Method package setSize(s int) : void renamed to package size(s int) : Maker in class Maker",
            "Rename Method package setMark(m int) : void renamed to package mark(m int) : Maker in class Maker",
        ],
    );
}

/// A method that overrides another before and after becomes what that becomes, whatever it does.
#[test]
fn overriding_methods_follow() {
    finds(
        "interface Mail { String subject(Check c); } class Plain implements Mail { int k; \
         public String subject(Check c) { return c.name() + k; } public String subject(int i) { return null; } }",
        "interface Mail { String subject(Check c, List all); } class Plain implements Mail { int k; \
         public String subject(Check c, List all) { Writer w = open(); w.fill(all); return w.text(); } \
         public String subject() { return w(k).text(); } }",
        &[
            "Add Parameter all : List in method public subject(c Check, all List) : String from class Mail",
            "Add Parameter all : List in method public subject(c Check, all List) : String from class Plain",
        ],
    );
}

/// Copies of one method in two classes become one in a third, whatever of it changed; and many statements to the letter
/// are enough for a method of the same name that gained as many.
#[test]
fn moved_methods_that_changed() {
    let copy =
        "int scan(Text t, int at) { open(t); mark(t, at); step(t, at); close(t); return t.end(); }";
    let before = format!(
        "class One {{ Both both; {copy} }}\nclass Two {{ Both both; {copy} }}\nclass Both {{ }}"
    );
    finds(
        &before,
        "class One { Both both; }\nclass Two { Both both; }\n\
         class Both { int scan(Text t) { open(t); mark(t, 0); step(t, 0); return t.end(); } }",
        &[
            "Move Method package scan(t Text, at int) : int from class One to package scan(t Text) : int from class Both",
            "Move Method package scan(t Text, at int) : int from class Two to package scan(t Text) : int from class Both",
            "Remove Parameter at : int in method package scan(t Text, at int) : int from class One",
            "Remove Parameter at : int in method package scan(t Text, at int) : int from class Two",
        ],
    );
    let kept = "open(t); mark(t, 1); step(t, 2); turn(t, 3); close(t);";
    let after = |more: &str| {
        format!(
            "class One {{ Both both; }}\nclass Both {{ void scan(Text t) {{ {kept} {more} }} }}"
        )
    };
    let more = "if (wide) { a.b(1); c.d(2); e.f(3); } for (int i = 0; i < 9; i++) { g.h(i); }";
    finds(
        &format!(
            "class One {{ Both both; void scan(Text t) {{ {kept} last.one(t); }} }}\nclass Both {{ }}"
        ),
        &after(more),
        &[
            "Move Method package scan(t Text) : void from class One to package scan(t Text) : void from class Both",
        ],
    );
}

/// Nothing in two methods is the same, but whoever called the one calls the other, with the same parameters.
#[test]
fn a_method_is_what_its_callers_call_now() {
    let registry = |check: &str, rest: &str| {
        format!(
            "class Registry {{ void add(Meter m) {{ {check}(m); put(m); }} void change(Meter m) {{ {check}(m); note(m); }} {rest} }}"
        )
    };
    let before = registry(
        "check",
        "private void check(Meter m) { if (m instanceof Gauge) { log.warn(\"twice\", m.id()); } }",
    );
    let after = registry(
        "verify",
        "private void verify(Meter m) { for (Kind kind : m.kinds()) { tell(kind); } } private void tell(Kind kind) { kind.count(); }",
    );
    finds(
        &before,
        &after,
        &[
            "Rename Method private check(m Meter) : void renamed to private verify(m Meter) : void in class Registry",
        ],
    );
}

/// The file imports a static member of the class, so that the one class knows the other.
#[test]
fn a_method_goes_to_a_class_whose_member_is_imported() {
    let before = "//- p/Pump.java\npackage p; class Pump { void run(Tank t) { full(t, 3); } \
                  private void full(Tank t, int n) { if (t.level() > n) { stop(t, n); } } }\n";
    let after = "//- p/Pump.java\npackage p; import static q.Tanks.full; class Pump { void run(Tank t) { full(t, 3); } }\n\
                 //- q/Tanks.java\npackage q; class Tanks { static Tank full(Tank t, int n) { if (t.level() > n) { stop(t, n); } return t; } }\n";
    let all = found(before, after);
    let moved = "Move Method private full(t Tank, n int) : void from class p.Pump to package full(t Tank, n int) : Tank \
                 from class q.Tanks";
    assert!(all.contains(moved), "{all:#?}");
}

/// Of the declarations without bodies that are left, only one takes such a type on each side.
#[test]
fn a_declaration_is_known_by_its_types() {
    let before = "interface Walker { void begin(); void eat(Leaf l); void close(Hole h); }";
    let after = "interface Walker { void start(); void take(Leaf l); void leave(Way w); }";
    let all = found(before, after);
    let renamed = "Rename Method public eat(l Leaf) : void renamed to public take(l Leaf) : void in class Walker";
    assert!(all.contains(renamed), "{all:#?}");
    assert!(!all.iter().any(|d| d.contains("close(")), "{all:#?}");
}
