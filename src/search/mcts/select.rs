//! Which child to look at next.

use super::chances::Chances;
use super::node::Node;
use super::params::MctsParams;
use crate::eval::Score;
use crate::rules::Rules;

/// How children are compared: PUCT (Rosin, "Multi-armed bandits with episode context", 2011; as in
/// `AlphaZero`), with values that mix the mean of the visits with minimax (Lanctot, Winands, Pepels
/// and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
/// backups", 2014). A node's own score counts as a visit, so that one without visits has a value
/// too. The weight of priors grows with the logarithm of the visits, as in `AlphaZero` (Silver et al.,
/// "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play",
/// 2018): the more is known of a node, the more its neglected children are worth a look.
///
/// How many children are compared at all grows with the square root of the visits (progressive
/// widening; Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007): what looks
/// worst is neither visited nor read from memory before a node has been visited often.
#[derive(Clone, Debug)]
pub(super) struct Puct {
    chances: Chances,
    /// The weight of priors at a node with few visits.
    exploration: f32,
    /// By how much of itself that grows with each factor of e in the visits.
    growth: f32,
    /// The part of minimax in a value, from 0 to 1.
    blend: f32,
    /// Unproven children compared at a node without visits.
    width: u32,
    /// More of them for the square root of the visits.
    widening: f32,
}

impl Puct {
    pub(super) fn new(rules: Rules, params: &MctsParams) -> Self {
        let hundredths = [params.exploration, params.growth, params.blend, params.widening];
        let [exploration, growth, blend, widening] =
            hundredths.map(|hundredths| hundredths as f32 / 100.0);
        let width = params.first_width as u32;
        Self { chances: Chances::new(rules), exploration, growth, blend, width, widening }
    }

    /// The chance to win that a score stands for.
    #[inline(always)]
    pub(super) fn chance(&self, score: Score) -> f32 {
        self.chances.of(score)
    }

    /// What a node is worth to the side that made it, as a chance to win.
    pub(super) fn value(&self, node: &Node) -> f32 {
        let chance = self.chance(node.score());
        if node.score().is_proven() {
            chance
        } else {
            let visits = node.visits() as f32;
            // Another thread may have added its value and not yet its visit.
            (self.values(node, chance, visits) / (1.0 + visits)).min(1.0)
        }
    }

    /// The values of all visits of a node together, with that by its score.
    #[inline(always)]
    fn values(&self, node: &Node, chance: f32, visits: f32) -> f32 {
        let seen = node.sum() + chance;
        seen + self.blend * (chance * (1.0 + visits) - seen)
    }

    /// The weight of priors at a node with so many visits.
    #[inline(always)]
    fn exploration(&self, visits: u32) -> f32 {
        self.exploration * (1.0 + self.growth * (1.0 + visits as f32 / FEW_VISITS).ln())
    }

    /// The child to look at next, if there is one that is not proven. The visited children come
    /// first and then the others: of those only the first, which looked best when the family was
    /// made, is compared.
    #[inline(always)]
    pub(super) fn select<'t>(&self, parent: &Node, children: &'t [Node]) -> Option<&'t Node> {
        let visits = parent.visits() + parent.pending();
        let root = (visits as f32).sqrt();
        let exploration = self.exploration(visits) * root;
        let mut room = self.width + (self.widening * root) as u32;
        let mut best = None;
        let mut highest = Urge { values: f32::NEG_INFINITY, visits: 1.0 };
        for child in children {
            let score = child.score();
            if score.is_proven() {
                continue;
            }
            let urge = self.urge(child, self.chance(score), exploration * child.prior());
            if urge.exceeds(highest) {
                (best, highest) = (Some(child), urge);
            }
            room = room.saturating_sub(1);
            if room == 0 || !child.is_visited() {
                break;
            }
        }
        best
    }

    /// The step of the root with the turn to look at next, if there is one that is not proven, from the
    /// steps and their shots. A step is proven by one shot that wins, so where more lines are wanted than
    /// the best turns are compared whatever their steps are worth, and as if all had looked equally good.
    ///
    /// The visited ones among the steps need not come first any more, as elsewhere: the root's verdict
    /// stands, and the next search sorts its steps anew.
    pub(super) fn select_step<'t>(
        &self,
        root: &Node,
        families: impl Iterator<Item = (&'t Node, &'t [Node])> + Clone,
    ) -> Option<&'t Node> {
        let open = families.flat_map(|(step, shots)| {
            let open = shots.iter().filter(|shot| !shot.score().is_proven());
            open.map(move |shot| (step, shot))
        });
        let visits = root.visits() + root.pending();
        let count = open.clone().count().max(1) as f32;
        let exploration = self.exploration(visits) * (visits as f32).sqrt() / count;
        let urges = open
            .map(|(step, shot)| (self.urge(shot, self.chance(shot.score()), exploration), step));
        urges
            .reduce(|best, next| if next.0.exceeds(best.0) { next } else { best })
            .map(|best| best.1)
    }

    /// How much there is to be said for looking at a child with this chance by its score: its value
    /// and its part of the exploration. Threads below it count as lost visits, so that others look
    /// elsewhere (virtual loss).
    #[inline(always)]
    fn urge(&self, child: &Node, chance: f32, exploration: f32) -> Urge {
        let visits = child.visits() as f32;
        let values = self.values(child, chance, visits) + exploration;
        Urge { values, visits: 1.0 + visits + child.pending() as f32 }
    }
}

/// Up to about so many visits the weight of priors hardly grows.
const FEW_VISITS: f32 = 1000.0;

/// Values for each visit: a quotient, compared without division, which would take most of the time
/// of a selection.
#[derive(Clone, Copy, Debug)]
struct Urge {
    values: f32,
    visits: f32,
}

impl Urge {
    /// Whether this quotient is greater.
    #[inline(always)]
    fn exceeds(self, other: Self) -> bool {
        self.values * other.visits > other.values * self.visits
    }
}

/// Gives siblings priors by their scores in hundredths of a square: each in proportion to
/// e^(score / temperature). Proven ones need none.
pub(super) fn set_priors(siblings: &[Node], temperature: i32) {
    let scores = || siblings.iter().map(Node::score);
    let best = scores().filter(|score| !score.is_proven()).max().unwrap_or(Score::ZERO);
    let weight = |score: Score| {
        let behind = (best.hundredths() - score.hundredths()) as f32 / temperature as f32;
        // What is farther behind is nothing in the units of a prior.
        if score.is_proven() || behind > FARTHEST_BEHIND { 0.0 } else { (-behind).exp() }
    };
    let weights: Vec<f32> = scores().map(weight).collect();
    let total = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    for (node, weight) in siblings.iter().zip(weights) {
        node.set_prior(weight / total);
    }
}

/// e to the power of its opposite is less than 2^-16.
const FARTHEST_BEHIND: f32 = 11.5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Turn;
    use crate::eval::{Detail, Preference, Proof};

    fn puct() -> Puct {
        Puct {
            chances: Chances::new(Rules::Strelci),
            exploration: 1.0,
            growth: 0.0,
            blend: 0.5,
            width: 9,
            widening: 1.0,
        }
    }

    fn node(hundredths: i32, prior: f32) -> Node {
        let node = Node::default();
        node.reset(Turn::from_code(hundredths.unsigned_abs()), Score::estimate(hundredths));
        node.set_prior(prior);
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
    fn the_more_visits_the_more_children_are_compared() {
        let puct = Puct { width: 1, widening: 0.25, ..puct() };
        let children = [visited(node(2, 0.1), 4, 0.5), visited(node(1, 0.1), 1, 0.9)];
        for (visits, chosen) in [(1, 2), (16, 1)] {
            let parent = visited(node(0, 1.0), visits, 0.5);
            let child = puct.select(&parent, &children).map(|child| child.turn().code());
            assert_eq!(child, Some(chosen), "{visits} visits");
        }
    }

    #[test]
    fn priors_weigh_more_where_much_is_known() {
        let puct = Puct { growth: 0.5, ..puct() };
        let weights = [0, 1718, 1_000_000].map(|visits| puct.exploration(visits));
        for (weight, expected) in weights.into_iter().zip([1.0, 1.5, 4.45]) {
            assert!((weight - expected).abs() < 0.01, "{weights:?}");
        }
    }

    #[test]
    fn threads_stay_out_of_each_others_way() {
        let children = [node(2, 0.5), node(1, 0.5)];
        children[0].enter();
        assert_eq!(chosen(&children), Some(1));
    }

    #[test]
    fn steps_are_chosen_for_their_open_turns_whatever_they_are_worth() {
        let proven = |hundredths, won| {
            let proven = node(hundredths, 0.0);
            let proof = Proof { won, plies: 1, detail: Detail::Margin(0) };
            proven.set_score(Score::proven(Preference::Length, proof));
            proven
        };
        let root = visited(node(0, 1.0), 16, 0.5);
        let steps = [proven(70, true), node(71, 1.0)];
        let (won, lost) = (proven(1, true), proven(2, false));
        let (fresh, known) = (node(3, 0.0), visited(node(4, 0.9), 9, 0.5));
        let chosen = |shots: [&[Node]; 2]| {
            let families = steps.iter().zip(shots);
            puct().select_step(&root, families).map(|step| step.turn().code())
        };
        assert_eq!(chosen([&[won, fresh], &[known]]), Some(70));
        let (won, fresh) = (proven(1, true), node(3, 0.0));
        let known = visited(node(4, 0.9), 9, 0.5);
        assert_eq!(chosen([&[won, known], &[lost, fresh]]), Some(71));
        assert_eq!(chosen([&[proven(1, true)], &[proven(2, false)]]), None);
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
        // Four visits and the score itself have a mean of 0.82; minimax says 0.5.
        let node = visited(node(0, 0.5), 4, 0.9);
        assert!((puct().value(&node) - 0.66).abs() < 1e-6);
    }

    #[test]
    fn priors_add_up_and_grow_with_scores() {
        let siblings = [300, 200, 0, -3000].map(|score| node(score, 0.0));
        set_priors(&siblings, 100);
        let priors = siblings.each_ref().map(Node::prior);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        assert!((priors[0] / priors[1] - 1f32.exp()).abs() < 1e-2);
        assert!(priors[3] == 0.0);
    }
}
