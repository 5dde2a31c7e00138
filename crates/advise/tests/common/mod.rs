//! Code that the tests of reports share.

/// A method that uses a field where another has a getter for it.
pub const MISSED: &str = "package a;
class Missed {
    int total;
    int share(int parts, int rest) {
        if (parts > rest) {
            return total / parts + rest * 2;
        }
        return rest - parts;
    }
}
";
