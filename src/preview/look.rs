//! How a scene is drawn: background, shading, smoothing, colours. The window's theme chooses; nothing is measured here.

/// A display-referred colour: R, G, B, 0..=255.
pub type Rgb = [u8; 3];

/// Everything about a picture that is neither its scene nor its camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is behind the scene.
    pub background: Background,
    /// How light falls on surfaces.
    pub shading: Shading,
    /// Smooth outlines.
    pub smoothing: Smoothing,
    /// What highlighted parts and joints are tinted with.
    pub highlight: Rgb,
    /// Lines of the ground grid.
    pub grid: Rgb,
    /// Bones.
    pub bone: Rgb,
}

/// What is behind the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// From one colour at the top edge to another at the bottom edge.
    Gradient {
        /// At the top edge.
        top: Rgb,
        /// At the bottom edge.
        bottom: Rgb,
    },
    /// Nothing: pictures keep an alpha of 0 there, windows show what they had.
    Transparent,
}

/// How light falls on surfaces. The light stands above and to the left of the camera and goes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shading {
    /// Two tones with a soft edge between; the lit tone is the texture's own colour, or nearly.
    #[default]
    Toon,
    /// Evenly rounded, to judge form and normals by.
    Lit,
    /// None: textures and colours exactly as they are stored.
    Unlit,
}

/// Whether outlines are smoothed by several samples a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smoothing {
    /// On where a graphics processor draws, off where the processor itself has to.
    #[default]
    Auto,
    /// Always on.
    On,
    /// Always off.
    Off,
}

impl Look {
    /// For windows of a dark theme.
    pub const DARK: Self = Self {
        background: Background::Gradient {
            top: [62, 66, 74],
            bottom: [32, 34, 39],
        },
        shading: Shading::Toon,
        smoothing: Smoothing::Auto,
        highlight: [255, 160, 40],
        grid: [150, 156, 168],
        bone: [120, 200, 255],
    };

    /// For windows of a light theme.
    pub const LIGHT: Self = Self {
        background: Background::Gradient {
            top: [244, 246, 249],
            bottom: [206, 211, 219],
        },
        highlight: [240, 120, 0],
        grid: [110, 118, 130],
        bone: [20, 110, 190],
        ..Self::DARK
    };
}
