//! Games between players, judged by the library's rules.
