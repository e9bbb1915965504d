//! Broken things dropped on the window: one clear message each, and the program goes on.

use super::desk::{Desk, sample};
use bem_studio::base::findings::Severity;
use bem_studio::session::action::Action;
use std::path::Path;

fn refused(desk: &mut Desk, path: &Path) -> String {
    let before = desk.session().notices().len();
    desk.act(Action::Open(path.to_path_buf()));
    let new: Vec<_> = desk.session().notices()[before..].to_vec();
    assert_eq!(new.len(), 1, "{}: one message, not {new:?}", path.display());
    assert_eq!(
        new[0].severity,
        Severity::Error,
        "{}: {:?}",
        path.display(),
        new[0]
    );
    let text = new[0].message.to_string();
    let name = path.file_name().expect("a name").to_string_lossy();
    assert!(text.contains(name.as_ref()), "{text} names {name}");
    desk.act(Action::DismissNotice(new[0].number));
    text
}

#[test]
fn every_broken_model_gets_one_message_and_the_program_stays_usable() {
    let mut desk = Desk::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pmx/bad");
    let files = bem_studio::base::files::list_tree(&folder).expect("the bad models");
    assert!(files.len() >= 23, "only {} bad models", files.len());
    for file in files {
        refused(&mut desk, &folder.join(file));
    }
    desk.open_sample();
}

#[test]
fn folders_empty_files_and_strangers_are_told_apart() {
    let mut desk = Desk::new();
    let folder = desk.path("empty folder");
    bem_studio::base::files::make_folder(&folder).expect("a folder");
    assert!(
        refused(&mut desk, &folder).contains("no PMX or MDL model"),
        "an empty folder"
    );
    for (name, bytes) in [
        ("empty.pmx", &b""[..]),
        ("text.txt", b"hello"),
        ("broken.json", b"{\"a\":"),
        ("no.bem", b"nothing"),
    ] {
        let path = desk.path(name);
        bem_studio::base::files::write_atomic(&path, bytes).expect("written");
        refused(&mut desk, &path);
    }
    let gone = desk.path("gone.pmx");
    assert!(
        refused(&mut desk, &gone).contains("not found"),
        "a missing file"
    );
    desk.open_sample();
}

#[test]
fn a_file_of_three_gibibytes_is_refused_by_its_size() {
    let mut desk = Desk::new();
    let path = desk.path("huge.pmx");
    let file = std::fs::File::create(&path).expect("created");
    file.set_len(3 << 30).expect("a sparse file");
    drop(file);
    let mut head = std::fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("opened");
    std::io::Write::write_all(&mut head, b"PMX ").expect("written");
    assert!(
        refused(&mut desk, &path).contains("3.00 GiB"),
        "the size is told"
    );
}

#[test]
fn a_model_without_its_textures_is_imported_with_placeholders() {
    let mut desk = Desk::new();
    let bytes =
        bem_studio::base::files::read_capped(&sample("humanoid.pmx"), 1 << 20).expect("the sample");
    let alone = desk.path("alone.pmx");
    bem_studio::base::files::write_atomic(&alone, &bytes).expect("written");
    desk.act(Action::ImportFigure(alone));
    desk.act(Action::ChooseCatalog(sample("sample.catalog.json")));
    let missing = desk
        .session()
        .problems()
        .iter()
        .filter(|problem| problem.finding.rule == "texture-missing")
        .count();
    assert!(missing >= 5, "{missing} textures are told missing");
    desk.act(Action::Export(desk.path("alone.bem")));
    assert!(
        bem_studio::base::files::is_file(&desk.path("alone.bem")),
        "exported: {:?}",
        desk.notices()
    );
}
