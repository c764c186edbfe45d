//! The tree: nodes in one block of memory, each family of children side by side.
//!
//! A family is made after the node it belongs to and lies behind it. Nothing is ever given back
//! while threads are at work; between two rounds of a search, [`Tree::keep`] moves the families that
//! matter to the front, in the same order and within the same memory.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fxhash::FxHashSet;

use super::compact::Compaction;
use super::node::Node;
use crate::board::Turn;
use crate::eval::Score;
use crate::search::HashError;
use crate::search::account::Stopped;
use crate::search::memory::Block;

/// The nodes of a search. The first is the root.
#[derive(Debug)]
pub(super) struct Tree {
    block: Block<Node>,
    used: AtomicUsize,
}

/// The index of the root.
pub(super) const ROOT: usize = 0;

/// Nodes are told by 32 bits, of which some numbers mean something else. What memory there is beyond
/// 128 GiB stays unused.
const MOST_NODES: usize = u32::MAX as usize - 16;

/// The time to keep or drop a node at most: measured at 15 to 26 ns in 512 MiB.
const KEEPING: Duration = Duration::from_nanos(30);

impl Tree {
    /// A tree of nothing but a root in `mib` MiB of memory.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had.
    pub(super) fn new(mib: usize) -> Result<Self, HashError> {
        let mut tree = Self { block: Block::new(mib)?, used: AtomicUsize::new(0) };
        tree.clear();
        Ok(tree)
    }

    /// Changes the memory, forgetting everything where it differs.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had, with the size that is left.
    pub(super) fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        if mib == self.mib() {
            return Ok(());
        }
        let resized = self.block.resize(mib);
        self.clear();
        resized
    }

    /// The memory in MiB.
    pub(super) const fn mib(&self) -> usize {
        self.block.mib()
    }

    /// How many nodes there is room for.
    pub(super) fn capacity(&self) -> usize {
        self.block.len().min(MOST_NODES)
    }

    /// How many nodes there are.
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Leaves nothing but a root without visits.
    pub(super) fn clear(&mut self) {
        self.block[ROOT].reset(Turn::from_code(0), Score::ZERO);
        *self.used.get_mut() = ROOT + 1;
    }

    /// The root.
    pub(super) fn root(&self) -> &Node {
        &self.block[ROOT]
    }

    /// The node at an index.
    #[inline(always)]
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.block[index]
    }

    /// The nodes at these indices.
    #[inline(always)]
    pub(super) fn nodes(&self, indices: Range<usize>) -> &[Node] {
        &self.block[indices]
    }

    /// The children of a node; none, where it has none.
    #[inline(always)]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        self.nodes(node.children())
    }

    /// The indices of the children of the node at an index.
    pub(super) fn children_at(&self, index: usize) -> Range<usize> {
        self.block[index].children()
    }

    /// Room for a family, unless the memory is used up.
    pub(super) fn allot(&self, count: usize) -> Option<Range<usize>> {
        let room = |used: usize| Some(used + count).filter(|&end| end <= self.capacity());
        let start = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        Some(start..start + count)
    }

    /// How much of the memory is used, in thousandths.
    pub(super) fn full(&self) -> u32 {
        (self.used() * 1000 / self.capacity()) as u32
    }

    /// How long [`Tree::keep`] takes at most, as far as can be told before.
    pub(super) fn keeping(&self) -> Duration {
        KEEPING * self.used() as u32
    }

    /// Makes the node at an index the root and drops all that is not below it. Of that, the
    /// families of the most visited nodes are kept, in at most half of the memory, and those of the
    /// `spared` nodes; what has been found of the others' parents stays.
    ///
    /// # Errors
    /// [`Stopped`] where `is_over` has said so in between. Then nothing is kept.
    pub(super) fn keep(
        &mut self,
        root: usize,
        spared: &FxHashSet<usize>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Stopped> {
        let compacted = Compaction { tree: self, root, spared, is_over }.run(self.capacity() / 2);
        match compacted {
            Ok(used) => *self.used.get_mut() = used,
            Err(Stopped) => self.clear(),
        }
        compacted.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a node a family whose turns tell whose they are.
    fn bear(tree: &Tree, parent: usize, count: usize) -> Range<usize> {
        let children = tree.allot(count).unwrap();
        let name = tree.block[parent].turn().code() * 10;
        for (number, node) in tree.nodes(children.clone()).iter().enumerate() {
            let turn = Turn::from_code(name + 1 + number as u32);
            node.reset(turn, Score::ZERO);
        }
        tree.block[parent].adopt(&children);
        children
    }

    fn visit(tree: &Tree, index: usize, times: u32) {
        for _ in 0..times {
            tree.block[index].enter();
            tree.block[index].visit(0.5);
        }
    }

    fn names(tree: &Tree, node: &Node) -> Vec<u32> {
        tree.children(node).iter().map(|child| child.turn().code()).collect()
    }

    #[test]
    fn a_kept_subtree_moves_to_the_front_whole() {
        let mut tree = Tree::new(1).unwrap();
        let first = bear(&tree, ROOT, 3);
        bear(&tree, first.start, 5);
        let second = bear(&tree, first.start + 1, 2);
        bear(&tree, first.start + 2, 4);
        bear(&tree, second.start, 3);
        bear(&tree, second.start + 1, 1);
        tree.keep(first.start + 1, &FxHashSet::default(), &|| false).unwrap();
        assert_eq!(tree.root().turn().code(), 2);
        let children = tree.children(tree.root());
        assert_eq!(names(&tree, tree.root()), [21, 22]);
        assert_eq!(names(&tree, &children[0]), [211, 212, 213]);
        assert_eq!(names(&tree, &children[1]), [221]);
        assert_eq!(tree.used.into_inner(), 1 + 2 + 3 + 1);
    }

    #[test]
    fn nothing_is_kept_where_there_is_no_time() {
        let mut tree = Tree::new(1).unwrap();
        bear(&tree, ROOT, 3);
        assert_eq!(tree.keep(ROOT, &FxHashSet::default(), &|| true), Err(Stopped));
        assert_eq!((tree.used(), tree.children_at(ROOT)), (1, 0..0));
    }

    #[test]
    fn the_least_visited_families_are_dropped_first() {
        let mut tree = Tree::new(1).unwrap();
        let room = tree.capacity();
        let first = bear(&tree, ROOT, 3);
        bear(&tree, first.start, room / 3);
        bear(&tree, first.start + 1, room / 3);
        bear(&tree, first.start + 2, 7);
        visit(&tree, ROOT, 9);
        visit(&tree, first.start, 4);
        visit(&tree, first.start + 1, 5);
        assert_eq!(tree.allot(room / 2), None);
        tree.keep(ROOT, &FxHashSet::from_iter([first.start + 2]), &|| false).unwrap();
        let children = tree.children(tree.root());
        assert_eq!(names(&tree, tree.root()), [1, 2, 3]);
        assert_eq!((children[0].visits(), children[0].children().len()), (4, 0));
        assert_eq!((children[1].visits(), children[1].children().len()), (5, room / 3));
        assert_eq!(children[2].children().len(), 7);
        assert!(tree.full() < 500 && tree.allot(room / 2).is_some());
    }
}
