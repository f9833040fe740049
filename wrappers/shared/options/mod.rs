//! Tables of options: those that runs do not draw, and those of the SAT solvers inside.

pub(crate) mod denied;
pub(crate) mod sat_solvers;
