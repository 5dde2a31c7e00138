//! `docs/picture.svg`: a session on the shop, as a terminal shows it.

use crate::recording::svg;
use crate::shop::{Shop, same_or_write};

const LINES: &[&str] = &[
    "reweave detect --only \"Rename Method,Rename Attribute,Extract Attribute\"",
    "reweave apply rename --root src --symbol Invoice.net to=subtotal --stat",
    "reweave apply rename --root src --symbol Invoice.net to=total --stat",
];

#[test]
fn the_picture_is_of_real_runs() {
    let Some(shop) = Shop::new() else { return };
    let session = LINES.iter().fold(String::new(), |mut all, line| {
        all.push_str(&format!(
            "\x1b[1m$ {line}\x1b[0m\n{}\n",
            shop.run(line, true)
        ));
        all
    });
    same_or_write("docs/picture.svg", &svg(session.trim_end()));
}
