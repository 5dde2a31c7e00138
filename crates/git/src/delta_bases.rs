//! Objects of packs that others are deltas of, kept while their neighbours are read.

use gix::objs::Kind;
use gix::odb::pack::cache::DecodeEntry;
use std::collections::HashMap;

/// What was unpacked last, by pack and offset: both versions of a file are mostly deltas of one object, and a history's
/// versions of it a chain of them.
#[derive(Default)]
pub struct DeltaBases {
    held: HashMap<(u32, u64), Entry>,
    bytes: usize,
}

struct Entry {
    kind: Kind,
    packed: usize,
    data: Box<[u8]>,
}

/// As much as a thread may hold; then it starts anew, which costs one reading of what is still needed.
const MAX_BYTES: usize = 32 << 20;

impl DecodeEntry for DeltaBases {
    fn put(&mut self, pack: u32, offset: u64, data: &[u8], kind: Kind, packed: usize) {
        if self.bytes + data.len() > MAX_BYTES {
            self.held.clear();
            self.bytes = 0;
        }
        if data.len() <= MAX_BYTES {
            self.bytes += data.len();
            let data = data.into();
            self.held
                .insert((pack, offset), Entry { kind, packed, data });
        }
    }

    fn get(&mut self, pack: u32, offset: u64, out: &mut Vec<u8>) -> Option<(Kind, usize)> {
        let entry = self.held.get(&(pack, offset))?;
        out.clear();
        out.extend_from_slice(&entry.data);
        Some((entry.kind, entry.packed))
    }
}
