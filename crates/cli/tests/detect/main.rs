//! `reweave detect` on repositories that the real git builds, with every odd thing that a repository can hold.

mod history;
mod odd;
mod output;
mod repository;
mod resume;
mod uncommitted;
