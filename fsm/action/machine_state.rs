//! The states of the machine. The table of its edges is in `machine/`. Extension actions name the
//! states in which they are taken.

macro_rules! states {
    ($($(#[$doc:meta])* $state:ident $name:literal;)*) => {
        /// A state of the machine.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum MachineState {
            $($(#[$doc])* $state,)*
        }

        impl MachineState {
            /// All states. The first one is the start.
            pub const ALL: &[Self] = &[$(Self::$state),*];

            /// The name in `show fsm` and in the weights of profiles.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$state => $name,)*
                }
            }
        }
    };
}

states! {
    /// There is no instance yet.
    New "new";
    /// The instance has no logic yet.
    Logic "logic";
    /// Options are set.
    Options "options";
    /// Sorts are made.
    Sorts "sorts";
    /// Constants, variables and values are made.
    Inputs "inputs";
    /// Terms are made.
    Terms "terms";
    /// Terms are combined until only closed formulas are left.
    Close "close";
    /// Formulas are asserted.
    Assert "assert";
    /// The solver is asked for satisfiability.
    Check "check";
    /// The last check has been answered and nothing has changed since.
    Answered "answered";
    /// The last answer is `sat`.
    Sat "sat";
    /// The last answer is `unsat`.
    Unsat "unsat";
    /// Levels are opened and closed, and every other state can be reached.
    Levels "levels";
    /// The instance is deleted.
    Delete "delete";
    /// There is nothing left to do.
    End "end";
}
