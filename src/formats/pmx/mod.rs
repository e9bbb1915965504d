//! PMX 2.0 and 2.1 as they lie on disk: lossless reader and writer (pmx.md ch. 1-3).
