//! Options that runs do not draw: the rows of the tables that wrappers have of them, and what
//! follows for a library.

use murxla_fsm::option::OptionInfo;
use murxla_fsm::option::files::{FileOption, FileOptions};

/// The options that a row of a table is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// The option of this name.
    Exactly(&'static str),
    /// The options whose names begin with this.
    Beginning(&'static str),
    /// The options whose names end with this.
    Ending(&'static str),
}

impl Named {
    /// Whether `name` is one of them.
    pub(crate) fn has(self, name: &str) -> bool {
        match self {
            Named::Exactly(whole) => name == whole,
            Named::Beginning(start) => name.starts_with(start),
            Named::Ending(end) => name.ends_with(end),
        }
    }

    /// The names in words, for messages.
    pub(crate) fn text(self) -> String {
        match self {
            Named::Exactly(whole) => whole.to_owned(),
            Named::Beginning(start) => format!("{start}…"),
            Named::Ending(end) => format!("…{end}"),
        }
    }
}

/// A row: options that runs do not draw, and the reason.
pub(crate) type Denied = (Named, &'static str);

/// The reason why an option is not drawn if the library does not say which values it takes.
pub(crate) const ANY_VALUE: &str = "its values are any text";

/// The rules of a wrapper about its solver's options.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The options that runs do not draw.
    pub(crate) denied: &'static [Denied],
    /// The options with which the solver reads or writes files. Runs do not draw them either.
    pub(crate) files: &'static [FileOption],
    /// The modules whose names may be before that of an option, with a dot between them. Rows are
    /// written without them.
    pub(crate) modules: &'static [&'static str],
}

impl Rules {
    fn is_about(self, row: Named, name: &str) -> bool {
        let parts = name.split_once('.');
        let rest = parts.filter(|(module, _)| self.modules.contains(module));
        row.has(name) || rest.is_some_and(|(_, rest)| row.has(rest))
    }

    /// Why runs do not draw the option of this name. `None` if they do.
    pub(crate) fn reason(self, name: &str) -> Option<&'static str> {
        let mut rows = self.denied.iter();
        let row = rows.find(|(named, _)| self.is_about(*named, name));
        let in_files = || FileOptions::refused(self.files.to_vec()).does(name);
        row.map(|(_, why)| *why).or_else(in_files)
    }

    /// The rows of the table of denied options that are about none of these options.
    pub(crate) fn unused_denials<'a>(
        self,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Vec<String> {
        let is_unused = |row: &Named| !names.clone().any(|name| self.is_about(*row, name));
        let rows = self.denied.iter().map(|(named, _)| *named);
        rows.filter(is_unused).map(Named::text).collect()
    }
}

/// The options of a library, each with what runs draw, or with the reason why they do not draw it.
#[derive(Default)]
pub(crate) struct OptionPolicy(Vec<(String, Result<OptionInfo, &'static str>)>);

impl OptionPolicy {
    /// Adds an option that is drawn unless a row denies it. `None` if its values are not known.
    pub(crate) fn add(&mut self, rules: Rules, name: &str, drawn: Option<OptionInfo>) {
        let judged = match rules.reason(name) {
            Some(why) => Err(why),
            None => drawn.ok_or(ANY_VALUE),
        };
        self.0.push((name.to_owned(), judged));
    }

    /// Adds an option that is not drawn.
    pub(crate) fn deny(&mut self, name: String, why: &'static str) {
        self.0.push((name, Err(why)));
    }

    /// The options that runs draw.
    pub(crate) fn drawn(self) -> Vec<OptionInfo> {
        let all = self.0.into_iter();
        all.filter_map(|(_, judged)| judged.ok()).collect()
    }

    /// The others, each with the reason.
    pub(crate) fn denied(self) -> Vec<(String, &'static str)> {
        let all = self.0.into_iter();
        all.filter_map(|(name, judged)| Some((name, judged.err()?)))
            .collect()
    }

    /// The names of all options.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Named::{Beginning, Ending, Exactly};
    use murxla_fsm::option::OptionDomain;

    const RULES: Rules = Rules {
        denied: &[
            (Exactly("sygus"), "another problem"),
            (Beginning("help"), "prints"),
            (Ending("-timeout"), "depends on the machine"),
            (Exactly("no-such-option"), "nothing"),
        ],
        files: &[("log", "writes a file")],
        modules: &["smt"],
    };

    #[test]
    fn rows_are_exact_unless_they_say_otherwise() {
        assert_eq!(RULES.reason("sygus"), Some("another problem"));
        assert_eq!(RULES.reason("sygus-si"), None);
        assert_eq!(RULES.reason("help-regular"), Some("prints"));
        assert_eq!(RULES.reason("no-help"), None);
        assert_eq!(RULES.reason("core-timeout"), Some("depends on the machine"));
        assert_eq!(RULES.reason("log"), Some("writes a file"));
        assert_eq!(RULES.reason("smt.sygus"), Some("another problem"));
        assert_eq!(RULES.reason("other.sygus"), None);
    }

    #[test]
    fn every_option_is_drawn_or_denied() {
        let mut judged = OptionPolicy::default();
        let drawn = |name: &str| Some(OptionInfo::new(name, OptionDomain::Bool));
        judged.add(RULES, "help-regular", drawn("help-regular"));
        judged.add(RULES, "seed", drawn("seed"));
        judged.add(RULES, "lang", None);
        let unused = RULES.unused_denials(judged.names());
        assert_eq!(unused, ["sygus", "…-timeout", "no-such-option"]);
        let reasons = [("help-regular", "prints"), ("lang", ANY_VALUE)];
        let reasons = reasons.map(|(name, why)| (name.to_owned(), why));
        let again = OptionPolicy(judged.0.clone());
        assert_eq!(judged.denied(), reasons);
        assert_eq!(again.drawn().len(), 1);
    }
}
