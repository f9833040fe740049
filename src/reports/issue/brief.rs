//! The texts of an issue without markup, for other documents. In sentences, backquotes mark code.

use super::listing::{MAX_LISTING, shown_lines};
use super::programs::{Part, missing_call, rank_of_traces};
use super::{Issue, IssueProgram, IssueTrace, MAX_LINES, NOT_RUN, shortened};
use crate::actions::without_seed;
use crate::results::EVIDENCE;
use crate::triage::KindRow;
use murxla_system::symbols::readable;

/// What an issue says about a finding.
#[derive(Clone, Debug, Default)]
pub struct Brief {
    /// What happened, as a sentence about all findings of the kind.
    pub observed: String,
    /// What the solver or a check said.
    pub message: String,
    /// The call during which the run ended.
    pub last_call: Option<String>,
    /// What the solver returned.
    pub returned: Vec<String>,
    /// The calls that made the terms that are named above.
    pub named: Vec<String>,
    /// The innermost functions of a crash.
    pub frames: Vec<String>,
    /// What is right, and why.
    pub expected: String,
    /// The values with which the formulas are true, in SMT-LIB, where they are the reason.
    pub assignment: Option<String>,
    /// The programs and traces that show it.
    pub listings: Vec<Listing>,
    /// Why there is no script.
    pub no_script: Option<String>,
    /// The names of the traces that a replay shows it with.
    pub replays: Vec<&'static str>,
    /// What a replay shows.
    pub shows: String,
}

/// A program or a trace.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What it is.
    pub title: String,
    /// Its text. `None` if it is too long to be shown.
    pub text: Option<String>,
    /// The parts of the trace that it lacks.
    pub gaps: Vec<String>,
    /// What it has shown, as a sentence.
    pub result: Option<String>,
    /// What it has printed.
    pub output: String,
}

impl Listing {
    fn of(title: &str, text: &str) -> Self {
        Self {
            title: title.to_owned(),
            text: (text.len() <= MAX_LISTING).then(|| text.to_owned()),
            gaps: Vec::new(),
            result: None,
            output: String::new(),
        }
    }

    /// `what` is how sentences name the program.
    fn of_program(program: &IssueProgram, what: &str) -> Self {
        let result = program.result.as_ref();
        Self {
            gaps: program.gaps.clone(),
            result: result.map(|result| result.sentence(what, &result.program)),
            output: result.map_or(String::new(), |result| shown_lines(result.shown_output())),
            ..Self::of(program.title, &program.text)
        }
    }
}

impl Issue<'_> {
    /// The texts without markup.
    #[must_use]
    pub fn brief(&self) -> Brief {
        let kind = KindRow::of(&self.finding.observed.kind);
        let returned = self.returned();
        let (replays, shows) = self.replays(kind);
        let last_call = self.run.last_call.as_deref();
        let frames = self.finding.observed.frames.iter().take(MAX_LINES);
        let mut brief = Brief {
            observed: kind.observed.to_owned(),
            message: shown_lines(&self.run.message),
            last_call: last_call.map(|call| shortened(without_seed(call).trim_end(), 300)),
            named: self.named(&returned),
            returned,
            frames: frames.map(|frame| readable(frame)).collect(),
            expected: self.right(),
            assignment: self.assignment().map(str::to_owned),
            listings: Vec::new(),
            no_script: None,
            replays,
            shows: shows.to_owned(),
        };
        match self.trace {
            Ok(trace) => self.add_listings(trace, kind, &mut brief),
            Err(why) => brief.no_script = Some(format!("No trace is available: {why}.")),
        }
        brief
    }

    fn add_listings(&self, trace: &IssueTrace, kind: &KindRow, brief: &mut Brief) {
        let mut listings = Vec::new();
        brief.no_script = match &trace.program {
            Ok(program) => match missing_call(program, trace) {
                Some(gap) => Some(format!("The script would not have the last call: {gap}.")),
                None if program.is_refuted() && self.has_c() => {
                    Some("The script of the trace does not show the bug.".to_owned())
                }
                None => {
                    let mut script = Listing::of_program(program, "script");
                    script.result.get_or_insert_with(|| NOT_RUN.to_owned());
                    listings.push((self.rank_of_script(program), script));
                    None
                }
            },
            Err(why) => Some(format!("The trace cannot be translated to SMT-LIB: {why}")),
        };
        if let (Some(what), None) = (kind.inexpressible, &brief.no_script) {
            brief.no_script = Some(format!("SMT-LIB cannot express {what}."));
        }
        if let Some(Ok(program)) = self.c.filter(|_| self.has_c()) {
            listings.push((Part::CProgram, Listing::of_program(program, "program in C")));
        }
        let rank = rank_of_traces(listings.iter().map(|(part, _)| *part));
        listings.push((rank, Listing::of(trace.name, &trace.text)));
        if let Some(evidence) = self.evidence.filter(|_| trace.name != EVIDENCE) {
            listings.push((rank, Listing::of(EVIDENCE, evidence)));
        }
        listings.sort_by_key(|(part, _)| *part);
        let listings = listings.into_iter().map(|(_, listing)| listing);
        brief.listings = listings.collect();
    }
}
