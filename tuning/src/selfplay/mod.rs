//! Games of the engine against itself, and the file they are kept in.
