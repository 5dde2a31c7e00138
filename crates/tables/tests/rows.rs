//! Every table takes the rows of a commit that has something for each of them, and a file gives them back.

use parquet::file::reader::{FileReader, SerializedFileReader};
use reweave_change::{
    Evidence, EvidencePlace, Finding, LeftOut, LeftOver, Place, Point, Record, Replaced, Side, Size,
};
use reweave_tables::{Commit, Failure, Person, Rows, Run, TABLES, Values, encode, metadata};
use std::fs::File;

fn record() -> Record {
    let point = |line| Point {
        line,
        column: 3,
        byte: 10 * line,
    };
    let place = || Place {
        path: "A.java".to_owned(),
        start: point(1),
        end: point(2),
        element: "METHOD_DECLARATION".to_owned(),
        role: "original method declaration".to_owned(),
        code: Some("f() : int".to_owned()),
    };
    let spot = |line| {
        Some(EvidencePlace {
            path: "A.java".to_owned(),
            start: point(line),
            end: point(line + 1),
        })
    };
    let edit = || LeftOver {
        before: spot(4),
        after: None,
    };
    let finding = Finding {
        kind: "Rename Method".to_owned(),
        description: "Rename Method f() : int renamed to g() : int".to_owned(),
        left: vec![place()],
        right: vec![place()],
        evidence: vec![Evidence {
            before: spot(1),
            after: spot(1),
            replacements: vec![Replaced {
                old: "f".to_owned(),
                new: "g".to_owned(),
                before: spot(1),
                after: None,
            }],
        }],
        pure: Some(false),
        left_over: vec![edit()],
        confidence: Some(97),
        numbers: Vec::new(),
        performed: None,
    };
    Record {
        findings: vec![finding],
        pure: Some(false),
        // The same two lines twice.
        left_over: vec![edit(), edit()],
        left_out: vec![LeftOut::file(Side::After, "B.java", "binary")],
        ..Record::default()
    }
}

fn commit(record: &Record) -> Commit<'_> {
    Commit {
        repo: "r",
        sha: "a".repeat(40),
        parent: None,
        position: 0,
        parents: Vec::new(),
        author: Person::default(),
        committer: Person {
            time: Some(i64::MAX),
            ..Person::default()
        },
        subject: "s".to_owned(),
        body: String::new(),
        size: Size::default(),
        milliseconds: 1,
        record,
    }
}

#[test]
fn every_table_takes_and_gives_back_rows() {
    let record = record();
    let commit = commit(&record);
    let run = Run::default();
    for table in TABLES {
        let batches = [table.of_commit(&commit), table.of_run(&run)];
        let rows: usize = batches.iter().map(Rows::len).sum();
        let expected = match table.name {
            "places" | "evidence" => 2,
            // Two of the commit, one of its finding.
            "left_over" => 3,
            _ => 1,
        };
        assert_eq!(rows, expected, "{}", table.name);
        let mut bytes = Vec::new();
        let more = [("reweave.options", "--all".to_owned())];
        encode(table, &batches, &more, &mut bytes).expect("it is written");
        let mut again = Vec::new();
        encode(table, &batches, &more, &mut again).expect("it is written");
        assert!(
            bytes == again,
            "the bytes of {} are not the same",
            table.name
        );
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), &bytes).expect("it is written");
        let file = File::open(file.path()).expect("it is there");
        let said = metadata(&file).expect("it has metadata");
        assert_eq!(said["reweave.table"], table.name);
        assert_eq!(said["reweave.schema"], reweave_tables::SCHEMA);
        assert_eq!(said["reweave.options"], "--all");
        let reader = SerializedFileReader::new(file).expect("it is read");
        let fields = reader.metadata().file_metadata().schema().get_fields();
        assert!(
            fields
                .iter()
                .map(|f| f.name())
                .eq(table.columns().map(|c| c.name))
        );
        let read: Result<Vec<_>, _> = reader.into_iter().collect();
        let read = read.expect("rows").len();
        assert_eq!(read, expected, "{}", table.name);
    }
}

#[test]
fn a_line_with_two_edits_is_left_over_once() {
    let record = record();
    let commits = reweave_tables::table("commits").expect("there is one");
    let rows = commits.of_commit(&commit(&record));
    let mut columns = commits.columns().zip(rows.columns());
    let removed = columns.find(|(column, _)| column.name == "left_over_removed");
    let Some((_, Values::Number(removed))) = removed else {
        panic!("a column of numbers");
    };
    assert_eq!(removed, &[Some(2)]);
}

#[test]
fn only_errors_tells_of_failures() {
    let failure = Failure {
        repo: "r",
        what: "repository",
        message: "no such folder",
    };
    for table in TABLES {
        let rows = table.of_failure(&failure).len();
        assert_eq!(rows, usize::from(table.name == "errors"), "{}", table.name);
    }
}
