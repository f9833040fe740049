//! Executes scripts of SMT-LIB with Bitwuzla's parser, as its program does.

use super::ffi::{Api, Parser};
use murxla_fsm::solver::Result;
use std::path::Path;

/// Executes the commands of a script. The parser prints the answers.
pub(super) fn execute(library: &Path, script: &str) -> Result {
    Parser::printing(Api::load(library)?)?.run(script)
}
