//! The parts of a program that do not depend on the recorded calls: how it prints results, and how
//! it decides whether the bug shows. A program exits with 1 if the bug shows, with 0 if not, and
//! with 125 if the library cannot tell, as `git bisect run` expects.

use super::literal;
use crate::oracle::leak;
use std::time::Duration;

/// How a program recognises the bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BugSign {
    /// There is no bug.
    None,
    /// A signal ends the process in a call. A library that exits has found an error.
    Signal,
    /// A call ends the process, by `exit` or by a signal.
    Exit,
    /// The C library finds that memory is damaged, in the last call or later.
    Damage,
    /// A call takes this CPU time, or four times as long in wall-clock time.
    Time(Duration),
    /// The process ends, because it may use so many bytes.
    Memory(u64),
    /// The results that the last call prints are those of the run.
    LastResults,
    /// All printed results are those of the run.
    AllResults,
    /// Memory in use grows each time when the calls are repeated.
    Growth,
}

/// The headers of the C library, each with what a program uses of it.
pub(super) const INCLUDES: [(&str, &[&str]); 8] = [
    ("limits", &["LLONG_"]),
    ("malloc", &["mallinfo2"]),
    ("signal", &["sigaction"]),
    ("stdio", &["puts(", "printf("]),
    ("stdlib", &["atexit(", " exit(", "free(", "env("]),
    ("string", &["strcmp(", "strcspn(", "strlen("]),
    ("sys/resource", &["setrlimit("]),
    ("unistd", &["_exit("]),
];

/// Stands for the type of the numbers whose names the library returns.
pub(super) const NUMBER: &str = "NUMBER";

/// The functions that look numbers up, print results and compare them with the run. Each is only
/// written if the program calls it.
pub(super) const PRINT: [(&str, &str); 5] = [
    (
        "differences",
        r#"
/* The number of results that differ from the run. */
static int differences;
"#,
    ),
    (
        " number(",
        r#"
/* The number with this name. It differs between releases. */
static int number(const char *(*name_of)(NUMBER), const char *name) {
  for (int n = 0; n < 1000; n++) {
    const char *found = name_of(n);
    if (found && !strcmp(found, name)) return n;
  }
  printf("The program cannot tell: the library has no %s.\n", name);
  _exit(125);
}
"#,
    ),
    (
        "print(",
        r#"
static void print(const char *what, long long value, long long run) {
  printf("%s: %lld", what, value);
  if (value != run) differences++, printf(", but %lld in the run", run);
  puts("");
}
"#,
    ),
    (
        "print_real(",
        r#"
static void print_real(const char *what, double value, double run) {
  int is_same = value == run || (value != value && run != run);
  printf("%s: %.17g", what, value);
  if (!is_same) differences++, printf(", but %.17g in the run", run);
  puts("");
}
"#,
    ),
    (
        "print_text(",
        r#"
/* The beginning of long texts. */
static void print_text(const char *what, const char *value, const char *run) {
  printf("%s: %.300s", what, value ? value : "NULL");
  if (!value || strcmp(value, run)) differences++, printf(", but %.300s in the run", run);
  puts("");
}
"#,
    ),
];

/// The handler of signals that end the process, where this is the bug.
const ENDED: &str = r#"
/* Whether the call that shows the bug has begun, and whether it has returned. */
static volatile sig_atomic_t is_last, is_behind;

/* A signal, or a call of `exit` in the library. */
static void ended(int signal) {
  char shows[] = "The bug shows: the last call ends the process, signal 00 (0: exit).\n";
  const char *text = shows;
  if (is_behind) text = "BEHIND\n";
  if (!is_last) text = "The program cannot tell: an earlier call ends the process.\n";
  char *digits = strstr(shows, "00");
  digits[0] += signal / 10, digits[1] += signal % 10;
  if (write(STDOUT_FILENO, text, strlen(text)) < 0) _exit(2);
  _exit(SHOWS ? 1 : 125);
}
"#;

/// What the handler says, and when the bug shows, if the process ends behind the last call.
const BEHIND: [(&str, &str); 2] = [
    (
        "The program cannot tell: the last call returns, and the process ends later.",
        "is_last && !is_behind",
    ),
    (
        "The bug shows: memory is damaged, and the process ends after the last call.",
        "is_last",
    ),
];

/// The handler of `exit` where this may be the bug, too.
const EXIT_IS_END: &str = r#"
static void exited(void) { ended(0); }
"#;

/// The handler of signals that end the process, where this is not the bug.
const EXITED: &str = r#"
/* A call of `exit` in the library. */
static void exited(void) { _exit(125); }
"#;

/// Measures memory as a campaign does.
const IN_USE: &str = r#"
/* Bytes that are allocated and not freed. */
static long long in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (long long)(info.uordblks + info.hblkhd);
}
"#;

/// The statements that call the handler. It has its own stack, because the normal one may have
/// overflowed.
const HANDLE: &str = "\
static char stack[1 << 16];
sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGALRM};
for (size_t n = 0; n < sizeof signals / sizeof *signals; n++)
  sigaction(signals[n], &(struct sigaction){.sa_handler = ended, .sa_flags = SA_ONSTACK}, NULL);
atexit(exited);";

impl BugSign {
    /// Whether the last call ends the process.
    pub(super) fn ends(self) -> bool {
        matches!(
            self,
            Self::Signal | Self::Exit | Self::Damage | Self::Time(_) | Self::Memory(_)
        )
    }

    /// Whether the program compares results with those of the run.
    pub(super) fn is_by_results(self) -> bool {
        matches!(self, Self::LastResults | Self::AllResults)
    }

    /// The definitions before `main`.
    pub(super) fn definitions(self) -> String {
        let (behind, shows) = BEHIND[usize::from(self == Self::Damage)];
        let ended = ENDED.replace("BEHIND", behind).replace("SHOWS", shows);
        match self {
            Self::None => String::new(),
            Self::Growth => [IN_USE, EXITED].concat(),
            Self::LastResults | Self::AllResults => EXITED.to_owned(),
            Self::Signal | Self::Damage => [&ended.replace(" (0: exit)", ""), EXITED].concat(),
            _ => [&ended, EXIT_IS_END].concat(),
        }
    }

    /// The statements before the first call.
    pub(super) fn repeat(self) -> String {
        if self != Self::Growth {
            return String::new();
        }
        let repeats = leak::REPEATS;
        format!(
            "long long least = LLONG_MAX;\n\
             for (int repetition = 1; repetition <= {repeats}; repetition++) {{\n  long long before = in_use();\n"
        )
    }

    /// The statements at the beginning of `main`.
    pub(super) fn begin(self) -> String {
        let limit = match self {
            Self::Time(time) => {
                let seconds = time.as_secs().max(1);
                format!(
                    "\nsetrlimit(RLIMIT_CPU, &(struct rlimit){{{seconds}, RLIM_INFINITY}});\nalarm({});",
                    4 * seconds
                )
            }
            Self::Memory(bytes) => {
                format!("\nsetrlimit(RLIMIT_AS, &(struct rlimit){{{bytes}u, {bytes}u}});")
            }
            _ => String::new(),
        };
        match self {
            Self::None => String::new(),
            _ if self.ends() => format!("{HANDLE}{limit}\n"),
            _ => "atexit(exited);\n".to_owned(),
        }
    }

    /// The statements before the results of a call.
    pub(super) fn before_results(self) -> Option<&'static str> {
        (self == Self::LastResults).then_some("differences = 0;")
    }

    /// The statements at the end of `main`. Exit handlers of the library are not run, because they
    /// may crash.
    pub(super) fn end(self) -> String {
        let (shown, code) = match self {
            Self::Growth => {
                let (warm_up, least) = (leak::WARM_UP, leak::LEAK / 2);
                return format!(
                    "  long long growth = in_use() - before;\n  \
                     printf(\"repetition %d: memory in use grows by %lld kB\\n\", repetition, growth / 1024);\n  \
                     if (repetition > {warm_up} && growth < least) least = growth;\n}}\n\
                     puts(least < {least} ? \"The bug does not show: memory in use does not grow each time.\" : \
                     \"The bug shows: memory in use grows each time.\");\nfflush(stdout);\n_exit(least >= {least});\n"
                );
            }
            Self::None => return "fflush(stdout);\n_exit(0);\n".to_owned(),
            Self::LastResults | Self::AllResults => (
                "differences ? \"The bug does not show: results differ from the run.\" : \"The bug shows.\"".to_owned(),
                "!differences",
            ),
            _ => (literal::text(b"The bug does not show: all calls return."), "0"),
        };
        // A large block makes the C library look at the others.
        let look = match self {
            Self::Damage => "void *volatile block = malloc(1 << 16);\nfree(block);\n",
            _ => "",
        };
        format!("{look}puts({shown});\nfflush(stdout);\n_exit({code});\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Damaged memory may show in any later call.
    #[test]
    fn only_damage_shows_behind_the_last_call() {
        let (end, damage) = (BugSign::Signal.definitions(), BugSign::Damage.definitions());
        assert!(
            end.contains("if (is_behind) text = \"The program cannot tell: the last call returns")
        );
        assert!(end.contains("_exit(is_last && !is_behind ? 1 : 125);"));
        assert!(damage.contains("if (is_behind) text = \"The bug shows: memory is damaged"));
        assert!(damage.contains("_exit(is_last ? 1 : 125);"));
    }
}
