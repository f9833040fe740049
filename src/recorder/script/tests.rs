use super::super::log;
use super::*;
use murxla_fsm::rng::Rng;
use murxla_fsm::wrapper::c_api::{CFunction, CType};
use murxla_fsm::wrapper::call_form::DatatypeForm;
use murxla_wrappers::WRAPPERS;

fn apis() -> impl Iterator<Item = &'static CApi> {
    let apis = WRAPPERS.iter().map(|wrapper| wrapper.constants());
    apis.filter_map(|constants| constants.api.as_ref())
}

fn api(prefix: &str) -> &'static CApi {
    apis().find(|api| api.prefix == prefix).unwrap()
}

/// The names in a form that are parameters, and the words of its texts.
fn words(form: CallForm) -> (Vec<&'static str>, Vec<&'static str>) {
    use CallForm as F;
    use DatatypeForm as D;
    let mut names = Vec::new();
    let mut texts = Vec::new();
    match form {
        F::Term(text)
        | F::Formula(text)
        | F::Sort(text)
        | F::Command(text)
        | F::Part(text, _)
        | F::Check(text) => {
            texts.extend(text.split(['(', ')', ' ']));
        }
        F::IfFormulas(arguments, then, otherwise) => {
            names.extend(arguments.split(' '));
            for form in [then, otherwise] {
                let (more_names, more_texts) = words(*form);
                names.extend(more_names);
                texts.extend(more_texts);
            }
        }
        F::PrintedSort | F::Options | F::Reset | F::Idle => {}
        F::ForgetAssumptions | F::AssertAssumptions => {}
        F::NewSort(name) | F::Instance(name) => names.extend(name),
        F::FunctionSort(a, b) | F::Numeral(a, b) => texts.extend(a.split(' ').chain([b])),
        F::Assume(a) | F::Symbol(a) | F::Same(a) | F::Head(a) | F::Model(a) | F::UseOptions(a) => {
            names.push(a);
        }
        F::Kind(a) | F::Operator(a) | F::NamedSort(a) => names.push(a),
        F::Constant(a, b) | F::Value(a, b) | F::Logic(a, b) => names.extend([a, b]),
        F::NewConstant(a, b) | F::Variable(a, b) => names.extend(a.into_iter().chain([b])),
        F::Function(a, b, c) | F::NewFunction(a, b, c) => names.extend([a, b, c]),
        F::Application(a, b) => names.extend([a].into_iter().chain(b.split(' '))),
        F::Based(a, b, c) => {
            names.extend(Some(b).filter(|base| base.parse::<u32>().is_err()));
            texts.extend(a.split('/').chain(c.split(['(', ')', ' '])));
        }
        F::Literal(_, a) => names.push(a),
        F::Binder(_, a, b) => names.extend([a, b.trim_end_matches('?')]),
        F::SetOption(a, b, c) => {
            names.extend(a);
            texts.extend([b, c]);
        }
        F::Cases(a, cases) => {
            names.push(a);
            for (_, form) in cases {
                let (more_names, more_texts) = words(*form);
                names.extend(more_names);
                texts.extend(more_texts);
            }
        }
        F::All(forms) => {
            for form in forms {
                let (more_names, more_texts) = words(*form);
                names.extend(more_names);
                texts.extend(more_texts);
            }
        }
        F::Datatype(form) => match form {
            D::List(a) => names.push(a),
            D::Declaration(a, b) | D::Made(a, b) | D::Tester(a, b) => names.extend([a, b]),
            D::Declarations(a, b, c) | D::Selector(a, b, c) => names.extend([a, b, c]),
            D::Constructor(a, b, c, d) | D::Enumeration(a, b, c, d) | D::Parts(a, b, c, d) => {
                names.extend([a, b, c, d]);
            }
            D::Tuple(a, b, c, d, e) => names.extend([a, b, c, d, e]),
        },
    }
    let bare = |word: &'static str| word.trim_end_matches("...").trim_end_matches('?');
    (names, texts.into_iter().map(bare).collect())
}

/// Whether a form is a text, which names all terms and sorts that the function takes.
fn is_text(form: CallForm) -> bool {
    use CallForm as F;
    match form {
        F::Term(_) | F::Formula(_) | F::Sort(_) | F::Command(_) | F::Check(_) => true,
        F::IfFormulas(_, then, otherwise) => is_text(*then) && is_text(*otherwise),
        F::Cases(_, cases) => cases.iter().all(|(_, form)| is_text(*form)),
        _ => false,
    }
}

/// The types of objects that a script does not name: instances, parameters of their calls, and the
/// names of sums of soft assertions.
const UNNAMED: [&str; 6] = [
    "Z3_solver",
    "Z3_optimize",
    "Z3_params",
    "Z3_symbol",
    "context_t",
    "param_t",
];

#[test]
fn forms_name_functions_and_parameters() {
    let mut missing = Vec::new();
    for api in apis() {
        let function = |name: &str| -> &'static CFunction {
            let found = api.header.function(name);
            found.unwrap_or_else(|| panic!("there is no function {name}"))
        };
        for (name, form) in api.forms.rows {
            let parameters = function(name).parameters;
            let (names, texts) = words(*form);
            for word in &names {
                let known = parameters.iter().any(|parameter| parameter.name == *word);
                assert!(known, "{name} has no parameter {word}");
            }
            // A parameter that is missing in a text has another name there.
            for parameter in parameters.iter().filter(|_| is_text(*form)) {
                let of = objects::type_name(parameter.written);
                let is_object = match parameter.kind {
                    CType::Pointer(of) => parameter.kind.is_handle() || of.is_handle(),
                    kind => kind.is_handle(),
                };
                let is_context = api
                    .header
                    .named(of)
                    .is_some_and(|its| its.receiver.is_some());
                let is_named = texts.contains(&parameter.name) || UNNAMED.contains(&of);
                if is_object && !is_context && !is_named {
                    missing.push(format!("{name}: {}", parameter.name));
                }
            }
        }
        for printed in api.forms.values {
            function(printed.printer);
            for (name, at) in printed.functions {
                let mut parameters = function(name).parameters.iter();
                let known = at.is_none_or(|at| parameters.any(|its| its.name == at));
                assert!(known, "{name} has no parameter {at:?}");
            }
        }
        for (name, _) in (api.forms.operators)() {
            if name.starts_with(api.prefix) {
                function(name);
            }
        }
        let mut names: Vec<&str> = api.forms.rows.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{}: a function has two forms", api.prefix);
    }
    assert!(missing.is_empty(), "not in the texts: {missing:?}");
}

/// The script of a log, if the log can be read.
fn script_of(text: &str, prefix: &str) -> Option<String> {
    let api = api(prefix);
    let calls = log::calls(text, api.header).ok()?;
    let script = script(&calls, api, None).unwrap();
    assert_eq!(script.text.lines().count(), script.functions.len());
    Some(script.text)
}

const BITWUZLA: &str = "\
murxla-record 1 bitwuzla
> 1 7 bitwuzla_term_manager_new \n< 1 = @1
> 2 7 bitwuzla_new @1 @0\n< 2 = @2
> 3 7 bitwuzla_mk_bv_sort @1 8\n< 3 = @3
> 4 7 bitwuzla_mk_const @1 @3 \"x\"\n< 4 = @4
> 5 7 bitwuzla_mk_var @1 @3 -\n< 5 = @5
> 6 7 bitwuzla_mk_bv_value @1 @3 \"7f\" 16\n< 6 = @6
> 7 7 bitwuzla_mk_term2 @1 \"BV_ULT\" @5 @4\n< 7 = @7
> 8 7 bitwuzla_mk_term @1 \"FORALL\" 2 [@5,@7]\n< 8 = @8
> 9 7 bitwuzla_assert @2 @8\n< 9
> 10 7 bitwuzla_check_sat @2\n< 10 = 20
> 11 7 bitwuzla_mk_term1_indexed2 @1 \"BV_EXTRACT\" @4 3 0\n< 11 = @9
";

#[test]
fn variables_are_in_binders_only() {
    let text = script_of(BITWUZLA, "bitwuzla_").unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let expected = [
        "(define-sort @s3 () (_ BitVec 8))",
        "(declare-const x @s3)",
        "(define-term @6 (_ bv127 8))",
        "(define-term @8 (forall ((fresh!5 @s3)) (let ((@7 (bvult fresh!5 x))) @7)))",
        "(assert @8)",
        "(set-info :status unsat)",
        "(check-sat)",
        "(define-term @11 ((_ extract 3 0) x))",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_damaged_log_is_read_or_refused() {
    let mut rng = Rng::new(1);
    let pieces = [
        "@4",
        "@0",
        "[",
        "]",
        "-",
        "\"",
        "99999999999999999999",
        "@ffffffffffffffff",
        ",",
        " ",
        "\n",
    ];
    for end in 0..BITWUZLA.len() {
        script_of(&BITWUZLA[..end], "bitwuzla_");
    }
    for _ in 0..3000 {
        let mut text = BITWUZLA.to_owned();
        for _ in 0..=rng.below(3) {
            let at = rng.below(text.len() as u64) as usize;
            let end = (at + rng.below(4) as usize).min(text.len());
            text.replace_range(at..end, pieces[rng.below(pieces.len() as u64) as usize]);
        }
        script_of(&text, "bitwuzla_");
    }
    // Each handle in the place of each other one.
    for from in 1..=9 {
        for to in 0..=9 {
            script_of(
                &BITWUZLA.replace(&format!("@{from}"), &format!("@{to}")),
                "bitwuzla_",
            );
        }
    }
}

#[test]
fn lists_of_variables_do_not_grow() {
    let mut text = "murxla-record 1 cvc5\n> 1 7 cvc5_get_integer_sort @1\n< 1 = @2\n> 2 7 cvc5_mk_var @1 @2 -\n< 2 = @3\n".to_owned();
    for n in 3..60 {
        text.push_str(&format!(
            "> {n} 7 cvc5_mk_term @1 \"VARIABLE_LIST\" 2 [@3,@3]\n< {n} = @3\n"
        ));
    }
    assert!(script_of(&text, "cvc5_").unwrap().len() < 10_000);
}

/// In each level, two quantifiers have the same body, which has all variables.
#[test]
fn nested_binders_have_a_bounded_size() {
    let mut text =
        "murxla-record 1 bitwuzla\n> 1 7 bitwuzla_mk_bool_sort @1\n< 1 = @2\n".to_owned();
    let (mut number, mut variables) = (1, Vec::new());
    let mut call = |line: String| {
        number += 1;
        text.push_str(&format!("> {number} 7 {line}\n< {number} = @{number:x}\n"));
        format!("@{number:x}")
    };
    for _ in 0..80 {
        variables.push(call("bitwuzla_mk_var @1 @2 -".to_owned()));
    }
    let all = variables.join(",");
    let mut body = call(format!("bitwuzla_mk_term @1 \"AND\" 80 [{all}]"));
    for pair in variables.chunks(2) {
        let bound =
            |variable: &String| format!("bitwuzla_mk_term2 @1 \"FORALL\" {variable} {body}");
        let (one, other) = (call(bound(&pair[0])), call(bound(&pair[1])));
        body = call(format!("bitwuzla_mk_term2 @1 \"AND\" {one} {other}"));
    }
    let size = script_of(&text, "bitwuzla_").unwrap().len();
    assert!(size < 1 << 27, "{size}");
}

/// A number stands for an object also if it is 0, and for a constant also if another call returns
/// it.
#[test]
fn numbers_are_handles() {
    let text = "murxla-record 1 yices\n> 1 7 yices_bool_type \n< 1 = @0\n> 2 7 yices_new_uninterpreted_term @0\n< 2 = @8\n\
        > 3 7 yices_not @8\n< 3 = @9\n> 4 7 yices_not @9\n< 4 = @8\n> 5 7 yices_not @ffffffffffffffff\n< 5 = @ffffffffffffffff\n\
        > 6 7 yices_and2 @8 @9\n< 6 = @a\n";
    let text = script_of(text, "yices_").unwrap();
    assert!(text.contains("(define-term @6 (and fresh!2 @3))"), "{text}");
    assert!(text.contains("left-out yices_not"), "{text}");
}
