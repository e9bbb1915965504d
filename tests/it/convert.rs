//! What `convert` promises, tested from outside.
