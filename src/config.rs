//! The configuration file of campaigns: profiles with options, which become arguments before the
//! command line is parsed. So there is one definition of options.
//!
//! A file that is found, and not named by the user, may come from somebody else: from a repository,
//! or from a folder of another user. So it must belong to the user, it cannot make the program run
//! code, and it cannot choose files that are written outside of its folder.

use crate::cli::Cli;
use crate::exit::Failure;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory as _};
use murxla_fsm::profile::nearest::suggestion;
use murxla_system::escape::one_line;
use murxla_system::input;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
const NAME: &str = "murxla-rs.toml";

/// The profile that is used if the user names no other one, and that all others extend.
const DEFAULT: &str = "default";

/// The environment variable that names a profile.
const VARIABLE: &str = "MURXLA_RS_PROFILE";

/// Options that only the command line has.
const NOT_IN_FILES: [&str; 5] = ["config", "config-profile", "help", "version", "trust"];

/// Options whose values are places that are written. In a file that was found, they are below its
/// folder.
const WRITTEN: [&str; 2] = ["metrics", "out"];

/// Options that only a named file has: options of solvers, which may write files (those that a
/// solver's profile sets may not), and a path of a library.
const NAMED_ONLY: [&str; 3] = ["baseline", "option", "cross-option"];

/// Options whose values name solvers. With a path or a command, they run code.
const SOLVERS: [&str; 3] = ["solver", "cross-check", "check"];

/// Options whose values are paths. They are relative to the folder of the file.
const PATHS: [&str; 6] = [
    "known",
    "corpus",
    "profile",
    "correlations",
    "out",
    "metrics",
];

/// The value of `--config` and of some options with paths that is not a path.
const NONE: &str = "none";

/// What a file adds to the command line.
#[derive(Debug)]
pub struct Configured {
    /// The command line with the arguments from the file.
    pub arguments: Vec<OsString>,
    /// A sentence that says what is taken from which file.
    pub remark: String,
}

/// An option of the file.
struct Entry {
    name: String,
    /// The values; none for a flag.
    values: Vec<String>,
    line: usize,
}

/// A file with its text.
struct ConfigFile {
    path: PathBuf,
    text: String,
    /// Whether the user has named it.
    is_named: bool,
}

/// The command line with what the configuration file adds. `None` if it adds nothing: there is no
/// file, or it is not a campaign.
///
/// # Errors
/// A file that cannot be used, or an unknown profile.
pub fn configured(arguments: &[OsString]) -> Result<Option<Configured>, Failure> {
    let mut command = Cli::command();
    // A wrong command line is reported when it is parsed.
    let lenient = command.clone().ignore_errors(true);
    let Ok(given) = lenient.try_get_matches_from(arguments) else {
        return Ok(None);
    };
    command.build();
    if arguments.len() < 2 || given.subcommand_name().is_some() {
        return Ok(None);
    }
    let named = given.get_one::<PathBuf>("config").cloned();
    if named.as_deref() == Some(Path::new(NONE)) {
        return Ok(None);
    }
    let profile = given.get_one::<String>("config_profile").cloned();
    let profile = profile.or_else(|| std::env::var(VARIABLE).ok().filter(|name| !name.is_empty()));
    let Some(file) = ConfigFile::find(named)? else {
        return match profile {
            None => Ok(None),
            Some(profile) => Err(Failure::configuration(format!(
                "there is no profile '{}', because there is no {NAME} here or in a folder above: name the file \
                 with --config",
                one_line(&profile)
            ))),
        };
    };
    let profile = profile.as_deref().unwrap_or(DEFAULT);
    let entries = file.entries(&command, profile)?;
    let is_open = |entry: &&Entry| !is_decided(&command, &given, &entry.name);
    let more: Vec<String> = entries
        .iter()
        .filter(is_open)
        .flat_map(Entry::arguments)
        .collect();
    let remark = format!(
        "from {}, profile {profile}: {}",
        one_line(&file.path.display().to_string()),
        match more.is_empty() {
            true => "nothing".to_owned(),
            false => one_line(&more.join(" ")),
        }
    );
    // The command line comes last.
    let (program, rest) = arguments.split_at(1);
    let more = more.into_iter().map(OsString::from);
    let arguments = program
        .iter()
        .cloned()
        .chain(more)
        .chain(rest.iter().cloned());
    Ok(Some(Configured {
        arguments: arguments.collect(),
        remark,
    }))
}

/// Whether the command line decides about an option.
fn is_decided(command: &Command, given: &ArgMatches, name: &str) -> bool {
    let is_given = |arg: &&Arg| {
        let source = given.value_source(arg.get_id().as_str());
        source == Some(ValueSource::CommandLine)
    };
    let given = command.get_arguments().filter(is_given);
    let mut names = given.filter_map(Arg::get_long);
    names.any(|other| excludes(command, other, name))
}

/// Whether an option takes the place of another one: it is the same, or they conflict.
fn excludes(command: &Command, one: &str, other: &str) -> bool {
    let conflicts = |one: &str, other: &str| {
        let arg = command
            .get_arguments()
            .find(|arg| arg.get_long() == Some(one));
        let mut all = arg
            .into_iter()
            .flat_map(|arg| command.get_arg_conflicts_with(arg));
        all.any(|conflict| conflict.get_long() == Some(other))
    };
    one == other || conflicts(one, other) || conflicts(other, one)
}

/// The option of a campaign with this long name.
fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    options(command).find(|arg| arg.get_long() == Some(name))
}

/// The options that files may have.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let all = command.get_arguments();
    all.filter(|arg| {
        arg.get_long()
            .is_some_and(|name| !NOT_IN_FILES.contains(&name))
    })
}

impl Entry {
    fn arguments(&self) -> Vec<String> {
        let name = &self.name;
        match &self.values[..] {
            [] => vec![format!("--{name}")],
            values => values
                .iter()
                .map(|value| format!("--{name}={value}"))
                .collect(),
        }
    }
}

impl ConfigFile {
    /// The file that the user names, or the first one here or in the folders above.
    fn find(named: Option<PathBuf>) -> Result<Option<Self>, Failure> {
        let is_named = named.is_some();
        let path = match named {
            Some(path) => path,
            None => {
                let Ok(here) = std::env::current_dir() else {
                    return Ok(None);
                };
                let mut places = here.ancestors().map(|folder| folder.join(NAME));
                match places.find(|path| path.exists()) {
                    Some(path) => path,
                    None => return Ok(None),
                }
            }
        };
        let name = path.display();
        let wrong = |e: &dyn std::fmt::Display| {
            Failure::configuration(format!("cannot read the configuration {name}: {e}"))
        };
        if !is_named {
            let owner = path.symlink_metadata().map_err(|e| wrong(&e))?;
            let user = nix::unistd::geteuid().as_raw();
            let is_open = owner.mode() & 0o002 != 0;
            if owner.is_symlink() || ![user, 0].contains(&owner.uid()) || is_open {
                return Err(Failure::configuration(format!(
                    "{name} is not used, because other users can change it: if you trust it, name it with --config"
                )));
            }
        }
        let bytes = input::read(&path).map_err(|e| wrong(&e))?;
        let text = String::from_utf8(bytes).map_err(|_| wrong(&"it is not text in UTF-8"))?;
        Ok(Some(Self {
            path,
            text,
            is_named,
        }))
    }

    /// An error in this file at an offset.
    fn wrong(&self, offset: usize, message: &str) -> Failure {
        let (path, line) = (self.path.display(), self.line(offset));
        Failure::configuration(format!("{path}, line {line}: {}", one_line(message)))
    }

    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().iter().take(offset);
        1 + before.filter(|byte| **byte == b'\n').count()
    }

    /// The options of a profile, and of the default one as far as the profile does not have them.
    fn entries(&self, command: &Command, wanted: &str) -> Result<Vec<Entry>, Failure> {
        let table = DeTable::parse(&self.text).map_err(|e| {
            let offset = e.span().map_or(0, |span| span.start);
            self.wrong(offset, e.message())
        })?;
        let mut profiles: Vec<(String, Vec<Entry>)> = Vec::new();
        for (key, value) in table.get_ref() {
            let at = key.span().start;
            let DeValue::Table(all) = value.get_ref() else {
                return Err(
                    self.wrong(at, "options are in profiles: write [profile.default] above")
                );
            };
            if key.get_ref() != "profile" {
                let message = format!(
                    "unknown table '{}': write [profile.{DEFAULT}]",
                    key.get_ref()
                );
                return Err(self.wrong(at, &message));
            }
            for (name, value) in all {
                let DeValue::Table(options) = value.get_ref() else {
                    let message = format!(
                        "'{0}' is not a profile: write [profile.{DEFAULT}] above",
                        name.get_ref()
                    );
                    return Err(self.wrong(name.span().start, &message));
                };
                let entries = options
                    .iter()
                    .map(|(key, value)| self.entry(command, key, value));
                let entries: Result<Vec<Entry>, Failure> = entries.collect();
                profiles.push((name.get_ref().to_string(), entries?));
            }
        }
        let mut take = |name: &str| {
            let place = profiles.iter().position(|(known, _)| known == name)?;
            Some(std::mem::take(&mut profiles[place].1))
        };
        let default = take(DEFAULT);
        let own = match wanted {
            DEFAULT => Vec::new(),
            _ => take(wanted).ok_or_else(|| {
                let names = profiles.iter().map(|(name, _)| name.as_str());
                let near = suggestion(wanted, names);
                let (path, wanted) = (self.path.display(), one_line(wanted));
                Failure::configuration(format!("{path} has no profile '{wanted}'{near}"))
            })?,
        };
        let is_own = |name: &str| own.iter().any(|entry| excludes(command, &entry.name, name));
        let rest = default.into_iter().flatten();
        let mut all: Vec<Entry> = rest.filter(|entry| !is_own(&entry.name)).collect();
        all.extend(own);
        all.sort_by_key(|entry| entry.line);
        Ok(all)
    }

    /// An option with its values.
    fn entry(
        &self,
        command: &Command,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Entry, Failure> {
        let (name, at) = (key.get_ref().as_ref(), key.span().start);
        let Some(arg) = find(command, name) else {
            let near = suggestion(name, options(command).filter_map(Arg::get_long));
            let why = match NOT_IN_FILES.contains(&name) {
                true => format!("'{name}' is for the command line only"),
                false => format!("unknown option '{name}'{near}"),
            };
            return Err(self.wrong(at, &why));
        };
        let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
        let of = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            _ => Err(self.wrong(
                value.span().start,
                &format!("'{name}' takes a text or a number"),
            )),
        };
        let values = match value.get_ref() {
            DeValue::Boolean(is_on) => {
                let needs_value =
                    takes_value && arg.get_num_args().is_none_or(|n| n.min_values() > 0);
                match (needs_value, is_on) {
                    (true, _) => return Err(self.wrong(at, &format!("'{name}' takes a value"))),
                    (false, false) => {
                        return Err(self.wrong(at, &format!("'{name}' is true, or left out")));
                    }
                    (false, true) => Vec::new(),
                }
            }
            _ if !takes_value => {
                return Err(self.wrong(at, &format!("'{name}' is true, or left out")));
            }
            DeValue::Array(values) if matches!(arg.get_action(), ArgAction::Append) => values
                .iter()
                .map(of)
                .collect::<Result<Vec<String>, Failure>>()?,
            _ => vec![of(value)?],
        };
        for value in &values {
            self.check(name, value)
                .map_err(|why| self.wrong(at, &why))?;
        }
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let in_folder = |value: String| match PATHS.contains(&name) && value != NONE {
            true => folder.join(value).display().to_string(),
            false => value,
        };
        Ok(Entry {
            name: name.to_owned(),
            values: values.into_iter().map(in_folder).collect(),
            line: self.line(at),
        })
    }

    /// Whether a file that the user has not named may have this value.
    fn check(&self, name: &str, value: &str) -> Result<(), String> {
        let runs_code = SOLVERS.contains(&name) && value.contains('=');
        let is_outside = WRITTEN.contains(&name)
            && (Path::new(value).is_absolute() || value.split('/').any(|part| part == ".."));
        match self.is_named || !(runs_code || is_outside || NAMED_ONLY.contains(&name)) {
            true => Ok(()),
            false => Err(format!(
                "'{name} = {value}' is for files that you name with --config: this one was found, and might be from \
                 somebody else"
            )),
        }
    }
}
