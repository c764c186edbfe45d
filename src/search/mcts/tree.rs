//! The tree: nodes in one block of memory, each family of children side by side.
//!
//! A family is made after the node it belongs to and lies behind it. Nothing is ever given back
//! while threads are at work; between two rounds of a search, [`Tree::keep`] moves the families that
//! matter to the front, in the same order and within the same memory.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fxhash::FxHashSet;

use super::node::Node;
use crate::board::Turn;
use crate::eval::Score;
use crate::search::HashError;
use crate::search::memory::refill;

/// The nodes of a search. The first is the root.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Box<[Node]>,
    used: AtomicUsize,
    mib: usize,
}

/// The index of the root.
pub(super) const ROOT: usize = 0;

/// The time to keep or drop a node: measured at 15 ns, where most are kept and the memory is far
/// larger than the caches.
const KEEPING: Duration = Duration::from_nanos(30);

/// The children of one node.
#[derive(Clone, Debug)]
struct Family {
    parent: usize,
    children: Range<usize>,
    /// The parent's visits.
    visits: u32,
}

impl Tree {
    /// A tree of nothing but a root in `mib` MiB of memory.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had.
    pub(super) fn new(mib: usize) -> Result<Self, HashError> {
        let mut tree = Self { nodes: Box::default(), used: AtomicUsize::new(0), mib: 0 };
        tree.resize(mib)?;
        Ok(tree)
    }

    /// Changes the memory, forgetting everything where it differs.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had; the old tree is kept.
    pub(super) fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        if mib != self.mib {
            refill(&mut self.nodes, self.mib, mib)?;
            self.mib = mib;
            self.clear();
        }
        Ok(())
    }

    /// The memory in MiB.
    pub(super) const fn mib(&self) -> usize {
        self.mib
    }

    /// Leaves nothing but a root without visits.
    pub(super) fn clear(&mut self) {
        self.nodes[ROOT].reset(Turn::from_code(0), Score::ZERO);
        *self.used.get_mut() = ROOT + 1;
    }

    /// The root.
    pub(super) fn root(&self) -> &Node {
        &self.nodes[ROOT]
    }

    /// The node at an index.
    #[inline(always)]
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The nodes at these indices.
    #[inline(always)]
    pub(super) fn nodes(&self, indices: Range<usize>) -> &[Node] {
        &self.nodes[indices]
    }

    /// The children of a node; none, where it has none.
    #[inline(always)]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        self.nodes(node.children())
    }

    /// The indices of the children of the node at an index.
    pub(super) fn children_at(&self, index: usize) -> Range<usize> {
        self.nodes[index].children()
    }

    /// Room for a family, unless the memory is used up.
    pub(super) fn allot(&self, count: usize) -> Option<Range<usize>> {
        let room = |used: usize| Some(used + count).filter(|&end| end <= self.nodes.len());
        let start = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        Some(start..start + count)
    }

    /// How much of the memory is used, in thousandths.
    pub(super) fn full(&self) -> u32 {
        (self.used.load(Ordering::Relaxed) * 1000 / self.nodes.len()) as u32
    }

    /// How long [`Tree::keep`] takes at most, as far as can be told before.
    pub(super) fn keeping(&self) -> Duration {
        KEEPING * self.used.load(Ordering::Relaxed) as u32
    }

    /// Makes the node at an index the root and drops all that is not below it. Of that, the
    /// families of the most visited nodes are kept, in at most half of the memory, and those of the
    /// `spared` nodes; what has been found of the others' parents stays.
    pub(super) fn keep(&mut self, root: usize, spared: &FxHashSet<usize>) {
        let room = self.nodes.len() / 2;
        let least = least_visits(&self.families(root, |_| true), room);
        let kept = self.families(root, |index| {
            index == root || self.nodes[index].visits() >= least || spared.contains(&index)
        });
        self.nodes[ROOT].copy(&self.nodes[root]);
        self.slide(root, kept);
    }

    /// The families below a node whose parents are wanted, in no order; other nodes lose theirs.
    fn families(&self, root: usize, is_wanted: impl Fn(usize) -> bool) -> Vec<Family> {
        let mut families = Vec::new();
        let mut waiting = vec![root];
        while let Some(parent) = waiting.pop() {
            let node = &self.nodes[parent];
            let (children, visits) = (node.children(), node.visits());
            if children.is_empty() {
                continue;
            }
            if is_wanted(parent) {
                let is_parent = |&child: &usize| !self.nodes[child].children().is_empty();
                waiting.extend(children.clone().filter(is_parent));
                families.push(Family { parent, children, visits });
            } else {
                node.disown();
            }
        }
        families
    }

    /// Moves the families kept below `root` to the front. Each lies behind its parent and keeps its
    /// place in the order, so nothing is overwritten before it has moved.
    fn slide(&mut self, root: usize, mut kept: Vec<Family>) {
        kept.sort_unstable_by_key(|family| family.children.start);
        let mut starts: Vec<usize> = Vec::with_capacity(kept.len());
        let mut used = ROOT + 1;
        for family in &kept {
            let target = used..used + family.children.len();
            for (to, from) in target.clone().zip(family.children.clone()) {
                if to != from {
                    self.nodes[to].copy(&self.nodes[from]);
                }
            }
            starts.push(target.start);
            used = target.end;
            let parent = match family.parent {
                parent if parent == root => ROOT,
                parent => moved(&kept, &starts, parent),
            };
            self.nodes[parent].adopt(&target);
        }
        *self.used.get_mut() = used;
    }
}

/// Where the node that was at an index has moved with its family.
fn moved(kept: &[Family], starts: &[usize], index: usize) -> usize {
    let family = kept.partition_point(|family| family.children.start <= index) - 1;
    starts[family] + index - kept[family].children.start
}

/// The visits a node must have for its family to be kept, so that the families kept fit in `room`.
fn least_visits(families: &[Family], room: usize) -> u32 {
    let mut sizes: Vec<(u32, usize)> =
        families.iter().map(|family| (family.visits, family.children.len())).collect();
    sizes.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
    let mut used = 0;
    let overflow = sizes.iter().find(|&&(_, size)| {
        used += size;
        used > room
    });
    overflow.map_or(0, |&(visits, _)| visits + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a node a family whose turns tell whose they are.
    fn bear(tree: &Tree, parent: usize, count: usize) -> Range<usize> {
        let children = tree.allot(count).unwrap();
        let name = tree.nodes[parent].turn().code() * 10;
        for (number, node) in tree.nodes(children.clone()).iter().enumerate() {
            let turn = Turn::from_code(name + 1 + number as u32);
            node.reset(turn, Score::ZERO);
        }
        tree.nodes[parent].adopt(&children);
        children
    }

    fn visit(tree: &Tree, index: usize, times: u32) {
        for _ in 0..times {
            tree.nodes[index].enter();
            tree.nodes[index].visit(0.5);
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
        tree.keep(first.start + 1, &FxHashSet::default());
        assert_eq!(tree.root().turn().code(), 2);
        let children = tree.children(tree.root());
        assert_eq!(names(&tree, tree.root()), [21, 22]);
        assert_eq!(names(&tree, &children[0]), [211, 212, 213]);
        assert_eq!(names(&tree, &children[1]), [221]);
        assert_eq!(tree.used.into_inner(), 1 + 2 + 3 + 1);
    }

    #[test]
    fn the_least_visited_families_are_dropped_first() {
        let mut tree = Tree::new(1).unwrap();
        let room = tree.nodes.len();
        let first = bear(&tree, ROOT, 3);
        bear(&tree, first.start, room / 3);
        bear(&tree, first.start + 1, room / 3);
        bear(&tree, first.start + 2, 7);
        visit(&tree, ROOT, 9);
        visit(&tree, first.start, 4);
        visit(&tree, first.start + 1, 5);
        assert_eq!(tree.allot(room / 2), None);
        tree.keep(ROOT, &FxHashSet::from_iter([first.start + 2]));
        let children = tree.children(tree.root());
        assert_eq!(names(&tree, tree.root()), [1, 2, 3]);
        assert_eq!((children[0].visits(), children[0].children().len()), (4, 0));
        assert_eq!((children[1].visits(), children[1].children().len()), (5, room / 3));
        assert_eq!(children[2].children().len(), 7);
        assert!(tree.full() < 500 && tree.allot(room / 2).is_some());
    }
}
