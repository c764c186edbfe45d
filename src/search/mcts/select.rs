//! Which child to look at next.

use super::node::Node;
use super::params::MctsParams;
use crate::eval::{Score, WIN_SCALE};
use crate::rules::Rules;

/// How children are compared: PUCT (Rosin, "Multi-armed bandits with episode context", 2011; as in
/// `AlphaZero`), with values that mix the mean of the visits with minimax (Lanctot, Winands, Pepels
/// and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
/// backups", 2014). A child without visits is worth its own evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puct {
    /// Hundredths of a square that raise the odds to win by a factor of e.
    scale: f32,
    /// The weight of priors.
    exploration: f32,
    /// The part of minimax in a value, from 0 to 1.
    blend: f32,
}

impl Puct {
    pub(super) fn new(rules: Rules, params: &MctsParams) -> Self {
        let [exploration, blend] =
            [params.exploration, params.blend].map(|hundredths| hundredths as f32 / 100.0);
        Self { scale: WIN_SCALE[rules as usize] as f32, exploration, blend }
    }

    /// The chance to win that a score stands for: [`win_chance`](crate::eval::win_chance), less
    /// exactly.
    #[inline(always)]
    pub(super) fn chance(&self, score: Score) -> f32 {
        // Proven results are so far beyond all estimates that this is 0 or 1 for them.
        1.0 / (1.0 + (-score.hundredths() as f32 / self.scale).exp())
    }

    /// What a node is worth to the side that made it, as a chance to win.
    pub(super) fn value(&self, node: &Node) -> f32 {
        let chance = self.chance(node.score());
        match node.visits() {
            0 => chance,
            _ if node.score().is_proven() => chance,
            visits => self.blended(node.sum() / visits as f32, chance),
        }
    }

    #[inline(always)]
    fn blended(&self, mean: f32, chance: f32) -> f32 {
        mean + self.blend * (chance - mean)
    }

    /// The child to look at next, if there is one that is not proven. The visited children come
    /// first and then the others, the best-looking first: of those only the first can be it.
    #[inline(always)]
    pub(super) fn select<'t>(&self, parent: &Node, children: &'t [Node]) -> Option<&'t Node> {
        let visits = parent.visits() + u32::from(parent.pending());
        let exploration = self.exploration * (visits as f32).sqrt();
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for child in children {
            let score = child.score();
            if score.is_proven() {
                continue;
            }
            let urge = self.urge(exploration, child, self.chance(score));
            if urge > highest {
                (best, highest) = (Some(child), urge);
            }
            if !child.is_visited() {
                break;
            }
        }
        best
    }

    /// How much there is to be said for looking at a child with this chance by its score. Threads
    /// below it count as lost visits, so that others look elsewhere (virtual loss).
    #[inline(always)]
    fn urge(&self, exploration: f32, child: &Node, chance: f32) -> f32 {
        let visits = child.visits() as f32;
        let all = visits + f32::from(child.pending());
        let value = if all == 0.0 {
            chance
        } else {
            self.blended(child.sum() / all, chance * visits.max(1.0) / all.max(1.0))
        };
        value + exploration * child.prior() / (1.0 + all)
    }
}

/// Priors from looks in hundredths of a square: each proportional to e^(looks / temperature). Proven
/// ones need none.
pub(super) fn priors(looks: &[Score], temperature: i32) -> Vec<f32> {
    let best = looks.iter().filter(|looks| !looks.is_proven()).max().copied();
    let best = best.unwrap_or(Score::ZERO).hundredths();
    let weight = |looks: &Score| {
        let behind = (best - looks.hundredths()) as f32;
        if looks.is_proven() { 0.0 } else { (-behind / temperature as f32).exp() }
    };
    let weights: Vec<f32> = looks.iter().map(weight).collect();
    let total: f32 = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.into_iter().map(|weight| weight / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Turn;
    use crate::eval::{Detail, Preference, Proof};

    fn puct() -> Puct {
        Puct { scale: 400.0, exploration: 1.0, blend: 0.5 }
    }

    fn node(hundredths: i32, prior: f32) -> Node {
        let node = Node::default();
        node.reset(Turn::from_code(hundredths.unsigned_abs()), Score::estimate(hundredths), prior);
        node
    }

    fn visited(node: Node, visits: u32, value: f32) -> Node {
        for _ in 0..visits {
            node.enter();
            node.visit(value);
        }
        node
    }

    fn chosen(children: &[Node]) -> Option<u32> {
        let parent = visited(node(0, 1.0), 16, 0.5);
        puct().select(&parent, children).map(|child| child.turn().code())
    }

    #[test]
    fn the_best_looking_comes_first_and_much_visited_ones_give_way() {
        assert_eq!(chosen(&[node(2, 0.5), node(1, 0.5)]), Some(2));
        assert_eq!(chosen(&[visited(node(2, 0.5), 9, 0.5), node(1, 0.5)]), Some(1));
        assert_eq!(chosen(&[visited(node(2, 0.5), 9, 0.99), node(1, 0.05)]), Some(2));
    }

    #[test]
    fn threads_stay_out_of_each_others_way() {
        let children = [node(2, 0.5), node(1, 0.5)];
        children[0].enter();
        assert_eq!(chosen(&children), Some(1));
    }

    #[test]
    fn nothing_is_spent_on_proven_children() {
        let lost = Proof { won: false, plies: 2, detail: Detail::Margin(0) };
        let proven = node(0, 0.9);
        proven.set_score(Score::proven(Preference::Length, lost));
        assert_eq!(chosen(&[proven, node(1, 0.1)]), Some(1));
        let proven = node(0, 0.9);
        proven.set_score(Score::proven(Preference::Length, lost));
        assert_eq!(chosen(&[proven]), None);
    }

    #[test]
    fn values_mix_the_mean_with_minimax() {
        let node = visited(node(0, 0.5), 4, 0.9);
        assert!((puct().value(&node) - 0.7).abs() < 1e-6);
    }

    #[test]
    fn priors_add_up_and_grow_with_looks() {
        let looks = [300, 200, 0].map(Score::estimate);
        let priors = priors(&looks, 100);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((priors[0] / priors[1] - 1f32.exp()).abs() < 1e-4);
    }
}
