//! Writes the declarations of datatypes.

use super::{id, number, string};
use crate::sort::{Datatypes, Field};

/// The word before the number of datatypes, if they are codatatypes.
pub const CODATA: &str = "codata";

/// Appends what follows `SORT_DT`: [`CODATA`] for codatatypes, the number of datatypes, and for
/// each its symbol, its parameters, and its constructors with their selectors. Each list follows
/// its length.
pub(super) fn write(out: &mut String, group: &Datatypes) {
    let count = |out: &mut String, count: usize| {
        out.push(' ');
        number(out, count as u32);
    };
    if group.is_codata() {
        out.push(' ');
        out.push_str(CODATA);
    }
    count(out, group.members().len());
    for (own, member) in group.members().iter().enumerate() {
        string(out, &member.symbol);
        count(out, member.params.len());
        for param in &member.params {
            parameter(out, param);
        }
        count(out, member.constructors.len());
        for constructor in &member.constructors {
            string(out, &constructor.symbol);
            count(out, constructor.selectors.len());
            for selector in &constructor.selectors {
                string(out, &selector.symbol);
                field(out, group, own, &selector.field);
            }
        }
    }
}

fn parameter(out: &mut String, symbol: &str) {
    out.push_str(&format!(" s\"{}\"", symbol.replace('"', "\"\"")));
}

fn field(out: &mut String, group: &Datatypes, own: usize, field: &Field) {
    let params = &group.members()[own].params;
    match field {
        Field::Sort(sort) => id(out, 's', sort.0),
        Field::Param(n) => parameter(out, params.get(*n).map_or("", |p| p)),
        Field::Member(member, args) if *member == own && is_identity(args, params.len()) => {
            out.push_str(" s(nil)");
        }
        Field::Member(member, args) => {
            let symbol = &group.members()[*member].symbol;
            out.push_str(&format!(" s<\"{}\"> ", symbol.replace('"', "\"\"")));
            number(out, args.len() as u32);
            for arg in args {
                self::field(out, group, own, arg);
            }
        }
        Field::Composed(kind, parts) => {
            out.push(' ');
            out.push_str(kind.name());
            for part in parts {
                self::field(out, group, own, part);
            }
        }
    }
}

fn is_identity(args: &[Field], params: usize) -> bool {
    let mut places = args.iter().enumerate();
    args.len() == params && places.all(|(n, arg)| *arg == Field::Param(n))
}
