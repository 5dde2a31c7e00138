//! `reweave detect` and `reweave compare` on repositories that the real git builds, with every odd thing that a repository can hold.

mod compare;
mod context;
mod history;
mod integrations;
mod odd;
mod output;
mod purity;
mod ranges;
mod repository;
mod resume;
mod review;
mod served;
mod uncommitted;
mod verify;
