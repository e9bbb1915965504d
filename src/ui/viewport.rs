//! The 3D view: three-d's picture inside the frame, turned by the mouse. The one place where egui's painter meets GL.

use crate::base::text::Message;
use crate::document::ids::{MeshId, SourceId};
use crate::document::parts::{Document, TextureReference};
use crate::preview::camera::framing::{DEFAULT_MARGIN, View as Side};
use crate::preview::camera::{Camera, ViewSize};
use crate::preview::gpu::{Picture, PixelBox, Placement, Renderer};
use crate::preview::look::Look;
use crate::preview::picking;
use crate::preview::scene::Scene;
use crate::preview::scene::figure::Figures;
use crate::preview::scene::ground::Ground;
use crate::preview::scene::skeleton::Skeleton;
use crate::session::action::Action;
use crate::session::picture::{self, Shown};
use crate::session::selection::Selection;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{state, theme, words};
use std::sync::{Arc, Mutex, PoisonError};

/// What the 3D view keeps between frames.
#[derive(Debug, Default)]
pub struct Viewport {
    gpu: Arc<Mutex<Gpu>>,
    scene: Arc<Scene>,
    figures: Figures,
    /// `owners[part]`: what a part of the scene shows.
    owners: Vec<Owner>,
    /// What the scene was made of.
    made_of: Option<Made>,
    /// The desk whose figure the camera was set to last.
    framed_desk: Option<u64>,
    shows_bones: bool,
    /// The figure whose bones are shown.
    skeleton_of: Option<SourceId>,
    /// Nothing is drawn: the window was started safely.
    is_left_out: bool,
}

/// What a part of the scene shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// A material of a figure.
    Figure(SourceId, u32),
    /// A draw of a raw mesh.
    Raw(MeshId, usize),
}

/// How near to a bone a click must be, points.
const BONE_REACH_PX: f32 = 9.0;

/// The GPU's side, reached from the paint callback.
#[derive(Debug, Default)]
struct Gpu {
    renderer: Renderer,
    error: Option<Message>,
}

/// Everything a scene depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Made {
    desk: u64,
    revision: u64,
    selection: Selection,
    shows_bones: bool,
    shown: u64,
}

impl Viewport {
    /// Draws nothing from now on.
    pub(super) fn leave_out(&mut self) {
        self.is_left_out = true;
    }

    /// Deletes what lives on the GPU; its context is current.
    pub(super) fn free(&self) {
        self.gpu
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .renderer
            .free();
    }
}

/// Points the camera as a view command says.
pub(super) fn look(view: &mut View, command: Command) {
    let side = match command {
        Command::ViewFront => Some(Side::Front),
        Command::ViewSide => Some(Side::Left),
        Command::ViewTop => Some(Side::Top),
        _ => None,
    };
    if let Some(side) = side {
        view.camera = view.camera.seen_from(side);
    }
    view.viewport.framed_desk = None;
}

/// The 3D view.
pub(super) fn viewport_ui(
    ui: &mut egui::Ui,
    session: &Session,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(document) = session.document() else {
        return;
    };
    let (rect, response) =
        ui.allocate_exact_size(ui.available_size(), egui::Sense::click_and_drag());
    let label = view.text(&words::VIEW_3D);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, label));
    follow_document(session, document, view);
    let size = ViewSize {
        width_px: rect.width(),
        height_px: rect.height(),
    };
    let has_parts = !view.viewport.scene.parts.is_empty();
    if view.viewport.framed_desk != Some(session.desk_number()) && rect.height() > 1.0 && has_parts
    {
        let corners = view.viewport.scene.corners();
        view.camera = view
            .camera
            .framed_around(corners, size.aspect(), DEFAULT_MARGIN);
        view.viewport.framed_desk = Some(session.desk_number());
    }
    navigate(ui, &response, rect, size, &mut view.camera);
    if response.clicked() {
        pick(&response, rect, size, view, wishes);
    }
    if view.viewport.is_left_out {
        let text = view.text(&words::SAFE_START_VIEW);
        ui.put(rect, egui::Label::new(text).wrap());
        return;
    }
    paint(ui, rect, view);
    overlay_ui(ui, rect, (session, document), view, wishes);
}

/// Makes the scene anew when what it shows has changed. Arrays are shared, so this costs next to nothing.
fn follow_document(session: &Session, document: &Document, view: &mut View) {
    let made_of = Made {
        desk: session.desk_number(),
        revision: session.revision().unwrap_or_default(),
        selection: session.selection(),
        shows_bones: view.viewport.shows_bones,
        shown: session.shown_number(),
    };
    if view.viewport.made_of == Some(made_of) {
        return;
    }
    let is_placing = matches!(
        made_of.selection,
        Selection::Materials(..) | Selection::Source(_) | Selection::Bones(..)
    );
    let shown = if is_placing {
        Shown::Everything
    } else {
        Shown::Exported
    };
    let (mut scene, owners) = picture::scene_of(document, shown, &mut view.viewport.figures);
    let drawn = session.shown().filter(|_| !is_placing);
    for (part, owner) in scene.parts.iter_mut().zip(&owners) {
        part.highlighted = is_highlighted(document, made_of.selection, *owner);
        // Until the state is made, everything that some state shows is shown.
        if let Some(shown) = drawn.filter(|shown| shown.faults.is_empty()) {
            part.visible = part.visible && shown.figure_draws.contains(owner);
        }
    }
    let mut owners: Vec<Owner> = owners
        .into_iter()
        .map(|(source, material)| Owner::Figure(source, material))
        .collect();
    if let Some(shown) = session.shown() {
        for (part, (mesh, draw)) in shown.parts.iter().zip(&shown.owners) {
            let mut part = part.clone();
            part.highlighted = is_raw_highlighted(document, made_of.selection, (*mesh, *draw));
            scene.parts.push(part);
            owners.push(Owner::Raw(*mesh, *draw));
        }
        scene.ground = scene.bounds().map(Ground::under);
    }
    let bone = match made_of.selection {
        Selection::Bones(id, bone) => Some((id, bone)),
        _ => None,
    };
    if made_of.shows_bones || bone.is_some() {
        let first = document.sources.keys().next().copied();
        let id = bone.map(|(id, _)| id).or(first);
        let source = id.and_then(|id| document.sources.get(&id));
        scene.skeleton = source.map(|source| skeleton_of(source, bone.and_then(|(_, bone)| bone)));
        view.viewport.skeleton_of = id;
    }
    view.viewport.scene = Arc::new(scene);
    view.viewport.owners = owners;
    view.viewport.made_of = Some(made_of);
}

fn skeleton_of(source: &crate::document::parts::Source, bone: Option<u32>) -> Skeleton {
    Skeleton {
        highlighted: bone.into_iter().collect(),
        ..Skeleton::of_figure(&source.model)
    }
}

fn is_highlighted(
    document: &Document,
    selection: Selection,
    (id, material): (SourceId, u32),
) -> bool {
    let place = document
        .sources
        .get(&id)
        .and_then(|source| source.places.get(material as usize).copied().flatten());
    match selection {
        Selection::Materials(source, Some(selected)) => (source, selected) == (id, material),
        Selection::Component(component) => place.is_some_and(|place| place.component == component),
        Selection::Texture(texture) => document
            .meshes
            .values()
            .filter(|mesh| mesh.source() == Some(id))
            .any(|mesh| {
                let reference = TextureReference::Texture(texture);
                mesh.draws.iter().any(|draw| {
                    draw.material() == Some(material) && draw.textures.contains(&reference)
                })
            }),
        _ => false,
    }
}

fn is_raw_highlighted(
    document: &Document,
    selection: Selection,
    (id, draw): (MeshId, usize),
) -> bool {
    let Some(mesh) = document.meshes.get(&id) else {
        return false;
    };
    match selection {
        Selection::Mesh(selected) => selected == id,
        Selection::Component(component) => mesh.component == component,
        Selection::Texture(texture) => mesh
            .draws
            .get(draw)
            .is_some_and(|draw| draw.textures.contains(&TextureReference::Texture(texture))),
        Selection::Slot(slot) => mesh
            .draws
            .get(draw)
            .is_some_and(|draw| draw.textures.contains(&TextureReference::Slot(slot))),
        _ => false,
    }
}

fn navigate(
    ui: &egui::Ui,
    response: &egui::Response,
    rect: egui::Rect,
    size: ViewSize,
    camera: &mut Camera,
) {
    let drag = response.drag_delta();
    let drag_px = glam::vec2(drag.x, drag.y);
    let wants_pan = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(egui::PointerButton::Middle)
        || response.dragged_by(egui::PointerButton::Secondary)
        || (response.dragged_by(egui::PointerButton::Primary) && wants_pan)
    {
        *camera = camera.panned(drag_px, size);
    } else if response.dragged_by(egui::PointerButton::Primary) {
        *camera = camera.orbited(drag_px, size);
    }
    if let Some(cursor) = response.hover_pos() {
        let scrolled = ui.input(|input| input.smooth_scroll_delta().y);
        let pinched = ui.input(egui::InputState::zoom_delta);
        let factor = (-scrolled * 0.003).exp() / pinched;
        if (factor - 1.0).abs() > 1e-4 {
            let at = cursor - rect.min;
            *camera = camera.zoomed(factor, glam::vec2(at.x, at.y), size);
        }
    }
}

/// A click shows the material under the cursor.
fn pick(
    response: &egui::Response,
    rect: egui::Rect,
    size: ViewSize,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(cursor) = response.interact_pointer_pos() else {
        return;
    };
    let at = cursor - rect.min;
    if let Some(bone) = bone_at(glam::vec2(at.x, at.y), size, view) {
        view.scroll_to_selection = true;
        wishes.act(Action::Select(bone));
        return;
    }
    let ray = view.camera.ray(glam::vec2(at.x, at.y), size);
    let Some(hit) = picking::hit(&view.viewport.scene, ray) else {
        return;
    };
    let selection = match view.viewport.owners.get(hit.part) {
        Some(Owner::Figure(source, material)) => Selection::Materials(*source, Some(*material)),
        Some(Owner::Raw(mesh, _)) => Selection::Mesh(*mesh),
        None => return,
    };
    wishes.act(Action::Select(selection));
}

/// The bone under the cursor, while bones are shown.
fn bone_at(cursor_px: glam::Vec2, size: ViewSize, view: &View) -> Option<Selection> {
    let skeleton = view.viewport.scene.skeleton.as_ref()?;
    let source = view.viewport.skeleton_of?;
    let bone = picking::nearest_bone(skeleton, &view.camera, cursor_px, size, BONE_REACH_PX)?;
    Some(Selection::Bones(source, Some(bone)))
}

fn paint(ui: &egui::Ui, rect: egui::Rect, view: &View) {
    let palette = theme::palette(ui);
    // Behind the picture, for the frame in which GL is not there yet.
    ui.painter().rect_filled(rect, 0.0, palette.ground);
    let look = if ui.visuals().dark_mode {
        Look::DARK
    } else {
        Look::LIGHT
    };
    let (scene, camera, gpu) = (
        Arc::clone(&view.viewport.scene),
        view.camera,
        Arc::clone(&view.viewport.gpu),
    );
    let callback = egui_glow::CallbackFn::new(move |info, painter| {
        let viewport = info.viewport_in_pixels();
        let clip = info.clip_rect_in_pixels();
        let placement = Placement {
            viewport_px: pixel_box(&viewport),
            clip_px: pixel_box(&clip),
            pixels_per_point: info.pixels_per_point,
        };
        let picture = Picture {
            scene: &scene,
            camera: &camera,
            look: &look,
        };
        let mut gpu = gpu.lock().unwrap_or_else(PoisonError::into_inner);
        if gpu.error.is_none() {
            gpu.error = gpu
                .renderer
                .draw(painter.gl(), &picture, &placement)
                .err()
                .map(|error| error.message());
        }
    });
    ui.painter().add(egui::PaintCallback {
        rect,
        callback: Arc::new(callback),
    });
}

fn pixel_box(viewport: &egui::epaint::ViewportInPixels) -> PixelBox {
    PixelBox {
        left: viewport.left_px,
        bottom: viewport.from_bottom_px,
        width: viewport.width_px,
        height: viewport.height_px,
    }
}

/// Words and switches over the picture.
fn overlay_ui(
    ui: &mut egui::Ui,
    rect: egui::Rect,
    (session, document): (&Session, &Document),
    view: &mut View,
    wishes: &mut Wishes,
) {
    let palette = theme::palette(ui);
    let error = view
        .viewport
        .gpu
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .error
        .clone();
    let center =
        error.map(|error| Message::new(&words::VIEW_NO_GL).with("what", error.text(view.language)));
    let center = center.map(|message| message.text(view.language));
    let fault = session.shown().and_then(|shown| shown.faults.first());
    let fault = fault.map(|fault| fault.text(view.language));
    let is_empty = document.sources.is_empty() && view.viewport.scene.parts.is_empty();
    let empty = is_empty.then(|| {
        let has_meshes = !document.meshes.is_empty();
        let phrase = if has_meshes {
            &words::VIEW_NOTHING
        } else {
            &words::VIEW_EMPTY
        };
        view.text(phrase).to_owned()
    });
    if let Some(text) = center.or_else(|| fault.filter(|_| is_empty)).or(empty) {
        let font = egui::FontId::proportional(16.0);
        ui.painter().text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            text,
            font,
            palette.weak,
        );
    }
    let font = egui::FontId::proportional(12.0);
    let help = view.text(&words::VIEW_HELP).to_owned();
    let help = ui
        .painter()
        .layout(help, font, palette.weak, (rect.width() - 20.0).max(0.0));
    let help_at = rect.left_bottom() + egui::vec2(10.0, -8.0 - help.size().y);
    if help.size().y < rect.height() * 0.25 {
        ui.painter().galley(help_at, help, palette.weak);
    }
    let corner = rect.shrink(8.0);
    let layout = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
    let mut bar = ui.new_child(egui::UiBuilder::new().max_rect(corner).layout(layout));
    let shows_bones = view.viewport.shows_bones;
    if bar
        .selectable_label(shows_bones, view.text(&words::SHOW_BONES))
        .clicked()
    {
        view.viewport.shows_bones = !shows_bones;
    }
    for command in [Command::ViewFront, Command::ViewSide, Command::ViewTop] {
        if bar.button(command.label(view.language)).clicked() {
            look(view, command);
        }
    }
    state::menu_ui(&mut bar, session, document, view, wishes);
}
