//! Floor 3: proves a manifest over all its selections (bem.md ch. 18). It never sees the document.
