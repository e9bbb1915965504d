//! Floor 3: the package being authored: parts, edits, history. It knows no file format.
