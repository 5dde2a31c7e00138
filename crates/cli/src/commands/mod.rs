//! One file a command: its `Args` implement [`Run`], and the list below names it.

mod apply;
mod compare;
mod completions;
mod config;
mod demo;
mod detect;
mod doctor;
mod explain;
mod gate;
mod history;
mod list;
mod lsp;
mod man;
mod mcp;
mod mine;
mod recover;
mod replay;
mod review;
mod suggest;
mod symbols;
mod undo;

use crate::Outcome;
use crate::settings::Settings;
use anyhow::Result;
use clap::Subcommand;
use std::path::Path;

/// A command. The comment on its `Args` is the first line of its help.
pub trait Run: clap::Args {
    /// Command lines with what they do; each help page shows them.
    const EXAMPLES: &'static [(&'static str, &'static str)];
    /// The options that `reweave.toml` may set. Nothing that writes, runs or allows something belongs here.
    const SETTINGS: &'static [&'static str] = &[];
    /// Whether the command reads its section of `reweave.toml` itself, which then has no options.
    const OWN_SECTION: bool = false;
    /// Whether a terminal may show its output in a pager.
    const PAGES: bool = true;

    /// Where `reweave.toml` is looked for, upwards.
    fn place(&self) -> &Path {
        Path::new(".")
    }

    fn run(&self, settings: &Settings) -> Result<Outcome>;
}

/// What is known of a command before it runs.
pub struct Told {
    pub name: &'static str,
    pub examples: &'static [(&'static str, &'static str)],
    pub settings: &'static [&'static str],
    pub own_section: bool,
}

macro_rules! commands {
    ($($variant:ident $module:ident,)*) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($variant($module::Args),)*
        }

        /// Every command, in the order of the help.
        pub const ALL: &[Told] = &[$(Told {
            name: stringify!($module),
            examples: <$module::Args as Run>::EXAMPLES,
            settings: <$module::Args as Run>::SETTINGS,
            own_section: <$module::Args as Run>::OWN_SECTION,
        },)*];

        impl Command {
            pub fn place(&self) -> &Path {
                match self { $(Self::$variant(args) => args.place(),)* }
            }

            pub fn pages(&self) -> bool {
                match self { $(Self::$variant(_) => <$module::Args as Run>::PAGES,)* }
            }

            pub fn run(&self, settings: &Settings) -> Result<Outcome> {
                match self { $(Self::$variant(args) => args.run(settings),)* }
            }
        }
    };
}

commands! {
    Detect detect,
    Mine mine,
    Review review,
    Gate gate,
    Compare compare,
    Replay replay,
    Suggest suggest,
    Symbols symbols,
    Apply apply,
    Undo undo,
    History history,
    Recover recover,
    List list,
    Explain explain,
    Demo demo,
    Mcp mcp,
    Lsp lsp,
    Doctor doctor,
    Config config,
    Completions completions,
    Man man,
}
