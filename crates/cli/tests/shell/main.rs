//! The shell around the commands: help, completions, manual pages, colours, pager, progress, configuration, and errors that help.

mod config;
mod console;
mod errors;
mod pages;
mod place;
