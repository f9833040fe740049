//! Programs for recordings that are written by hand.

use super::*;
use Datum::{Array, Struct, Text, Word};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::wrapper::c_api::{Callbacks, ErrorReport};

const HEADER: &str = "
    typedef struct solver_s *Solver;
    typedef struct term_s *Term; /* @handle Term */
    typedef int sort_t; /* @handle Sort */
    typedef int kind_t; /* @names kind_to_string() */
    typedef int answer_t; /* @names ANSWER_* */
    typedef struct { unsigned int capacity, size; Term *data; } vector_t;
    enum { ANSWER_SAT = 1, ANSWER_UNSAT = 2 };
    void library_init(void);
    const char *kind_to_string(kind_t kind);
    Solver solver_new(void); /* @instance */
    void solver_listen(Solver solver, void (*listen)(int what));
    void solver_watch(Solver solver, void (*watch)(int what)); /* @left_out nobody knows what it sees */
    _Bool has_failed(void); /* @error */
    sort_t mk_sort(Solver solver, unsigned width);
    Term mk_term(Solver solver, kind_t kind, unsigned count, const Term *args);
    _Bool eval(Solver solver, Term term, Term *value); /* @query */
    void core(Solver solver, vector_t *terms);
    const Term *assertions(Solver solver, unsigned long *size); /* @query */
    answer_t check(Solver solver, const char *how);
    int error(void); /* @error */
    const char *message(void);
    void add(Solver solver, Term term);
    void inc_ref(Solver solver, Term term);
    void dec_ref(Solver solver, Term term);
";

/// The header with some texts replaced.
fn header(changes: &[(&str, &str)]) -> CHeader {
    let text = changes.iter().fold(HEADER.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    murxla_c_header::parse(&text).unwrap()
}

const RULES: CProgramRules = CProgramRules {
    prefixes: &[],
    errors: None,
    callbacks: &[Callbacks(
        "solver_listen",
        &["static void hear(int what) { (void)what; }"],
        None,
    )],
};

fn call(name: &str, arguments: Vec<Datum>, result: Datum) -> [RecordedEvent; 2] {
    returned(name, arguments.clone(), arguments, result)
}

fn returned(
    name: &str,
    before: Vec<Datum>,
    after: Vec<Datum>,
    result: Datum,
) -> [RecordedEvent; 2] {
    [
        RecordedEvent::Call(name.to_owned(), before),
        RecordedEvent::Return(after, result),
    ]
}

fn line(text: &str) -> [RecordedEvent; 1] {
    [RecordedEvent::Line(text.to_owned())]
}

/// The lines of `main`.
fn lines(events: &[RecordedEvent]) -> (Vec<String>, CProgram) {
    let info = ProgramInfo {
        comments: &["a */ b".to_owned()],
        aim: ProgramAim {
            kind: None,
            sign: BugSign::LastResults,
            style: ProgramStyle::Full,
            is_about_forms: false,
            is_about_terms: false,
        },
    };
    let program = write(&info, (&header(&[]), &RULES), events);
    let main = program.text.split_once("int main").unwrap().1;
    let lines = main.lines().skip(2).map(|line| line.trim().to_owned());
    let lines = lines.filter(|line| !line.is_empty()).collect();
    (lines, program)
}

#[test]
fn values_are_variables_of_the_calls_that_gave_them() {
    let text = |text: &str| Text(7, text.as_bytes().to_vec());
    let (solver, a, b) = (0x10_0000_0000, 0x20_0000_0000, 0x30_0000_0000);
    let vector = |data: &[u64]| {
        let elements: Vec<Datum> = data.iter().copied().map(Word).collect();
        let size = Word(data.len() as u64);
        Array(
            0x99,
            vec![Struct(vec![Word(4), size, Array(0x77, elements)])],
        )
    };
    let events = [
        &call("library_init", vec![], Word(0))[..],
        &call("solver_new", vec![], Word(5)),
        &call("kind_to_string", vec![Word(3)], text("KIND_AND")),
        &line("1 new\n"),
        &call("solver_new", vec![], Word(solver)),
        &call("solver_listen", vec![Word(solver), Word(1)], Word(0)),
        &call("solver_watch", vec![Word(solver), Word(1)], Word(0)),
        &line("2 mk-sort SORT_BV 8\n  return s1\n"),
        &call("mk_sort", vec![Word(solver), Word(8)], Word(4)),
        &call("has_failed", vec![], Word(0)),
        &line("3 mk-term OP_AND SORT_BOOL 0\n  return t1 s2\n"),
        &call(
            "mk_term",
            vec![Word(solver), Word(3), Word(0), Array(8, vec![])],
            Word(b),
        ),
        &call(
            "mk_term",
            vec![Word(solver), Word(3), Word(0), Array(8, vec![])],
            Word(a),
        ),
        &line("4 mk-term OP_AND SORT_BOOL 2 t1 t1\n  return t2 s2\n"),
        &call(
            "mk_term",
            vec![
                Word(solver),
                Word(4),
                Word(2),
                Array(9, vec![Word(a), Word(a)]),
            ],
            Word(b),
        ),
        &line("5 check-sat\n"),
        &call("check", vec![Word(solver), text("so\n")], Word(2)),
        &line("#= unsat\n"),
        &returned(
            "eval",
            vec![Word(solver), Word(a), Array(9, vec![Word(0)])],
            vec![Word(solver), Word(a), Array(9, vec![Word(b)])],
            Word(1),
        ),
        &returned(
            "core",
            vec![Word(solver), vector(&[])],
            vec![Word(solver), vector(&[b, a])],
            Word(0),
        ),
        &call("core", vec![Word(solver), vector(&[b, a])], Word(0)),
        &returned(
            "assertions",
            vec![Word(solver), Array(9, vec![Word(0)])],
            vec![Word(solver), Array(9, vec![Word(2)])],
            Array(8, vec![Word(a), Word(b)]),
        ),
        &call("eval", vec![Word(solver), Word(b), Word(0)], Word(0)),
        &[RecordedEvent::Call(
            "check".to_owned(),
            vec![Word(solver), Word(0)],
        )],
    ]
    .concat();
    let (lines, program) = lines(&events);
    let wanted = [
        "atexit(exited);",
        "const int KIND_AND = number(kind_to_string, \"KIND_AND\");",
        "library_init();",
        "// 1 new",
        "Solver solver1 = solver_new();",
        "solver_listen(solver1, hear);",
        "// solver_watch is left out: nobody knows what it sees",
        "// 2 mk-sort SORT_BV 8; return s1",
        "mk_sort(solver1, 8);",
        "// 3 mk-term OP_AND SORT_BOOL 0; return t1 s2",
        "mk_term(solver1, KIND_AND, 0, NULL);",
        "Term t1 = mk_term(solver1, KIND_AND, 0, NULL);",
        "// 4 mk-term OP_AND SORT_BOOL 2 t1 t1; return t2 s2",
        "mk_term(solver1, 4, 2, (const Term[]){t1, t1});",
        "// 5 check-sat",
        "puts(\"5 check-sat\");",
        "differences = 0;",
        "print(\"check\", check(solver1, \"so\\n\"), ANSWER_UNSAT);",
        "// #= unsat",
        "Term term2 = NULL;",
        "print(\"eval\", eval(solver1, t1, &term2), 1);",
        "vector_t vector1 = {0};",
        "core(solver1, &vector1);",
        "core(solver1, &vector1);",
        "unsigned long long1 = 0;",
        "const Term *term7 = assertions(solver1, &long1);",
        "print(\"size in assertions\", long1, 2);",
        "Term term9 = term7[1];",
        "print(\"eval\", eval(solver1, term9, NULL), 0);",
        "check(solver1, NULL); // does not return in the run",
        "puts(differences ? \"The bug does not show: results differ from the run.\" : \"The bug shows.\");",
        "fflush(stdout);",
        "_exit(!differences);",
        "}",
    ];
    assert_eq!(lines, wanted, "{}", program.text);
    assert_eq!(program.gaps.len(), 1);
    for part in [
        " * a * / b\n",
        "enum { ANSWER_UNSAT = 2 };",
        "typedef struct { unsigned int capacity, size; Term *data; } vector_t;\n",
        "static void hear(int what)",
    ] {
        assert!(program.text.contains(part), "{part}: {}", program.text);
    }
    for part in [
        "sort_t mk_sort(Solver solver, unsigned width);\n",
        "has_failed",
    ] {
        assert_eq!(program.text.contains(part), part != "has_failed", "{part}");
    }
}

/// A short program looks only at objects that other calls need, and at results of the last call.
#[test]
fn calls_that_only_look_are_left_out() {
    let (solver, a, b) = (0x10_0000_0000, 0x20_0000_0000, 0x30_0000_0000);
    let eval = |term: u64, value: u64| {
        returned(
            "eval",
            vec![Word(solver), Word(term), Array(9, vec![Word(0)])],
            vec![Word(solver), Word(term), Array(9, vec![Word(value)])],
            Word(1),
        )
    };
    let listed = |terms: &[u64]| {
        returned(
            "assertions",
            vec![Word(solver), Array(9, vec![Word(0)])],
            vec![Word(solver), Array(9, vec![Word(terms.len() as u64)])],
            Array(8, terms.iter().copied().map(Word).collect()),
        )
    };
    let check = || call("check", vec![Word(solver), Word(0)], Word(2));
    let events = [
        &line("1 new\n")[..],
        &call("solver_new", vec![], Word(solver)),
        &eval(a, a),
        &line("2 check-sat\n"),
        &check(),
        &listed(&[a, b]),
        // The next call needs a term that only this one has returned.
        &listed(&[b]),
        &call(
            "core",
            vec![
                Word(solver),
                Array(9, vec![Struct(vec![Word(4), Word(1), Word(b)])]),
            ],
            Word(0),
        ),
        &line("3 check-sat\n"),
        &check(),
        &eval(b, b),
    ]
    .concat();
    let names = |style: ProgramStyle| -> Vec<String> {
        let info = ProgramInfo {
            comments: &[],
            aim: ProgramAim {
                kind: None,
                sign: BugSign::LastResults,
                style,
                is_about_forms: false,
                is_about_terms: false,
            },
        };
        let program = write(&info, (&header(&[]), &RULES), &events);
        let (_, main) = program.text.split_once("int main").unwrap();
        let functions = ["solver_new", "eval", "check", "assertions", "core"];
        let is_call = |line: &&str| !line.contains("puts(") && !line.contains("// ");
        let lines = main.lines().filter(is_call);
        let named = lines.filter_map(|line| {
            functions
                .into_iter()
                .find(|name| line.contains(&format!("{name}(")))
        });
        named.map(str::to_owned).collect()
    };
    let all = [
        "solver_new",
        "eval",
        "check",
        "assertions",
        "assertions",
        "core",
        "check",
        "eval",
    ];
    assert_eq!(names(ProgramStyle::Full), all);
    let short = ["solver_new", "check", "assertions", "core", "check", "eval"];
    assert_eq!(names(ProgramStyle::Short), short);
}

/// A query about the form of a term is left out if the action went on behind it. At the end, it may
/// be the result that is wrong.
#[test]
fn forms_are_left_out_before_other_results() {
    let header = header(&[("Term *value); /* @query", "Term *value); /* @form")]);
    let (solver, term) = (0x10_0000_0000, 0x20_0000_0000);
    let eval = || call("eval", vec![Word(solver), Word(term), Word(0)], Word(1));
    let check = || call("check", vec![Word(solver), Word(0)], Word(2));
    let evaluated = |then: &[RecordedEvent]| {
        let events = [
            &line("1 new\n")[..],
            &call("solver_new", vec![], Word(solver)),
            &line("2 check-sat\n"),
            &eval(),
            then,
        ];
        let info = ProgramInfo {
            comments: &[],
            aim: ProgramAim {
                kind: None,
                sign: BugSign::LastResults,
                style: ProgramStyle::Plain,
                is_about_forms: true,
                is_about_terms: false,
            },
        };
        let program = write(&info, (&header, &RULES), &events.concat());
        program.text.matches("eval(solver1").count()
    };
    assert_eq!(evaluated(&check()), 0);
    assert_eq!(evaluated(&[]), 1);
    assert_eq!(evaluated(&[check(), eval()].concat()), 1);
}

#[test]
fn plain_programs_lack_instances_that_have_nothing_to_do_with_the_bug() {
    let text = || Text(7, b"so".to_vec());
    let [first, second, third] = [0x10_0000_0000, 0x20_0000_0000, 0x30_0000_0000];
    let made = |solver| call("solver_new", vec![], Word(solver));
    let checked = |solver, line: &str| {
        let check = call("check", vec![Word(solver), text()], Word(1));
        [&[RecordedEvent::Line(line.to_owned())][..], &check].concat()
    };
    let with = |more: &[RecordedEvent]| {
        let begin = [made(first), made(second), made(third)].concat();
        let checks = [
            checked(second, "2 check-sat\n"),
            checked(first, "3 check-sat\n"),
        ]
        .concat();
        [
            &line("1 new\n")[..],
            &begin,
            more,
            &checks,
            &checked(third, "4 check-sat\n"),
        ]
        .concat()
    };
    let solvers = |style: ProgramStyle, events: &[RecordedEvent]| {
        let info = ProgramInfo {
            comments: &[],
            aim: ProgramAim {
                kind: None,
                sign: BugSign::LastResults,
                style,
                is_about_forms: false,
                is_about_terms: false,
            },
        };
        let program = write(&info, (&header(&[]), &RULES), events).text;
        let main = program.split_once("int main").unwrap().1;
        ["solver_new()", " check("].map(|call| main.matches(call).count())
    };
    let apart = with(&[]);
    assert_eq!(solvers(ProgramStyle::Short, &apart), [3, 3]);
    assert_eq!(solvers(ProgramStyle::Plain, &apart), [1, 1]);
    // A term of the second one is checked by the third one.
    let element = Word(0x40_0000_0000);
    let shared = [
        &call(
            "mk_term",
            vec![Word(second), Word(3), Word(0), Array(8, vec![])],
            element.clone(),
        )[..],
        &call(
            "mk_term",
            vec![Word(third), Word(3), Word(1), Array(8, vec![element])],
            Word(5),
        ),
    ]
    .concat();
    assert_eq!(solvers(ProgramStyle::Plain, &with(&shared)), [2, 2]);
}

/// The address of a term that was freed is that of another term later.
#[test]
fn plain_programs_tell_freed_objects_from_later_ones() {
    let [solver, reused, other] = [0x10_0000_0000, 0x20_0000_0000, 0x30_0000_0000];
    let made = |kind: u64, term: u64| {
        call(
            "mk_term",
            vec![Word(solver), Word(kind), Word(0), Array(8, vec![])],
            Word(term),
        )
    };
    let vector = Array(
        0x99,
        vec![Struct(vec![
            Word(4),
            Word(1),
            Array(0x77, vec![Word(reused)]),
        ])],
    );
    let counted = |name: &str, term: u64| call(name, vec![Word(solver), Word(term)], Word(0));
    let events = [
        &line("1 new\n")[..],
        &call("solver_new", vec![], Word(solver)),
        &line("2 mk-term OP_A SORT_BOOL 0\n"),
        &made(3, reused),
        &counted("inc_ref", reused),
        &counted("dec_ref", reused),
        &line("3 mk-term OP_B SORT_BOOL 0\n"),
        &made(4, other),
        &counted("inc_ref", other),
        &returned(
            "eval",
            vec![Word(solver), Word(other), Array(9, vec![Word(0)])],
            vec![Word(solver), Word(other), Array(9, vec![Word(reused)])],
            Word(1),
        ),
        &counted("inc_ref", reused),
        &line("4 check-sat-assuming t3\n"),
        &call("core", vec![Word(solver), vector], Word(0)),
    ]
    .concat();
    let info = ProgramInfo {
        comments: &[],
        aim: ProgramAim {
            kind: None,
            sign: BugSign::LastResults,
            style: ProgramStyle::Plain,
            is_about_forms: false,
            is_about_terms: false,
        },
    };
    let header = header(&[
        (
            "void inc_ref(Solver solver, Term term);",
            "void inc_ref(Solver solver, Term term); /* @counts @retains */",
        ),
        (
            "void dec_ref(Solver solver, Term term);",
            "void dec_ref(Solver solver, Term term); /* @counts */",
        ),
        ("const Term *args);", "const Term *args); /* @query */"),
    ]);
    let program = write(&info, (&header, &RULES), &events).text;
    let main = program.split_once("int main").unwrap().1;
    assert_eq!(main.matches(" mk_term(").count(), 1, "{program}");
    assert_eq!(main.matches("eval(").count(), 1, "{program}");
}

#[test]
fn a_value_of_unknown_origin_is_a_gap() {
    let events = [
        &line("1 new\n")[..],
        &call("check", vec![Word(0x10_0000_0000), Word(0)], Word(1)),
    ]
    .concat();
    let (lines, program) = lines(&events);
    assert!(lines.iter().any(|line| line.contains("check(NULL, NULL)")));
    assert_eq!(program.gaps.len(), 1);
}

/// The text of `main` in a program of this style.
fn main_of(rules: &CProgramRules, info: &ProgramInfo<'_>, events: &[RecordedEvent]) -> String {
    let program = write(info, (&header(&[]), rules), events).text;
    program.split_once("int main").unwrap().1.to_owned()
}

const CRASH: ProgramInfo<'_> = ProgramInfo {
    comments: &[],
    aim: ProgramAim {
        kind: None,
        sign: BugSign::Exit,
        style: ProgramStyle::Minimal,
        is_about_forms: false,
        is_about_terms: false,
    },
};

/// A crash is the bug only in the call that has ended the run, and only if no call before it has
/// failed.
#[test]
fn a_program_that_cannot_tell_says_so() {
    let rules = |errors| CProgramRules {
        errors: Some(errors),
        ..RULES
    };
    let (solver, term) = (Word(0x10_0000_0000), Word(0x20_0000_0000));
    let with_error = |error: u64| {
        let arguments = vec![solver.clone(), Word(3), Word(0), Array(8, vec![])];
        [
            &line("1 new\n")[..],
            &call("solver_new", vec![], solver.clone()),
            &line("2 check-sat\n"),
            &call("mk_term", arguments, term.clone()),
            &call("error", vec![], Word(error)),
            &call("add", vec![solver.clone(), term.clone()], Word(0)),
            &[RecordedEvent::Call(
                "check".to_owned(),
                vec![solver.clone(), Word(0)],
            )],
        ]
        .concat()
    };
    let kept = rules(ErrorReport::Kept("error", "message"));
    let end =
        "check_error();\n  is_last = 1;\n  check(solver1, NULL); // does not return in the run\n";
    let main = main_of(&kept, &CRASH, &with_error(0));
    assert!(main.contains(end), "{main}");
    let program = write(&CRASH, (&header(&[]), &kept), &with_error(0)).text;
    assert!(program.contains("  if (error()) failed(message());\n"));
    // A call of the run has failed, too.
    let main = main_of(&kept, &CRASH, &with_error(7));
    assert!(!main.contains("check_error") && main.contains("  is_last = 1;\n  check("));
    // The next call forgets the error, and not all releases have the functions.
    let forgets = rules(ErrorReport::OfLastCall("error", "message"));
    let kind = BugKind::Rejected;
    let rejected = ProgramInfo {
        aim: ProgramAim {
            kind: Some(&kind),
            ..CRASH.aim
        },
        ..CRASH
    };
    let program = write(&rejected, (&header(&[]), &forgets), &with_error(0)).text;
    for part in [
        "int error(void) __attribute__((weak));\n",
        "  if (error && error()) failed(message());\n",
        "  add(solver1, term1), check_error();\n",
        "  if (error && error()) puts(\"The bug shows: the last call returns an error.\"), _exit(1);\n",
    ] {
        assert!(program.contains(part), "{part}: {program}");
    }
    // A callback learns of errors.
    let fail = "static void fail(int what) { failed(kind_to_string(what)); }";
    let calls_back = rules(ErrorReport::Callback("solver_listen", fail));
    let mut events = with_error(0);
    let listen = call("solver_listen", vec![solver, Word(1)], Word(0));
    events.splice(3..3, listen);
    let program = write(&CRASH, (&header(&[]), &calls_back), &events).text;
    for part in [
        fail,
        "  solver_listen(solver1, fail);\n",
        "kind_to_string(kind_t kind);",
    ] {
        assert!(program.contains(part), "{part}: {program}");
    }
}

/// A term that nothing needs is in no minimal program, but in a plain one.
#[test]
fn minimal_programs_lack_objects_that_nothing_needs() {
    let solver = Word(0x10_0000_0000);
    let made = |kind: u64, term: u64| {
        let arguments = vec![solver.clone(), Word(kind), Word(0), Array(8, vec![])];
        call("mk_term", arguments, Word(term))
    };
    let events = [
        &call("library_init", vec![], Word(0))[..],
        &call("library_init", vec![], Word(0)),
        &made(5, 0x30_0000_0000),
        &line("1 new\n"),
        &call("solver_new", vec![], solver.clone()),
        &line("2 check-sat\n"),
        &made(3, 0x20_0000_0000),
        &made(5, 0x30_0000_0000),
        &call("add", vec![solver.clone(), Word(0x30_0000_0000)], Word(0)),
        &[RecordedEvent::Call(
            "check".to_owned(),
            vec![solver.clone(), Word(0)],
        )],
    ]
    .concat();
    for (style, terms) in [(ProgramStyle::Minimal, 1), (ProgramStyle::Plain, 2)] {
        let aim = ProgramAim { style, ..CRASH.aim };
        let main = main_of(&RULES, &ProgramInfo { aim, ..CRASH }, &events);
        assert_eq!(main.matches("mk_term(").count(), terms, "{main}");
        assert!(main.contains("add(solver1, term"), "{main}");
        assert_eq!(main.matches("library_init(").count(), 1, "{main}");
    }
}

/// A wrong core is one that has the terms of the run. If a term is not known, the program does not
/// claim that it shows the bug.
#[test]
fn cores_are_compared_with_the_terms_of_the_run() {
    let (solver, known) = (Word(0x10_0000_0000), 0x20_0000_0000);
    let info = ProgramInfo {
        aim: ProgramAim {
            sign: BugSign::LastResults,
            is_about_terms: true,
            ..CRASH.aim
        },
        ..CRASH
    };
    let core_of = |term: u64| {
        let made = vec![solver.clone(), Word(3), Word(0), Array(8, vec![])];
        let elements = Array(8, vec![Word(term)]);
        let events = [
            &line("1 new\n")[..],
            &call("solver_new", vec![], solver.clone()),
            &line("2 mk-term OP_A SORT_BOOL 0\n  return t1 s1\n"),
            &call("mk_term", made, Word(known)),
            &line("3 get-unsat-core\n"),
            &returned(
                "assertions",
                vec![solver.clone(), Array(9, vec![Word(0)])],
                vec![solver.clone(), Array(9, vec![Word(1)])],
                elements,
            ),
        ]
        .concat();
        write(&info, (&header(&[]), &RULES), &events)
    };
    let program = core_of(known).text;
    let compared = "  print(\"size in assertions\", long1, 1);\n  \
                    print(\"term1[0] == t1\", !differences && term1[0] == t1, 1);\n";
    assert!(program.contains(compared), "{program}");
    assert!(program.contains("The bug shows."));
    let program = core_of(0x30_0000_0000);
    assert!(!program.text.contains("The bug shows."), "{}", program.text);
    assert!(program.gaps.iter().any(|gap| gap.contains("cannot tell")));
}
