//! `cargo xtask dump-java FILE…`: what Java files become in the model.

use anyhow::{Context, Result};
use reweave_model::{FileModel, NodeId, dump};
use reweave_text::{Interner, LineIndex};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only what could not be read
    #[arg(long)]
    left_out: bool,
}

pub fn run(args: &Args) -> Result<()> {
    for path in &args.files {
        let shown = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
        let text = match reweave_change::decode(shown.to_string(), bytes) {
            Ok(source) => source.text,
            Err((path, why)) => {
                println!("{path}: {why}");
                continue;
            }
        };
        let names = Interner::new();
        let file = reweave_lang_java::lower(&shown.to_string(), &text, &names);
        if !args.left_out {
            print(&file, &names);
        }
        let lines = LineIndex::new(&text);
        for left_out in &file.left_out {
            let line = lines.line(left_out.span.start);
            println!("{shown}:{line}: {}", left_out.what);
        }
    }
    Ok(())
}

fn print(file: &FileModel, names: &Interner) {
    for ty in &file.types {
        println!("{:?} {}", ty.kind, names.text(ty.qualified));
        for &field in &ty.fields {
            println!("  field {}", names.text(file.field(field).name));
        }
        for &callable in &ty.callables {
            let callable = file.callable(callable);
            let (name, params) = (names.text(callable.name), callable.params.len());
            println!("  callable {name}/{params}");
        }
    }
    println!("{}", dump(&file.tree, NodeId::ROOT, names));
}
