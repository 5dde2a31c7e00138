//! What counts as a sign: calls however they are linked, names however they are written, values under new names.

mod common;

use common::{found, report};
use reweave_detect::Budget;

/// Both texts differ in one refactoring, which is found; what else is found does not begin with `not`.
#[track_caller]
fn finds(before: &str, after: &str, wanted: &[&str]) {
    let all = found(before, after);
    for wanted in wanted {
        assert!(all.contains(*wanted), "not found: {wanted}\nin {all:#?}");
    }
}

#[track_caller]
fn finds_no(kind: &str, before: &str, after: &str) {
    let all = found(before, after);
    assert!(!all.iter().any(|d| d.starts_with(kind)), "{all:#?}");
}

#[test]
fn a_method_imported_by_its_name_is_called() {
    finds(
        "//- p/Use.java\npackage p; class Use { void run(java.util.List<q.Box> l) { l.add(q.Box.of(1, 10)); } }\n\
         //- q/Boxes.java\npackage q; public class Boxes { }\n",
        "//- p/Use.java\npackage p; import static q.Boxes.put; class Use { void run(java.util.List<q.Box> l) { put(l, 1, 10); } }\n\
         //- q/Boxes.java\npackage q; public class Boxes { public static void put(java.util.List<Box> l, int a, int b) { l.add(q.Box.of(a, b)); } }\n",
        &[
            "Extract And Move Method public put(l java.util.List<Box>, a int, b int) : void extracted from package \
           run(l java.util.List<q.Box>) : void in class p.Use & moved to class q.Boxes",
        ],
    );
}

#[test]
fn a_constructor_calls_another() {
    finds(
        "class Pane { int w, d; Pane(int w) { this.w = w; this.d = depth(w); open(w); } }",
        "class Pane { int w, d; Pane(int w) { this(w, 0); } Pane(int w, int extra) { this.w = w; this.d = depth(w); open(w); } }",
        &[
            "Extract Method package Pane(w int, extra int) extracted from package Pane(w int) in class Pane",
        ],
    );
}

const EXTRACTED: &str = "Extract Variable";

#[test]
fn a_returned_value_gets_a_name() {
    finds(
        "class Meter { int n; int read(Wire w) { return w.volts(3); } }",
        "class Meter { int n; int read(Wire w) { int v = w.volts(3); n += v; return v; } }",
        &["Extract Variable v : int in method package read(w Wire) : int from class Meter"],
    );
    finds(
        "class Meter { int n; int read(Wire w) { int v = w.volts(3); n += v; return v; } }",
        "class Meter { int n; int read(Wire w) { return w.volts(3); } }",
        &["Inline Variable v : int in method package read(w Wire) : int from class Meter"],
    );
}

#[test]
fn a_value_that_is_part_of_the_variables() {
    finds(
        "class Door { void go(Pass p) { open(p.code()); } }",
        "class Door { void go(Pass p) { String key = p.isMain() ? \"all\" : p.code(); open(key); } }",
        &["Extract Variable key : String in method package go(p Pass) : void from class Door"],
    );
}

#[test]
fn a_value_in_a_statement_that_changed_otherwise() {
    finds(
        "class Post { Letter make(Row r) { return new Letter(r.field(\"to\")); } }",
        "class Post { Letter make(Row r) { String to = r.field(\"to\"); Stamp s = stamp(to); return new Letter(to, s); } }",
        &["Extract Variable to : String in method package make(r Row) : Letter from class Post"],
    );
    finds(
        "class Lift { void go(Car b) { if (b.level() > conf.getTop()) { stop(b); } } }",
        "class Lift { void go(Car b) { int top = conf.getTop(); if (top > 0 && b.level() > top) { stop(b); } } }",
        &["Extract Variable top : int in method package go(b Car) : void from class Lift"],
    );
}

#[test]
fn an_attribute_is_no_local_of_its_name() {
    finds(
        "class Task { Cause why; void end(Server s) { s.stop(this.why); } }",
        "class Task { Cause why; void end(Server s) { Cause why = this.why; s.stop(why); } }",
        &["Extract Variable why : Cause in method package end(s Server) : void from class Task"],
    );
}

#[test]
fn the_expression_of_a_lambda_is_a_statement() {
    finds(
        "class Finder { Test test() { return h -> seek(h).has(1); } }",
        "class Finder { Test test() { return h -> { Hit t = seek(h); return t != null && t.has(1); }; } }",
        &["Extract Variable t : Hit in method package test() : Test from class Finder"],
    );
}

#[test]
fn a_renamed_variable_is_not_extracted() {
    let before = "class A { void run(Maker m) { Part p = m.make(1); p.start(); p.stop(); } }";
    let after =
        "class A { void run(Maker m) { Part part = m.make(1); part.start(); part.stop(); } }";
    finds(
        before,
        after,
        &[
            "Rename Variable p : Part to part : Part in method package run(m Maker) : void from class A",
        ],
    );
    finds_no(EXTRACTED, before, after);
}

#[test]
fn parameters_of_lambdas_are_variables() {
    finds(
        "class Feed { void run(Stream s) { s.each((chunk) -> { log(chunk); send(chunk); }); } }",
        "class Feed { void run(Stream s) { s.each((part) -> { log(part); send(part); }); } }",
        &[
            "Rename Variable chunk : null to part : null in method package run(s Stream) : void from class Feed",
        ],
    );
}

#[test]
fn methods_without_bodies() {
    finds(
        "interface Shape { int area(); } interface Base { } interface Round extends Base { int width(); }",
        "interface Shape { int area(); } interface Base { int width(); } interface Round extends Base { }",
        &[
            "Pull Up Method public width() : int from class Round to public width() : int from class Base",
        ],
    );
    finds(
        "interface Owned { Filter owner(); }",
        "interface Owned { Filter ownerOrNone(); }",
        &[
            "Rename Method public owner() : Filter renamed to public ownerOrNone() : Filter in class Owned",
        ],
    );
}

#[test]
fn a_type_goes_with_its_member_types() {
    let inner = "static class One { void run() { start(1); } } static class Two { int get() { return 2 * n; } }";
    let all = found(
        &format!("class Names {{ {inner} }}"),
        &format!("class Labels {{ {inner} }}"),
    );
    assert!(
        all.contains("Rename Class Names renamed to Labels"),
        "{all:#?}"
    );
    assert!(!all.iter().any(|d| d.starts_with("Move Class")), "{all:#?}");
}

#[test]
fn attributes_that_other_classes_use() {
    finds(
        "//- Page.java\nclass Page { static final String TITLE = \"title\"; }\n\
         //- Use.java\nclass Use { void run(Out o) { o.put(Page.TITLE, 1); o.end(Page.TITLE); } }\n",
        "//- Page.java\nclass Page { static final String LABEL = \"label\"; }\n\
         //- Use.java\nclass Use { void run(Out o) { o.put(Page.LABEL, 1); o.end(Page.LABEL); } }\n",
        &["Rename Attribute TITLE : String to LABEL : String in class Page"],
    );
}

#[test]
fn an_expression_that_the_called_method_wraps() {
    finds(
        "class Safe { Store s; int a() { log(1); throw s.next(); } int b() { log(2); throw s.next(); } }",
        "class Safe { Store s; int a() { log(1); throw failed(); } int b() { log(2); throw failed(); } \
         private RuntimeException failed() { return Hide.wrap(s.next()); } }",
        &[
            "Extract Method private failed() : RuntimeException extracted from package a() : int in class Safe",
            "Extract Method private failed() : RuntimeException extracted from package b() : int in class Safe",
        ],
    );
}

#[test]
fn another_object_is_no_moved_code() {
    finds_no(
        "Extract Method",
        "class Rows { List d; Rows put(final int n) { d.add(new Row(n) { int get() { return n; } }); return this; } }",
        "class Rows { List d; Rows put(final int n) { return add(n, null, null); } \
         Rows add(int n, Row l, Row r) { d.add(new LazyRow(check(n), l, r)); return this; } }",
    );
}

/// What is left over of a change.
fn left_over(before: &str, after: &str) -> usize {
    let report = common::report(before, after, &reweave_detect::Budget::unlimited());
    assert!(!report.findings.is_empty(), "nothing is found");
    report.left_over.len()
}

#[test]
fn a_method_inlined_at_two_places_is_pure() {
    let before = "class A { int sum(int a) { log(a); return a + 1; }\n\
        void first() { start(); log(3); }\nvoid second() { stop(); log(4); }\nprivate void log(int n) { out(n); flush(n); } }";
    let after = "class A { int sum(int a) { out(a); flush(a); return a + 1; }\n\
        void first() { start(); out(3); flush(3); }\nvoid second() { stop(); out(4); flush(4); } }";
    assert_eq!(left_over(before, after), 0);
    let changed = after.replace("flush(4)", "flush(5)");
    assert_ne!(left_over(before, &changed), 0);
}

#[test]
fn another_collection_is_not_pure() {
    let before = "import java.util.*;\nclass A { void f(Item i) { List<Item> all = new ArrayList<>(); all.add(i); show(all); } }";
    let after = "import java.util.*;\nclass A { void f(Item i) { Set<Item> all = new HashSet<>(); all.add(i); show(all); } }";
    assert_ne!(left_over(before, after), 0);
}

/// The edits that no finding explains in the code of the one finding of a type.
fn left_over_of(kind: &str, before: &str, after: &str) -> usize {
    let report = report(before, after, &Budget::unlimited());
    let all = report.findings.iter();
    let mut of_kind = all.filter(|f| f.description.starts_with(kind));
    let finding = of_kind.next().unwrap_or_else(|| panic!("no {kind}"));
    finding.left_over.as_ref().map_or(0, Vec::len)
}

#[test]
fn a_result_that_extracted_code_hands_over_is_pure() {
    let before = "class Press { Sheet run(Plan p) { Sheet s = new Sheet(); Roll roll = p.roll(); roll.load(p, 3); \
                  roll.heat(); s.take(roll, p); s.cut(9); return s; } }";
    let after = "class Press { Sheet run(Plan p) { Sheet s = new Sheet(); Roll roll = roll(p); s.take(roll, p); s.cut(9); \
                 return s; } Roll roll(Plan p) { Roll roll = p.roll(); roll.load(p, 3); roll.heat(); return roll; } }";
    assert_eq!(left_over_of("Extract Method", before, after), 0);
    let changed = after.replace("load(p, 3)", "load(p, 4)");
    assert_ne!(left_over_of("Extract Method", before, &changed), 0);
}

#[test]
fn a_branch_that_an_argument_decides_is_pure() {
    let before = "class Safe { void close(Lock l) { close(l, true); } void close(Lock l, boolean bolt) { \
                  if (bolt) { l.slide(this, 2); } l.turn(3); } }";
    let after = "class Safe { void close(Lock l) { l.slide(this, 2); l.turn(3); } }";
    assert_eq!(left_over_of("Inline Method", before, after), 0);
    let asked = before.replace("if (bolt)", "if (l.isOld())");
    assert_ne!(left_over_of("Inline Method", &asked, after), 0);
}

#[test]
fn a_method_more_in_an_anonymous_class_is_not_pure() {
    let class = "class Hall { Guard guard(Door d) { return guarded(d); } Guard guarded(Door d) { return new Guard() { \
                 public void open() { d.unlock(1); d.swing(); } MORE }; } }";
    let before = "class Hall { Guard guard(Door d) { return new Guard() { public void open() { d.unlock(1); d.swing(); } }; } }";
    let after = |more: &str| class.replace("MORE", more);
    assert_eq!(left_over_of("Extract Method", before, &after("")), 0);
    let more = "public void shut() { d.slam(); }";
    assert_ne!(left_over_of("Extract Method", before, &after(more)), 0);
}

/// The call passes the value that the variable had, and the new method gets it under the variable's name.
#[test]
fn a_variable_that_went_along_with_its_code() {
    let before = "class Hub { void post(Bus bus) { Event event = new Event(4); log(event); bus.send(event, 5); } }";
    let after = "class Hub { void post(Bus bus) { fire(new Event(4), bus); } \
                 void fire(Signal event, Bus bus) { log(event); bus.send(event, 5); } }";
    let place = "in method package fire(event Signal, bus Bus) : void from class Hub";
    finds(
        before,
        after,
        &[
            &format!("Parameterize Variable event : Event to event : Signal {place}"),
            &format!("Change Variable Type event : Event to event : Signal {place}"),
        ],
    );
    finds_no(
        "Parameterize Variable",
        before,
        &after.replace("new Event(4)", "last(bus)"),
    );
}

#[test]
fn a_variable_of_extracted_code_is_an_attribute_now() {
    finds(
        "class Link { void run(Net net) { Wire wire = net.open(7); wire.send(1); wire.send(2); end(); } }",
        "class Link { Wire wire; void run(Net net) { start(net); end(); } \
         void start(Net net) { wire = net.open(7); wire.send(1); wire.send(2); } }",
        &[
            "Replace Variable With Attribute wire : Wire to wire : Wire in method package start(net Net) : void from class Link",
        ],
    );
}

#[test]
fn an_attribute_is_extracted_from_the_values_of_others() {
    finds(
        "class Text { static final Matcher START = of(\"<<-\"); }",
        "class Text { static final String OPEN = \"<<-\"; static final Matcher START = of(OPEN); }",
        &["Extract Attribute package OPEN : String in class Text"],
    );
    finds(
        "class Wire { static final int SIZE = 512; byte[] make() { return new byte[SIZE]; } }",
        "class Wire { static final int SIZE = 512; private int size = SIZE; byte[] make() { return new byte[size]; } }",
        &["Extract Attribute private size : int in class Wire"],
    );
}

#[test]
fn an_attribute_under_another_convention() {
    finds(
        "class Shop { static int OPEN_DOORS = 3; int a; int b; }",
        "class Shop { long openDoors; int c; int d; }",
        &["Rename Attribute OPEN_DOORS : int to openDoors : long in class Shop"],
    );
}

#[test]
fn a_loop_over_another_view_of_the_same() {
    let rename = "Rename Variable key : String to entry : Map.Entry<String,Box> in method package all(m Map<String,Box>) : void from class Shelf";
    finds(
        "class Shelf { void all(Map<String, Box> m) { for (String key : m.keySet()) { open(); add(key, m.get(key)); } } }",
        "class Shelf { void all(Map<String, Box> m) { for (Map.Entry<String, Box> entry : m.entrySet()) { open(); add(entry.getKey(), entry.getValue()); } } }",
        &[rename],
    );
    // The name may live on inside the loop.
    finds(
        "class Shelf { void all(Map<String, Box> m) { for (String key : m.keySet()) { Box b = m.get(key); open(); add(key, b); } } }",
        "class Shelf { void all(Map<String, Box> m) { for (Map.Entry<String, Box> entry : m.entrySet()) { String key = entry.getKey(); Box b = entry.getValue(); open(); add(key, b); } } }",
        &[rename],
    );
}

#[test]
fn a_variable_that_a_new_method_wraps_did_not_go_there() {
    finds_no(
        "Extract",
        "class Line { Wire wire; int port() { return wire.port(); } }",
        "class Line { Wire wire; int port() { return checked().port(); } Wire checked() { return Objects.requireNonNull(wire, \"wire\"); } }",
    );
}

#[test]
fn a_variable_that_a_creation_is_given_did_not_go_to_a_setter() {
    finds_no(
        "Extract And Move Method package trim(",
        "class Form { final boolean trim; final int n; Form(boolean trim, int n) { this.trim = trim; this.n = n; } Form with(boolean trim) { return new Form(trim, n); } }",
        "class Form { final boolean trim; final int n; Form(boolean trim, int n) { this.trim = trim; this.n = n; } Form with(boolean trim) { return builder().trim(trim).build(); } static Builder builder() { return new Builder(); } \
         static class Builder { private boolean trim; Builder trim(boolean trim) { this.trim = trim; return this; } Form build() { return new Form(trim, 1); } } }",
    );
}

#[test]
fn a_call_on_what_another_call_gives() {
    finds(
        "class Form { Form with(Character mark) { if (isBreak(mark)) { throw new IllegalArgumentException(\"a mark is no line break\"); } return new Form(mark, 1); } }",
        "class Form { Form with(Character mark) { return builder().mark(mark).build(); } static Builder builder() { return new Builder(); } \
         static class Builder { Character kept; Builder mark(Character mark) { if (isBreak(mark)) { throw new IllegalArgumentException(\"a mark is no line break\"); } this.kept = mark; return this; } Form build() { return new Form(kept, 1); } } }",
        &[
            "Extract And Move Method package mark(mark Character) : Builder extracted from package with(mark Character) : Form in class Form & moved to class Form.Builder",
        ],
    );
}

#[test]
fn methods_are_renamed_with_the_types_that_they_take() {
    finds(
        "//- A.java\ninterface A { void enterChars(CharsContext c); void leaveChars(CharsContext c); void word(Word w); }\n\
         //- CharsContext.java\nclass CharsContext { int from; int to; int length() { return to - from; } void enter(A a) { a.enterChars(this); } void leave(A a) { a.leaveChars(this); } }\n",
        "//- A.java\ninterface A { void enterChar(CharContext c); void leaveChar(CharContext c); void word(Word w); }\n\
         //- CharContext.java\nclass CharContext { int from; int to; int length() { return to - from; } void enter(A a) { a.enterChar(this); } void leave(A a) { a.leaveChar(this); } }\n",
        &[
            "Rename Method public enterChars(c CharsContext) : void renamed to public enterChar(c CharContext) : void in class A",
        ],
    );
}

#[test]
fn parameters_are_left_between_the_same_neighbours() {
    finds(
        "class Pane { void draw(int left, Ink first, Ink second, int top) { use(left, top); } }",
        "class Pane { void draw(int left, Ink one, Ink two, int top, int depth) { use(left, top); } }",
        &[
            "Rename Parameter first : Ink to one : Ink in method package draw(left int, one Ink, two Ink, top int, depth int) : void from class Pane",
        ],
    );
}

#[test]
fn code_that_moved_reads_attributes_through_accessors() {
    let before = "class Store { private List<Box> boxes; List<Box> getBoxes() { return boxes; } int heavy() { int n = 0; for (Box b : boxes) { n += b.weight(); } return n; } }\n\
         class Desk { int all(Store s) { return s.heavy(); } }";
    let after = "class Store { private List<Box> boxes; List<Box> getBoxes() { return boxes; } }\n\
         class Desk { int all(Store s) { return heavy(s); } int heavy(Store s) { int n = 0; for (Box b : s.getBoxes()) { n += b.weight(); } return n; } }";
    let all = report(before, after, &Budget::unlimited()).findings;
    let moved = all
        .iter()
        .find(|f| f.description.starts_with("Move Method"));
    let moved = moved.unwrap_or_else(|| panic!("no method moved: {all:#?}"));
    assert_eq!(moved.left_over, Some(Vec::new()));
}

#[test]
fn the_declaration_of_a_name_for_a_value_is_not_missing() {
    finds(
        "class Site { Site(Ini ini) { use(new Factory(ini).instance()); } }",
        "class Site { Site(Ini ini) { this(ini, 1); } Site(Ini ini, int n) { Factory f = new Factory(ini); f.hints().add(n); use(f.instance()); } }",
        &[
            "Extract Method package Site(ini Ini, n int) extracted from package Site(ini Ini) in class Site",
        ],
    );
}

/// Of two types of one name, a class is below the one that its file imports (JLS 7.5.1).
#[test]
fn a_type_is_below_the_one_that_is_meant() {
    let class = |head: &str, body: &str| {
        format!("//- p/Map.java\npackage p; {head} {{ {body} public int n() {{ return 1; }} }}\n")
    };
    let scope = "public int scope(int a) { log(a); return n() + a; }";
    let interface = |package: &str, body: &str| {
        format!(
            "//- {package}/Scope.java\npackage {package}; public interface Scope {{ int n(); {body} }}\n"
        )
    };
    let before = class("class Map", scope);
    let default = "default int scope(int a) { log(a); return n() + a; }";
    let after = [
        class("import q.b.Scope; class Map implements Scope", ""),
        interface("q/a", default).replace("package q/a", "package q.a"),
        interface("q/b", default).replace("package q/b", "package q.b"),
    ]
    .concat();
    finds(
        &before,
        &after,
        &[
            "Pull Up Method public scope(a int) : int from class p.Map to public scope(a int) : int from class q.b.Scope",
        ],
    );
    finds_no(
        "Pull Up Method public scope(a int) : int from class p.Map to public scope(a int) : int from class q.a.Scope",
        &before,
        &after,
    );
}

/// Inside a type its own name says nothing before its members (JLS 6.5): a call that lost it, or got it, is the same.
#[test]
fn members_of_the_type_that_code_went_to() {
    let trees = |body: &str| {
        format!("class Trees {{ static void write(Item t, String to) {{ open(to); }} {body} }}")
    };
    let before = format!(
        "class Node implements Item {{ void save(String to) {{ Trees.write(this, to); }} }} {}",
        trees("")
    );
    let after = format!(
        "class Node implements Item {{ }} {}",
        trees("static void save(Item t, String to) { write(t, to); }")
    );
    finds(
        &before,
        &after,
        &[
            "Move Method package save(to String) : void from class Node to package save(t Item, to String) : void from class Trees",
        ],
    );
}
