//! The part of the test that runs in processes of its own: it replays traces, and writes down what
//! the instances have counted.

use crate::counted::{CountedLibrary, Reading};
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{Answers, Sink, Strictness, replay};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Note, lex};
use murxla_wrappers::find;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The variable with the path of a job.
pub(crate) const JOB: &str = "MURXLA_COUNTED_JOB";

/// What a process does.
#[derive(Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) solver: String,
    pub(crate) library: Option<PathBuf>,
    /// The traces to replay, in order.
    pub(crate) traces: Vec<PathBuf>,
    /// The file with the result of each replay, one a line.
    pub(crate) results: PathBuf,
}

/// The result of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Replayed {
    pub(crate) end: String,
    pub(crate) answers: String,
    pub(crate) read: Vec<Reading>,
    pub(crate) micros: Vec<u64>,
}

/// Notes the answers.
#[derive(Default)]
struct Noted(String);

impl Sink for Noted {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, _: &Note) {}

    fn answer(&mut self, answer: Answer) {
        self.0.push_str(answer.name());
        self.0.push(' ');
    }
}

/// Does a job.
pub(crate) fn work(job: &Path) {
    let job: Job = serde_json::from_slice(&std::fs::read(job).unwrap()).unwrap();
    let wrapper = find(&job.solver).unwrap();
    let library = job.library.as_deref();
    let loaded = wrapper.load(library).unwrap();
    let profile = Profile::load([(wrapper.name(), wrapper.profile_with(library))]).unwrap();
    let context = Context::new(wrapper, &*loaded, &profile);
    let mut results = File::create(&job.results).unwrap();
    for trace in &job.traces {
        let script = lex(&std::fs::read_to_string(trace).unwrap()).unwrap();
        let counted = CountedLibrary::new(&*loaded);
        let mut noted = Noted::default();
        let end = replay(
            &script,
            &context,
            Strictness::Strict,
            Answers::Solver,
            &counted,
            &mut noted,
        );
        loaded.recycle();
        let readings = counted.readings.take();
        let replayed = Replayed {
            end: format!("{end:?}"),
            answers: noted.0,
            read: readings.read,
            micros: readings.micros,
        };
        let line = serde_json::to_string(&replayed).unwrap();
        writeln!(results, "{line}").unwrap();
    }
}
