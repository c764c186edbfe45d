//! Weights of an evaluation from games of self-play.
