//! What `import` promises, tested from outside.
