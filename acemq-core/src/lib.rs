//! Pure words that the compiler and the running service must agree on.
