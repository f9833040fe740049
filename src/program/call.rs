//! One call of the recording as a statement of C, with the variables that it needs and makes.

use super::known::Slot;
use super::literal;
use super::{Line, Writer};
use murxla_fsm::c_api::{ConstantNames, Count};
use murxla_wrappers::record::Datum;
use murxla_wrappers::record::types::{CFunction, CParameter, CType};

/// Elements of arrays whose length only the caller knew.
const ROOM: &str = "65536";

/// A call, as it was recorded.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) function: &'a CFunction,
    pub(super) before: &'a [Datum],
    /// The arguments behind it, and its result, if it returned.
    pub(super) after: Option<(&'a [Datum], &'a Datum)>,
    /// What the trace calls the result.
    pub(super) wanted: Option<&'a str>,
}

/// What was declared for an argument that the library writes to.
enum Place {
    One(String),
    Many(String),
    Structure(String),
    /// A member of the structure of this name: which, and where in it.
    Member(String, usize, usize),
}

/// What a pointer leads to, as written.
fn pointee(written: &str) -> &str {
    written.strip_suffix('*').unwrap_or(written).trim_end()
}

fn target(kind: &CType) -> &CType {
    match kind {
        CType::Pointer(of) => of,
        other => other,
    }
}

/// Whether an array is only read, so that a program can have it where it is used.
fn is_read(parameter: &CParameter) -> bool {
    let of = target(&parameter.kind);
    parameter.is_const && (of.is_handle() || !matches!(of, CType::Text | CType::Pointer(_)))
}

impl Writer<'_> {
    /// Writes the call.
    pub(super) fn call(&mut self, call: &Call<'_>) {
        let Call { name, function, .. } = call;
        let mut rows = self.rules.left_out.iter();
        if let Some((_, reason)) = rows.find(|(function, _)| function == name) {
            self.gap(&format!("{name} is left out: {reason}"));
            return;
        }
        self.functions.insert((*name).to_owned());
        let mut arguments = Vec::new();
        let mut places = Vec::new();
        let mut called_back = self.called_back(name);
        for (parameter, datum) in function.parameters.iter().zip(call.before) {
            if parameter.kind == CType::Function {
                let given = called_back.next().filter(|_| datum.word() != 0);
                arguments.push(given.unwrap_or("NULL").to_owned());
                places.push(None);
                continue;
            }
            let (text, place) = self.argument(call, parameter, datum);
            arguments.push(text);
            places.push(place);
        }
        let text = format!("{name}({})", arguments.join(", "));
        let Some((after, result)) = call.after else {
            self.always(format!("{text}; // does not return"));
            return;
        };
        self.result(call, text, result);
        for ((parameter, datum), place) in function.parameters.iter().zip(after).zip(places) {
            if let Some(place) = place {
                self.written(call, parameter, datum, place);
            }
        }
    }

    /// An argument as C, and what was declared for it.
    fn argument(
        &mut self,
        call: &Call<'_>,
        parameter: &CParameter,
        datum: &Datum,
    ) -> (String, Option<Place>) {
        let (kind, written) = (&parameter.kind, parameter.written.as_str());
        let frees = self.rules.frees.contains(&call.name);
        let text = match (kind, datum) {
            (_, Datum::Word(0)) if !matches!(kind, CType::Number { .. } | CType::Handle { .. }) => {
                "NULL".to_owned()
            }
            (CType::Pointer(_), _) if call.name == "free" => {
                // What a stream has left, which it told when it was closed: no call gave it.
                self.buffers.pop().unwrap_or_else(|| "NULL".to_owned())
            }
            (CType::Pointer(_) | CType::Text, _)
                if frees && !kind.is_handle() || written.starts_with("void") =>
            {
                self.address(written, datum.word(), true)
            }
            (CType::Text, Datum::Text(_, bytes)) if parameter.is_const => literal::text(bytes),
            (CType::Text, Datum::Text(_, bytes)) if matches!(parameter.count, Count::Of(_)) => {
                format!("(char *){}", literal::text(bytes))
            }
            (CType::Text, _) if !parameter.is_const => {
                let name = self.fresh("room", None);
                self.always(format!("static char {name}[{ROOM}];"));
                return (name.clone(), None);
            }
            (CType::Text, _) => self.address(written, datum.word(), false),
            (CType::Pointer(_), _) if kind.is_data() => return self.memory(parameter, datum),
            _ => self.scalar(call.name, &parameter.name, kind, written, datum),
        };
        (text, None)
    }

    /// A number, a handle or a string.
    fn scalar(
        &mut self,
        function: &str,
        place: &str,
        kind: &CType,
        written: &str,
        datum: &Datum,
    ) -> String {
        match (kind, datum) {
            (CType::Number { size, .. }, _) => {
                let value = literal::signed(datum.word(), *size);
                let named = self.named(function, place, value);
                named.unwrap_or_else(|| literal::number(datum.word(), kind))
            }
            (CType::Handle { size }, _) => {
                let known = self.known.take(written, datum.word(), false);
                known.unwrap_or_else(|| literal::signed(datum.word(), *size).to_string())
            }
            (CType::Text, Datum::Text(_, bytes)) => literal::text(bytes),
            (CType::Struct(_), _) => self.structure(kind, written, datum),
            _ => self.address(written, datum.word(), false),
        }
    }

    /// The variable that has an address, which somebody may not miss.
    fn address(&mut self, written: &str, word: u64, optional: bool) -> String {
        if word == 0 {
            return "NULL".to_owned();
        }
        if let Some(name) = self.known.take(written, word, true) {
            return name;
        }
        if !optional {
            self.gap(&format!("of a {written} it is not known where it is from"));
        }
        "NULL".to_owned()
    }

    /// The name of a number, which is then declared.
    fn named(&mut self, function: &str, place: &str, value: i64) -> Option<String> {
        let name = match self.rules.constant_names(function, place)? {
            ConstantNames::Enumerators(prefix) => self.header.enumerator(prefix, value)?.to_owned(),
            ConstantNames::Function(by) => self.told.get(&(by.to_owned(), value))?.clone(),
        };
        self.enumerators.insert(name.clone(), value);
        Some(name)
    }

    /// The names of what a function takes to call back, which is then defined.
    fn called_back(&mut self, function: &str) -> impl Iterator<Item = &'static str> + use<> {
        let mut rows = self.rules.callbacks.iter();
        let row = rows.find(|row| row.0 == function);
        if let Some(lacks) = row.and_then(|row| row.2) {
            self.gap(lacks);
        }
        let definitions = row.map_or(&[][..], |row| row.1);
        self.definitions.extend(definitions);
        definitions.iter().map(|definition| {
            let before = definition.split('(').next().unwrap_or_default();
            before.rsplit([' ', '*']).next().unwrap_or_default()
        })
    }

    /// A pointer to memory of the caller.
    fn memory(&mut self, parameter: &CParameter, datum: &Datum) -> (String, Option<Place>) {
        let (of, written) = (target(&parameter.kind), pointee(&parameter.written));
        if parameter.count == Count::Buffer {
            let name = self.fresh("room", None);
            self.always(format!("static {written} {name}[{ROOM}];"));
            return (name, None);
        }
        let Datum::Array(address, elements) = datum else {
            self.gap("memory could not be read");
            return ("NULL".to_owned(), None);
        };
        let terminated = parameter.count == Count::Terminated;
        if elements.is_empty() && !terminated {
            return ("NULL".to_owned(), None);
        }
        if let (Count::Nested { .. }, CType::Pointer(inner)) = (parameter.count, of) {
            let of_inner = pointee(written);
            let arrays = elements.iter().map(|array| match array {
                Datum::Array(_, elements) if !elements.is_empty() => {
                    let list = self.list(inner, of_inner, elements);
                    format!("({of_inner}[]){{{list}}}")
                }
                _ => "NULL".to_owned(),
            });
            let arrays: Vec<String> = arrays.collect();
            return (format!("({written}[]){{{}}}", arrays.join(", ")), None);
        }
        let one = matches!(parameter.count, Count::One | Count::OutArray(_));
        if let CType::Struct(_) = of {
            if !parameter.is_const {
                if let Some((text, place)) = self.member(written, &elements[0]) {
                    return (format!("&{text}"), Some(place));
                }
                let name = self.place(of, written, *address, &elements[0]);
                return (format!("&{name}"), Some(Place::Structure(name)));
            }
            if one {
                let text = self.structure(of, written, &elements[0]);
                return (format!("&{text}"), None);
            }
        }
        let mut list = self.list(of, written, elements);
        if terminated {
            let comma = if elements.is_empty() { "" } else { ", " };
            list.push_str(&format!("{comma}0"));
        }
        if is_read(parameter) {
            return (format!("({written}[]){{{list}}}"), None);
        }
        if one {
            let wanted = self.fresh(written, None);
            self.always(format!("{written} {wanted} = {list};"));
            return (format!("&{wanted}"), Some(Place::One(wanted)));
        }
        let name = self.fresh(&format!("{}_array", parameter.name), None);
        self.always(format!(
            "{written} {name}[{}] = {{{list}}};",
            elements.len()
        ));
        (name.clone(), Some(Place::Many(name)))
    }

    /// Elements. What is not known has not been written yet.
    fn list(&mut self, of: &CType, written: &str, elements: &[Datum]) -> String {
        let mut list = Vec::new();
        for element in elements {
            let word = element.word();
            list.push(match of {
                CType::Struct(_) => self.structure(of, written, element),
                CType::Handle { .. } => {
                    let known = self.known.take(written, word, false);
                    known.unwrap_or_else(|| "0".to_owned())
                }
                _ if of.is_handle() => {
                    let known = self.known.take(written, word, true);
                    known.unwrap_or_else(|| "NULL".to_owned())
                }
                CType::Pointer(_) | CType::Function => "NULL".to_owned(),
                CType::Text if !matches!(element, Datum::Text(..)) => "NULL".to_owned(),
                _ => self.scalar("", "", of, written, element),
            });
        }
        list.join(", ")
    }

    /// A structure that is read: the one that has this content, or the content.
    fn structure(&mut self, kind: &CType, written: &str, datum: &Datum) -> String {
        let (CType::Struct(members), Datum::Struct(values)) = (kind, datum) else {
            return "0".to_owned();
        };
        if let Some((known, member)) = self.known.content(datum) {
            let (name, whole) = (known.name.clone(), self.header.named(&known.kind));
            return match (member, whole) {
                (Some(at), Some(CType::Struct(members))) => format!("{name}.{}", members[at].name),
                _ => name,
            };
        }
        let list: Vec<String> = members
            .iter()
            .zip(values)
            .map(|(member, value)| self.list(&member.kind, "", std::slice::from_ref(value)))
            .collect();
        let written = written.trim_start_matches("const ");
        format!("({written}){{{}}}", list.join(", "))
    }

    /// A member, which is written to, of a structure that was written to before, as the numerator of a number.
    fn member(&self, written: &str, is: &Datum) -> Option<(String, Place)> {
        let (known, at) = self.known.content(is)?;
        let whole = self.header.named(&known.kind)?;
        let (Some(at), CType::Struct(members)) = (at, whole) else {
            return None;
        };
        let member = members.get(at).filter(|member| member.written == written)?;
        let text = format!("{}.{}", known.name, member.name);
        let offset = *whole.offsets().get(at)?;
        Some((text, Place::Member(known.name.clone(), at, offset)))
    }

    /// The variable of a structure that is written to: it keeps what was written before.
    fn place(&mut self, kind: &CType, written: &str, address: u64, is: &Datum) -> String {
        if let Some(known) = self.known.structure(written, address, is) {
            return known.name.clone();
        }
        let name = self.fresh(written, None);
        let mut list = "0".to_owned();
        if let (CType::Struct(members), Datum::Struct(values)) = (kind, is) {
            let values = members.iter().zip(values).map(|(member, value)| {
                let handle = member.kind.is_handle() && value.word() != 0;
                let known = handle
                    .then(|| self.known.take(&member.written, value.word(), false))
                    .flatten();
                known.unwrap_or_else(|| "0".to_owned())
            });
            let values: Vec<String> = values.collect();
            if values.iter().any(|value| value != "0") {
                list = values.join(", ");
            }
        }
        self.always(format!("{written} {name} = {{{list}}};"));
        name
    }

    /// The call itself, and what is known of its result.
    fn result(&mut self, call: &Call<'_>, text: String, result: &Datum) {
        let function = call.function;
        let written = function.written.as_str();
        let silent = self.rules.silent.contains(&call.name);
        let tells = self.tells && !(silent && result.word() == 0);
        match (&function.result, result) {
            (CType::Void, _) => self.always(format!("{text};")),
            (CType::Number { real, .. }, _) if tells => {
                let place = self.scalar(call.name, "", &function.result, written, result);
                let tell = if *real { "tell_real" } else { "tell" };
                self.always(format!("{tell}(\"{}\", {text}, {place});", call.name));
            }
            (CType::Number { .. }, _) => self.always(format!("{text};")),
            (CType::Text, _) => {
                let name = self.fresh("text", None);
                let slot = self.declared(written, &name, text);
                if result.word() != 0 {
                    self.known.give(written, result.word(), &name, Some(slot));
                }
                if let (true, Datum::Text(_, bytes)) = (tells, result) {
                    let name = self
                        .known
                        .take(written, result.word(), false)
                        .unwrap_or(name);
                    let was = literal::text(bytes);
                    self.always(format!("tell_text(\"{}\", {name}, {was});", call.name));
                }
            }
            (kind, _) => {
                let name = self.fresh(written, call.wanted);
                let slot = self.declared(written, &name, text);
                if result.word() != 0 || matches!(kind, CType::Handle { .. }) {
                    self.known.give(written, result.word(), &name, Some(slot));
                }
                if let (Datum::Array(_, elements), true) = (result, kind.is_data()) {
                    let of = pointee(written);
                    self.read(target(kind), of, elements, &name, Some(slot));
                }
            }
        }
    }

    /// A variable for a result, where it is used.
    fn declared(&mut self, written: &str, name: &str, call: String) -> Slot {
        let slot = self.known.slot(None);
        let space = if written.ends_with('*') { "" } else { " " };
        self.lines.push(Line::Result {
            slot,
            declaration: format!("{written}{space}{name} = "),
            call: format!("{call};"),
        });
        slot
    }

    /// Variables for the handles in an array: the library may write over it.
    fn read(
        &mut self,
        of: &CType,
        written: &str,
        elements: &[Datum],
        array: &str,
        parent: Option<Slot>,
    ) {
        if !of.is_handle() {
            return;
        }
        for (n, element) in elements.iter().enumerate() {
            let written = written.trim_start_matches("const ");
            let name = self.fresh(written, None);
            let slot = self.known.slot(parent);
            let text = format!("{written} {name} = {array}[{n}];");
            self.lines.push(Line::IfUsed { slot, text });
            self.known.give(written, element.word(), &name, Some(slot));
        }
    }

    /// What the library wrote.
    fn written(&mut self, call: &Call<'_>, parameter: &CParameter, datum: &Datum, place: Place) {
        let Datum::Array(address, elements) = datum else {
            return;
        };
        let (of, written) = (target(&parameter.kind), pointee(&parameter.written));
        match place {
            Place::Many(name) => self.read(of, written, elements, &name, None),
            Place::One(name) => {
                let element = &elements[0];
                let what = format!("{} in {}", parameter.name, call.name);
                match (of, element) {
                    (CType::Number { real, .. }, _) if self.tells => {
                        let was = literal::number(element.word(), of);
                        let tell = if *real { "tell_real" } else { "tell" };
                        self.always(format!("{tell}(\"{what}\", {name}, {was});"));
                    }
                    (CType::Text, Datum::Text(_, bytes)) if self.tells => {
                        let was = literal::text(bytes);
                        self.always(format!("tell_text(\"{what}\", {name}, {was});"));
                    }
                    _ => {}
                }
                if call.name == "open_memstream" && *of == CType::Text {
                    self.buffers.push(name.clone());
                }
                if element.word() != 0 && !matches!(of, CType::Number { .. }) {
                    self.known.give(written, element.word(), &name, None);
                }
                if let (Count::OutArray(_), Datum::Array(_, elements)) = (parameter.count, element)
                {
                    self.read(target(of), pointee(written), elements, &name, None);
                }
            }
            Place::Member(name, at, offset) => {
                if let Some(is) = elements.first() {
                    let whole = address.wrapping_sub(offset as u64);
                    self.known.set_member(&name, at, whole, is.clone());
                }
            }
            Place::Structure(name) => {
                let Some(is) = elements.first() else { return };
                self.known
                    .set_structure(&name, written, *address, is.clone());
                let (CType::Struct(members), Datum::Struct(values)) = (of, is) else {
                    return;
                };
                for (member, value) in members.iter().zip(values) {
                    let place = format!("{name}.{}", member.name);
                    match (&member.kind, value) {
                        (kind, Datum::Array(_, elements)) if kind.is_data() => {
                            let of = pointee(&member.written).to_owned();
                            self.read(target(kind), &of, elements, &place, None);
                        }
                        (kind, _) if kind.is_handle() && value.word() != 0 => {
                            self.known.give(&member.written, value.word(), &place, None);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
