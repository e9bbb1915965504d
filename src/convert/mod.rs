//! Floor 3: mesh, skin, palette, texture transforms. Which mesh becomes what is decided elsewhere.
