//! Instances: their options, commands, answers and values.

use super::super::log::{Datum, LoggedCall};
use super::objects::Object;
use super::{Made, Writer, parameter, unknown};
use murxla_fsm::wrapper::c_api::ConstantNames;
use murxla_wrappers::smt2::symbol_text;

impl Writer<'_> {
    /// Adds a command for the instance of a call.
    pub(super) fn command(&mut self, call: &LoggedCall, text: &str) -> Made<()> {
        let owner = self.owner(call).ok_or("its instance is not known")?;
        let text = self.expanded(call, text)?;
        self.add_line(call, Some(owner), text);
        Ok(())
    }

    /// Adds a check, with the assumptions that the program has made, and before it the answer.
    pub(super) fn check(&mut self, call: &LoggedCall, text: &str) -> Made<()> {
        let owner = self.owner(call);
        if let Some(answer) = self.answer(call) {
            self.add_line(call, owner, format!("(set-info :status {answer})"));
        }
        match owner.map(|number| std::mem::take(&mut self.instances[number].assumptions)) {
            Some(made) if !made.is_empty() => {
                self.command(call, &format!("(check-sat-assuming ({}))", made.join(" ")))
            }
            _ => self.command(call, text),
        }
    }

    /// The assumptions that the program has made for the next check.
    pub(super) fn assumptions(&mut self, call: &LoggedCall) -> Made<&mut Vec<String>> {
        let owner = self.owner(call).ok_or("its instance is not known")?;
        Ok(&mut self.instances[owner].assumptions)
    }

    /// The value of a term in a model. If the model is the newest one of its instance, the script
    /// asks for the value.
    pub(super) fn value(&mut self, call: &LoggedCall, model: &str, term: &str) -> Made<()> {
        let asked = self.datum(call, model)?.handle();
        let instance = match self.object(call, model) {
            Ok(Object::Model(number)) if self.instances[*number].model == asked => Some(*number),
            Ok(Object::Instance(number)) => Some(*number),
            _ => None,
        };
        if let (Some(number), Ok(term)) = (instance, self.argument(call, term)) {
            self.add_line(call, Some(number), format!("(get-value ({term}))"));
        }
        let text = call
            .returned
            .as_ref()
            .and_then(|returned| returned.text.clone());
        match text {
            Some(text) => self.define(call, text.replace('\n', " ")),
            None => Ok(()),
        }
    }

    /// Sets an option. Without a name, it has the printed one.
    pub(super) fn set_option(
        &mut self,
        call: &LoggedCall,
        object: Option<&str>,
        name: &str,
        value: &str,
    ) -> Made<()> {
        let printed = || call.returned.as_ref()?.text.clone();
        let name = match name {
            "" => printed().ok_or("its name was not printed")?,
            name => self.symbol_or_text(call, name)?,
        };
        let value = match parameter(call, value) {
            Ok((Datum::Number(number), its)) => match (its.written, number.as_str()) {
                ("_Bool", "0") => "false".to_owned(),
                ("_Bool", _) => "true".to_owned(),
                _ => number.clone(),
            },
            Ok((Datum::Real(real), _)) => real.to_string(),
            _ => self.symbol_or_text(call, value)?,
        };
        let Some(object) = object else {
            self.add_line(call, None, option_line(&name, &value));
            return Ok(());
        };
        match self.object_mut(call, object)? {
            Object::Options(options) => options.all.push((name, value)),
            Object::Instance(number) => {
                let number = *number;
                self.add_line(call, Some(number), option_line(&name, &value));
            }
            _ => return Err(unknown(object)),
        }
        Ok(())
    }

    /// Hands options to the instance of a call, or the one that it has opened.
    pub(super) fn use_options(&mut self, call: &LoggedCall, name: &str) -> Made<()> {
        if *self.datum(call, name)? == Datum::Handle(0) {
            return Ok(());
        }
        let Object::Options(options) = self.object(call, name)?.clone() else {
            return Err(unknown(name));
        };
        let handle = self.result(call).and_then(Datum::handle);
        let opened =
            handle.and_then(|handle| self.objects.get(call.function.result.written, handle));
        let owner = self.owner(call).or(match opened {
            Some(Object::Instance(number)) => Some(*number),
            _ => None,
        });
        if let (Some(owner), Some(logic)) = (owner, options.logic) {
            self.instances[owner].logic = Some(logic);
        }
        for (name, value) in options.all {
            self.add_line(call, owner, option_line(&name, &value));
        }
        Ok(())
    }

    /// Sets the logic of an instance, or of the options for one.
    pub(super) fn set_logic(&mut self, call: &LoggedCall, object: &str, logic: &str) -> Made<()> {
        let logic = Some(self.symbol(call, logic)?);
        match self.object_mut(call, object)? {
            Object::Options(options) => options.logic = logic,
            Object::Instance(number) => {
                let number = *number;
                self.instances[number].logic = logic;
            }
            _ => return Err(unknown(object)),
        }
        Ok(())
    }

    /// The answer that a check returned.
    pub(super) fn answer(&self, call: &LoggedCall) -> Option<&'static str> {
        let returned = call.returned.as_ref()?;
        let name = match (returned.text.as_deref(), returned.result.as_ref()?) {
            (Some(text), _) => text,
            (None, Datum::Number(number)) => {
                let declared = self.api.header.named(call.function.result.written)?;
                let Some(ConstantNames::Enumerators(prefix)) = declared.names else {
                    return None;
                };
                let prefix = prefix.trim_end_matches('*');
                self.api.header.enumerator(prefix, number.parse().ok()?)?
            }
            _ => return None,
        };
        let is = |ends: [&str; 2]| ends.iter().any(|end| name.ends_with(end));
        match name {
            _ if is(["UNSAT", "unsat"]) || name.ends_with("FALSE") => Some("unsat"),
            _ if is(["SAT", "sat"]) || name.ends_with("TRUE") => Some("sat"),
            _ if name.ends_with("ERROR") => None,
            _ => Some("unknown"),
        }
    }
}

fn option_line(name: &str, value: &str) -> String {
    format!("(set-option :{} {})", symbol_text(name), symbol_text(value))
}
