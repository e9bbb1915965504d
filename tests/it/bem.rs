//! What `bem` promises, tested from outside.
