//! What `analysis` promises, tested from outside.
