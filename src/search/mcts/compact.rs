//! Moving the families that matter to the front of the tree's memory.
//!
//! Where all that lies below the new root is no more than may stay, and fits behind the tree, it is
//! copied there breadth-first (Cheney, "A nonrecursive list compacting algorithm", 1970) and moved to
//! the front in one piece. That costs nothing for what goes, and is what happens between two moves
//! of a game.
//!
//! Else the memory is full, and something has to go. A family lies behind the node it belongs to, so
//! passes over the nodes in their order come to parents before children, and nothing is overwritten
//! before it has moved. Three passes do it all within the same memory, as in the "LISP 2" garbage
//! collector (Jones, Hosking and Moss, "The Garbage Collection Handbook", 2011, section 3.2): the
//! first finds what lies below the new root, the second gives each node that stays its new index, the
//! third moves it there.

use std::ops::Range;

use fxhash::FxHashSet;

use super::node::Node;
use super::tree::{ROOT, Tree};
use crate::search::account::Stopped;

/// The mark of a node below the new root.
const REACHED: u32 = u32::MAX;
/// The mark of a node that stays, before it has a new index.
const STAYS: u32 = u32::MAX - 1;
/// The mark of a node that goes. No node but the root gets this index.
const GOES: u32 = 0;

/// Nodes between two looks at whether to go on: a few milliseconds.
const STRETCH: usize = 1 << 17;

/// A compaction of a tree in which no thread is at work.
pub(super) struct Compaction<'t> {
    pub(super) tree: &'t Tree,
    /// The index of the node that becomes the root.
    pub(super) root: usize,
    /// Nodes whose families stay, whatever their visits.
    pub(super) spared: &'t FxHashSet<usize>,
    /// Whether there is a reason to leave off.
    pub(super) is_over: &'t dyn Fn() -> bool,
}

impl Compaction<'_> {
    /// Keeps the families of the most visited nodes, in at most `room` nodes, and those of the
    /// spared ones; returns how many nodes there are now.
    ///
    /// # Errors
    /// [`Stopped`] where there was a reason to leave off. Then the tree is a ruin.
    pub(super) fn run(&self, room: usize) -> Result<usize, Stopped> {
        if let Some(used) = self.copy(room)? {
            return Ok(used);
        }
        let least = self.reach()?.least_visits(room);
        self.number(least)?;
        self.slide()
    }

    /// Copies all that is below the new root behind the tree and then to the front, where that is at
    /// most `room` nodes and there is so much space; else the tree stays as it is. Returns how many
    /// nodes there are now.
    fn copy(&self, room: usize) -> Result<Option<usize>, Stopped> {
        let tree = self.tree;
        let start = tree.used();
        let end = tree.capacity().min(start + room);
        if start == end {
            return Ok(None);
        }
        tree.node(start).copy(tree.node(self.root));
        let (mut scanned, mut next) = (start, start + 1);
        while scanned < next {
            if (scanned - start).is_multiple_of(STRETCH) && (self.is_over)() {
                return Err(Stopped);
            }
            let parent = tree.node(scanned);
            if parent.is_parent() {
                let family = parent.children();
                let target = next..next + family.len();
                if target.end > end {
                    return Ok(None);
                }
                self.copy_nodes(family, next);
                parent.adopt(&(target.start - start..target.end - start));
                next = target.end;
            }
            scanned += 1;
        }
        self.copy_nodes(start..next, ROOT);
        Ok(Some(next - start))
    }

    /// Copies nodes to where they do not overlap, from the index `target` on.
    fn copy_nodes(&self, nodes: Range<usize>, target: usize) {
        let targets = self.tree.nodes(target..target + nodes.len());
        for (to, from) in targets.iter().zip(self.tree.nodes(nodes)) {
            to.copy(from);
        }
    }

    /// Does something with each node from the new root on, in their order.
    fn pass(&self, mut each: impl FnMut(usize, &Node)) -> Result<(), Stopped> {
        let end = self.tree.used();
        for start in (self.root..end).step_by(STRETCH) {
            if (self.is_over)() {
                return Err(Stopped);
            }
            let stretch = start..end.min(start + STRETCH);
            for (index, node) in stretch.clone().zip(self.tree.nodes(stretch)) {
                each(index, node);
            }
        }
        Ok(())
    }

    /// Marks what is below the new root, and measures its families.
    fn reach(&self) -> Result<Sizes, Stopped> {
        let mut sizes = Sizes::default();
        self.tree.node(self.root).set_mark(REACHED);
        self.pass(|_, node| {
            if node.mark() == REACHED && node.is_parent() {
                sizes.add(node.visits(), self.mark_children(node, REACHED).len());
            }
        })?;
        Ok(sizes)
    }

    /// Marks each node that stays with its new index, and each other one that was reached as one
    /// that goes.
    fn number(&self, least: u32) -> Result<(), Stopped> {
        let mut next = ROOT as u32 + 1;
        self.pass(|index, node| {
            let is_root = index == self.root;
            match node.mark() {
                STAYS => {
                    node.set_mark(next);
                    next += 1;
                }
                REACHED if !is_root => node.set_mark(GOES),
                _ => {}
            }
            if node.mark() == GOES || !node.is_parent() {
                return;
            }
            if is_root || node.visits() >= least || self.spared.contains(&index) {
                self.mark_children(node, STAYS);
            } else {
                node.disown();
            }
        })
    }

    /// Moves each node that stays to its new index, and returns how many there are.
    fn slide(&self) -> Result<usize, Stopped> {
        let mut used = ROOT + 1;
        self.pass(|index, node| {
            let place = match node.mark() {
                _ if index == self.root => ROOT,
                GOES => return,
                place => place as usize,
            };
            if node.is_parent() {
                let Range { start, end } = node.children();
                let moved = self.tree.node(start).mark() as usize;
                node.adopt(&(moved..moved + end - start));
            }
            node.set_mark(GOES);
            if place != index {
                self.tree.node(place).copy(node);
            }
            used = used.max(place + 1);
        })?;
        Ok(used)
    }

    fn mark_children(&self, node: &Node, mark: u32) -> &[Node] {
        let children = self.tree.children(node);
        for child in children {
            child.set_mark(mark);
        }
        children
    }
}

/// How many nodes are in families whose parents were visited so often.
struct Sizes(Vec<usize>);

/// Up to so many visits, each number is told apart; further on, so many steps to each doubling.
const STEPS: usize = 64;

impl Default for Sizes {
    fn default() -> Self {
        Self(vec![0; Self::class(u32::MAX) + 1])
    }
}

impl Sizes {
    fn class(visits: u32) -> usize {
        let visits = visits as usize;
        match visits.checked_ilog2() {
            Some(log) if visits >= STEPS => {
                let octave = (log - STEPS.ilog2()) as usize;
                octave * STEPS + (visits >> octave)
            }
            _ => visits,
        }
    }

    /// The fewest visits of a class.
    fn fewest(class: usize) -> u32 {
        match (class / STEPS).checked_sub(1) {
            Some(octave) => ((class - octave * STEPS) << octave) as u32,
            None => class as u32,
        }
    }

    fn add(&mut self, visits: u32, nodes: usize) {
        self.0[Self::class(visits)] += nodes;
    }

    /// The visits a node must have for its family to be kept, so that the families kept fit in `room`.
    fn least_visits(&self, room: usize) -> u32 {
        let mut used = 0;
        let too_much = self.0.iter().rposition(|&nodes| {
            used += nodes;
            used > room
        });
        match too_much {
            Some(class) if class + 1 == self.0.len() => u32::MAX,
            Some(class) => Self::fewest(class + 1),
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::board::Turn;
    use crate::eval::Score;

    #[test]
    fn classes_of_visits_grow_and_are_told_apart() {
        let mut last = None;
        for visits in (0..5000).chain((5000..u32::MAX - 99_999).step_by(99_991)).chain([u32::MAX]) {
            let class = Sizes::class(visits);
            assert!(last.is_none_or(|last| class >= last), "{visits}");
            assert!(Sizes::fewest(class) <= visits && visits / 64 <= Sizes::fewest(class) / 63);
            assert_eq!(Sizes::class(Sizes::fewest(class)), class, "{visits}");
            last = Some(class);
        }
        assert!((0..128).all(|visits| Sizes::fewest(Sizes::class(visits)) == visits));
    }

    #[test]
    fn what_was_visited_most_is_kept_as_far_as_there_is_room() {
        let mut sizes = Sizes::default();
        for (visits, nodes) in [(0, 50), (3, 10), (3, 10), (7, 20), (1000, 5)] {
            sizes.add(visits, nodes);
        }
        let least = [4, 5, 24, 25, 44, 45, 94, 95].map(|room| sizes.least_visits(room));
        assert_eq!(least, [1008, 8, 8, 4, 4, 1, 1, 0]);
    }

    /// A tree the plain way: turn, visits and children.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Plain {
        turn: u32,
        visits: u32,
        children: Vec<Plain>,
    }

    fn plain(tree: &Tree, index: usize) -> Plain {
        let node = tree.node(index);
        let children = node.children().map(|child| plain(tree, child)).collect();
        Plain { turn: node.turn().code(), visits: node.visits(), children }
    }

    /// Drops the families with few visits, but those of the root and of spared nodes.
    fn pruned(tree: Plain, least: u32, spared: &FxHashSet<u32>, is_root: bool) -> Plain {
        let stays = is_root || tree.visits >= least || spared.contains(&tree.turn);
        let children = if stays { tree.children } else { Vec::new() };
        let children = children.into_iter().map(|child| pruned(child, least, spared, false));
        Plain { children: children.collect(), ..tree }
    }

    fn families(tree: &Plain) -> Vec<(u32, usize)> {
        let below = tree.children.iter().flat_map(families);
        below.chain([(tree.visits, tree.children.len())]).collect()
    }

    /// A tree that grew at random. Nodes are told apart by their turns.
    fn grown(random: &mut Xoshiro256PlusPlus, families: usize) -> Tree {
        let tree = Tree::new(1).unwrap();
        for _ in 0..families {
            let parent = random.random_range(0..tree.used());
            if tree.node(parent).is_parent() {
                continue;
            }
            let children = tree.allot(random.random_range(1..9)).unwrap();
            for index in children.clone() {
                let node = tree.node(index);
                node.reset(Turn::from_code(index as u32), Score::ZERO);
                for _ in 0..random.random_range(0..6) {
                    node.enter();
                    node.visit(0.5);
                }
            }
            tree.node(parent).adopt(&children);
        }
        tree
    }

    #[test]
    fn random_trees_are_pruned_as_the_plain_way() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for families_grown in 1..200 {
            let tree = grown(&mut random, families_grown);
            let root = random.random_range(0..tree.used());
            let spared: FxHashSet<usize> = (0..random.random_range(0..4))
                .map(|_| random.random_range(0..tree.used()))
                .collect();
            let room = random.random_range(0..tree.used());
            let whole = plain(&tree, root);
            let fits = |least: &u32| {
                let kept = families(&whole).into_iter().filter(|(visits, _)| visits >= least);
                kept.map(|(_, size)| size).sum::<usize>() <= room
            };
            let least = (0..=6).find(fits).unwrap();
            let turns = spared.iter().map(|&index| tree.node(index).turn().code()).collect();
            let expected = pruned(whole, least, &turns, true);
            let compaction = Compaction { tree: &tree, root, spared: &spared, is_over: &|| false };
            let used = compaction.run(room).unwrap();
            assert_eq!(plain(&tree, ROOT), expected, "{families_grown} families");
            assert_eq!(used, 1 + families(&expected).iter().map(|(_, size)| size).sum::<usize>());
            assert!((0..used).all(|index| tree.node(index).mark() == GOES));
        }
    }
}
