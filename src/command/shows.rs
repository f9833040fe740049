//! Decides whether the output of a script shows a bug. It does so only if the output itself is
//! wrong: the same run with the right results would print something else.

use crate::triage::{FailedAssertion, abort_message, bad_access, bad_memory, checks, first_line};
use murxla_executor::{ProgramEnd, ProgramRun};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::oracle::checks::FORMULA_FALSE;
use murxla_fsm::solver::Answer;

/// How the commands begin that the program answers by `sat`, `unsat` or `unknown`.
const CHECKS: [&str; 3] = ["(check-sat", "(get-consequences ", "(query "];

/// The exit codes of a program that has executed a script, maybe with errors.
const USUAL_CODES: [i32; 2] = [0, 1];

/// What a trace is claimed to show.
pub(super) struct ClaimedBug<'a> {
    pub(super) kind: &'a BugKind,
    /// The id of the check that failed, if one did.
    pub(super) check: Option<&'a str>,
    /// What was observed in the run of the trace.
    pub(super) message: &'a str,
    /// Whether the script has the last call of the run, in which it shows.
    pub(super) has_last_call: bool,
}

impl ClaimedBug<'_> {
    /// Whether a model makes a formula false that was asserted or assumed.
    pub(super) fn is_about_formula(&self) -> bool {
        self.check.is_none_or(|check| check == FORMULA_FALSE.id())
    }

    /// Whether the run of a script shows it. `None` if the output does not tell.
    pub(super) fn is_shown(&self, script: &str, run: &ProgramRun) -> Option<bool> {
        Some(match self.kind {
            BugKind::Crash(signal) => match run.end {
                ProgramEnd::Signal(_) if bad_memory(&run.output).is_some() => {
                    // The damage may show later than in the run.
                    let is_in_time = answers(&run.output).len() <= noted_before_end(script);
                    return is_in_time.then_some(true);
                }
                ProgramEnd::Signal(other) if other.to_string() == **signal => {
                    // With another reason, it is another bug.
                    let told = self.has_same_reason(&run.output);
                    return told.is_none_or(|is_same| is_same).then_some(true);
                }
                // It may be another bug, such as a failed assertion.
                ProgramEnd::Signal(_) => return None,
                ProgramEnd::Exit(code) if !USUAL_CODES.contains(&code) => return None,
                _ => false,
            },
            BugKind::Assertion => {
                let failed = FailedAssertion::of(self.message);
                failed.is_some() && failed == FailedAssertion::of(&run.output)
            }
            BugKind::Address(kind) => {
                bad_access(&run.output).is_some_and(|(other, _)| *other == **kind)
            }
            BugKind::Exit(code) => run.end == ProgramEnd::Exit(*code) && self.says_why(&run.output),
            BugKind::Timeout => run.end == ProgramEnd::Timeout,
            BugKind::Memory => run.end != ProgramEnd::Timeout && run.output.contains("memory"),
            BugKind::Rejected => {
                first_line(self.message).is_some_and(|message| has_error(&run.output, message))
            }
            BugKind::WrongSat | BugKind::WrongUnsat | BugKind::Disagreement => {
                self.answers_wrongly(script, &answers(&run.output))
            }
            // The script has the limits of the run.
            BugKind::GaveUp | BugKind::Slower => {
                has_noted_answers(&noted_answers(script), &answers(&run.output))
            }
            BugKind::Contradiction => {
                self.has_last_call && contradicts_itself(script, &answers(&run.output))
            }
            // The last question is the value of asserted formulas.
            BugKind::WrongModel if self.is_about_formula() && is_asked(script) => {
                match run.output.trim_end() {
                    output if output.ends_with(" false))") => true,
                    output if output.ends_with(" true))") && asks_for_all(script) => false,
                    _ => return None,
                }
            }
            // The values, cores and other results of the run are not compared with the output. With
            // other answers, there are none.
            _ if has_noted_answers(&noted_answers(script), &answers(&run.output)) => return None,
            _ => false,
        })
    }

    /// Whether the library says why it ends the process as it did in the run. A program also ends
    /// with an exit code because of an error in a command.
    fn says_why(&self, output: &str) -> bool {
        let has_error = || output.lines().any(|line| line.starts_with("(error"));
        match self.has_same_reason(output) {
            Some(is_same) => is_same,
            None => told(self.message).is_none() && !has_error(),
        }
    }

    /// Whether the library gives the same reason as in the run. `None` if one of them has none.
    fn has_same_reason(&self, output: &str) -> Option<bool> {
        Some(told(self.message)? == told(output)?)
    }

    /// The wrong answer, if one is known to be wrong.
    fn wrong_answer(&self) -> Option<Answer> {
        let of_check = checks::wrong_answer(self.check.unwrap_or_default());
        self.kind.wrong_answer().or(of_check)
    }

    /// Whether the last check has the wrong answer, and those before it the noted ones.
    fn answers_wrongly(&self, script: &str, given: &[&str]) -> bool {
        let Some(wrong) = self.wrong_answer().map(Answer::name) else {
            return false;
        };
        let mut noted = noted_answers(script);
        let Some(last) = noted.pop() else {
            return false;
        };
        // Another solver may have found that the noted answer is wrong, or right. A run ends at an
        // answer that it finds to be wrong itself: if the last one has another note, it is that of
        // an earlier check, and the script lacks the wrong one.
        let is_noted_otherwise = last.is_some_and(|last| last != wrong);
        let lacks_check = is_noted_otherwise || !self.has_last_call;
        let lacks_check = lacks_check && *self.kind != BugKind::Disagreement;
        let at = noted.len();
        !lacks_check && given.get(at) == Some(&wrong) && has_noted_answers(&noted, given)
    }
}

/// Whether the last check has the opposite of an earlier answer. The answers must be those of the
/// run, which ended at the last one.
fn contradicts_itself(script: &str, given: &[&str]) -> bool {
    let noted = noted_answers(script);
    let last = noted.len().saturating_sub(1);
    let opposite = match given.get(last) {
        Some(&"sat") => "unsat",
        Some(&"unsat") => "sat",
        _ => return false,
    };
    given[..last].contains(&opposite) && has_noted_answers(&noted, given)
}

/// Whether the answers are the noted ones.
fn has_noted_answers(noted: &[Option<&str>], given: &[&str]) -> bool {
    let mut pairs = noted.iter().enumerate();
    pairs.all(|(at, noted)| noted.is_none_or(|noted| given.get(at) == Some(&noted)))
}

/// Whether the value that the last command of a script asks for at last is that of the conjunction
/// of the asserted formulas.
fn asks_for_all(script: &str) -> bool {
    let last = script.lines().last().unwrap_or_default();
    let all = conjunction(script);
    all.is_some_and(|all| last == value_of(&all) || last.ends_with(&format!(" {all}))")))
}

/// Whether it is that, or the command asks for the value of one asserted formula only.
fn is_asked(script: &str) -> bool {
    let last = script.lines().last().unwrap_or_default();
    let asks_for = |formula: &&str| last == value_of(formula);
    asks_for_all(script) || asserted(script).iter().any(asks_for)
}

fn value_of(formula: &str) -> String {
    format!("(get-value ({formula}))")
}

/// The formulas that are asserted or assumed at the end of a script.
fn asserted(script: &str) -> Vec<&str> {
    let mut asserted: Vec<&str> = Vec::new();
    let mut assumed = None;
    let mut levels: Vec<usize> = Vec::new();
    for line in script.lines() {
        let command = line
            .strip_prefix('(')
            .and_then(|line| line.strip_suffix(')'));
        let (command, rest) = command.map_or(("", ""), |c| c.split_once(' ').unwrap_or((c, "")));
        // No script has more levels than characters.
        let count = rest.parse().unwrap_or(1).min(script.len());
        match command {
            "assert" => asserted.push(without_name(rest)),
            "check-sat" => assumed = None,
            "check-sat-assuming" => {
                let formulas = rest
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_suffix(')'));
                assumed = formulas.filter(|formulas| !formulas.is_empty());
            }
            "push" => levels.extend(vec![asserted.len(); count]),
            "pop" => {
                let left = levels.len().saturating_sub(count);
                asserted.truncate(levels.get(left).copied().unwrap_or(0));
                levels.truncate(left);
            }
            "reset" | "reset-assertions" => asserted.clear(),
            _ => {}
        }
    }
    asserted.extend(assumed);
    asserted
}

/// A formula without its name, which may be given only once.
pub(super) fn without_name(formula: &str) -> &str {
    let named = formula.strip_prefix("(! ");
    let bare = named.and_then(|named| Some(named.rsplit_once(" :named ")?.0));
    bare.unwrap_or(formula)
}

/// The conjunction of the formulas that are asserted or assumed at the end of a script. `None` if
/// there are none.
fn conjunction(script: &str) -> Option<String> {
    let asserted = asserted(script);
    (!asserted.is_empty()).then(|| format!("(and {} true)", asserted.join(" ")))
}

/// Scripts that ask for the value of the formulas that are asserted or assumed at the end: after
/// all other commands, or together with the terms whose values the last command asks for, because a
/// solver may choose other values in another command.
pub(super) fn asking_for_asserted(script: &str) -> Vec<String> {
    let Some(all) = conjunction(script) else {
        return Vec::new();
    };
    let mut asking = vec![format!("{script}{}\n", value_of(&all))];
    let together = script.trim_end().strip_suffix("))");
    let is_query = |last: &str| last.starts_with("(get-value (");
    asking.extend(
        together
            .filter(|start| start.lines().last().is_some_and(is_query))
            .map(|start| format!("{start} {all}))\n")),
    );
    asking
}

/// The answers in an output. cvc5's parser adds why one is unknown.
pub(super) fn answers(output: &str) -> Vec<&str> {
    let lines = output.lines().map(str::trim);
    let lines = lines.map(|line| match line.split_once(" (") {
        Some(("unknown", _)) => "unknown",
        _ => line,
    });
    lines.filter(is_answer).collect()
}

/// The answers of the checks in a script, as far as it has them as comments.
pub(super) fn noted_answers(script: &str) -> Vec<Option<&str>> {
    let mut noted = Vec::new();
    for line in script.lines() {
        if is_check(line) {
            noted.push(None);
        } else if let (Some(answer), Some(last)) = (line.strip_prefix("; "), noted.last_mut())
            && is_answer(&answer)
        {
            *last = Some(answer);
        }
    }
    noted
}

/// The number of answers before the last command of a script, which has ended the run.
fn noted_before_end(script: &str) -> usize {
    let checks = script.lines().filter(|line| is_check(line)).count();
    let mut commands = script.lines().filter(|line| line.starts_with('('));
    checks - usize::from(commands.next_back().is_some_and(is_check))
}

/// Whether the program answers a command by `sat`, `unsat` or `unknown`.
pub(super) fn is_check(line: &str) -> bool {
    CHECKS.iter().any(|check| line.starts_with(check))
}

fn is_answer(line: &&str) -> bool {
    matches!(*line, "sat" | "unsat" | "unknown")
}

/// The letters of a text: what is the same in the messages of two runs.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphabetic);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The reason that a library gives for ending the process.
fn told(output: &str) -> Option<String> {
    first_line(abort_message(output)).map(letters)
}

/// Whether an error in the output has the text of this message, apart from its place.
fn has_error(output: &str, message: &str) -> bool {
    // Messages of the API begin with the name of the function.
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let wanted = letters(match message.split_once(": ") {
        Some((function, rest)) if is_name(function) => rest,
        _ => message,
    });
    let tells = |line: &&str| line.starts_with("(error") || line.starts_with("(:reason-unknown");
    let errors = output.lines().filter(tells);
    !wanted.is_empty() && errors.map(letters).any(|error| error.contains(&wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::Signal;

    fn ended(end: ProgramEnd, output: &str) -> ProgramRun {
        let output = output.to_owned();
        ProgramRun { end, output }
    }

    /// Whether a script shows a bug of this kind and message, with this output.
    fn shown(kind: &str, message: &str, script: &str, run: &ProgramRun) -> Option<bool> {
        let claim = ClaimedBug {
            kind: &kind.into(),
            check: None,
            message,
            has_last_call: true,
        };
        claim.is_shown(script, run)
    }

    /// A crash by another signal may be another bug, unless memory is corrupted. Then the script
    /// shows the bug only if it ends where the run has ended.
    #[test]
    fn crashes_show_by_their_signals() {
        let shown =
            |end, output: &str| shown("crash-SIGSEGV", "", "(check-sat)\n", &ended(end, output));
        let signal = ProgramEnd::Signal;
        assert_eq!(shown(signal(Signal::SIGSEGV), ""), Some(true));
        assert_eq!(shown(signal(Signal::SIGABRT), "sat\n"), None);
        let damage = "corrupted size vs. prev_size\n";
        assert_eq!(shown(signal(Signal::SIGABRT), damage), Some(true));
        let late = format!("sat\n{damage}");
        assert_eq!(shown(signal(Signal::SIGSEGV), &late), None);
        assert_eq!(shown(ProgramEnd::Exit(1), &late), Some(false));
        // The program of Z3 ends with this code where an assertion fails.
        assert_eq!(
            shown(ProgramEnd::Exit(114), "UNEXPECTED CODE WAS REACHED.\n"),
            None
        );
    }

    #[test]
    fn a_failed_assertion_is_another_bug_than_another_one() {
        let shown = |output: &str| {
            let run = ended(ProgramEnd::Signal(Signal::SIGABRT), output);
            shown(
                "crash-SIGABRT",
                "Fatal failure in f at a.cpp:3",
                "(check-sat)\n",
                &run,
            )
        };
        assert_eq!(shown("Fatal failure in f at a.cpp:9\n"), Some(true));
        assert_eq!(shown("Fatal failure in g at a.cpp:3\n"), None);
        assert_eq!(shown("sat\n"), Some(true));
    }

    #[test]
    fn an_exit_shows_by_its_code_and_its_reason() {
        let shown = |message: &str, code, output: &str| {
            let run = ended(ProgramEnd::Exit(code), output);
            shown("exit-1", message, "(check-sat)\n", &run)
        };
        let told = "Failed to validate 3 4\n(x)";
        assert_eq!(shown(told, 1, "Failed to validate 7 9\n(y)\n"), Some(true));
        assert_eq!(
            shown(told, 1, "(error \"line 3: unknown constant\")\n"),
            Some(false)
        );
        assert_eq!(shown(told, 2, "Failed to validate 3 4\n"), Some(false));
        assert_eq!(shown("", 1, "sat\n"), Some(true));
        assert_eq!(
            shown("", 1, "(error \"line 3: unknown constant\")\n"),
            Some(false)
        );
    }

    #[test]
    fn only_a_wrong_answer_of_the_wrong_check_shows() {
        let shown = |kind: &str, script: &str, output: &str| {
            shown(kind, "", script, &ended(ProgramEnd::Exit(0), output))
        };
        let script = "(check-sat)\n; unsat\n(check-sat)\n";
        assert_eq!(shown("wrong-sat", script, "unsat\nsat\n"), Some(true));
        assert_eq!(shown("wrong-sat", script, "unsat\nunsat\n"), Some(false));
        assert_eq!(shown("wrong-sat", script, "sat\nsat\n"), Some(false));
        assert_eq!(shown("wrong-sat", script, "unsat\n"), Some(false));
        // The script lacks the check with the wrong answer.
        let right = "(check-sat)\n; unsat\n";
        assert_eq!(shown("wrong-sat", right, "unsat\n"), Some(false));
        assert_eq!(shown("wrong-sat", "(assert x)\n", "sat\n"), Some(false));
    }

    #[test]
    fn contradictions_need_both_answers() {
        let shown = |script: &str, output: &str| {
            let run = ended(ProgramEnd::Exit(0), output);
            shown("contradiction", "", script, &run)
        };
        let script = "(check-sat)\n; unsat\n(check-sat)\n";
        assert_eq!(shown(script, "unsat\nsat\n"), Some(true));
        assert_eq!(shown(script, "unsat\nunsat\n"), Some(false));
        assert_eq!(shown(script, "sat\nunsat\n"), Some(false));
        assert_eq!(shown(script, "unsat\nunknown\n"), Some(false));
        let noted = format!("{script}; sat\n");
        assert_eq!(shown(&noted, "unsat\nsat\n"), Some(true));
        let limited = "(check-sat)\n; unknown\n(check-sat)\n; sat\n(check-sat)\n";
        assert_eq!(
            shown(limited, "unknown (RESOURCEOUT)\nsat\nunsat\n"),
            Some(true)
        );
        // The second answer is that of a call that the script lacks.
        assert_eq!(shown("(check-sat)\n; unsat\n", "unsat\n"), Some(false));
        let lacking = ClaimedBug {
            kind: &BugKind::Contradiction,
            check: None,
            message: "",
            has_last_call: false,
        };
        let run = ended(ProgramEnd::Exit(0), "unsat\nsat\n");
        assert_eq!(lacking.is_shown(&noted, &run), Some(false));
    }

    #[test]
    fn two_solvers_disagree_if_the_wrong_answer_is_given() {
        let shown = |check: &str, output: &str| {
            let claim = ClaimedBug {
                kind: &BugKind::Disagreement,
                check: Some(check),
                message: "",
                has_last_call: false,
            };
            let run = ended(ProgramEnd::Exit(0), output);
            claim.is_shown("(check-sat)\n; unsat\n", &run)
        };
        assert_eq!(shown("cross.sat", "sat\n"), Some(true));
        assert_eq!(shown("cross.sat", "unsat\n"), Some(false));
        assert_eq!(shown("cross.unsat", "unsat\n"), Some(true));
    }

    #[test]
    fn only_formulas_that_hold_at_the_end_are_asked_for() {
        let script = "(declare-const x Bool)\n(assert x)\n(push 1)\n(assert (not x))\n(pop 1)\n(assert (or x x))\n";
        let asked = |more: &str| conjunction(&format!("{script}{more}"));
        let all = "(and x (or x x) true)";
        assert_eq!(asked("(check-sat)\n").as_deref(), Some(all));
        let assumed = "(and x (or x x) x (not x) true)";
        let check = "(check-sat)\n(check-sat-assuming (x (not x)))\n; sat\n";
        assert_eq!(asked(check).as_deref(), Some(assumed));
        assert_eq!(asked("(pop 99999999999999)\n"), None);
        assert_eq!(asked("(push 99999999999999)\n").as_deref(), Some(all));
    }

    #[test]
    fn asserted_formulas_are_asked_for_alone_and_with_other_terms() {
        let script = "(assert x)\n(check-sat)\n; sat\n";
        let alone = format!("{script}(get-value ((and x true)))\n");
        assert_eq!(asking_for_asserted(script), [alone]);
        let asking = format!("{script}(get-value (y (f y)))\n");
        let with_others = [
            format!("{asking}(get-value ((and x true)))\n"),
            format!("{script}(get-value (y (f y) (and x true)))\n"),
        ];
        assert_eq!(asking_for_asserted(&asking), with_others);
        assert!(with_others.iter().all(|script| is_asked(script)));
        let named = script.replace("(assert x)", "(assert (! x :named n))");
        assert_eq!(conjunction(&named).as_deref(), Some("(and x true)"));
        assert_eq!(asking_for_asserted("(check-sat)\n"), [""; 0]);
    }

    #[test]
    fn a_model_is_wrong_if_it_makes_an_assertion_false() {
        let shown = |script: &str, output: &str| {
            let run = ended(ProgramEnd::Exit(0), output);
            shown("wrong-model", "", script, &run)
        };
        let bare = "(assert x)\n(check-sat)\n; sat\n";
        let asking = format!("{bare}(get-value ((and x true)))\n");
        assert_eq!(shown(&asking, "sat\n(((and x true) false))\n"), Some(true));
        assert_eq!(shown(&asking, "sat\n(((and x true) true))\n"), Some(false));
        let formula = format!("{bare}(get-value (x))\n");
        assert_eq!(shown(&formula, "sat\n((x false))\n"), Some(true));
        assert_eq!(shown(&formula, "sat\n((x true))\n"), None);
        let other = format!("{bare}(get-value (y))\n");
        assert_eq!(shown(&other, "sat\n((y false))\n"), None);
        assert_eq!(shown(bare, "sat\n"), None);
        // There is no model.
        assert_eq!(shown(bare, "unsat\n"), Some(false));
        assert_eq!(shown(bare, ""), Some(false));
    }
}
