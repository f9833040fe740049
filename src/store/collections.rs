//! Collections of scripts, which strategies can use as corpora. They are downloaded with Git.

use super::tools::{Tools, message};
use super::{Store, StoreError};
use murxla_system::signals;
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A collection of scripts in a public repository.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collection {
    /// Its name on the command line.
    pub name: String,
    /// The address of the repository.
    repository: String,
    /// The folder with the scripts.
    folder: String,
    /// What it has.
    pub about: String,
}

/// The collections of `vendor/collections.json`, in alphabetical order.
///
/// # Errors
/// The table is damaged.
pub fn collections() -> Result<Vec<Collection>, StoreError> {
    Ok(serde_json::from_str(murxla_vendor::COLLECTIONS)?)
}

impl Collection {
    /// The commands that download it into a folder with its name.
    #[must_use]
    pub fn commands(&self) -> [String; 2] {
        let Self {
            name,
            repository,
            folder,
            ..
        } = self;
        [
            format!("git clone --depth 1 --filter=blob:none --sparse {repository} {name}"),
            format!("git -C {name} sparse-checkout set {folder}"),
        ]
    }

    /// The folder with its scripts, where the repository is in the present folder.
    #[must_use]
    pub fn scripts(&self) -> PathBuf {
        PathBuf::from(&self.name).join(&self.folder)
    }
}

impl Store {
    /// The folder with the scripts of a collection. It is downloaded if it is missing.
    ///
    /// # Errors
    /// Why it cannot be downloaded.
    pub fn collection(&self, collection: &Collection, offline: bool) -> Result<PathBuf, String> {
        let root = self.root().map_err(|e| e.to_string())?.join(".collections");
        let scripts = root.join(collection.scripts());
        if scripts.is_dir() {
            return Ok(scripts);
        }
        if offline {
            return Err("--offline is given".to_owned());
        }
        let wrong = |e: &dyn std::fmt::Display| e.to_string();
        fs::create_dir_all(&root).map_err(|e| wrong(&e))?;
        // A part of a repository would look like all of it.
        let part = tempfile::tempdir_in(&root).map_err(|e| wrong(&e))?;
        let tools = Tools::new(signals::stop());
        for line in collection.commands() {
            let mut words = line.split(' ');
            let mut command = Command::new(words.next().unwrap_or("git"));
            command
                .args(words)
                .current_dir(part.path())
                .env("GIT_TERMINAL_PROMPT", "0");
            let output = tools.output(&mut command).map_err(|e| wrong(&e))?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(message(said.trim_end().lines().last(), output.status));
            }
        }
        let name = &collection.name;
        fs::rename(part.path().join(name), root.join(name)).map_err(|e| wrong(&e))?;
        match scripts.is_dir() {
            true => Ok(scripts),
            false => Err(format!("it has no folder {}", collection.folder)),
        }
    }
}
