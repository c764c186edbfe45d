//! What the results of game pairs say.
