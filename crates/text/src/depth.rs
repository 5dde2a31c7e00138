//! How deep code may nest, and the stack that walking it takes.
//!
//! Many walks over trees recurse. What bounds them all is the reading: no reader makes a tree that is deeper than
//! [`DEEPEST`], what nests deeper is left out and said, and whoever starts the analyses does so on threads with
//! [`STACK`] bytes.

/// The deepest nesting that is read. javac 17 with its default stack takes 1,000 but not 3,000 parentheses, operands of a sum,
/// `?:` or `else if`.
pub const DEEPEST: usize = 3_000;

/// The stack of a thread that walks trees, enough for [`DEEPEST`] levels in an unoptimised build. It is reserved, not
/// used.
pub const STACK: usize = 512 << 20;

/// Files of more bytes are not source text that anyone wrote; they are left out, and that is said.
pub const LARGEST_SOURCE: u64 = 64 << 20;
