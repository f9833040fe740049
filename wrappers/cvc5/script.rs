//! Executes scripts of SMT-LIB with cvc5's parser, as its program does.

use super::ffi::{Api, Session};
use super::parser::{InputLanguage, Parsed};
use murxla_fsm::solver::{Error, Result};
use std::io::{self, Write as _};
use std::path::Path;

/// Executes the commands of a script, and prints what they print. A command may end the process, so
/// nothing is buffered.
pub(super) fn execute(library: &Path, script: &str) -> Result {
    let session = Session::new(Api::load(library)?)?;
    let parser = session.parser()?;
    parser.read(InputLanguage::Smt2, script, false)?;
    let mut output = io::stdout().lock();
    loop {
        match parser.command()? {
            Parsed::Some(command) => {
                let printed = parser.invoke(command)?;
                let written = output.write_all(printed.as_bytes());
                written
                    .and_then(|()| output.flush())
                    .map_err(|e| Error::Rejected(e.to_string()))?;
            }
            Parsed::End => return Ok(()),
            Parsed::Refused(message) => return Err(Error::Rejected(message)),
        }
    }
}
