//! Colours, sizes and spacing of the window, light and dark. No other file names a colour.

use crate::base::findings::Severity;
use egui::{Color32, CornerRadius, Margin, Stroke, Vec2};

/// Height of a row in lists and tables, points.
pub const ROW_HEIGHT: f32 = 24.0;
/// Gap between groups of widgets, points.
pub const GAP: f32 = 12.0;
/// Inner margin of panels, points.
pub const MARGIN: f32 = 10.0;

/// Colours that egui's visuals have no name for.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// What stands out: the main button, the selected row.
    pub accent: Color32,
    /// Text on [`Palette::accent`].
    pub on_accent: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Hints and quiet notes.
    pub hint: Color32,
    /// All is well.
    pub good: Color32,
    /// Secondary text.
    pub weak: Color32,
    /// Ground of the 3D view, top.
    pub sky: Color32,
    /// Ground of the 3D view, bottom.
    pub ground: Color32,
    /// Ground of cards inside panels.
    pub card: Color32,
    /// Laid over the window while files hover over it.
    pub veil: Color32,
    /// Text on [`Palette::veil`].
    pub on_veil: Color32,
}

/// A black that lets the window shine through.
const VEIL: Color32 = Color32::from_rgba_premultiplied(0, 0, 0, 170);

const DARK: Palette = Palette {
    accent: Color32::from_rgb(0x5B, 0xA4, 0xF5),
    on_accent: Color32::from_rgb(0x0B, 0x16, 0x24),
    error: Color32::from_rgb(0xFF, 0x7B, 0x72),
    warning: Color32::from_rgb(0xE9, 0xB8, 0x55),
    hint: Color32::from_rgb(0x8F, 0xB8, 0xDE),
    good: Color32::from_rgb(0x6C, 0xC6, 0x8A),
    weak: Color32::from_rgb(0xA2, 0xAA, 0xB6),
    sky: Color32::from_rgb(0x3A, 0x41, 0x4C),
    ground: Color32::from_rgb(0x23, 0x27, 0x2E),
    card: Color32::from_rgb(0x2A, 0x2F, 0x37),
    veil: VEIL,
    on_veil: Color32::WHITE,
};

const LIGHT: Palette = Palette {
    accent: Color32::from_rgb(0x1D, 0x63, 0xC4),
    on_accent: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    error: Color32::from_rgb(0xB4, 0x23, 0x1A),
    warning: Color32::from_rgb(0x8A, 0x5A, 0x00),
    hint: Color32::from_rgb(0x2B, 0x5C, 0x8F),
    good: Color32::from_rgb(0x1B, 0x74, 0x3A),
    weak: Color32::from_rgb(0x57, 0x5F, 0x6B),
    sky: Color32::from_rgb(0xE8, 0xEC, 0xF2),
    ground: Color32::from_rgb(0xC4, 0xCC, 0xD6),
    card: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    veil: VEIL,
    on_veil: Color32::WHITE,
};

/// The palette of the theme that is on.
pub fn palette(ui: &egui::Ui) -> Palette {
    if ui.visuals().dark_mode { DARK } else { LIGHT }
}

/// The colour of a severity.
pub fn severity_color(ui: &egui::Ui, severity: Severity) -> Color32 {
    let palette = palette(ui);
    match severity {
        Severity::Error => palette.error,
        Severity::Warning => palette.warning,
        Severity::Hint => palette.hint,
    }
}

/// The shape of a severity: colour is never the only sign.
pub const fn severity_sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "✖",
        Severity::Warning => "▲",
        Severity::Hint => "●",
    }
}

/// Sets fonts, both themes and spacing once.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(super::fonts::definitions());
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = Vec2::new(8.0, 6.0);
        style.spacing.button_padding = Vec2::new(10.0, 4.0);
        style.spacing.interact_size.y = ROW_HEIGHT;
        style.spacing.window_margin = Margin::same(14);
        style.interaction.selectable_labels = false;
        let round = CornerRadius::same(5);
        let widgets = &mut style.visuals.widgets;
        for state in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            state.corner_radius = round;
        }
    });
    ctx.style_mut_of(egui::Theme::Dark, |style| {
        colors(&mut style.visuals, &DARK, true);
    });
    ctx.style_mut_of(egui::Theme::Light, |style| {
        colors(&mut style.visuals, &LIGHT, false);
    });
}

fn colors(visuals: &mut egui::Visuals, palette: &Palette, is_dark: bool) {
    let (panel, field, text) = if is_dark {
        (
            Color32::from_rgb(0x1F, 0x23, 0x29),
            Color32::from_rgb(0x16, 0x19, 0x1E),
            Color32::from_rgb(0xE6, 0xE9, 0xEE),
        )
    } else {
        (
            Color32::from_rgb(0xF4, 0xF6, 0xF9),
            Color32::from_rgb(0xFF, 0xFF, 0xFF),
            Color32::from_rgb(0x1B, 0x20, 0x27),
        )
    };
    visuals.panel_fill = panel;
    visuals.window_fill = panel;
    visuals.extreme_bg_color = field;
    visuals.faint_bg_color = palette.card;
    visuals.hyperlink_color = palette.accent;
    visuals.error_fg_color = palette.error;
    visuals.warn_fg_color = palette.warning;
    visuals.selection.bg_fill = palette.accent.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, text);
    visuals.widgets.noninteractive.fg_stroke.color = text;
    visuals.widgets.inactive.fg_stroke.color = text;
}
