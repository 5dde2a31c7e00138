//! Logs of every kind, in both forms, and logs that someone broke.

use crate::testing::{log, try_run};
use reweave_log::{Kind, Log, eclipse, json};

const ENTRIES: &str = "
    rename-package a.lang -> a.lang3
    rename-class a.lang.Words -> a.lang3.Text
    move-class a.lang.Clock -> a.time.Clock
    collapse-hierarchy a.lang.SubPen -> a.lang3.Pen
    move-rename-class a.lang.Old -> a.time.New
    rename-method a.lang.Pen.draw(int) -> a.lang3.Pen.paint(int)
    pull-up-method a.lang.Brush.dip() -> a.lang3.Pen.dip()
    push-down-method a.lang.Pen.wash() -> a.lang3.Brush.wash()
    move-method a.lang.Pen.max(int,int) -> a.time.Clock.max(int,int)
    change-signature a.lang.Pen.mix(int,String) -> a.lang3.Pen.mix(String,int) [1 s:String, 0 n:int]
    rename-field a.lang.Pen.width -> a.lang3.Pen.size
    move-field a.lang.Pen.LIMIT -> a.time.Clock.LIMIT
    extract-interface a.lang.Pen -> a.lang3.Tool
    extract-superclass a.lang.Brush -> a.lang3.Wet
    class-to-interface a.lang.Job -> a.lang3.Job
    change-visibility a.lang.Pen.wash() -> a.lang3.Brush.wash()
    change-exceptions a.lang.Pen.mix(int,String) -> a.lang3.Pen.mix(String,int)
    replace a.lang.Pen.old() -> a.lang3.Pen.fresh()";

const OLD: &str = "//- a/lang/All.java
package a.lang;
//- a/lang/Words.java
package a.lang; public class Words { }
//- a/lang/Clock.java
package a.lang; public class Clock { }
//- a/lang/Old.java
package a.lang; public class Old { }
//- a/lang/Job.java
package a.lang; public abstract class Job { }
//- a/lang/Pen.java
package a.lang; public class Pen {
    public int width; public static final int LIMIT = 1;
    public void draw(int n) { } public void wash() { } public void old() { } public void fresh() { }
    public void mix(int n, String s) { } public static int max(int a, int b) { return a; }
}
//- a/lang/SubPen.java
package a.lang; public class SubPen extends Pen { }
//- a/lang/Brush.java
package a.lang; public class Brush extends Pen { public void dip() { } }";

const NEW: &str = "//- a/lang3/Text.java
package a.lang3; public class Text { }
//- a/time/Clock.java
package a.time; public class Clock { public static final int LIMIT = 1; public static int max(int a, int b) { return a; } }
//- a/time/New.java
package a.time; public class New { }
//- a/lang3/Tool.java
package a.lang3; public interface Tool { }
//- a/lang3/Job.java
package a.lang3; public interface Job { }
//- a/lang3/Pen.java
package a.lang3; public class Pen implements Tool {
    public int size;
    public void paint(int n) { } public void dip() { } public void fresh() { }
    public void mix(String s, int n) { }
}
//- a/lang3/Wet.java
package a.lang3; public class Wet extends Pen { }
//- a/lang3/Brush.java
package a.lang3; public class Brush extends Wet { public void wash() { } }";

const CLIENT: &str = "//- c/C.java
package c;
import a.lang.*;
class C extends Job {
    Words w; Clock k; SubPen s; Old o;
    void all(Pen p, Brush b) {
        p.draw(p.width); b.dip(); b.wash(); p.old(); p.mix(1, \"a\");
        int n = Pen.max(Pen.LIMIT, 2);
    }
}";

fn result(log: &Log) -> (String, Vec<String>) {
    let outcome = try_run(log, OLD, NEW, CLIENT).expect("a log that can be read");
    let text = outcome.after.iter().map(|(_, f)| f.text.to_string());
    let left = outcome.left.iter();
    (
        text.collect(),
        left.map(|l| format!("{}: {}", l.what, l.why)).collect(),
    )
}

#[test]
fn every_kind_is_written_read_back_and_replayed_from_both_forms() {
    let log = log(ENTRIES);
    let kinds: Vec<Kind> = log.entries.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, Kind::ALL, "one entry of every kind");
    let (text, left) = result(&log);
    assert_eq!(left, Vec::<String>::new());
    for wanted in [
        "import a.lang3.*;\nimport a.time.Clock;\nimport a.time.New;",
        "implements Job",
        "Text w; Clock k; Pen s; New o;",
        "p.paint(p.size); b.dip(); b.wash(); p.fresh(); p.mix(\"a\", 1);",
        "Clock.max(Clock.LIMIT, 2)",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    let read = json::read(&json::write(&log)).expect("its own JSON");
    assert_eq!(result(&read).0, text);
    let read = eclipse::read(&eclipse::write(&log)).expect("its own script");
    assert_eq!(result(&read).0, text);
}

/// A stream of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// Replays a log that someone may have broken: false where it is refused with a reason, and whole Java files otherwise.
fn is_replayed(text: &str) -> bool {
    let outcome = match reweave_log::read(text) {
        Ok(log) => try_run(&log, OLD, NEW, CLIENT),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    match outcome {
        Ok(outcome) => {
            for (_, file) in outcome.after.iter() {
                let names = reweave_text::Interner::new();
                let model = reweave_lang_java::lower(&file.path, &file.text, &names);
                assert!(model.left_out.is_empty(), "{text}\n{}", file.text);
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn bytes_dropped_doubled_or_exchanged_give_errors_or_whole_files() {
    let log = log(ENTRIES);
    let mut numbers = Numbers(42);
    let (mut refused, mut replayed) = (0, 0);
    for form in [json::write(&log), eclipse::write(&log)] {
        for _ in 0..150 {
            let mut text: Vec<char> = form.chars().collect();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(text.len());
                match numbers.below(3) {
                    0 => {
                        text.remove(at);
                    }
                    1 => text.insert(at, text[numbers.below(text.len())]),
                    _ => text[at] = ['x', '.', '(', '"', '9', '/'][numbers.below(6)],
                }
            }
            let done = is_replayed(&text.into_iter().collect::<String>());
            *(if done { &mut replayed } else { &mut refused }) += 1;
        }
    }
    assert!(refused > 50 && replayed > 25, "{refused} {replayed}");
}

/// People drop entries: what is left of a log says the same in both forms.
#[test]
fn any_part_of_a_log_is_replayed_alike_from_both_forms() {
    let whole = log(ENTRIES);
    let mut numbers = Numbers(7);
    let mut replayed = 0;
    for _ in 0..40 {
        let mut part = whole.clone();
        part.entries.retain(|_| numbers.below(4) > 0);
        let [from_json, from_script] = [json::write(&part), eclipse::write(&part)].map(|text| {
            let log = reweave_log::read(&text).map_err(|e| e.to_string())?;
            let outcome = try_run(&log, OLD, NEW, CLIENT).map_err(|e| e.to_string())?;
            let texts = outcome.after.iter().map(|(_, f)| f.text.to_string());
            Ok::<String, String>(texts.collect())
        });
        assert_eq!(from_json.is_ok(), from_script.is_ok(), "{from_script:?}");
        if let (Ok(a), Ok(b)) = (from_json, from_script) {
            assert_eq!(a, b);
            replayed += 1;
        }
    }
    assert!(replayed > 10, "{replayed}");
}

/// Entries whose names, kinds or order were exchanged: whole logs that say wrong things.
#[test]
fn entries_that_say_wrong_things_give_errors_or_whole_files() {
    let whole = log(ENTRIES);
    let mut numbers = Numbers(11);
    let (mut refused, mut replayed) = (0, 0);
    for _ in 0..120 {
        let mut wrong = whole.clone();
        for _ in 0..=numbers.below(3) {
            let (i, j) = (
                numbers.below(wrong.entries.len()),
                numbers.below(wrong.entries.len()),
            );
            match numbers.below(6) {
                0 => wrong.entries.swap(i, j),
                1 => wrong.entries[i].new = wrong.entries[j].new.clone(),
                2 => wrong.entries[i].old = wrong.entries[j].old.clone(),
                3 => {
                    let entry = &mut wrong.entries[i];
                    std::mem::swap(&mut entry.old, &mut entry.new);
                }
                4 => wrong.entries[i].kind = wrong.entries[j].kind,
                _ => wrong.entries[i].parameters = wrong.entries[j].parameters.clone(),
            }
        }
        let done = is_replayed(&json::write(&wrong));
        *(if done { &mut replayed } else { &mut refused }) += 1;
    }
    assert!(refused > 20 && replayed > 20, "{refused} {replayed}");
}

#[test]
fn hostile_logs_are_refused() {
    let entry = |line: &str| json::write(&log(line));
    let with = |line: &str, from: &str, to: &str| entry(line).replace(from, to);
    let signature = "change-signature a.lang.Pen.old() -> a.lang.Pen.old(int) [- n:int=1]";
    let hostile = [
        // Code in the place of a value, a type or a name.
        with(signature, "\"1\"", "\"1); System.exit(1); f(2\""),
        with(signature, "\"n\"", "\"n, int m\""),
        with(signature, "Pen.old(int)", "Pen.old(int) { } //"),
        with("rename-class a.lang.Words -> a.lang.X", "lang.X", "lang.X\\nimport evil.Y;"),
        with("rename-package a.lang -> a.x", "a.x", "../../a"),
        // Parameters from nowhere, numbers out of range.
        "{\"format\":\"reweave-log\",\"version\":99999999999999999999,\"entries\":[]}".to_owned(),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        "{\"a\":".repeat(100_000),
        "<a>".repeat(100_000),
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><session version=\"1.0\"><refactoring id=\"&b;\"/></session>"
            .to_owned(),
        String::new(),
        "\0".to_owned(),
    ];
    for text in &hostile {
        let shown: String = text.chars().take(400).collect();
        assert!(!is_replayed(text), "{shown}");
    }
}
