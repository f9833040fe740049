//! The parts of a program that do not depend on the recorded calls: how it prints results, and how it decides whether the
//! bug shows. A program exits with 1 if the bug shows and with 0 if not, as `git bisect run` expects.

use super::literal;
use crate::leak;
use std::time::Duration;

/// How a program recognises the bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BugSign {
    /// There is no bug.
    None,
    /// A call ends the process, by a signal or by `exit`.
    End,
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

/// The functions that print results and compare them with the run.
pub(super) const PRINT: &str = r#"/* How many results differ from those of the run. */
static int differences;

static inline void recorded(int differs, const char *format, ...) {
  va_list values;
  if (differs) {
    differences++;
    printf(", but ");
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf(" in the run");
  }
  putchar('\n');
}

static inline void print(const char *what, long long value, long long run) {
  printf("%s: %lld", what, value);
  recorded(value != run, "%lld", run);
}

static inline void print_real(const char *what, double value, double run) {
  printf("%s: %.17g", what, value);
  recorded(value != run && (value == value || run == run), "%.17g", run);
}

/* The beginning of long texts. */
static inline void print_text(const char *what, const char *value, const char *run) {
  printf("%s: %.300s", what, value ? value : "NULL");
  recorded(!value || strcmp(value, run), "%.300s", run);
}
"#;

/// The handler of what ends the process.
const ENDED: &str = r#"
/* A signal, or a call of `exit` in the library. */
static void ended(int signal) {
  static const char text[] = "The bug shows: a call does not return.\n";
  (void)signal;
  if (write(STDOUT_FILENO, text, sizeof text - 1) < 0) _exit(2);
  _exit(1);
}

static void exited(void) { ended(0); }
"#;

/// Measures memory as a campaign does.
const IN_USE: &str = r#"
/* Bytes that are allocated and not freed. */
static long long in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (long long)(info.uordblks + info.hblkhd);
}
"#;

/// The statements that call the handler. It has its own stack, because the normal one may have overflowed.
const HANDLE: &str = "\
static char stack[1 << 16];
sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGALRM};
for (size_t n = 0; n < sizeof signals / sizeof *signals; n++)
  sigaction(signals[n], &(struct sigaction){.sa_handler = ended, .sa_flags = SA_ONSTACK}, NULL);
atexit(exited);";

impl BugSign {
    fn ends(self) -> bool {
        matches!(self, Self::End | Self::Time(_) | Self::Memory(_))
    }

    /// The definitions before `main`.
    pub(super) fn definitions(self) -> &'static str {
        match self {
            Self::Growth => IN_USE,
            sign if sign.ends() => ENDED,
            _ => "",
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
        if self.ends() {
            format!("{HANDLE}{limit}\n")
        } else {
            String::new()
        }
    }

    /// The statements before the results of a call.
    pub(super) fn before_results(self) -> Option<&'static str> {
        (self == Self::LastResults).then_some("differences = 0;")
    }

    /// The statements at the end of `main`. Exit handlers of the library are not run, because they may crash.
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
                "differences ? \"The bug does not show: results differ from those of the run.\" : \"The bug shows.\"".to_owned(),
                "!differences",
            ),
            _ => (literal::text(b"The bug does not show: all calls return."), "0"),
        };
        format!("puts({shown});\nfflush(stdout);\n_exit({code});\n")
    }
}
