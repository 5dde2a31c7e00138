//! What was not read: files that were left out, and those of other languages.

use super::Php;
use reweave_refactor::{Around, Left, Outcome, Request, Session, Standing, Target, Unread};
use reweave_text::Sources;
use std::sync::Arc;

fn rename(source: (&str, &str), symbol: &str, to: &str, unread: (&str, Left, &[u8])) -> Outcome {
    let (path, left, bytes) = unread;
    let bytes = bytes.to_vec();
    let around = Around {
        unread: Arc::new([Unread {
            path: path.to_owned(),
            left,
            load: Arc::new(move || Some(bytes.clone())),
        }]),
        ..Around::default()
    };
    let session = Session::<Php>::within(Sources::new([source]), around);
    let request = Request::new("rename", Target::Symbol(symbol.to_owned())).with("to", to);
    session.apply(&request).expect("it can be asked for")
}

fn told(outcome: &Outcome) -> Vec<(Standing, &str)> {
    let all = outcome.conflicts.iter();
    all.map(|c| (c.standing, c.message.as_str())).collect()
}

fn refused(outcome: &Outcome, part: &str) {
    let all = told(outcome);
    let is_told = |(standing, message): &(Standing, &str)| {
        *standing == Standing::Refuses && message.contains(part)
    };
    assert!(all.iter().any(is_told), "{part} in {all:?}");
}

fn out() -> Left {
    Left::Out("it has NUL bytes".to_owned())
}

const CART: (&str, &str) = (
    "Cart.php",
    "<?php\nnamespace A;\nclass Cart { public function total() { return 1; } private function half() { return 2; } }\nfunction open() { return new Cart(); }\n",
);

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename(
        CART,
        "Cart::total",
        "sum",
        ("bad.php", out(), b"<?php\n\0$c->TOTAL();"),
    );
    refused(&outcome, "bad.php:2:");
    let outcome = rename(
        CART,
        "Cart::total",
        "sum",
        ("bad.php", out(), b"<?php \0$c->totals();"),
    );
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
    let outcome = rename(
        CART,
        "Cart::half",
        "third",
        ("bad.php", out(), b"<?php \0$c->half();"),
    );
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
}

#[test]
fn templates_and_code_of_other_endings() {
    let outcome = rename(
        CART,
        "Cart::total",
        "sum",
        ("page.twig", Left::Other, b"{{ cart.total }}"),
    );
    assert!(outcome.is_accepted());
    assert!(
        told(&outcome)[0].1.contains("page.twig:1:"),
        "{:?}",
        told(&outcome)
    );
    let code = b"<?php\nuse A\\Cart;\nfunction x(Cart $c) { return $c->total(); }";
    let outcome = rename(CART, "Cart::total", "sum", ("x.module", Left::Other, code));
    refused(&outcome, "x.module:3:");
}
