//! Pictures as they lie on disk: recognised by content, decoded under caps (PMX-72).
