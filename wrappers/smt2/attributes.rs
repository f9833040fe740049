//! Attributes of the bodies of binders: `(! body :pattern (t) :weight 3)`.

use super::print::{TermText, print};
use super::script::{ANNOTATION, Script};
use murxla_fsm::op::{NO_PATTERN, Op, PATTERN, QID, SKOLEMID, WEIGHT};
use murxla_fsm::solver::{Error, Result, TermId};

/// The keywords of attributes of the bodies of binders.
pub(super) const ATTRIBUTE_KEYWORDS: [(Op, &str); 5] = [
    (PATTERN, ":pattern"),
    (NO_PATTERN, ":no-pattern"),
    (WEIGHT, ":weight"),
    (QID, ":qid"),
    (SKOLEMID, ":skolemid"),
];

/// How the names of quantifiers and of Skolem functions begin. Their numbers follow.
pub(super) const NUMBERED: &str = "k!";

impl Script {
    /// A body with one more attribute. The shared terms of a pattern are bound by `let` in the
    /// pattern.
    pub(super) fn annotated(&self, op: Op, args: &[TermId], indices: &[u32]) -> Result<TermText> {
        let Some((body, terms)) = args.split_first() else {
            return Err(Error::Rejected("an attribute of nothing".to_owned()));
        };
        let mut keywords = ATTRIBUTE_KEYWORDS.iter();
        let keyword = keywords.find_map(|(its, keyword)| (*its == op).then_some(*keyword));
        let keyword = keyword.unwrap_or_default();
        let mut attributes = String::new();
        let mut args = vec![*body];
        if let TermText::Apply {
            open,
            args: inner,
            close,
        } = &self.state.terms.get(*body)?.kind
            && open == ANNOTATION
        {
            attributes.push_str(close.strip_suffix(')').unwrap_or(close));
            args.clone_from(inner);
        }
        let mut texts = Vec::new();
        for term in terms {
            let mut text = String::new();
            print(&self.state.terms, *term, &mut text)?;
            texts.push(text);
        }
        match (op, indices) {
            (PATTERN, _) => attributes.push_str(&format!(" {keyword} ({})", texts.join(" "))),
            (WEIGHT, [number]) => attributes.push_str(&format!(" {keyword} {number}")),
            (QID | SKOLEMID, [number]) => {
                attributes.push_str(&format!(" {keyword} {NUMBERED}{number}"));
            }
            _ => attributes.extend(texts.iter().map(|text| format!(" {keyword} {text}"))),
        }
        attributes.push(')');
        Ok(TermText::Apply {
            open: ANNOTATION.to_owned(),
            args,
            close: attributes,
        })
    }
}
