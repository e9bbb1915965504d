//! What `pmx` promises, tested from outside.
