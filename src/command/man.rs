//! `man`: the man pages, made from the definition of the command line.

use crate::cli::Cli;
use crate::exit::{self, Failure};
use clap::CommandFactory as _;
use murxla_system::console;
use std::path::Path;

/// Prints the main page, or writes the pages of the program and of all subcommands into a
/// directory.
///
/// # Errors
/// The directory cannot be written.
pub fn run(out: Option<&Path>) -> Result<u8, Failure> {
    match out {
        None => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
            rendered.map_err(|e| Failure::configuration(e.to_string()))?;
            console::out(String::from_utf8_lossy(&page));
        }
        Some(folder) => {
            let written = std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
            written.map_err(|e| {
                Failure::configuration(format!("cannot write {}: {e}", folder.display()))
            })?;
        }
    }
    Ok(exit::CLEAN)
}
