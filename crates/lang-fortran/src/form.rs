//! The two source forms, and how a file says which one it is written in.

/// How lines make statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Fortran 90 and later: `&` continues a line, `!` starts a comment anywhere.
    Free,
    /// Fortran 77: labels in columns 1 to 5, a mark in column 6 continues, text ends at column 72.
    Fixed,
}

impl Form {
    /// The longest line `gfortran` reads without a flag.
    pub const fn line_limit(self) -> u32 {
        match self {
            Self::Free => 132,
            Self::Fixed => 72,
        }
    }

    /// The form that compilers take from the file name: `.f`, `.for`, `.ftn` and `.f77` are fixed. Include files say
    /// nothing by their name and are read as `None`: in the form of the file that includes them.
    pub fn of_path(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "f" | "for" | "ftn" | "f77" | "fpp" => Some(Self::Fixed),
            "f90" | "f95" | "f03" | "f08" | "f15" | "f18" | "f23" => Some(Self::Free),
            _ => None,
        }
    }

    /// Whether a file with this name holds Fortran at all: a source file or what sources include.
    pub fn is_fortran_path(path: &str) -> bool {
        Self::of_path(path).is_some()
            || path.rsplit_once('.').is_some_and(|(_, extension)| {
                matches!(
                    extension.to_ascii_lowercase().as_str(),
                    "fh" | "inc" | "fi" | "h90"
                )
            })
    }
}
