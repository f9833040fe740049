//! Checks the formula that a script has found: an interpolant or an abduct. The solver itself says
//! whether it has the property that makes it one.

/// Commands that search for a formula, and whether the assertions must imply it. An abduct is added
/// to the assertions; with it, they imply the conjecture. An interpolant implies it by itself.
const SEARCHES: [(&str, bool); 2] = [("(get-abduct ", false), ("(get-interpolant ", true)];

/// How the commands begin that make assertions.
const ASSERTS: &str = "(assert ";

/// How the options begin that ask for more results. A search needs them. The checks do without
/// them, because such an option may be what makes the result wrong.
const PRODUCES: &str = "(set-option :produce-";

/// Scripts whose last answer is `sat` if the formula that a script has found, as its output says,
/// is wrong. None if the script does not end with a search, or has found nothing.
pub(super) fn refutations(script: &str, output: &str) -> Vec<String> {
    refutations_of(script, output).unwrap_or_default()
}

fn refutations_of(script: &str, output: &str) -> Option<Vec<String>> {
    let lines: Vec<&str> = script
        .lines()
        .filter(|line| !line.starts_with(';'))
        .collect();
    let (search, before) = lines.split_last()?;
    let (command, is_implied) = SEARCHES.iter().find(|(name, _)| search.starts_with(name))?;
    let arguments = search.strip_prefix(command)?.strip_suffix(')')?;
    let (name, conjecture) = arguments.split_once(' ')?;
    let defined = format!("(define-fun {name} () Bool ");
    let definition = output.lines().find(|line| line.starts_with(&defined))?;
    let refutation = |has_assertions: bool, formulas: &[&str]| {
        let is_kept = |line: &&&str| {
            !line.starts_with(PRODUCES) && (has_assertions || !line.starts_with(ASSERTS))
        };
        let kept = before.iter().filter(is_kept);
        let kept: String = kept.map(|line| format!("{line}\n")).collect();
        let asserted = formulas
            .iter()
            .map(|formula| format!("{ASSERTS}{formula})\n"));
        let asserted: String = asserted.collect();
        format!("{kept}{definition}\n{asserted}(check-sat)\n")
    };
    let (negated, counter) = (format!("(not {name})"), format!("(not {conjecture})"));
    let implies = refutation(!is_implied, &[name, &counter]);
    let implied = is_implied.then(|| refutation(true, &[&negated]));
    Some([implies].into_iter().chain(implied).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_found_formula_is_checked_by_its_definition() {
        let start = "(declare-const x Int)\n; x = 1\n(assert (< x 0))\n";
        let declared = "(declare-const x Int)\n";
        let asserted = "(declare-const x Int)\n(assert (< x 0))\n";
        let definition = "(define-fun found () Bool (< x 1))\n";
        let output = format!("sat\n{definition}");
        let of = |command: &str| {
            let option = "(set-option :produce-abducts true)\n";
            let script =
                format!("{option}{start}({command} found (< x 2))\n; left out further results\n");
            refutations(&script, &output)
        };
        let counter = "(assert found)\n(assert (not (< x 2)))\n(check-sat)\n";
        assert_eq!(
            of("get-abduct"),
            [format!("{asserted}{definition}{counter}")]
        );
        let negated = "(assert (not found))\n(check-sat)\n";
        let expected = [
            format!("{declared}{definition}{counter}"),
            format!("{asserted}{definition}{negated}"),
        ];
        assert_eq!(of("get-interpolant"), expected);
        assert!(of("get-value").is_empty());
        let script = format!("{start}(get-abduct found x)\n");
        assert!(refutations(&script, "fail\n").is_empty() && refutations("", "").is_empty());
    }
}
