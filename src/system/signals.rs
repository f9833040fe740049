//! The signals that end the program: Ctrl-C (SIGINT), SIGTERM and SIGHUP.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The flag that the first signal sets. What takes long looks at it.
pub fn stop() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// Handles the signals from now on. The first one sets the flag [`stop`], or ends the program if
/// `at_once` is set. The second one ends the program in any case. If SIGHUP was ignored when the
/// program was started, it stays ignored, as the user of `nohup` expects.
///
/// # Errors
/// If the system refuses it.
pub fn handle(at_once: bool) -> io::Result<()> {
    let ends = match at_once {
        true => Arc::new(AtomicBool::new(true)),
        false => stop(),
    };
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        flag::register_conditional_default(signal, Arc::clone(&ends))?;
        flag::register(signal, stop())?;
    }
    Ok(())
}

/// Whether a signal was ignored when the program was started.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}
