//! The readers of traces, scripts, profiles and results get damaged files, which may come from an
//! attacker. Each one is either refused or read. Nothing panics, and the process has at most 1 GB
//! of memory.

#[path = "../common/mod.rs"]
mod common;
mod profiles;
mod recordings;
mod results;
mod scripts;
mod traces;

use common::files_below;
use murxla_fsm::rng::Rng;
use nix::sys::resource::{Resource, setrlimit};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The number of damaged files for each reader. They are the same ones each time.
const INPUTS: usize = 2500;

/// Limits the memory that this process can write to. An allocation above the limit ends it.
fn limit_memory() {
    static LIMITED: Once = Once::new();
    LIMITED.call_once(|| setrlimit(Resource::RLIMIT_DATA, 1 << 30, 1 << 30).unwrap());
}

/// The files below a folder of the repository whose names end like this.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = files_below(&root.join(folder));
    found.retain(|path| path.to_str().unwrap().ends_with(ending));
    assert!(!found.is_empty(), "no {ending} in {folder}");
    found
}

/// Numbers and pieces that readers may not expect.
const PIECES: [&str; 12] = [
    " 4294967295 ",
    "-1",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "0",
    "1e308",
    "\"",
    "|",
    "null",
    "\u{0}",
    "\u{10ffff}",
    "[]",
];

/// Changes one to three places of a text: bytes, words, lines, numbers, nesting, repetitions.
fn damage(original: &str, rng: &mut Rng) -> String {
    let mut text = original.as_bytes().to_vec();
    for _ in 0..=rng.index(3) {
        if text.is_empty() {
            break;
        }
        let place = rng.index(text.len());
        let slice = |rng: &mut Rng, most: usize| place..(place + rng.index(most)).min(text.len());
        match rng.below(10) {
            0 => text[place] = rng.bits() as u8,
            1 => text[place] = *rng.pick(b"0123456789 st\"#\n()").unwrap(),
            2 => text.truncate(place.max(1)),
            3 => {
                let part = text[slice(rng, 200)].to_vec();
                let to = rng.index(text.len());
                text.splice(to..to, part);
            }
            4 => {
                let piece = *rng.pick(&PIECES).unwrap();
                text.splice(place..place, piece.bytes());
            }
            5 => {
                let number = text[place..].iter().take_while(|b| b.is_ascii_digit());
                let end = place + number.count();
                let piece = *rng.pick(&PIECES).unwrap();
                text.splice(place..end, piece.bytes());
            }
            6 => {
                let part = text[slice(rng, 30)].repeat(1 << rng.below(10));
                text.splice(place..place, part);
            }
            7 => {
                let open = *rng.pick(b"([{\"|").unwrap();
                let nested = vec![open; 1 << rng.below(17)];
                text.splice(place..place, nested);
            }
            8 => {
                let digits = vec![b'9'; 1 << rng.below(14)];
                text.splice(place..place, digits);
            }
            _ => {
                drop(text.drain(slice(rng, 20)));
                text.push(b'\n');
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
