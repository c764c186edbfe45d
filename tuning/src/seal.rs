//! A line of JSON with a checksum at its end, so that what was altered or damaged is noticed.
//!
//! The object's last member is `"crc32"`, eight hexadecimal digits: the CRC-32 of the object's text
//! without that member.

use thiserror::Error;

/// A line whose checksum does not say that it is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// It has no checksum.
    #[error("does not end with a checksum, as in: \"crc32\":\"00c0ffee\"}}")]
    Missing,
    /// It has another one.
    #[error("does not match its checksum, so it was altered or damaged")]
    Broken,
}

const KEY: &str = ",\"crc32\":\"";

/// The text of an object with its checksum.
#[must_use]
pub fn seal(object: &str) -> String {
    let members = object.strip_suffix('}').unwrap_or(object);
    format!("{members}{KEY}{:08x}\"}}", crc32fast::hash(object.as_bytes()))
}

/// The text of an object without its checksum, which must be right.
///
/// # Errors
/// [`SealError`] where it is not.
pub fn unseal(line: &str) -> Result<String, SealError> {
    let (members, digits) = line
        .strip_suffix("\"}")
        .and_then(|line| line.rsplit_once(KEY))
        .ok_or(SealError::Missing)?;
    let object = format!("{members}}}");
    let right = format!("{:08x}", crc32fast::hash(object.as_bytes()));
    if digits == right { Ok(object) } else { Err(SealError::Broken) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_unsealed() {
        let sealed = seal(r#"{"a":1}"#);
        assert_eq!(sealed, r#"{"a":1,"crc32":"561bacaf"}"#);
        assert_eq!(unseal(&sealed).as_deref(), Ok(r#"{"a":1}"#));
    }

    #[test]
    fn what_was_altered_is_noticed() {
        let sealed = seal(r#"{"a":1}"#);
        assert_eq!(unseal(&sealed.replace('1', "2")), Err(SealError::Broken));
        assert_eq!(unseal(r#"{"a":1}"#), Err(SealError::Missing));
        assert_eq!(unseal(&sealed[..sealed.len() - 1]), Err(SealError::Missing));
        assert_eq!(unseal(""), Err(SealError::Missing));
    }
}
