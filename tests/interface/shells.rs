//! Completion in bash, zsh and fish: subcommands and their options.

use crate::common::{Run as _, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is typed, words that are offered for it, and a word that is not.
const TYPED: [(&str, &[&str], &str); 6] = [
    ("murxla-rs re", &["replay", "report"], "merge"),
    ("murxla-rs replay --l", &["--lenient"], "--shard"),
    ("murxla-rs solvers in", &["install"], "replay"),
    ("murxla-rs --cros", &["--cross-check"], "--lenient"),
    ("murxla-rs --solver cvc5@1.2", &["cvc5@1.2.0"], "bitwuzla"),
    ("murxla-rs --theories b", &["bool", "bv"], "string"),
];

/// The completions that the shell prints for each of the typed texts.
fn check(shell: &str, script: impl Fn(&Path, &str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let completions = folder.path().join("completions");
    fs::write(&completions, run(["completions", shell]).with_code(0).out).unwrap();
    for (typed, offered, absent) in TYPED {
        let mut command = Command::new(shell);
        let done = command.args(["-c", &script(&completions, typed)]);
        let done = done.current_dir(folder.path()).done();
        let said = &done.out;
        for word in offered {
            assert!(said.contains(word), "{shell}: {typed}: no {word}: {done:?}");
        }
        let is_absent = !said.contains(absent);
        assert!(is_absent, "{shell}: {typed}: {absent}: {done:?}");
    }
}

#[test]
fn bash() {
    check("bash", |completions, typed| {
        format!(
            "source '{}'; COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _murxla__rs murxla-rs \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            completions.display()
        )
    });
}

#[test]
#[ignore = "needs fish; a job of the workflow has it"]
fn fish() {
    check("fish", |completions, typed| {
        format!("source '{}'; complete -C '{typed}'", completions.display())
    });
}

/// Types into an interactive shell in a pseudo terminal, and prints what the terminal shows until
/// nothing more comes.
const ZSH: &str = r#"
zmodload zsh/zpty
zpty -b shell zsh -f -i
shown() {
    out=
    local quiet=0
    while (( quiet < $2 )) && [[ $out != *$1* ]]; do
        if zpty -r -t shell part; then out+=$part; quiet=0; else sleep 0.1; (( quiet += 1 )); fi
    done
}
zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; source "COMPLETIONS"; echo rea""dy'
shown ready 300
zpty -w -n shell 'TYPED'$'\t\t'
shown 'nothing but silence ends this' 10
print -r -- "$out"
zpty -d shell
"#;

#[test]
#[ignore = "needs zsh; a job of the workflow has it"]
fn zsh() {
    check("zsh", |completions, typed| {
        let script = ZSH.replace("COMPLETIONS", completions.to_str().unwrap());
        script.replace("TYPED", typed)
    });
}
