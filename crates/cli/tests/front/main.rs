//! The front page: its picture and its examples are what the commands print, and everything that it names exists.
//!
//! `REWEAVE_UPDATE=1 cargo test -p reweave --test front` records the picture and the examples anew.

mod picture;
mod readme;
mod recording;
mod shop;
