//! What an author does from the start page to a package.

use super::desk::{Desk, sample};
use bem_studio::base::findings::Severity;
use bem_studio::session::action::Action;
use bem_studio::session::package::{self, Purpose};
use bem_studio::session::selection::Selection;
use egui_kittest::kittest::Queryable as _;

fn bytes_of(path: &std::path::Path) -> Vec<u8> {
    bem_studio::base::files::read_capped(path, u64::MAX >> 1).expect("the file is there")
}

#[test]
fn the_start_page_offers_every_way_to_begin() {
    let desk = Desk::new();
    for label in [
        "Open sample",
        "Import PMX model…",
        "Open project…",
        "Open package…",
    ] {
        assert!(
            desk.harness.query_by_label(label).is_some(),
            "{label} is offered"
        );
    }
}

#[test]
fn a_figure_becomes_a_package_by_clicks_alone() {
    let mut desk = Desk::new();
    desk.will_choose(sample("humanoid.pmx"));
    desk.click("Import PMX model…");
    desk.will_choose(sample("sample.catalog.json"));
    desk.click("Package");
    desk.click("Choose character…");
    let check = desk.session().check().expect("the document was checked");
    assert_eq!(check.n_blocking(), 0, "{:?}", check.problems);
    let file = desk.path("figure.bem");
    desk.will_choose(&file);
    desk.act(Action::Select(Selection::Package));
    desk.click("Export package…");
    let report = package::check(&file, Purpose::Export);
    assert_eq!(
        report.minor,
        Some(0),
        "without option groups it is a 1.0 package: {:?}",
        desk.notices()
    );
    assert!(!report.is_rejected(), "{:?}", report.findings);
}

#[test]
fn a_package_with_an_option_group_is_1_1() {
    let mut desk = Desk::new();
    desk.open_sample();
    desk.click("Add option group");
    let document = desk.document();
    assert_eq!(document.groups.len(), 1, "one group");
    let component = document
        .rules
        .iter()
        .position(|rule| rule.operations()[0].mesh().is_some())
        .expect("one is replaced");
    desk.act(Action::Select(Selection::Component(
        u32::try_from(component).expect("small"),
    )));
    desk.click("Decided by option group");
    desk.click_last("Outfit");
    let file = desk.path("group.bem");
    desk.act(Action::Export(file.clone()));
    let report = package::check(&file, Purpose::Export);
    assert_eq!(report.minor, Some(1), "{:?}", desk.notices());
    assert!(!report.is_rejected(), "{:?}", report.findings);
}

#[test]
fn undo_leads_back_to_the_start_and_redo_to_the_end() {
    let mut desk = Desk::new();
    desk.open_sample();
    let imported = desk.document();
    desk.click("Add option group");
    desk.act(Action::Select(Selection::Package));
    let edited = desk.document();
    assert_ne!(imported, edited, "the group is there");
    desk.harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    desk.settle();
    assert_eq!(
        *desk.session().document().expect("open"),
        imported,
        "undone"
    );
    desk.harness.key_press_modifiers(
        egui::Modifiers::COMMAND | egui::Modifiers::SHIFT,
        egui::Key::Z,
    );
    desk.settle();
    assert_eq!(*desk.session().document().expect("open"), edited, "redone");
    while desk.session().undo_label().is_some() {
        desk.act(Action::Undo);
    }
    assert!(
        desk.session().document().expect("open").target.is_none(),
        "before the character was chosen"
    );
}

#[test]
fn a_saved_project_opens_equal_and_exports_the_same_bytes() {
    let mut desk = Desk::new();
    desk.open_sample();
    desk.click("Add option group");
    let project = desk.path("figure.bemstudio");
    desk.will_choose(&project);
    desk.harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    desk.settle();
    assert!(!desk.session().is_dirty(), "saved: {:?}", desk.notices());
    let saved = desk.document();
    desk.act(Action::Export(desk.path("one.bem")));
    desk.act(Action::Close);
    desk.act(Action::Open(project.clone()));
    assert_eq!(
        *desk.session().document().expect("open again"),
        saved,
        "{:?}",
        desk.notices()
    );
    desk.act(Action::Export(desk.path("two.bem")));
    assert_eq!(
        bytes_of(&desk.path("one.bem")),
        bytes_of(&desk.path("two.bem")),
        "the same package"
    );
    let text = bytes_of(&project);
    desk.act(Action::SaveAs(project.clone()));
    assert_eq!(
        bytes_of(&project),
        text,
        "saving again writes the same text"
    );
}

#[test]
fn closing_asks_when_something_is_unsaved() {
    let mut desk = Desk::new();
    desk.open_sample();
    desk.harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::W);
    desk.settle();
    assert!(
        desk.session().document().is_some(),
        "nothing is closed before the answer"
    );
    desk.click("Cancel");
    assert!(
        desk.harness.query_by_label("Don't save").is_none(),
        "the question is gone"
    );
    desk.harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::W);
    desk.settle();
    let project = desk.path("kept.bemstudio");
    desk.will_choose(&project);
    desk.click("Save");
    assert!(
        desk.session().is_start(),
        "saved and closed: {:?}",
        desk.notices()
    );
    assert!(
        bem_studio::base::files::is_file(&project),
        "the project is on disk"
    );
}

#[test]
fn a_problem_leads_to_its_part() {
    let mut desk = Desk::new();
    desk.open_sample();
    let problems = desk.session().problems();
    let missing = problems
        .iter()
        .position(|problem| problem.finding.rule == "texture-missing");
    let missing = missing.expect("one texture of the sample is missing");
    let selection = problems[missing].selection;
    assert_eq!(
        problems[missing].finding.severity,
        Severity::Warning,
        "a warning"
    );
    let text = problems[missing].finding.message.to_string();
    desk.click(&text);
    assert_eq!(
        desk.session().selection(),
        selection,
        "the inspector shows the texture"
    );
}

#[test]
fn a_bone_can_be_mapped_by_hand() {
    let mut desk = Desk::new();
    desk.open_sample();
    let (id, source) = {
        let document = desk.document();
        let (id, source) = document.sources.first_key_value().expect("one figure");
        (*id, std::sync::Arc::clone(source))
    };
    let bone = source
        .model
        .bones
        .iter()
        .position(|bone| bone.name.local == "首")
        .expect("the neck");
    let bone = u32::try_from(bone).expect("small");
    desk.act(Action::Select(Selection::Bones(id, Some(bone))));
    desk.click("Game bone 首");
    desk.choose("Bip001_Spine1");
    let document = desk.document();
    let entry = &document.sources[&id].bone_map.targets[bone as usize];
    assert_eq!(
        entry.target.as_deref(),
        Some("Bip001_Spine1"),
        "mapped by hand"
    );
}
