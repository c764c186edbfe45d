//! Blocks with checksums: the frame of the file, whatever is in them.

use std::io::{self, Read};

use super::fault::{Damage, FileFault, Place};
use super::format::CONTENT_MOST;

/// Bytes of a block before its content.
const HEAD: usize = 12;

/// A block with this content.
pub(super) fn framed(content: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(HEAD + content.len());
    block.extend((content.len() as u32).to_le_bytes());
    block.extend(crc32fast::hash(content).to_le_bytes());
    block.extend(crc32fast::hash(&block).to_le_bytes());
    block.extend(content);
    block
}

/// Blocks being read one after the other.
#[derive(Debug)]
pub(super) struct Blocks<R> {
    source: R,
    /// The next block.
    next: Place,
}

impl<R: Read> Blocks<R> {
    /// The blocks of a source that stands at this offset.
    pub(super) const fn new(source: R, offset: u64) -> Self {
        Self { source, next: Place { block: 0, offset } }
    }

    /// Where the next block begins.
    pub(super) const fn next_place(&self) -> Place {
        self.next
    }

    /// The content of the next block; nothing where the source ends.
    pub(super) fn next_content(&mut self) -> Result<Option<Vec<u8>>, FileFault> {
        let mut head = [0; HEAD];
        match self.fill(&mut head)? {
            0 => return Ok(None),
            HEAD => {}
            found => return Err(self.cut_short(found, HEAD)),
        }
        let [length, content_sum, head_sum] = [0, 4, 8]
            .map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        if crc32fast::hash(&head[..8]) != head_sum {
            return Err(self.altered(Damage::Head));
        }
        if length > CONTENT_MOST {
            return Err(self.altered(Damage::Length(length)));
        }
        let mut content = vec![0; length as usize];
        let found = self.fill(&mut content)?;
        if found < content.len() {
            return Err(self.cut_short(HEAD + found, HEAD + content.len()));
        }
        if crc32fast::hash(&content) != content_sum {
            return Err(self.altered(Damage::Content));
        }
        self.next.block += 1;
        self.next.offset += (HEAD + content.len()) as u64;
        Ok(Some(content))
    }

    /// Reads until the buffer is full or the source ends, and says how much.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut found = 0;
        while found < buffer.len() {
            match self.source.read(&mut buffer[found..]) {
                Ok(0) => break,
                Ok(count) => found += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn cut_short(&self, found: usize, due: usize) -> FileFault {
        FileFault::CutShort { place: self.next, found: found as u64, due: due as u64 }
    }

    const fn altered(&self, damage: Damage) -> FileFault {
        FileFault::Altered { place: self.next, damage }
    }
}
