//! Floating-point numbers in a text file, to the bit: sixteen hexadecimal digits each, in one string.
//!
//! For serde's `with` attribute. Decimal digits would do for people; a fit that is resumed must go
//! on from exactly where it was.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

const DIGITS: usize = 16;

pub fn serialize<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    let digits: Vec<String> =
        numbers.iter().map(|number| format!("{:016x}", number.to_bits())).collect();
    serializer.serialize_str(&digits.concat())
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == DIGITS);
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.map(f64::from_bits).ok_or_else(|| D::Error::custom("not 16 digits to a number"))
    };
    text.as_bytes().chunks(DIGITS).map(number).collect()
}

#[cfg(test)]
mod tests {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Numbers(#[serde(with = "super")] Vec<f64>);

    #[test]
    fn numbers_come_back_to_the_bit() {
        let numbers = Numbers(vec![0.1, -0.0, f64::INFINITY, 1e-300, 1.0 / 3.0]);
        let text = serde_json::to_string(&numbers).unwrap();
        assert!(text.starts_with("\"3fb999999999999a8000000000000000"), "{text}");
        assert_eq!(serde_json::from_str::<Numbers>(&text).unwrap(), numbers);
        assert_eq!(serde_json::from_str::<Numbers>("\"\"").unwrap(), Numbers(vec![]));
    }

    #[test]
    fn what_is_no_number_is_told() {
        for text in ["\"3fb999999999999\"", "\"3fb999999999999x\"", "\"3fb999999999999é\"", "1"] {
            assert!(serde_json::from_str::<Numbers>(text).is_err(), "{text}");
        }
    }
}
