//! `messages`: what each commit says of itself.

use crate::Rows;
use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};

pub const TABLE: Table = Table {
    name: "messages",
    about: "the message of each commit, apart from `commits`, which stays small",
    columns: &[
        KEY,
        &[
            Column::required("subject", Kind::Text, "the first paragraph, in one line"),
            Column::required("body", Kind::Text, "the rest; empty where there is none"),
        ],
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    let told = [(&commit.subject).into(), (&commit.body).into()];
    rows.push(&[&commit.key(), &told]);
}
