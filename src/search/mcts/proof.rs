//! What a node's children say of it: minimax, and proofs (MCTS-solver; Winands, Björnsson and Saito,
//! "Monte-Carlo tree search solver", 2008).

use super::layer::Layer;
use super::node::Node;
use crate::eval::{Preference, Score};

/// Of as good as lost positions: the proof of a margin may be missing.
const HOPELESS: Score = Score::estimate(i32::MIN);

/// The score of a node in this layer from its children, for the side that made the node.
///
/// A win of one child proves the node, unless a larger margin is looked for; else all children must
/// be proven. Visited children come first and then the others, of which only the first counts: it
/// looked best when the family was made. Where it is a step whose looks are a guess, it counts only if
/// there is nothing better.
#[inline(always)]
pub(super) fn verdict(layer: Layer, children: &[Node], preference: Preference) -> Score {
    let mut best = Score::WORST;
    let mut all_proven = true;
    for child in children {
        let score = child.score();
        let is_open = !score.is_proven();
        if is_open && !child.is_visited() {
            all_proven = false;
            if layer == Layer::Step || child.is_parent() || best <= HOPELESS {
                best = best.max(score);
            }
            break;
        }
        all_proven &= !is_open;
        best = best.max(score);
    }
    let is_enough = best.is_won() && preference == Preference::Length;
    let best = if all_proven || is_enough { best } else { Score::estimate(best.hundredths()) };
    layer.score(best, preference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Turn;
    use crate::eval::{Detail, Proof};

    fn won(plies: usize, margin: u16) -> Proof {
        Proof { won: true, plies, detail: Detail::Margin(margin) }
    }

    fn children(scores: &[Score]) -> Vec<Node> {
        let child = |&score: &Score| {
            let node = Node::default();
            node.reset(Turn::from_code(0), score);
            node.enter();
            node
        };
        scores.iter().map(child).collect()
    }

    #[test]
    fn a_position_is_worth_what_its_best_step_leaves() {
        let nodes = children(&[Score::estimate(40), Score::estimate(70)]);
        let verdict = |layer| verdict(layer, &nodes, Preference::Length);
        assert_eq!(verdict(Layer::Position), Score::estimate(-70));
        assert_eq!(verdict(Layer::Step), Score::estimate(70));
    }

    #[test]
    fn one_win_is_a_proof_and_one_loss_is_none() {
        let win = Score::proven(Preference::Length, won(3, 1));
        let verdict =
            |scores: &[Score]| verdict(Layer::Position, &children(scores), Preference::Length);
        let lost = verdict(&[Score::estimate(900), win]);
        assert_eq!(lost.proof(Preference::Length), Some(Proof { won: false, ..won(4, 1) }));
        assert!(!verdict(&[Score::estimate(-900), -win]).is_proven());
        let longer = Score::proven(Preference::Length, won(5, 1));
        let won_by_all = verdict(&[-win, -longer]);
        assert_eq!(won_by_all.proof(Preference::Length), Some(won(6, 1)));
    }

    #[test]
    fn the_largest_margin_is_known_when_all_is_proven() {
        let preference = Preference::Margin;
        let score = |proof| Score::proven(preference, proof);
        let verdict = |scores: &[Score]| verdict(Layer::Step, &children(scores), preference);
        let unknown = verdict(&[score(won(1, 2)), Score::estimate(10)]);
        assert!(!unknown.is_proven() && unknown.hundredths() > 100_000);
        let known = verdict(&[score(won(1, 2)), score(won(9, 3))]);
        assert_eq!(known.proof(preference), Some(won(9, 3)));
    }

    #[test]
    fn steps_never_opened_are_guesses_and_positions_are_not() {
        let lost = -Score::proven(Preference::Length, won(2, 1));
        let nodes = children(&[lost, Score::estimate(-5)]);
        let unknown = Node::default();
        unknown.reset(Turn::from_code(0), Score::estimate(60));
        let nodes: Vec<Node> = nodes.into_iter().chain([unknown]).collect();
        let verdict = |layer, from: usize| verdict(layer, &nodes[from..], Preference::Length);
        assert_eq!(verdict(Layer::Position, 0), Score::estimate(5));
        assert_eq!(verdict(Layer::Step, 0), Score::estimate(60));
        assert_eq!(verdict(Layer::Position, 2), Score::estimate(-60));
    }
}
