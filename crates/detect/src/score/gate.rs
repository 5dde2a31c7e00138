//! The plain conditions that candidates must meet, by name: `cargo xtask ablate` takes one away and counts what changes.

macro_rules! gates {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A condition of a plain rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Gate {
            $($(#[$doc])* $name,)*
        }

        impl Gate {
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

gates! {
    /// A matched statement must do something.
    TransferTelling "transfer-telling",
    /// More of the called method is matched than not.
    TransferMost "transfer-most",
    /// Exact pairs, or the place of the call.
    TransferEnough "transfer-enough",
    /// One inexact pair is no chance further down the calls.
    TransferChance "transfer-chance",
    /// A returned value that changed is no inlined code.
    TransferOnlyReturned "transfer-only-returned",
    /// A created object that became another says nothing.
    TransferAlike "transfer-alike",
    /// The call stands where the code stood.
    TransferPlaced "transfer-placed",
    /// Everything went to a method of the same name.
    TransferHandedOn "transfer-handed-on",
    /// An overload took the whole body.
    TransferDelegates "transfer-delegates",
    /// Statements that stand in the caller too need no explanation.
    TransferStood "transfer-stood",
    /// About the same place in the class.
    MethodNear "method-near",
    /// Statements of its own on each side and none the same.
    MethodAnother "method-another",
    /// The new method only helps another one.
    MethodHelper "method-helper",
    /// The types of the parameters fit.
    MethodFits "method-fits",
    /// Calls of the one name became calls of the other.
    MethodKnown "method-known",
    /// The method that it overrides was renamed alike.
    MethodFollows "method-follows",
    /// What went to new methods is not missing.
    MethodExplained "method-explained",
    /// `return;` and `return this;` are not missing.
    MethodIdle "method-idle",
    /// One statement that differs is a weak sign.
    MethodOneStatement "method-one-statement",
    /// So many statements to the letter decide.
    MoveManyExact "move-many-exact",
    /// Classes that do not know each other.
    MoveStrange "move-strange",
    /// A getter's attribute went along.
    MoveAlong "move-along",
    /// What went to new methods is not missing.
    MoveExplained "move-explained",
    /// What says too little alone counts in company.
    MoveWeak "move-weak",
    /// The expression stands in the value.
    ValueHolds "value-holds",
    /// The same call with other arguments.
    ValueSameCall "value-same-call",
    /// The paired statement holds the value.
    ValueHeld "value-held",
    /// The name stands in the other version too.
    ValueLived "value-lived",
    /// The old name lives on, or the new one lived.
    VariableLives "variable-lives",
    /// Declared with the same value.
    VariableSameValue "variable-same-value",
    /// Declared with another value.
    VariableOtherValue "variable-other-value",
    /// Declarations in paired statements.
    VariableMatched "variable-matched",
    /// Assigned to attributes that have nothing to do with each other.
    VariableAttributes "variable-attributes",
}
