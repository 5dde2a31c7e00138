//! `reweave mcp`: the tools for agents.

use crate::Outcome;
use crate::around::AroundArgs;
use anyhow::Result;
use reweave_mcp::{Options, serve_http, serve_stdio};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// The folder of the program; nothing outside of it is read or written
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Offer the tools that write (apply, undo); without it nothing is ever written
    #[arg(long)]
    write: bool,
    /// Serve HTTP on this machine instead of standard input and output: on this port, or on a free one
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0")]
    http: Option<u16>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let options = Options {
        root: args.root.clone(),
        write: args.write,
        setup: args.around.setup(),
    };
    match args.http {
        None => serve_stdio(&options)?,
        Some(port) => serve_http(&options, port, &mut |address, token| {
            eprintln!("serving on {address}/{token}");
            eprintln!("or on {address} with the header Authorization: Bearer {token}");
        })?,
    }
    Ok(Outcome::Done)
}
