//! The project file: what is written opens equal, and a broken text is refused with its place.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

use bem_studio::base::cancel::Cancel;
use bem_studio::base::files;
use bem_studio::base::progress::Progress;
use bem_studio::document::parts::Document;
use bem_studio::project::read::{self, ProjectError};
use bem_studio::session::{compose, intake, storage};
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("resources/sample")
        .join(name)
}

fn sample_document() -> Document {
    let target =
        intake::load_catalog(&sample("sample.catalog.json")).expect("the sample character");
    let figure = intake::load_figure(
        &sample("humanoid.pmx"),
        None,
        &Cancel::new(),
        &Progress::new(),
    );
    compose::imported(&figure.expect("the sample figure"), &target).expect("placed")
}

fn text_of(path: &Path) -> String {
    let bytes = files::read_capped(path, 1 << 24).expect("the project");
    String::from_utf8(bytes).expect("UTF-8")
}

fn reopen(path: &Path) -> Result<Document, String> {
    let opened = storage::open(path, &Cancel::new(), &Progress::new());
    opened
        .map(|opened| opened.document)
        .map_err(|message| message.to_string())
}

#[test]
fn a_saved_project_opens_equal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.bemstudio");
    let document = sample_document();
    storage::save(&document, &path).expect("saved");
    assert_eq!(reopen(&path).expect("opened"), document, "equal");
}

#[test]
fn paths_in_a_project_are_relative_and_it_can_be_moved_with_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path().join("here");
    for name in files::list_tree(&sample("")).expect("the sample") {
        let to = here.join("model").join(&name);
        files::make_folder(&files::folder_of(&to)).expect("a folder");
        files::write_atomic(
            &to,
            &files::read_capped(&sample(&name), 1 << 24).expect("read"),
        )
        .expect("copied");
    }
    let target =
        intake::load_catalog(&here.join("model/sample.catalog.json")).expect("the character");
    let figure = intake::load_figure(
        &here.join("model/humanoid.pmx"),
        None,
        &Cancel::new(),
        &Progress::new(),
    );
    let document = compose::imported(&figure.expect("the figure"), &target).expect("placed");
    storage::save(&document, &here.join("p.bemstudio")).expect("saved");
    let text = text_of(&here.join("p.bemstudio"));
    assert!(
        text.contains("\"model/humanoid.pmx\""),
        "relative with a slash"
    );
    let root = folder.path().to_string_lossy();
    assert!(
        !text.contains(root.as_ref()),
        "no absolute path in the text"
    );
    let there = folder.path().join("there");
    std::fs::rename(&here, &there).expect("moved");
    let moved = reopen(&there.join("p.bemstudio")).expect("opened after the move");
    assert_eq!(moved.meshes, document.meshes, "the same meshes");
}

#[test]
fn fields_of_a_newer_program_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.bemstudio");
    storage::save(&sample_document(), &path).expect("saved");
    let text = text_of(&path).replacen("{\n", "{\n \"aurora\": {\"depth\": [1, 2.5, null]},\n", 1);
    files::write_atomic(&path, text.as_bytes()).expect("written");
    let document = reopen(&path).expect("opened");
    storage::save(&document, &path).expect("saved again");
    assert!(
        text_of(&path).contains("\"aurora\": {\"depth\":[1,2.5,null]}"),
        "{}",
        text_of(&path).len()
    );
}

#[test]
fn other_kinds_and_newer_versions_are_refused_by_name() {
    let folder = Path::new("/x");
    let kind = read::read(b"{\"kind\": \"something\"}", folder);
    assert!(matches!(kind, Err(ProjectError::Kind { .. })), "{kind:?}");
    let version = read::read(
        b"{\"kind\": \"bem-studio-project\", \"version\": 999}",
        folder,
    );
    assert!(
        matches!(version, Err(ProjectError::Version { found: 999 })),
        "{version:?}"
    );
    for text in ["", "null", "[]", "{", "{\"kind\": 3}", "\u{feff}{}"] {
        assert!(read::read(text.as_bytes(), folder).is_err(), "{text:?}");
    }
}

#[test]
fn no_broken_reference_gets_into_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.bemstudio");
    storage::save(&sample_document(), &path).expect("saved");
    let good = text_of(&path);
    let breaks = [
        ("\"textures\":[2]", "\"textures\":[77]"),
        ("\"material\":5", "\"material\":500"),
        (
            "\"donor\":{\"component\":0,\"slot\":0}",
            "\"donor\":{\"component\":0,\"slot\":9}",
        ),
        (
            "{\"component\":0,\"otherwise\":{\"replace\":1}}",
            "{\"component\":0,\"otherwise\":{\"replace\":99}}",
        ),
        (" {\"component\":0,\"otherwise\":{\"replace\":1}},\n", ""),
        ("\"by\":\"name\"", "\"by\":\"magic\""),
        ("\"format\": \"bc7\"", "\"format\": \"bc9\""),
        ("\"texture\":4", "\"texture\":400"),
    ];
    for (from, to) in breaks {
        assert!(good.contains(from), "{from} is in the project");
        files::write_atomic(&path, good.replacen(from, to, 1).as_bytes()).expect("written");
        let refused = reopen(&path).expect_err(from);
        assert!(refused.contains("p.bemstudio"), "{from}: {refused}");
    }
    files::write_atomic(&path, good.as_bytes()).expect("written");
    reopen(&path).expect("the good one still opens");
}

#[test]
fn a_project_is_never_written_over_its_own_sources() {
    let document = sample_document();
    for input in ["humanoid.pmx", "sample.catalog.json"] {
        let before = files::read_capped(&sample(input), 1 << 24).expect("read");
        assert!(
            storage::save(&document, &sample(input)).is_err(),
            "{input} is refused"
        );
        assert_eq!(
            files::read_capped(&sample(input), 1 << 24).expect("read"),
            before,
            "{input} is untouched"
        );
    }
}
