//! `docs/picture.svg`: a session on the shop, as a terminal shows it.

use crate::recording::svg;
use crate::shop::{Shop, same_or_write};
use std::fmt::Write;

const LINES: &[&str] = &[
    "reweave detect --only \"Rename Method,Rename Attribute,Extract Attribute\"",
    "reweave apply rename --root src --symbol Invoice.net to=subtotal --stat",
    "reweave apply rename --root src --symbol Invoice.net to=total --stat",
];

#[test]
fn the_picture_is_of_real_runs() {
    let Some(shop) = Shop::new() else { return };
    let session = LINES.iter().fold(String::new(), |mut all, line| {
        let printed = shop.run(line, true);
        let _ = writeln!(all, "\x1b[1m$ {line}\x1b[0m\n{printed}");
        all
    });
    same_or_write("docs/picture.svg", &svg(session.trim_end()));
}
