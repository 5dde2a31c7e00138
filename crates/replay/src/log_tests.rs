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

/// Logs with bytes dropped, doubled or exchanged: a clear error, or a replay that leaves whole Java files.
#[test]
fn broken_logs_give_errors_or_whole_files() {
    let log = log(ENTRIES);
    let mut state = 42u64;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let (mut refused, mut replayed) = (0, 0);
    for form in [json::write(&log), eclipse::write(&log)] {
        for _ in 0..150 {
            let mut text: Vec<char> = form.chars().collect();
            for _ in 0..=next(3) {
                let at = next(text.len());
                match next(3) {
                    0 => {
                        text.remove(at);
                    }
                    1 => text.insert(at, text[next(text.len())]),
                    _ => text[at] = ['x', '.', '(', '"', '9', '/'][next(6)],
                }
            }
            let text: String = text.into_iter().collect();
            let outcome = match reweave_log::read(&text) {
                Ok(log) => try_run(&log, OLD, NEW, CLIENT),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                    continue;
                }
            };
            match outcome {
                Ok(outcome) => {
                    replayed += 1;
                    for (_, file) in outcome.after.iter() {
                        let names = reweave_text::Interner::new();
                        let model = reweave_lang_java::lower(&file.path, &file.text, &names);
                        assert!(model.left_out.is_empty(), "{text}\n{}", file.text);
                    }
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 50 && replayed > 50, "{refused} {replayed}");
}
