//! Fonts of the window: egui's own for Latin, the bundled subset for Chinese and Japanese, then whatever the system has.

use std::sync::Arc;

#[expect(
    clippy::large_include_file,
    reason = "the font must be there on every machine, without files beside the program"
)]
static CJK_FONT: &[u8] = include_bytes!("../../resources/fonts/noto-sans-cjk-sc.otf.zst");
/// The unpacked font is 5 MiB; the cap only guards against a damaged build.
const MAX_FONT_BYTES: usize = 16 * 1024 * 1024;
const CJK_NAME: &str = "noto-sans-cjk-sc";

/// Font definitions in which every family, monospace too, can draw Chinese and Japanese.
pub fn definitions() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    if let Ok(bytes) = zstd::bulk::decompress(CJK_FONT, MAX_FONT_BYTES) {
        let data = egui::FontData::from_owned(bytes);
        fonts.font_data.insert(CJK_NAME.to_owned(), Arc::new(data));
        for family in fonts.families.values_mut() {
            // After the Latin faces, before the symbol faces that follow them.
            let place = family.len().min(1);
            family.insert(place, CJK_NAME.to_owned());
        }
    }
    fonts
}
