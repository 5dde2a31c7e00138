//! Where the records go.

use crate::Outcome;
use anyhow::{Context, Result};
use reweave_output::Format;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// One record as it will stand in the output.
pub struct Rendered {
    pub text: String,
    pub complete: bool,
    /// What a `--fail-on` gate found in it.
    pub refused: Option<String>,
}

/// Takes the records of a run in order; nothing is held back, so that a stopped run leaves what it found.
pub struct Sink {
    out: Box<dyn Write>,
    format: Format,
    taken: usize,
    pub cut_short: bool,
    pub refused: bool,
    /// The reader went away (`| head`): there is no one to write for.
    unread: bool,
}

impl Sink {
    /// To `file`, or to standard output.
    pub fn open(format: Format, file: Option<&Path>) -> Result<Self> {
        let out: Box<dyn Write> = match (file, format) {
            (Some(path), format) => {
                let file = File::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                match format {
                    Format::Text { .. } => Box::new(anstream::StripStream::new(file)),
                    _ => Box::new(file),
                }
            }
            (None, Format::Text { .. }) => Box::new(anstream::stdout()),
            (None, _) => Box::new(io::stdout()),
        };
        let mut sink = Self::to(out, format);
        sink.write(format.begin())?;
        Ok(sink)
    }

    /// Goes on in a file that holds records already.
    pub fn append(file: File) -> Self {
        Self::to(Box::new(file), Format::JsonLines)
    }

    fn to(out: Box<dyn Write>, format: Format) -> Self {
        Self {
            out,
            format,
            taken: 0,
            cut_short: false,
            refused: false,
            unread: false,
        }
    }

    pub fn take(&mut self, rendered: Rendered) -> Result<()> {
        self.cut_short |= !rendered.complete;
        if let Some(why) = rendered.refused {
            self.refused = true;
            eprintln!("{why}");
        }
        let mut text = rendered.text;
        if self.taken > 0 {
            text.insert_str(0, self.format.separator());
        }
        self.taken += 1;
        self.write(&text)
    }

    pub fn close(mut self) -> Result<Outcome> {
        self.write(self.format.end())?;
        Ok(if self.refused {
            Outcome::Refused
        } else if self.cut_short {
            Outcome::CutShort
        } else {
            Outcome::Done
        })
    }

    fn write(&mut self, text: &str) -> Result<()> {
        if self.unread {
            return Ok(());
        }
        let written = self.out.write_all(text.as_bytes());
        match written.and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.unread = true,
            other => other.context("cannot write the output")?,
        }
        Ok(())
    }
}
