//! The features that vectors count: node kinds, with operators and calls split further.

use reweave_model::Kind;

/// One dimension of a vector. The upper half repeats the lower one for code that the core view leaves out, so that one
/// stored vector gives both views.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Feature(pub u8);

/// How many features there are, both halves together.
pub const FEATURES: usize = 256;

const MOST_ARGUMENTS: u8 = Feature::MOST_ARGUMENTS;

const HALF: u8 = 128;

/// Operators that are features of their own, since refactorings exchange them for one another.
const OPERATORS: &[&str] = &["==", "!=", "<", ">", "<=", ">=", "&&", "||", "+", "-"];

const KINDS: u8 = Kind::InferredType as u8 + 1;
const FIRST_OPERATOR: u8 = KINDS;
const NOT: u8 = FIRST_OPERATOR + 10;
const DECLARED_TYPE: u8 = NOT + 1;
const DECLARED_VALUE: u8 = NOT + 2;
const FIRST_OWN: u8 = NOT + 3;
const FIRST_API: u8 = FIRST_OWN + MOST_ARGUMENTS + 1;
const _: () = assert!(FIRST_API + MOST_ARGUMENTS < HALF);

impl Feature {
    /// Calls with this many arguments or more count as one feature (paper 3, section 4.1).
    pub const MOST_ARGUMENTS: u8 = 6;
    /// `T` in `T x = e`.
    pub const DECLARED_TYPE: Self = Self(DECLARED_TYPE);
    /// `x =` in `T x = e`, where an assignment to a plain name counts as one node too.
    pub const DECLARED_VALUE: Self = Self(DECLARED_VALUE);
    pub const NOT: Self = Self(NOT);
    pub const NAME: Self = Self::kind(Kind::Name);
    pub const ASSIGN: Self = Self::kind(Kind::Assign);
    pub const RETURN: Self = Self::kind(Kind::Return);

    pub const fn kind(kind: Kind) -> Self {
        Self(kind as u8)
    }

    /// A call of a method of the code base.
    pub const fn own_call(arguments: u8) -> Self {
        Self(FIRST_OWN + clamp(arguments))
    }

    /// A call that leads out of the code base, or nobody knows where.
    pub const fn api_call(arguments: u8) -> Self {
        Self(FIRST_API + clamp(arguments))
    }

    pub const fn is_own_call(self) -> bool {
        let f = self.0 & !HALF;
        f >= FIRST_OWN && f < FIRST_API
    }

    /// The own call of an api call with as many arguments, and the other way round.
    pub const fn other_call(self) -> Option<Self> {
        let f = self.0 & !HALF;
        if f >= FIRST_API && f <= FIRST_API + MOST_ARGUMENTS {
            Some(Self(self.0 - FIRST_API + FIRST_OWN))
        } else if self.is_own_call() {
            Some(Self(self.0 - FIRST_OWN + FIRST_API))
        } else {
            None
        }
    }

    pub fn operator(operator: &str) -> Self {
        OPERATORS
            .iter()
            .position(|&o| o == operator)
            .map_or(Self::kind(Kind::Binary), |i| Self(FIRST_OPERATOR + i as u8))
    }

    /// The same feature in code that the core view leaves out.
    #[must_use]
    pub const fn aside(self) -> Self {
        Self(self.0 | HALF)
    }

    pub const fn is_aside(self) -> bool {
        self.0 & HALF != 0
    }

    /// The feature wherever it stands.
    #[must_use]
    pub const fn anywhere(self) -> Self {
        Self(self.0 & !HALF)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// A name for people and for files of learned types: `Name`, `call/2`, `==`.
    pub fn name(self) -> String {
        let f = self.0 & !HALF;
        let name = match f {
            NOT => "!".to_owned(),
            DECLARED_TYPE => "declared type".to_owned(),
            DECLARED_VALUE => "declared value".to_owned(),
            f if f >= FIRST_API => format!("api call/{}", f - FIRST_API),
            f if f >= FIRST_OWN => format!("own call/{}", f - FIRST_OWN),
            f if f >= FIRST_OPERATOR => OPERATORS[usize::from(f - FIRST_OPERATOR)].to_owned(),
            f => format!("kind {f}"),
        };
        if self.is_aside() {
            format!("{name} aside")
        } else {
            name
        }
    }
}

const fn clamp(arguments: u8) -> u8 {
    if arguments > MOST_ARGUMENTS {
        MOST_ARGUMENTS
    } else {
        arguments
    }
}
