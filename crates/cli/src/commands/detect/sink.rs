//! Where the records go.

use super::tally::{Tally, Total};
use crate::{Outcome, console};
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
    pub tally: Tally,
}

/// Takes the records of a run in order; nothing is held back, so that a stopped run leaves what it found.
pub struct Sink {
    out: Box<dyn Write>,
    format: Format,
    taken: usize,
    pub cut_short: bool,
    pub refused: bool,
    /// What was told so far, where changes without findings are told by their number only.
    total: Option<Total>,
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
            (None, Format::Text { .. }) => Box::new(Console),
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
            total: None,
            unread: false,
        }
    }

    /// In text, tells runs of changes without findings by their number, and a total at the end.
    #[must_use]
    pub fn folding(mut self, folds: bool) -> Self {
        let is_text = matches!(self.format, Format::Text { .. });
        self.total = (folds && is_text).then(Total::default);
        self
    }

    pub fn take(&mut self, rendered: Rendered) -> Result<()> {
        self.cut_short |= !rendered.complete;
        if let Some(why) = rendered.refused {
            self.refused = true;
            console::warn(why);
        }
        let mut text = rendered.text;
        if let Some(total) = &mut self.total {
            match total.take(&rendered.tally) {
                None => return Ok(()),
                Some(folded) => text.insert_str(0, &folded),
            }
        }
        if self.taken > 0 {
            text.insert_str(0, self.format.separator());
        }
        self.taken += 1;
        self.write(&text)
    }

    pub fn close(mut self) -> Result<Outcome> {
        if let Some(total) = self.total.take() {
            let separator = if self.taken > 0 { "\n" } else { "" };
            self.write(&format!("{separator}{}", total.told()))?;
        }
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

/// Standard output, or the pager before it.
struct Console;

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        console::write(&String::from_utf8_lossy(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
