//! Floor 4: the picture: a scene on the CPU, then three-d. Nothing is changed from here.
