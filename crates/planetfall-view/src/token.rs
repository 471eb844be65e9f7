//! The secret by which a running simulation knows its user.
//!
//! Every user of a machine reaches its loopback address. Only who was shown the address that `planetfall
//! live` printed has the token in it, and only who has the token may order.

use std::fmt;
use std::hint::black_box;
use std::io;

/// Random bytes of a token: 128 bits cannot be guessed.
const BYTES: usize = 16;

/// A secret, as it stands in an address.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A new one, of the system's random numbers.
    pub(crate) fn draw() -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is what was given. It takes as long for a wrong first letter as for a wrong last
    /// one, so that nobody learns the token letter by letter from the time.
    pub(crate) fn is(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        let differing = own.iter().zip(given).fold(0, |all, (own, given)| all | (own ^ given));
        black_box(differing) == 0 && own.len() == given.len()
    }
}

/// Nothing that prints a server prints its secret.
impl fmt::Debug for Token {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_itself_and_nothing_else() {
        let token = Token::draw().unwrap();
        let text = token.text().to_owned();
        assert_eq!(text.len(), 2 * BYTES);
        assert!(token.is(&text));
        for wrong in ["", &text[1..], &format!("{text}0"), &text.to_uppercase().replace('A', "b")] {
            assert!(!token.is(wrong) || wrong == text, "{wrong}");
        }
        let mut first = text.clone().into_bytes();
        first[0] ^= 1;
        assert!(!token.is(&String::from_utf8(first).unwrap()));
        assert!(!format!("{token:?}").contains(&text));
    }

    #[test]
    fn no_two_tokens_are_alike() {
        assert_ne!(Token::draw().unwrap(), Token::draw().unwrap());
    }
}
