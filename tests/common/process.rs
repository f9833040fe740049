//! Starts processes, and waits for them with a limit. No test waits for a process in another way.

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, kill, sigaction};
use nix::unistd::Pid;
use std::io::{self, Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest time that a test waits. Everything takes far less time, even the build of a solver
/// on a busy machine: the limit only makes a test fail that would wait for ever.
pub const LIMIT: Duration = Duration::from_secs(60 * 60);

/// The exit code and the output of a process.
#[derive(Debug)]
pub struct Done {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The text on stdout, if it went to a pipe.
    pub out: String,
    /// The text on stderr, if it went to a pipe.
    pub err: String,
}

impl Done {
    /// Asserts the exit code. The failure message has the output.
    #[track_caller]
    pub fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    /// Asserts the exit code, and that stderr contains all of `words`.
    #[track_caller]
    pub fn with_error(self, code: i32, words: &[&str]) -> Self {
        let done = self.with_code(code);
        contains_all(&done.err, words);
        done
    }

    /// Asserts an error with this exit code and one message that contains all of `words`. There
    /// must be no panic.
    #[track_caller]
    pub fn fails(self, code: i32, words: &[&str]) -> Self {
        let done = self.with_error(code, words);
        assert!(done.err.starts_with("error: "), "{}", done.err);
        assert!(!done.err.contains("panicked"), "{}", done.err);
        done
    }

    /// Asserts that there was no error: a campaign or a replay has shown a bug, or none.
    #[track_caller]
    pub fn without_error(self) -> Self {
        let is_sound = matches!(self.code, Some(0 | 1));
        assert!(is_sound, "{:?}\n{}\n{}", self.code, self.out, self.err);
        self
    }

    /// Asserts that stdout contains all of `words`.
    #[track_caller]
    pub fn prints(self, words: &[&str]) -> Self {
        contains_all(&self.out, words);
        self
    }

    /// Asserts that stdout contains none of `words`.
    #[track_caller]
    pub fn prints_not(self, words: &[&str]) -> Self {
        contains_none(&self.out, words);
        self
    }
}

/// Asserts that a text contains all of `words`.
#[track_caller]
pub fn contains_all(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
}

/// Asserts that a text contains none of `words`.
#[track_caller]
pub fn contains_none(text: &str, words: &[&str]) {
    for word in words {
        assert!(!text.contains(word), "{word:?} in: {text}");
    }
}

/// Runs commands.
pub trait Run {
    /// Starts the process.
    #[track_caller]
    fn start(&mut self) -> Process;

    /// Runs the process without input, to its end, and captures its output.
    #[track_caller]
    fn done(&mut self) -> Done {
        self.try_done().unwrap()
    }

    /// Like [`Run::done`].
    ///
    /// # Errors
    /// If the process cannot be started.
    #[track_caller]
    fn try_done(&mut self) -> io::Result<Done>;
}

impl Run for Command {
    fn start(&mut self) -> Process {
        Process::start(self).unwrap()
    }

    fn try_done(&mut self) -> io::Result<Done> {
        self.stdin(Stdio::null());
        self.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(Process::start(self)?.wait())
    }
}

/// A running process. It is killed when this object is dropped, so that a test that fails leaves no
/// process behind.
pub struct Process {
    child: Child,
    /// The command, for messages.
    command: String,
    /// Its stdout and stderr, if they are pipes.
    pipes: [Option<Collector>; 2],
    /// The number of bytes of each pipe that [`Process::line`] and [`Process::error_line`] have
    /// passed.
    passed: [usize; 2],
}

impl Process {
    fn start(command: &mut Command) -> io::Result<Self> {
        use_default_signals(command);
        let mut child = command.spawn()?;
        Ok(Self {
            pipes: [
                child.stdout.take().map(Collector::new),
                child.stderr.take().map(Collector::new),
            ],
            child,
            command: format!("{command:?}"),
            passed: [0; 2],
        })
    }

    /// Its number.
    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Writes the whole input of the process.
    pub fn feed(&mut self, input: &[u8]) {
        let (mut pipe, input) = (self.child.stdin.take().unwrap(), input.to_owned());
        // Writing fails if the process ends before it has read all of its input. Some tests check
        // this case.
        std::thread::spawn(move || pipe.write_all(&input));
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill(self.pid(), signal).unwrap();
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.ended().is_some()
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits for the next line on stdout that starts with this text, and returns it.
    #[track_caller]
    pub fn line(&mut self, start: &str) -> String {
        self.line_of(0, start)
    }

    /// Waits for the next line on stderr that starts with this text, and returns it.
    #[track_caller]
    pub fn error_line(&mut self, start: &str) -> String {
        self.line_of(1, start)
    }

    #[track_caller]
    fn line_of(&mut self, pipe: usize, start: &str) -> String {
        let begun = Instant::now();
        loop {
            let from = self.pipes[pipe].as_mut().unwrap();
            let (has_ended, text) = (from.has_ended(), from.text());
            let mut place = self.passed[pipe];
            while let Some(end) = text[place..].find('\n') {
                let line = &text[place..place + end];
                place += end + 1;
                if line.starts_with(start) {
                    self.passed[pipe] = place;
                    return line.to_owned();
                }
            }
            if has_ended || begun.elapsed() > LIMIT {
                self.fail(&format!(
                    "has not printed a line that starts with '{start}'"
                ));
            }
            pause();
        }
    }

    /// Kills the process, and waits for its end.
    #[track_caller]
    pub fn kill(mut self) -> Done {
        self.child.kill().unwrap();
        self.wait()
    }

    /// Waits for the end of the process and of its output.
    #[track_caller]
    pub fn wait(mut self) -> Done {
        let begun = Instant::now();
        let left = || LIMIT.saturating_sub(begun.elapsed());
        let mut is_read = true;
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.wait(left());
            is_read &= pipe.ended;
        }
        loop {
            match self.ended() {
                Some(status) if is_read => {
                    let [out, err] = self.texts();
                    return Done {
                        code: status.code(),
                        signal: status.signal(),
                        out,
                        err,
                    };
                }
                _ if left().is_zero() => self.fail("has not ended"),
                _ => pause(),
            }
        }
    }

    /// The text that was read from stdout and stderr.
    fn texts(&self) -> [String; 2] {
        let text = |pipe: &Option<Collector>| pipe.as_ref().map(Collector::text);
        self.pipes
            .each_ref()
            .map(|pipe| text(pipe).unwrap_or_default())
    }

    /// Fails with the output so far.
    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        let (command, output) = (&self.command, self.texts().join("\n"));
        panic!("{command} {what}; the limit is {LIMIT:?}; its output so far:\n{output}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail if it has ended and its end was seen.
        let _ = self.child.kill();
        #[expect(clippy::disallowed_methods, reason = "a killed process ends")]
        let _ = self.child.wait();
    }
}

/// Reads a pipe or a terminal while other things happen.
pub struct Collector {
    text: Arc<Mutex<Vec<u8>>>,
    end: Receiver<()>,
    ended: bool,
}

impl Collector {
    /// Reads to the end, in a thread.
    pub fn new(mut from: impl Read + Send + 'static) -> Self {
        let text = Arc::new(Mutex::new(Vec::new()));
        let (sender, end) = mpsc::channel();
        let into = Arc::clone(&text);
        std::thread::spawn(move || {
            let mut part = [0; 1 << 16];
            // Reading a terminal ends with an error when no process has the other end open.
            while let Ok(length @ 1..) = from.read(&mut part) {
                into.lock().unwrap().extend(&part[..length]);
            }
            // Nobody receives it if the test has failed.
            let _ = sender.send(());
        });
        Self {
            text,
            end,
            ended: false,
        }
    }

    /// What was read so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().unwrap()).into_owned()
    }

    /// Waits for the end, at most for this time.
    fn wait(&mut self, time: Duration) {
        self.ended = self.ended || self.end.recv_timeout(time).is_ok();
    }

    fn has_ended(&mut self) -> bool {
        self.wait(Duration::ZERO);
        self.ended
    }

    /// Waits for the end, and returns the whole text.
    #[track_caller]
    pub fn all(mut self) -> String {
        self.wait(LIMIT);
        assert!(self.ended, "there is no end; so far:\n{}", self.text());
        self.text()
    }
}

/// Waits for a condition that must soon hold. `what` is the message if it does not.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < LIMIT, "{what} after {LIMIT:?}");
        pause();
    }
}

/// Waits a moment before something is looked at again.
fn pause() {
    std::thread::sleep(Duration::from_millis(1));
}

/// Gives signals their default effect in the process, whatever this process has inherited: `nohup`
/// ignores SIGHUP, and shells ignore SIGINT in the background.
#[expect(unsafe_code, reason = "the standard library cannot reset signals")]
fn use_default_signals(command: &mut Command) {
    let reset = || {
        let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
        for signal in [
            Signal::SIGHUP,
            Signal::SIGINT,
            Signal::SIGQUIT,
            Signal::SIGTERM,
        ] {
            // SAFETY: the default action runs no code of this process.
            unsafe { sigaction(signal, &default)? };
        }
        Ok(())
    };
    // SAFETY: between fork and exec, `reset` only makes system calls that are allowed in a signal
    // handler.
    unsafe { command.pre_exec(reset) };
}
