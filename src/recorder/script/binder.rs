//! Quantifiers and lambdas over constants, as APIs have them.
//!
//! A term in the body was made before its binder, with the constant. In a script the binder comes
//! first, so that its body repeats, as `let`, the definitions that depend on the constants. A
//! variable has the name of its constant.

use super::reason::{Made, unknown};
use super::{LoggedCall, Writer};
use rustc_hash::FxHashMap;

/// Bodies of more terms are left out. The script repeats them for each binder.
const MOST_TERMS: usize = 10_000;

impl Writer<'_> {
    /// The term with a binder, and the names that are free in it.
    pub(super) fn bind(
        &mut self,
        call: &LoggedCall,
        binder: &str,
        variables: &str,
        body: &str,
    ) -> Made<(String, Vec<String>)> {
        let names = self.spelled_all(call, variables)?;
        let body = self.argument(call, body)?;
        let mut declared = Vec::new();
        for name in &names {
            let definition = self.definitions.get(name);
            let sort = definition.and_then(|definition| definition.sort.as_ref());
            let sort = sort.ok_or_else(|| unknown(variables))?;
            declared.push(format!("({name} {sort})"));
        }
        let within = self.dependent(&body, &names)?;
        let mut text = format!("({binder} ({})", declared.join(" "));
        let mut free = Vec::new();
        for name in &within {
            let definition = &self.definitions[name];
            text.push_str(&format!(" (let (({name} {}))", definition.text));
            free.extend(definition.uses.iter().cloned());
        }
        free.push(body.clone());
        free.retain(|name| !names.contains(name) && !within.contains(name));
        text.push_str(&format!(" {body}{}", ")".repeat(within.len() + 1)));
        Ok((text, free))
    }

    /// The terms within a term that depend on some constants, in the order in which they were made.
    fn dependent(&self, root: &str, constants: &[String]) -> Made<Vec<String>> {
        let mut found: FxHashMap<&str, bool> = FxHashMap::default();
        let mut order = Vec::new();
        // A term is visited a second time when all terms within it are known.
        let mut open = vec![(root, false)];
        while let Some((name, is_second)) = open.pop() {
            let Some(definition) = self.definitions.get(name) else {
                found.insert(name, false);
                continue;
            };
            if definition.sort.is_some() {
                found.insert(name, constants.iter().any(|constant| constant == name));
            } else if is_second {
                let depends = definition
                    .uses
                    .iter()
                    .any(|used| found.get(used.as_str()) == Some(&true));
                if found.insert(name, depends).is_none() && depends {
                    order.push(name.to_owned());
                }
            } else if !found.contains_key(name) {
                open.push((name, true));
                open.extend(definition.uses.iter().map(|used| (used.as_str(), false)));
            }
            if found.len() > MOST_TERMS {
                return Err("its body is too large".to_owned());
            }
        }
        Ok(order)
    }
}
