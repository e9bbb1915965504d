//! What `preview` promises, tested from outside.
