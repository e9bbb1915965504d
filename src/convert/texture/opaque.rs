//! Single blocks written by hand so that alpha 255 stays 255: BC7 in its modes 4 and 5, and the alpha half of BC3. The
//! general search for good blocks is the encoder's, not ours.

use glam::Vec3;

/// A block of 4 x 4 pixels R, G, B, A, row by row.
pub(super) type Block = [[u8; 4]; 16];

/// Shares of the second end in 64ths, by index, for indices of two and of three bits.
const SHARES_2: &[u16] = &[0, 21, 43, 64];
const SHARES_3: &[u16] = &[0, 9, 18, 27, 37, 46, 55, 64];

/// A mode of BC7 that keeps alpha apart from colour.
struct Mode {
    /// The leading bits up to the ends, and how many they are.
    start: (u128, u32),
    color_bits: u32,
    alpha_bits: u32,
    color_shares: &'static [u16],
}

/// Alpha indices have two bits in both, and come last where colour's are no wider.
const MODES: [Mode; 2] = [
    Mode {
        start: (1 << 5, 8),
        color_bits: 7,
        alpha_bits: 8,
        color_shares: SHARES_2,
    },
    Mode {
        // The last bit gives the three-bit indices to colour.
        start: ((1 << 4) | (1 << 7), 8),
        color_bits: 5,
        alpha_bits: 6,
        color_shares: SHARES_3,
    },
];

/// The block in the better of two modes of BC7: one line of colours, and alpha on its own between the smallest and the
/// largest value. Alpha 255 is met exactly.
pub(super) fn bc7_block(block: &Block) -> [u8; 16] {
    let fits = MODES.iter().map(|mode| {
        let color = ColorFit::best(mode, block);
        let alpha = AlphaFit::new(mode, block);
        (color.error + alpha.error, mode, color, alpha)
    });
    let best = fits.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or([0; 16], |(_, mode, color, alpha)| {
        write(mode, &color, &alpha)
    })
}

/// Eight bytes of alpha as BC3 holds them: ends at the largest and the smallest value, which are met exactly.
pub(super) fn bc3_alpha(alphas: &[u8; 16]) -> [u8; 8] {
    let high = alphas.iter().copied().max().unwrap_or(255);
    let low = alphas.iter().copied().min().unwrap_or(255);
    let steps: [u32; 8] = std::array::from_fn(|index| {
        let (high, low) = (u32::from(high), u32::from(low));
        match u32::try_from(index).unwrap_or(0) {
            0 => high,
            1 => low,
            step => ((8 - step) * high + (step - 1) * low) / 7,
        }
    });
    let mut bits: u64 = u64::from(high) | (u64::from(low) << 8);
    for (place, alpha) in alphas.iter().enumerate() {
        // With equal ends the six-step palette is meant, whose first entry is the same.
        let distance = |index: &u64| {
            let step = steps[usize::try_from(*index).unwrap_or(0)];
            step.abs_diff(u32::from(*alpha))
        };
        let index = (0..8_u64).min_by_key(distance).unwrap_or(0);
        bits |= index << (16 + 3 * place);
    }
    bits.to_le_bytes()
}

/// Two colour ends as stored, and each pixel's place between them.
struct ColorFit {
    ends: [[u8; 3]; 2],
    indices: [usize; 16],
    error: f32,
}

impl ColorFit {
    fn best(mode: &Mode, block: &Block) -> Self {
        let colors = block.map(|[r, g, b, _]| [r, g, b]);
        let weights = block.map(|[.., a]| 0.05 + f32::from(a) / 255.0);
        let mut best = Self::nearest(mode, principal_ends(&colors, &weights), &colors, &weights);
        for _ in 0..4 {
            let shares = best.indices.map(|index| mode.color_shares[index]);
            let Some(ends) = least_squares(&shares, &colors, &weights) else {
                break;
            };
            let fit = Self::nearest(mode, ends, &colors, &weights);
            if fit.error >= best.error {
                break;
            }
            best = fit;
        }
        best
    }

    fn nearest(mode: &Mode, ends: [Vec3; 2], colors: &[[u8; 3]; 16], weights: &[f32; 16]) -> Self {
        let ends = ends.map(|end| end.to_array().map(|value| narrow(value, mode.color_bits)));
        let wide = ends.map(|end| end.map(|value| widen(value, mode.color_bits)));
        let palette: Vec<Vec3> = mode
            .color_shares
            .iter()
            .map(|share| {
                let channel = |c: usize| f32::from(mixed([wide[0][c], wide[1][c]], *share));
                Vec3::new(channel(0), channel(1), channel(2))
            })
            .collect();
        let mut error = 0.0;
        let indices = std::array::from_fn(|pixel| {
            let distances = palette
                .iter()
                .map(|entry| vector(colors[pixel]).distance_squared(*entry));
            let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            let (index, distance) = nearest.unwrap_or((0, 0.0));
            error += weights[pixel] * distance;
            index
        });
        Self {
            ends,
            indices,
            error,
        }
    }
}

/// Two alpha ends as stored, and each pixel's place between them.
struct AlphaFit {
    ends: [u8; 2],
    indices: [usize; 16],
    error: f32,
}

impl AlphaFit {
    fn new(mode: &Mode, block: &Block) -> Self {
        let alphas = block.map(|[.., a]| a);
        let lowest = alphas.iter().copied().min().unwrap_or(255);
        let highest = alphas.iter().copied().max().unwrap_or(255);
        let ends = [lowest, highest].map(|end| narrow(end.into(), mode.alpha_bits));
        let wide = ends.map(|end| widen(end, mode.alpha_bits));
        let mut error = 0.0;
        let indices = alphas.map(|alpha| {
            let distances = SHARES_2
                .iter()
                .map(|share| mixed(wide, *share).abs_diff(alpha));
            let nearest = distances.enumerate().min_by_key(|(_, distance)| *distance);
            let (index, distance) = nearest.unwrap_or((0, 0));
            error += f32::from(distance) * f32::from(distance);
            index
        });
        Self {
            ends,
            indices,
            error,
        }
    }
}

fn vector(color: [u8; 3]) -> Vec3 {
    Vec3::from_array(color.map(f32::from))
}

/// A value 0..=255 in fewer bits, the nearest one.
fn narrow(value: f32, bits: u32) -> u8 {
    let steps = f32::from((1_u8 << (bits - 1)) - 1 + (1 << (bits - 1)));
    crate::geom::quantize::unorm8(value / 255.0 * (steps / 255.0))
}

/// A value of so many bits as decoders widen it: its upper bits repeat below.
fn widen(value: u8, bits: u32) -> u8 {
    if bits == 8 {
        return value;
    }
    (value << (8 - bits)) | (value >> (2 * bits - 8))
}

/// A value between two ends as decoders compute it.
fn mixed([first, second]: [u8; 2], share: u16) -> u8 {
    let sum = (64 - share) * u16::from(first) + share * u16::from(second);
    u8::try_from((sum + 32) >> 6).unwrap_or(u8::MAX)
}

/// Ends of the weighted principal axis of the colours.
fn principal_ends(colors: &[[u8; 3]; 16], weights: &[f32; 16]) -> [Vec3; 2] {
    let weighted = || colors.iter().map(|color| vector(*color)).zip(weights);
    let total: f32 = weights.iter().sum();
    let mean = weighted()
        .map(|(color, weight)| color * *weight)
        .sum::<Vec3>()
        / total;
    let spread = weighted().map(|(color, _)| (color - mean).abs());
    let mut axis = spread.fold(Vec3::ZERO, Vec3::max);
    for _ in 0..8 {
        let pulled = weighted().map(|(color, weight)| {
            let offset = color - mean;
            offset * (offset.dot(axis) * *weight)
        });
        axis = pulled.sum::<Vec3>().normalize_or_zero();
    }
    let along = weighted().map(|(color, _)| (color - mean).dot(axis));
    let (low, high) = along.fold((0.0_f32, 0.0_f32), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    [mean + axis * low, mean + axis * high]
}

/// The ends that suit given shares best; `None` when all pixels sit at one place.
fn least_squares(
    shares: &[u16; 16],
    colors: &[[u8; 3]; 16],
    weights: &[f32; 16],
) -> Option<[Vec3; 2]> {
    let (mut aa, mut ab, mut bb) = (0.0_f32, 0.0_f32, 0.0_f32);
    let (mut first, mut second) = (Vec3::ZERO, Vec3::ZERO);
    for ((share, color), weight) in shares.iter().zip(colors).zip(weights) {
        let b = f32::from(*share) / 64.0;
        let a = 1.0 - b;
        aa += weight * a * a;
        ab += weight * a * b;
        bb += weight * b * b;
        first += vector(*color) * (weight * a);
        second += vector(*color) * (weight * b);
    }
    let determinant = aa * bb - ab * ab;
    (determinant.abs() > 1e-4).then(|| {
        [
            (first * bb - second * ab) / determinant,
            (second * aa - first * ab) / determinant,
        ]
    })
}

/// The first pixel's index has one bit less: its upper bit must be 0, which swapping the ends brings about.
fn anchored<T: Copy>(ends: &mut [T; 2], indices: [usize; 16], n_steps: usize) -> [usize; 16] {
    if indices[0] < n_steps / 2 {
        return indices;
    }
    ends.swap(0, 1);
    indices.map(|index| n_steps - 1 - index)
}

fn write(mode: &Mode, color: &ColorFit, alpha: &AlphaFit) -> [u8; 16] {
    let (mut ends, mut alpha_ends) = (color.ends, alpha.ends);
    let n_steps = mode.color_shares.len();
    let indices = anchored(&mut ends, color.indices, n_steps);
    let alpha_indices = anchored(&mut alpha_ends, alpha.indices, SHARES_2.len());
    let mut bits = Bits::default();
    bits.push(mode.start.0, mode.start.1);
    for channel in 0..3 {
        for end in ends {
            bits.push(end[channel].into(), mode.color_bits);
        }
    }
    for end in alpha_ends {
        bits.push(end.into(), mode.alpha_bits);
    }
    if n_steps == SHARES_2.len() {
        bits.push_indices(indices, 2);
        bits.push_indices(alpha_indices, 2);
    } else {
        bits.push_indices(alpha_indices, 2);
        bits.push_indices(indices, 3);
    }
    bits.word.to_le_bytes()
}

/// 128 bits, filled from the lowest.
#[derive(Default)]
struct Bits {
    word: u128,
    n: u32,
}

impl Bits {
    fn push(&mut self, value: u128, width: u32) {
        self.word |= value << self.n;
        self.n += width;
    }

    fn push_indices(&mut self, indices: [usize; 16], width: u32) {
        for (pixel, index) in indices.into_iter().enumerate() {
            let narrower = u32::from(pixel == 0);
            self.push(u128::try_from(index).unwrap_or(0), width - narrower);
        }
    }
}
