//! One level compressed, strip by strip, read back and held to "opaque stays opaque". It changes no sizes.

use crate::base::numbers::{u64_of, usize_of};
use crate::convert::texture::format::TextureFormat;
use crate::convert::texture::opaque::{self, Block};
use crate::convert::texture::{Quality, TextureError, Watch};
use crate::model::image::Image;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Rows of a strip: whole blocks, short enough that a cancelled encoder stops soon.
const STRIP_ROWS: usize = 16;

/// How far all levels together are, told to the watcher as it grows.
pub(super) struct Tally<'a> {
    watch: &'a Watch<'a>,
    n_total: u64,
    n_done: Mutex<u64>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(watch: &'a Watch<'a>, n_total: u64) -> Self {
        Self {
            watch,
            n_total: n_total.max(1),
            n_done: Mutex::new(0),
        }
    }

    fn add(&self, n_pixels: u64) {
        let mut n_done = self.n_done.lock().unwrap_or_else(PoisonError::into_inner);
        *n_done += n_pixels;
        (self.watch.report)((*n_done as f64 / self.n_total as f64).min(1.0));
    }
}

/// A level as stored, with the sum of squared differences over the format's channels after reading it back.
pub(super) struct Compressed {
    pub(super) bytes: Vec<u8>,
    pub(super) squared_error: u64,
}

/// Compresses a level. Strips are independent, so the bytes do not depend on the number of threads.
pub(super) fn compress(
    image: &Image,
    format: TextureFormat,
    quality: Quality,
    tally: &Tally<'_>,
) -> Result<Compressed, TextureError> {
    let n_pixels = u64::from(image.width) * u64::from(image.height);
    let Some(codec) = Codec::of(format) else {
        let bytes = plain_bytes(image, format).ok_or(TextureError::NotEncodable { format })?;
        tally.add(n_pixels);
        return Ok(Compressed {
            bytes,
            squared_error: 0,
        });
    };
    let row_bytes = usize_of(image.width) * 4;
    let strips: Result<Vec<Compressed>, TextureError> = image
        .pixels
        .par_chunks(row_bytes * STRIP_ROWS)
        .map(|pixels| {
            tally.watch.cancel.check()?;
            let strip = Strip {
                width: usize_of(image.width),
                height: pixels.len() / row_bytes,
                pixels,
            };
            let done = codec.compress(&strip, quality)?;
            tally.add(u64_of(pixels.len() / 4));
            Ok(done)
        })
        .collect();
    let mut whole = Compressed {
        bytes: Vec::new(),
        squared_error: 0,
    };
    for strip in strips? {
        whole.bytes.extend(strip.bytes);
        whole.squared_error += strip.squared_error;
    }
    Ok(whole)
}

fn plain_bytes(image: &Image, format: TextureFormat) -> Option<Vec<u8>> {
    match format {
        TextureFormat::Rgba32 => Some(image.pixels.clone()),
        TextureFormat::R8 => Some(image.pixels.iter().step_by(4).copied().collect()),
        _ => None,
    }
}

/// A block format with what reading back looks at.
struct Codec {
    format: dds::Format,
    /// Leading channels that it keeps.
    n_channels: usize,
    block_bytes: usize,
}

impl Codec {
    fn of(format: TextureFormat) -> Option<Self> {
        let (codec, n_channels) = match format {
            TextureFormat::Bc1 => (dds::Format::BC1_UNORM, 3),
            TextureFormat::Bc3 => (dds::Format::BC3_UNORM, 4),
            TextureFormat::Bc4 => (dds::Format::BC4_UNORM, 1),
            TextureFormat::Bc5 => (dds::Format::BC5_UNORM, 2),
            TextureFormat::Bc7 => (dds::Format::BC7_UNORM, 4),
            _ => return None,
        };
        Some(Self {
            format: codec,
            n_channels,
            block_bytes: usize_of(format.block_bytes()),
        })
    }

    fn compress(&self, strip: &Strip<'_>, quality: Quality) -> Result<Compressed, TextureError> {
        let mut bytes = self.encode(strip, quality)?;
        let mut read = self.decode(&bytes, strip)?;
        if self.n_channels == 4 && self.mend(&mut bytes, strip, &read, quality)? {
            read = self.decode(&bytes, strip)?;
        }
        Ok(Compressed {
            squared_error: self.squared_error(strip.pixels, &read),
            bytes,
        })
    }

    fn encode(&self, strip: &Strip<'_>, quality: Quality) -> Result<Vec<u8>, TextureError> {
        let mut options = dds::EncodeOptions::default();
        options.quality = quality.level();
        options.parallel = false;
        let view = dds::ImageView::new(strip.pixels, strip.size(), dds::ColorFormat::RGBA_U8);
        let view = view.ok_or_else(|| TextureError::encoder("strip of odd size"))?;
        let mut bytes = Vec::new();
        dds::encode(&mut bytes, view, self.format, None, &options)
            .map_err(TextureError::encoder)?;
        Ok(bytes)
    }

    fn decode(&self, bytes: &[u8], strip: &Strip<'_>) -> Result<Vec<u8>, TextureError> {
        let mut pixels = vec![0; strip.pixels.len()];
        let view = dds::ImageViewMut::new(&mut pixels, strip.size(), dds::ColorFormat::RGBA_U8);
        let view = view.ok_or_else(|| TextureError::encoder("strip of odd size"))?;
        let mut reader = bytes;
        let options = dds::DecodeOptions::default();
        dds::decode(&mut reader, view, self.format, &options).map_err(TextureError::encoder)?;
        Ok(pixels)
    }

    /// Writes anew every block in which an opaque pixel came back see-through; whether there was one.
    fn mend(
        &self,
        bytes: &mut [u8],
        strip: &Strip<'_>,
        read: &[u8],
        quality: Quality,
    ) -> Result<bool, TextureError> {
        let lost = |place: usize| strip.pixels[place * 4 + 3] == 255 && read[place * 4 + 3] != 255;
        let mut has_mended = false;
        let blocks_a_row = strip.width.div_ceil(4);
        for (number, block) in bytes.chunks_exact_mut(self.block_bytes).enumerate() {
            let (x, y) = (number % blocks_a_row * 4, number / blocks_a_row * 4);
            if strip.places(x, y).into_iter().any(lost) {
                let anew = self.opaque_block(block, &strip.block(x, y), quality)?;
                block.copy_from_slice(&anew);
                has_mended = true;
            }
        }
        Ok(has_mended)
    }

    /// A block that keeps opaque pixels opaque: in BC3 other alpha with the colour there is; in BC7 the nearest of our
    /// own one and the encoder's for the same pixels without alpha, which suits blocks that are nearly opaque.
    fn opaque_block(
        &self,
        block: &[u8],
        pixels: &Block,
        quality: Quality,
    ) -> Result<Vec<u8>, TextureError> {
        if self.format == dds::Format::BC3_UNORM {
            let alphas = opaque::bc3_alpha(&pixels.map(|[.., alpha]| alpha));
            let colors = block.iter().skip(alphas.len());
            return Ok(alphas.iter().chain(colors).copied().collect());
        }
        let flat = pixels.as_flattened();
        let own = opaque::bc7_block(pixels).to_vec();
        let filled = pixels.map(|[r, g, b, _]| [r, g, b, 255]);
        let filled = self.encode(&Strip::of_block(filled.as_flattened()), quality)?;
        let error = |bytes: &[u8]| -> Result<u64, TextureError> {
            let read = self.decode(bytes, &Strip::of_block(flat))?;
            Ok(self.squared_error(flat, &read))
        };
        let is_nearer = error(&filled)? < error(&own)?;
        Ok(if is_nearer { filled } else { own })
    }

    fn squared_error(&self, pixels: &[u8], read: &[u8]) -> u64 {
        let both = pixels.chunks_exact(4).zip(read.chunks_exact(4));
        both.flat_map(|(a, b)| a.iter().zip(b).take(self.n_channels))
            .map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2))
            .sum()
    }
}

/// Whole rows of a level, RGBA.
struct Strip<'a> {
    width: usize,
    height: usize,
    pixels: &'a [u8],
}

impl<'a> Strip<'a> {
    /// A single block.
    fn of_block(pixels: &'a [u8]) -> Self {
        Self {
            width: 4,
            height: 4,
            pixels,
        }
    }

    fn size(&self) -> dds::Size {
        dds::Size::new(
            crate::base::numbers::u32_of(self.width),
            crate::base::numbers::u32_of(self.height),
        )
    }

    /// Pixel numbers of the block whose corner is at (x, y); beyond the edge the last ones repeat.
    fn places(&self, x: usize, y: usize) -> [usize; 16] {
        std::array::from_fn(|place| {
            let column = (x + place % 4).min(self.width - 1);
            let row = (y + place / 4).min(self.height - 1);
            row * self.width + column
        })
    }

    fn block(&self, x: usize, y: usize) -> Block {
        self.places(x, y).map(|place| {
            let four = self.pixels.get(place * 4..place * 4 + 4);
            four.and_then(|four| four.try_into().ok()).unwrap_or([0; 4])
        })
    }
}
