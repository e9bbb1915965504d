//! What `pmx` promises, tested from outside.

mod cases;
mod hostile;
mod sample;
