//! Which recorded calls a short program makes.
//!
//! A call that only looks at objects is left out, unless a call that stays needs what it returns or
//! the program compares its results with those of the run. A plain program also leaves out
//! instances of the solver that have nothing to do with the call that shows the bug, such as those
//! in which the wrapper looks options up.

use super::is_call;
use crate::actions::called;
use murxla_fsm::wrapper::c_api::{CFunction, CHeader, CType, Role};
use murxla_wrappers::record::{Datum, RecordedEvent};
use rustc_hash::{FxHashMap, FxHashSet};

/// What decides which calls are left out.
pub(super) struct CallSelection<'a> {
    pub(super) header: &'a CHeader,
    /// Whether the program is a plain one.
    pub(super) is_plain: bool,
    /// Whether the program lacks sorts and terms that no other call needs.
    pub(super) is_minimal: bool,
    /// Whether what the library says about sorts and the form of terms matters.
    pub(super) is_about_forms: bool,
    /// Whether the bug is in which terms of the run the library returns.
    pub(super) is_about_terms: bool,
    /// Whether the bug is the answer of a check. What is asked after it does not matter.
    pub(super) is_about_answer: bool,
    /// Whether the program compares the results of the calls of a line: its position, and its text.
    pub(super) is_compared: &'a dyn Fn(usize, &str) -> bool,
    /// Whether the bug has shown once the last results are compared.
    pub(super) ends_with_results: bool,
}

/// A call, with the objects that it takes and gives. Objects are named by their addresses or
/// numbers.
struct CallFlow {
    /// The position of its event.
    at: usize,
    is_optional: bool,
    /// Whether it returns objects that are known, beside a text or a number.
    is_incidental: bool,
    /// Whether its results are compared.
    is_compared: bool,
    /// Whether it is a query about sorts or the form of terms.
    is_form: bool,
    /// Whether it only looks at objects.
    is_query: bool,
    /// The call and its results, if it is a query whose results a plain program compares.
    question: Option<String>,
    /// Whether it makes an instance.
    makes_instance: bool,
    takes: Vec<u64>,
    /// The structures of the caller that it writes to.
    writes: Vec<u64>,
    gives: Vec<u64>,
    /// The object whose last reference it gives back. Its address may become another object's.
    releases: Option<u64>,
}

impl CallSelection<'_> {
    /// The positions of the events of calls that a program makes.
    pub(super) fn needed_calls(&self, events: &[RecordedEvent]) -> FxHashSet<usize> {
        let last_line = events.iter().rposition(is_call).unwrap_or(0);
        let mut calls = self.flow(events);
        if self.is_plain {
            leave_out_forms(&mut calls, self.is_about_answer);
            leave_out_repeated(&mut calls);
        }
        let givers = Givers::of(&calls, self.is_plain);
        let last_result = calls
            .iter()
            .rposition(|call| call.is_compared && !call.is_optional);
        let count = match last_result {
            Some(last) if self.is_plain && self.ends_with_results => last + 1,
            _ => calls.len(),
        };
        let kept = (0..count).filter(|number| !calls[*number].is_optional);
        let needed = match self.is_plain {
            true => {
                let last = kept.clone().filter(|number| calls[*number].at >= last_line);
                givers.needed_with_instances(last.collect(), &kept.collect::<Vec<_>>())
            }
            false => givers.needed(kept.collect()),
        };
        needed.into_iter().map(|number| calls[number].at).collect()
    }

    /// The calls in their order.
    fn flow(&self, events: &[RecordedEvent]) -> Vec<CallFlow> {
        let header = self.header;
        let (mut compares, mut loading) = (false, true);
        let mut calls: Vec<CallFlow> = Vec::new();
        let mut references: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, event) in events.iter().enumerate() {
            match event {
                RecordedEvent::Line(line) if called(line).is_some() => {
                    compares = (self.is_compared)(at, line);
                    loading = false;
                }
                RecordedEvent::Call(name, before) => {
                    let returned = match events.get(at + 1) {
                        Some(RecordedEvent::Return(after, result)) => Some((after, result)),
                        _ => None,
                    };
                    // The call before it is the one that the library rejects.
                    let fails = returned.is_some_and(|(_, result)| result.word() != 0);
                    let function = header.function(name);
                    if compares
                        && fails
                        && function.is_some_and(|f| f.calls.report_error)
                        && let Some(rejected) = calls.last_mut()
                    {
                        rejected.is_optional = false;
                        rejected.is_form = false;
                    }
                    let role = function.map_or(Role::Other, |function| function.calls.role);
                    let is_compared = compares && function.is_none_or(|f| self.tells(f));
                    // What is freed is asked for again.
                    let stays = function.is_some_and(|f| f.result.freed_by.is_none());
                    let is_asked = self.is_plain && is_compared && role.is_query() && stays;
                    let makes = self.is_minimal
                        && !is_compared
                        && function.is_some_and(|f| self.only_makes(f));
                    let mut call = CallFlow {
                        at,
                        is_optional: returned.is_some()
                            && (makes || self.is_optional(role, is_compared)),
                        is_incidental: role == Role::Incidental,
                        is_compared,
                        is_form: role == Role::Form,
                        is_query: role.is_query(),
                        question: is_asked.then(|| format!("{name}{before:?}{returned:?}")),
                        makes_instance: function.is_some_and(|f| f.calls.make_instance),
                        takes: Vec::new(),
                        writes: Vec::new(),
                        gives: Vec::new(),
                        releases: None,
                    };
                    for (parameter, datum) in function
                        .iter()
                        .flat_map(|f| f.parameters.iter().zip(before))
                    {
                        objects(
                            &parameter.kind,
                            parameter.written,
                            datum,
                            header,
                            &mut call.takes,
                        );
                    }
                    // A program lacks what is made while the library is loaded.
                    if let (Some(function), Some((after, result)), false) =
                        (function, returned, loading)
                    {
                        objects(
                            &function.result.kind,
                            function.result.written,
                            result,
                            header,
                            &mut call.gives,
                        );
                        for (parameter, datum) in function.parameters.iter().zip(after) {
                            if !parameter.is_const && !parameter.kind.is_handle() {
                                let written = is_structure(&parameter.kind);
                                call.writes.extend(written.then(|| datum.word()));
                                objects(
                                    &parameter.kind,
                                    parameter.written,
                                    datum,
                                    header,
                                    &mut call.gives,
                                );
                            }
                        }
                    }
                    if self.is_about_terms && is_compared {
                        // The program compares them with the terms that it has.
                        call.takes.extend_from_slice(&call.gives);
                    }
                    let object = call.takes.last().copied();
                    let count = object.map(|object| references.entry(object).or_default());
                    match count {
                        Some(count) if function.is_some_and(|f| f.calls.retain) => {
                            // Plain programs give no reference back, so that one of each object
                            // is enough.
                            call.is_optional |= self.is_plain && *count > 0;
                            *count += 1;
                        }
                        Some(count) if *count > 0 && role == Role::Counts => {
                            *count -= 1;
                            call.releases = object.filter(|_| *count == 0);
                        }
                        _ => {}
                    }
                    calls.push(call);
                }
                _ => {}
            }
        }
        calls
    }

    /// Whether a function returns more than objects, or a term that matters.
    fn tells(&self, function: &CFunction) -> bool {
        self.is_about_terms && self.header.is_handle("Term", function.result.written)
            || tells(function)
    }

    /// Whether a function makes a sort or a term, and writes nothing else.
    fn only_makes(&self, function: &CFunction) -> bool {
        let is_it = |kind| self.header.is_handle(kind, function.result.written);
        let is_made = is_it("Sort") || is_it("Term");
        let mut parameters = function.parameters.iter();
        is_made && parameters.all(|p| p.is_const || !p.kind.is_data())
    }

    /// Whether a function is left out if its results are not needed. The program may compare them.
    fn is_optional(&self, role: Role, is_compared: bool) -> bool {
        match role {
            Role::Incidental => true,
            Role::Form => !self.is_about_forms || !is_compared,
            Role::Query => !is_compared,
            Role::Counts => self.is_plain,
            Role::Other => false,
        }
    }
}

/// Makes queries about forms optional before the last result that is not a query: the action has
/// gone on behind them, so that they had the right results.
///
/// If the bug is an answer, that is the last such result: queries after it are optional, too.
fn leave_out_forms(calls: &mut [CallFlow], is_about_answer: bool) {
    let is_result = |call: &CallFlow| call.is_compared && !call.is_optional && !call.is_query;
    let last = calls.iter().rposition(is_result).unwrap_or(0);
    for (number, call) in calls.iter_mut().enumerate() {
        let is_idle = match number < last {
            true => call.is_form,
            false => is_about_answer && call.is_query,
        };
        if is_idle {
            call.is_optional = true;
            call.question = None;
        }
    }
    // What a call that is left out would have written says nothing.
    let mut unwritten = FxHashSet::default();
    for call in calls {
        let is_unwritten = call.takes.iter().any(|object| unwritten.contains(object));
        if is_unwritten && call.is_query {
            call.is_optional = true;
            call.question = None;
        }
        for object in &call.writes {
            match call.is_form && call.is_optional {
                true => unwritten.insert(*object),
                false => unwritten.remove(object),
            };
        }
    }
}

/// Makes queries optional that were asked before with the same results: they say nothing new.
fn leave_out_repeated(calls: &mut [CallFlow]) {
    let mut asked = FxHashSet::default();
    for call in calls {
        let question = call.question.take();
        if question.is_some_and(|question| !asked.insert(question)) {
            call.is_compared = false;
            call.is_optional = true;
        }
    }
}

/// Which calls give objects to which.
struct Givers<'a> {
    calls: &'a [CallFlow],
    /// The calls that give an object.
    of: FxHashMap<u64, Vec<usize>>,
    /// The calls that give the last reference of an object back.
    releases: FxHashMap<u64, Vec<usize>>,
    is_plain: bool,
}

impl<'a> Givers<'a> {
    fn of(calls: &'a [CallFlow], is_plain: bool) -> Self {
        let mut of: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut releases: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, call) in calls.iter().enumerate() {
            for object in &call.gives {
                of.entry(*object).or_default().push(number);
            }
            if let Some(object) = call.releases {
                releases.entry(object).or_default().push(number);
            }
        }
        Self {
            calls,
            of,
            releases,
            is_plain,
        }
    }

    /// The calls before a call that give an object. If its last reference was given back and a call
    /// gave it since, the calls before that are left out: they may have given another object.
    fn before(&self, number: usize, object: u64) -> &[usize] {
        let givers = calls_before(&self.of, number, object);
        let releases = calls_before(&self.releases, number, object);
        let released = releases.last().copied().unwrap_or(0);
        match givers.partition_point(|giver| *giver < released) {
            all if all == givers.len() => givers,
            old => &givers[old..],
        }
    }

    /// Some calls, and those that give them their objects.
    fn needed(&self, mut open: Vec<usize>) -> FxHashSet<usize> {
        let mut needed: FxHashSet<usize> = open.iter().copied().collect();
        while let Some(number) = open.pop() {
            for object in &self.calls[number].takes {
                let earlier = self.before(number, *object);
                // Queries return objects that other calls have made. In a plain program nothing is
                // freed, so that the first call that must return the object makes it.
                let mut makers = earlier.iter().rev();
                let maker = makers.find(|giver| {
                    let call = &self.calls[**giver];
                    // The last call that wrote to a structure decides what it contains.
                    let writes = call.writes.contains(object) && !call.is_form;
                    !call.is_optional || writes
                });
                let mut queries = earlier.iter();
                let query = if self.is_plain {
                    let first = queries.find(|giver| !self.calls[**giver].is_incidental);
                    first.or(earlier.first())
                } else {
                    earlier.last()
                };
                if let Some(giver) = maker.or(query)
                    && needed.insert(*giver)
                {
                    open.push(*giver);
                }
            }
        }
        needed
    }

    /// The instances that a call makes and takes.
    fn instances(&self, number: usize) -> Vec<usize> {
        let call = &self.calls[number];
        let taken = call.takes.iter().filter_map(|object| {
            let mut earlier = self.before(number, *object).iter().rev();
            earlier.find(|giver| self.calls[**giver].makes_instance)
        });
        let made = call.makes_instance.then_some(number);
        taken.copied().chain(made).collect()
    }

    /// The calls that are needed for those of the `last` line. Of the calls that must be `kept`,
    /// these are the ones that take no instance, or one that is needed.
    fn needed_with_instances(&self, last: Vec<usize>, kept: &[usize]) -> FxHashSet<usize> {
        let mut instances: FxHashSet<usize> = FxHashSet::default();
        let mut roots = last;
        loop {
            let needed = self.needed(roots);
            let before = instances.len();
            instances.extend(needed.iter().flat_map(|number| self.instances(*number)));
            roots = needed.into_iter().collect();
            if instances.len() == before {
                let is_needed = |number: &usize| {
                    let taken = self.instances(*number);
                    let is_made = self.calls[*number].makes_instance;
                    taken.is_empty() || !is_made && taken.iter().any(|i| instances.contains(i))
                };
                let more: FxHashSet<usize> = kept.iter().copied().filter(is_needed).collect();
                let all = self.needed(roots.iter().copied().chain(more).collect());
                if all.len() == roots.len() {
                    return all;
                }
                roots = all.into_iter().collect();
            }
        }
    }
}

/// The calls before a call, of those that a map has for an object.
fn calls_before(calls: &FxHashMap<u64, Vec<usize>>, number: usize, object: u64) -> &[usize] {
    let calls = calls.get(&object).map_or(&[][..], Vec::as_slice);
    &calls[..calls.partition_point(|call| *call < number)]
}

/// Whether one of these calls has failed, as a function says that only tells errors. `needed` are
/// the positions of the calls that a program makes; without it, all.
pub(super) fn has_failed(
    header: &CHeader,
    events: &[RecordedEvent],
    needed: Option<&FxHashSet<usize>>,
) -> bool {
    let is_line = |event: &RecordedEvent| matches!(event, RecordedEvent::Line(_));
    let mut last = None;
    let mut calls = events
        .iter()
        .enumerate()
        .skip_while(|(_, event)| !is_line(event));
    calls.any(|(at, event)| match event {
        RecordedEvent::Call(name, _)
            if header.function(name).is_some_and(|f| f.calls.report_error) =>
        {
            let result = match events.get(at + 1) {
                Some(RecordedEvent::Return(_, result)) => result.word(),
                _ => 0,
            };
            let is_made = |last: usize| needed.is_none_or(|needed| needed.contains(&last));
            result != 0 && last.is_some_and(is_made)
        }
        RecordedEvent::Call(..) => {
            last = Some(at);
            false
        }
        _ => false,
    })
}

/// Whether a function returns more than objects.
fn tells(function: &CFunction) -> bool {
    let returns = function.result.kind != CType::Void && !function.result.kind.is_handle();
    let mut parameters = function.parameters.iter();
    // Structures are compared where they are read.
    returns
        || parameters.any(|parameter| {
            let (kind, is_read) = (&parameter.kind, parameter.is_const);
            !is_read && kind.is_data() && !is_structure(kind)
        })
}

/// Whether it is a pointer to a structure of the caller.
fn is_structure(kind: &CType) -> bool {
    matches!(kind, CType::Pointer(of) if matches!(of, CType::Struct(_)))
}

/// Whether no function has written to this memory of the caller.
fn is_empty(datum: &Datum) -> bool {
    match datum {
        Datum::Word(word) => *word == 0,
        Datum::Struct(parts) | Datum::Array(_, parts) => parts.iter().all(is_empty),
        Datum::Text(..) => false,
    }
}

/// The objects in a value.
fn objects(kind: &CType, written: &str, datum: &Datum, header: &CHeader, found: &mut Vec<u64>) {
    match (kind, datum) {
        (CType::Number { .. } | CType::Void | CType::Callback, _) => {}
        (CType::Struct(members), Datum::Struct(values)) => {
            for (member, value) in members.iter().zip(values) {
                objects(&member.kind, member.written, value, header, found);
            }
        }
        (CType::Pointer(of), Datum::Array(address, elements)) => {
            // Other memory of the caller is written anew for each call.
            if is_structure(kind) && !elements.iter().all(is_empty) {
                found.push(*address);
            }
            for element in elements {
                objects(of, written, element, header, found);
            }
        }
        (CType::Text, Datum::Text(address, _)) => found.push(*address),
        (_, datum) if datum.word() == 0 => {}
        // A sort may have the number of a term.
        (CType::Handle { .. }, _) => {
            let mut words = written.split([' ', '*']);
            let number = words.find_map(|word| header.types.iter().position(|t| t.name == word));
            found.push(datum.word() | (number.unwrap_or(0) as u64 + 1) << u32::BITS);
        }
        _ => found.push(datum.word()),
    }
}
