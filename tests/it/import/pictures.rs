//! Builds picture files byte by byte, so that tests know what they hold.

/// A BMP with a header of `header` bytes (40 or 124), 24 or 32 bits, bottom row first unless `top_down`.
/// `pixels` are B, G, R, A in the order of the file's rows.
pub(super) struct Bmp {
    pub(super) header: u32,
    pub(super) bits: u16,
    pub(super) compression: u32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Bmp {
    pub(super) fn plain(bits: u16, width: i32, height: i32) -> Self {
        Self {
            header: 40,
            bits,
            compression: 0,
            width,
            height,
        }
    }

    pub(super) fn file(&self, pixels: &[[u8; 4]]) -> Vec<u8> {
        let masks: &[u32] = match (self.compression, self.header) {
            (3, 40) => &[0x00ff_0000, 0x0000_ff00, 0x0000_00ff],
            _ => &[],
        };
        let first = 14 + self.header + 4 * masks.len() as u32;
        let mut file = b"BM".to_vec();
        file.extend(0_u32.to_le_bytes());
        file.extend(0_u32.to_le_bytes());
        file.extend(first.to_le_bytes());
        file.extend(self.header.to_le_bytes());
        file.extend(self.width.to_le_bytes());
        file.extend(self.height.to_le_bytes());
        file.extend(1_u16.to_le_bytes());
        file.extend(self.bits.to_le_bytes());
        file.extend(self.compression.to_le_bytes());
        file.extend([0; 20]);
        if self.header == 124 {
            for mask in [0x00ff_0000_u32, 0x0000_ff00, 0x0000_00ff, 0xff00_0000] {
                file.extend(mask.to_le_bytes());
            }
            file.extend([0; 68]);
        }
        for mask in masks {
            file.extend(mask.to_le_bytes());
        }
        for row in pixels.chunks(self.width.unsigned_abs().max(1) as usize) {
            let start = file.len();
            for [b, g, r, a] in row {
                file.extend([*b, *g, *r]);
                if self.bits == 32 {
                    file.push(*a);
                }
            }
            while !(file.len() - start).is_multiple_of(4) {
                file.push(0);
            }
        }
        file
    }
}

/// An uncompressed true-colour TGA of 24 or 32 bits; `descriptor` bit 5 = top row first, bits 0..=3 = attribute bits.
pub(super) fn tga(
    width: u16,
    height: u16,
    bits: u8,
    descriptor: u8,
    pixels: &[[u8; 4]],
) -> Vec<u8> {
    let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    file.extend(width.to_le_bytes());
    file.extend(height.to_le_bytes());
    file.extend([bits, descriptor]);
    for [b, g, r, a] in pixels {
        file.extend([*b, *g, *r]);
        if bits == 32 {
            file.push(*a);
        }
    }
    file
}

/// The 26 bytes that end a TGA of version 2.
pub(super) fn tga_footer() -> Vec<u8> {
    let mut footer = vec![0; 8];
    footer.extend(b"TRUEVISION-XFILE.\0");
    footer
}

/// A picture in which every pixel differs, RGBA, as opaque as `alpha` says.
pub(super) fn gradient(width: u32, height: u32, alpha: u8) -> Vec<u8> {
    (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .flat_map(|(x, y)| [(x * 7) as u8, (y * 11) as u8, (x + y) as u8, alpha])
        .collect()
}

/// `gradient` encoded by another program's encoder.
pub(super) fn encoded(format: image::ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let rgba = image::RgbaImage::from_raw(width, height, gradient(width, height, 255))
        .expect("sizes agree");
    let mut file = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::ImageRgba8(rgba);
    let picture = match format {
        image::ImageFormat::Jpeg => image::DynamicImage::ImageRgb8(picture.to_rgb8()),
        _ => picture,
    };
    picture.write_to(&mut file, format).expect("it encodes");
    file.into_inner()
}

/// A DDS of one level, encoded by the block encoder.
pub(super) fn dds(format: dds::Format, width: u32, height: u32) -> Vec<u8> {
    let header = dds::header::Header::new_image(width, height, format);
    dds_with(&header, format)
}

/// The same with any header; its surfaces are all the gradient.
pub(super) fn dds_with(header: &dds::header::Header, format: dds::Format) -> Vec<u8> {
    let (width, height) = (header.width(), header.height());
    let pixels = gradient(width, height, 255);
    let size = dds::Size::new(width, height);
    let mut file = Vec::new();
    let mut encoder = dds::Encoder::new(&mut file, format, header).expect("the format encodes");
    while !encoder.is_done() {
        let view = dds::ImageView::new(pixels.as_slice(), size, dds::ColorFormat::RGBA_U8)
            .expect("sizes agree");
        encoder.write_surface(view).expect("it encodes");
    }
    encoder.finish().expect("all surfaces are there");
    file
}
