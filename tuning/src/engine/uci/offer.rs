//! The options that a program offers in its handshake.

/// Options by name, with the values of those that list them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer(Vec<(String, Vec<String>)>);

impl Offer {
    /// Takes an `option` line; other lines offer nothing.
    pub(super) fn listen(&mut self, line: &str) {
        let Some(text) = line.trim().strip_prefix("option name ") else { return };
        let (name, kind) = text.split_once(" type ").unwrap_or((text, ""));
        let values = kind.split(" var ").skip(1).map(|value| value.trim().to_owned());
        self.0.push((name.trim().to_owned(), values.collect()));
    }

    /// Whether there is an option of this name, in upper or lower case.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// A value of an option as the program writes it, if it lists it.
    pub(super) fn value(&self, name: &str, value: &str) -> Option<String> {
        self.values(name)?.iter().find(|listed| listed.eq_ignore_ascii_case(value)).cloned()
    }

    /// The values that an option of this name lists; nothing where there is no such option.
    pub(super) fn values(&self, name: &str) -> Option<&[String]> {
        let named = self.0.iter().find(|(offered, _)| offered.eq_ignore_ascii_case(name));
        named.map(|(_, values)| values.as_slice())
    }

    /// Says that an option is not there.
    pub(super) fn lacks(&self, name: &str) -> String {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        match names.as_slice() {
            [] => format!("it has no option '{name}', nor any other"),
            names => format!("it has no option '{name}': one of {}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_heard() {
        let mut offer = Offer::default();
        for line in [
            "Stockfish by the developers",
            "id name option name x",
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name UCI_Variant type combo default chess var amazons var chess",
            "uciok",
        ] {
            offer.listen(line);
        }
        assert!(offer.has("hash") && offer.has("Clear Hash") && !offer.has("Clear"));
        assert_eq!(offer.value("UCI_Variant", "Amazons").as_deref(), Some("amazons"));
        assert_eq!(offer.value("UCI_Variant", "amazons8"), None);
        assert_eq!(offer.value("Style", "amazons"), None);
        assert_eq!(
            offer.lacks("Style"),
            "it has no option 'Style': one of Hash, Clear Hash, UCI_Variant"
        );
        assert_eq!(Offer::default().lacks("a"), "it has no option 'a', nor any other");
    }
}
