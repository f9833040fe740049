//! The tables of options that runs do not draw.

use crate::suite::{Failures, TestedSolver, ensure};

/// Rows about options that only an older release has: the solver, the row, and the release.
const OLDER: &[(&str, &str, &str)] = &[
    ("z3", "print_stats", "4.8.5"),
    ("z3", "unit_walk_threads", "4.8.5"),
];

/// No option is both drawn and denied, and each row is about an option of the default release, or
/// of the one that `OLDER` names.
pub(crate) fn options(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let drawn = tested.loaded.options();
    for (name, why) in tested.loaded.denied_options() {
        let is_drawn = drawn.iter().any(|option| option.name == name);
        failures.attempt(&|| name.clone(), || {
            ensure(!is_drawn, || "is drawn, but denied")?;
            ensure(!why.is_empty(), || "is denied without a reason")
        });
    }
    let unused = tested.loaded.unused_denials();
    let older = OLDER.iter().filter(|(solver, ..)| *solver == tested.name);
    for (_, row, release) in older.clone() {
        let is_unused =
            unused.iter().any(|unused| unused == row) && tested.version.starts_with(release);
        failures.attempt(&|| (*row).to_owned(), || {
            ensure(!is_unused, || format!("is not an option of {release}"))
        });
    }
    for row in unused.iter().filter(|_| tested.is_default) {
        let is_older = older.clone().any(|(_, older, _)| older == row);
        failures.attempt(&|| row.clone(), || {
            ensure(
                is_older,
                || "is not an option: the row belongs out of the table, or into this test's",
            )
        });
    }
}
