//! What was not read: files that were left out, and those of other languages.

use super::Php;
use reweave_refactor::Left;
use reweave_refactor_testing::unread::{accepted, out, refused, rename, warned};

const CART: (&str, &str) = (
    "Cart.php",
    "<?php\nnamespace A;\nclass Cart { public function total() { return 1; } private function half() { return 2; } }\nfunction open() { return new Cart(); }\n",
);

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename::<Php>(
        CART,
        ("Cart::total", "sum"),
        ("bad.php", out(), b"<?php\n\0$c->TOTAL();"),
    );
    refused(&outcome, "bad.php:2:");
    let outcome = rename::<Php>(
        CART,
        ("Cart::total", "sum"),
        ("bad.php", out(), b"<?php \0$c->totals();"),
    );
    accepted(&outcome);
    let outcome = rename::<Php>(
        CART,
        ("Cart::half", "third"),
        ("bad.php", out(), b"<?php \0$c->half();"),
    );
    accepted(&outcome);
}

#[test]
fn templates_and_code_of_other_endings() {
    let outcome = rename::<Php>(
        CART,
        ("Cart::total", "sum"),
        ("page.twig", Left::Other, b"{{ cart.total }}"),
    );
    warned(&outcome, "page.twig:1:");
    let code = b"<?php\nuse A\\Cart;\nfunction x(Cart $c) { return $c->total(); }";
    let outcome = rename::<Php>(
        CART,
        ("Cart::total", "sum"),
        ("x.module", Left::Other, code),
    );
    refused(&outcome, "x.module:3:");
}
