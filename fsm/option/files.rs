//! How traces could make a solver read or write files: by options, and by symbols that a parser
//! takes for commands. A trace may come from somebody else, so it must not do that.

/// An option: its name, and what the solver does with it.
pub type FileOption = (&'static str, &'static str);

/// Options of SMT-LIB with which every solver writes files.
const STANDARD: &[FileOption] = &[
    ("diagnostic-output-channel", "names a file for messages"),
    ("regular-output-channel", "names a file for answers"),
];

/// The options of a solver with which it reads or writes files, and whether the traces of a run are
/// trusted.
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    table: Vec<FileOption>,
    is_allowed: bool,
}

impl FileOptions {
    /// The options of this table and of SMT-LIB, which traces must not set.
    #[must_use]
    pub fn refused(mut table: Vec<FileOption>) -> Self {
        table.extend(STANDARD);
        Self {
            table,
            is_allowed: false,
        }
    }

    /// Trusts traces.
    pub fn allow(&mut self) {
        self.is_allowed = true;
    }

    /// What the option of this name does with files. `None` if it does nothing or may be set.
    #[must_use]
    pub fn refusal(&self, name: &str) -> Option<&'static str> {
        self.does(name).filter(|_| !self.is_allowed)
    }

    /// Whether traces may have this symbol. Solvers print symbols between bars, and some actions
    /// parse what was printed. SMT-LIB allows neither bars nor backslashes in a symbol, so a parser
    /// may end the symbol there, and read the rest as a command that sets an option.
    #[must_use]
    pub fn allow_symbol(&self, symbol: &str) -> bool {
        let within = symbol.strip_prefix('|').and_then(|s| s.strip_suffix('|'));
        self.is_allowed || !within.unwrap_or(symbol).contains(['|', '\\'])
    }

    /// What the option of this name does with files. `None` if it does nothing.
    #[must_use]
    pub fn does(&self, name: &str) -> Option<&'static str> {
        let name = normal(name);
        let mut rows = self.table.iter();
        let row = rows.find(|(listed, _)| is_named(&name, &normal(listed)))?;
        Some(row.1)
    }
}

/// Whether `name` is the name of an option, which it may have behind the names of modules. Both are
/// in normal form.
fn is_named(name: &str, option: &str) -> bool {
    name.strip_suffix(option)
        .is_some_and(|module| module.is_empty() || module.ends_with('.'))
}

/// The name as the most tolerant solver reads it: capital letters are small ones, hyphens are
/// underscores, and the colon of a keyword and the hyphens of a program's option are left out.
fn normal(name: &str) -> String {
    name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '|'))
        .replace('-', "_")
        .to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_solvers_read_them() {
        let mut files = FileOptions::refused(vec![("smtlib2_log", "writes"), ("err", "writes")]);
        for name in [
            "smtlib2_log",
            "smtlib2-log",
            "SMTLIB2_LOG",
            ":smtlib2_log",
            "::smtlib2_log",
            "solver.smtlib2_log",
            ":Solver.SMTLIB2-Log",
            "err",
            "--err",
        ] {
            assert_eq!(files.refusal(name), Some("writes"), "{name}");
        }
        for name in ["", "log", "smtlib2_log2", "stderr", "_err", "smtlib2_log.x"] {
            assert_eq!(files.refusal(name), None, "{name}");
        }
        for symbol in ["a\\b", "a|b", "|a|b|", "|a\\|"] {
            assert!(!files.allow_symbol(symbol), "{symbol}");
        }
        assert!(files.allow_symbol("a b") && files.allow_symbol("|a b|"));
        files.allow();
        assert!(files.allow_symbol("a|b"));
        assert_eq!(files.refusal("err"), None);
        assert_eq!(files.does("err"), Some("writes"));
    }
}
