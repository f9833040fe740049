//! Quantifiers and lambdas over constants, as APIs have them.
//!
//! A term in the body was made before its binder, with the constant. In a script the binder comes
//! first, so that its body repeats, as `let`, the definitions that depend on the constants. A
//! variable has the name of its constant.

use super::objects::Object;
use super::{Definition, LoggedCall, Made, Writer, unknown};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bodies of more terms are left out. The script repeats them for each binder.
const MOST_TERMS: usize = 10_000;

/// What all binders of a script may cost together. Nested binders repeat their bodies, so that
/// without a limit the script may be exponentially large.
const MOST_REPEATED: usize = 1 << 26;

const TOO_LARGE: &str = "its body is too large";

impl Writer<'_> {
    /// Makes a term with a binder.
    pub(super) fn bind(
        &mut self,
        call: &LoggedCall,
        binder: &str,
        variables: &[String],
        body: &str,
        result: fn(String) -> Object,
    ) -> Made<()> {
        let (text, free) = self.bound(binder, variables, body)?;
        let name = self.define_with(call, "", text, free);
        self.keep_term(call, result(name))
    }

    /// The text of a binder, and the names that are free in it.
    fn bound(
        &mut self,
        binder: &str,
        variables: &[String],
        body: &str,
    ) -> Made<(String, Vec<String>)> {
        let mut declared = Vec::new();
        for name in variables {
            let definition = self.definitions.get(name);
            let sort = definition.and_then(|definition| definition.sort.as_ref());
            let sort = sort.ok_or_else(|| unknown(name))?;
            declared.push(format!("({name} {sort})"));
        }
        let within = self.dependent(body, variables)?;
        let mut text = format!("({binder} ({})", declared.join(" "));
        let (mut free, mut known) = (Vec::new(), FxHashSet::default());
        known.extend(variables.iter().chain(&within));
        for name in &within {
            let Definition {
                text: its, uses, ..
            } = &self.definitions[name];
            self.repeated += its.len() + uses.len();
            if self.repeated > MOST_REPEATED {
                return Err(TOO_LARGE.to_owned());
            }
            text.push_str(&format!(" (let (({name} {its}))"));
            free.extend(uses.iter().filter(|name| !known.contains(name)).cloned());
        }
        if !known.contains(&body.to_owned()) {
            free.push(body.to_owned());
        }
        free.sort_unstable();
        free.dedup();
        text.push_str(&format!(" {body}{}", ")".repeat(within.len() + 1)));
        Ok((text, free))
    }

    /// The terms within a term that depend on some constants, in the order in which they were made.
    fn dependent(&mut self, root: &str, constants: &[String]) -> Made<Vec<String>> {
        let constants: FxHashSet<&str> = constants.iter().map(String::as_str).collect();
        let mut found: FxHashMap<&str, bool> = FxHashMap::default();
        let mut order = Vec::new();
        // A term is visited a second time when all terms within it are known.
        let mut open = vec![(root, false)];
        while let Some((name, is_second)) = open.pop() {
            self.repeated += 1;
            if self.repeated > MOST_REPEATED || found.len() > MOST_TERMS {
                return Err(TOO_LARGE.to_owned());
            }
            let Some(definition) = self.definitions.get(name) else {
                found.insert(name, false);
                continue;
            };
            if definition.sort.is_some() {
                found.insert(name, constants.contains(name));
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
        }
        Ok(order)
    }
}
