//! Parses signatures.

use super::{Bounds, Expr, Fold, Index, Linear, Pattern, Shape, Signature, TupleEntry};
use crate::op::{DatatypeOp, TupleOp};

/// Reads the notation of signatures. Names get slots in the order of their first appearance.
pub(super) struct SignatureParser<'a> {
    tokens: Vec<&'a str>,
    next: usize,
    numbers: Vec<&'a str>,
    sorts: Vec<&'a str>,
    rows: Vec<&'a str>,
}

impl<'a> SignatureParser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                c if c.is_ascii_alphanumeric() || c == ':' => rest
                    .find(|c: char| !(c.is_ascii_alphanumeric() || c == ':' || c == '_'))
                    .unwrap_or(rest.len()),
                // The tokenizer splits `:left-assoc`; `signature` joins it again.
                _ if rest.starts_with("->") || rest.starts_with("..") => 2,
                c => c.len_utf8(),
            };
            let (token, tail) = rest.split_at(length);
            tokens.push(token);
            rest = tail.trim_start();
        }
        Self {
            tokens,
            next: 0,
            numbers: Vec::new(),
            sorts: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) {
            return Ok(());
        }
        Err(format!("expected '{token}', found '{}'", self.peek()))
    }

    pub(super) fn signature(mut self) -> Result<Signature, String> {
        let mut indices = Vec::new();
        while self.accept("{") {
            if self.peek() == "(" {
                indices.push(Index::Sort(self.sort()?));
                self.expect("}")?;
                continue;
            }
            let name = self.take();
            if self.accept("}") {
                let slot = name_slot(&mut self.sorts, name);
                indices.push(Index::Sort(Pattern::Var(slot)));
                continue;
            }
            let slot = name_slot(&mut self.numbers, name);
            let low = self.expr()?;
            self.expect("..")?;
            let soft = self.accept("~");
            let high = if self.peek() == "}" {
                None
            } else {
                Some(self.expr()?)
            };
            self.expect("}")?;
            indices.push(Index::Number(Bounds {
                slot,
                low,
                high,
                soft,
            }));
        }
        let mut args = Vec::new();
        while self.peek() != "->" {
            args.push(self.sort()?);
            self.accept("+"); // One or more. The attribute says how.
        }
        self.expect("->")?;
        let mut signature = Signature {
            args,
            indices,
            result: self.sort()?,
            fold: Fold::None,
            shape: Shape::Plain,
            linear: Linear::Any,
            literal: false,
            scripted: false,
        };
        while self.next < self.tokens.len() {
            let mut attribute = self.take().to_owned();
            if self.accept("-") {
                attribute = format!("{attribute}-{}", self.take());
            }
            match attribute.as_str() {
                ":left-assoc" => signature.fold = Fold::LeftAssoc,
                ":right-assoc" => signature.fold = Fold::RightAssoc,
                ":chainable" => signature.fold = Fold::Chainable,
                ":pairwise" => signature.fold = Fold::Pairwise,
                ":any" => signature.fold = Fold::Any,
                ":product" => signature.linear = Linear::Product,
                ":quotient" => signature.linear = Linear::Quotient,
                ":nonlinear" => signature.linear = Linear::Never,
                ":literal" => signature.literal = true,
                ":scripted" => signature.scripted = true,
                ":apply" => signature.shape = Shape::Apply,
                ":partial" => signature.shape = Shape::Partial,
                ":binder" => signature.shape = Shape::Binder,
                ":lambda" => signature.shape = Shape::Lambda,
                ":comprehension" => signature.shape = Shape::Comprehension,
                ":annotated" => signature.shape = Shape::Annotated,
                other => {
                    let part = DatatypeOp::from_attribute(other).map(Shape::Dt);
                    let shape = part.or_else(|| TupleOp::from_attribute(other).map(Shape::Tuple));
                    signature.shape =
                        shape.ok_or_else(|| format!("unknown attribute '{other}'"))?;
                }
            }
        }
        Ok(signature)
    }

    fn sort(&mut self) -> Result<Pattern, String> {
        match self.take() {
            "Bool" => Ok(Pattern::Bool),
            "Int" => Ok(Pattern::Int),
            "Real" => Ok(Pattern::Real),
            "RM" => Ok(Pattern::Rm),
            "String" => Ok(Pattern::String),
            "RegLan" => Ok(Pattern::RegLan),
            "(" => {
                let sort = match self.take() {
                    "BV" => Pattern::Bv(self.expr()?),
                    "FP" => Pattern::Fp(self.expr()?, self.expr()?),
                    "Array" => Pattern::Array(Box::new((self.sort()?, self.sort()?))),
                    "Set" => Pattern::Set(Box::new(self.sort()?)),
                    "Bag" => Pattern::Bag(Box::new(self.sort()?)),
                    "Seq" => Pattern::Seq(Box::new(self.sort()?)),
                    "Nullable" => Pattern::Nullable(Box::new(self.sort()?)),
                    "Tuple" => {
                        let mut entries = Vec::new();
                        while self.peek() != ")" && !self.peek().is_empty() {
                            entries.push(self.entry()?);
                        }
                        Pattern::Tuple(entries)
                    }
                    "->" => {
                        let mut parts = vec![self.sort()?];
                        while self.peek() != ")" {
                            parts.push(self.sort()?);
                        }
                        Pattern::Fun(parts)
                    }
                    "FF" => {
                        let name = self.take();
                        Pattern::Ff(name_slot(&mut self.sorts, name))
                    }
                    "Uninterpreted" => {
                        let name = self.take();
                        Pattern::Uninterpreted(name_slot(&mut self.sorts, name))
                    }
                    other => return Err(format!("unknown sort '{other}'")),
                };
                self.expect(")")?;
                Ok(sort)
            }
            name if name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty() => {
                Ok(Pattern::Var(name_slot(&mut self.sorts, name)))
            }
            other => Err(format!("expected a sort, found '{other}'")),
        }
    }

    /// A component of a tuple or a row of them.
    fn entry(&mut self) -> Result<TupleEntry, String> {
        let is_reversed = self.accept("~");
        if !is_reversed && self.tokens.get(self.next + 1) != Some(&"*") {
            return Ok(TupleEntry::Part(self.sort()?));
        }
        let name = self.take();
        self.expect("*")?;
        Ok(TupleEntry::Row(
            name_slot(&mut self.rows, name),
            is_reversed,
        ))
    }

    fn expr(&mut self) -> Result<Expr, String> {
        let mut left = self.factor()?;
        while let "+" | "-" = self.peek() {
            let op = if self.take() == "+" { '+' } else { '-' };
            left = Expr::Binary(op, Box::new((left, self.factor()?)));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr, String> {
        let mut left = self.atom()?;
        while let "*" | "/" = self.peek() {
            let op = if self.take() == "*" { '*' } else { '/' };
            left = Expr::Binary(op, Box::new((left, self.atom()?)));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expr, String> {
        let token = self.take();
        if let Ok(number) = token.parse() {
            return Ok(Expr::Const(number));
        }
        if token.chars().all(|c| c.is_ascii_lowercase()) && !token.is_empty() {
            return Ok(Expr::Var(name_slot(&mut self.numbers, token)));
        }
        Err(format!("expected a number, found '{token}'"))
    }
}

fn name_slot<'a>(names: &mut Vec<&'a str>, name: &'a str) -> usize {
    names.iter().position(|n| *n == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}
