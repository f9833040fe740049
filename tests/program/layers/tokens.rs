//! The names and the punctuation of a Rust source.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

#[derive(PartialEq, Debug)]
pub(crate) enum Token {
    Name(String),
    /// `::`
    Separator,
    Sign(char),
}

/// The tokens of a source, without comments and literals.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let trees: TokenStream = text.parse().expect("sources consist of tokens");
    let mut found = Vec::new();
    flatten(trees, &mut found);
    found
}

fn flatten(trees: TokenStream, found: &mut Vec<Token>) {
    let mut trees = trees.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Ident(name) => found.push(Token::Name(name.to_string())),
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Parenthesis | Delimiter::None => ('(', ')'),
                };
                found.push(Token::Sign(open));
                flatten(group.stream(), found);
                found.push(Token::Sign(close));
            }
            // A quote begins a lifetime.
            TokenTree::Punct(sign) if sign.as_char() == '\'' => drop(trees.next()),
            TokenTree::Punct(sign) => {
                let is_colon = |tree: &TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ':');
                let is_separator = sign.as_char() == ':'
                    && sign.spacing() == Spacing::Joint
                    && trees.next_if(is_colon).is_some();
                found.push(match is_separator {
                    true => Token::Separator,
                    false => Token::Sign(sign.as_char()),
                });
            }
        }
    }
}
