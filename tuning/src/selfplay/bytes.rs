//! Numbers as bytes: as many as they need.

/// Appends a number as a variable-length integer (LEB128): seven bits a byte, the lowest first, the
/// high bit set on all but the last.
pub(super) fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes being read from the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl<'b> Bytes<'b> {
    /// The next so many, if they are there.
    pub(super) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next number of [`put_varint`]; nothing where the bytes end or it exceeds 64 bits.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut number: u64 = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7f);
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return (number >> shift == bits).then_some(number);
            }
        }
        None
    }

    /// Whether all are read.
    pub(super) const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways_in_as_few_bytes_as_can_be() {
        for (number, length) in [
            (0, 1),
            (127, 1),
            (128, 2),
            (16_383, 2),
            (16_384, 3),
            (u64::MAX - 1, 10),
            (u64::MAX, 10),
        ] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            assert_eq!(bytes.len(), length);
            let mut reading = Bytes(&bytes);
            assert_eq!(reading.varint(), Some(number));
            assert!(reading.is_empty());
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!(Bytes(&[]).varint(), None);
        assert_eq!(Bytes(&[0x80]).varint(), None);
        let mut beyond = [0xff; 10];
        beyond[9] = 0x02;
        assert_eq!(Bytes(&beyond).varint(), None);
        assert_eq!(Bytes(&[0xff; 11]).varint(), None);
    }
}
