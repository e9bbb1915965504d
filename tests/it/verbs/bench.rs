//! A folder to work in, and the case files. No test stands here.

use bem_studio::base::cancel::Cancel;
use bem_studio::base::files;
use bem_studio::session::packing::{self, Container, HalfConverted, Packed};
use bem_studio::session::release::Failure;
use bem_studio::session::sources;
use bem_studio::session::unpacking::{self, Members, Unpacked};
use std::path::{Path, PathBuf};

/// A case file.
pub(super) fn case(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    folder.join(name)
}

/// A temporary folder.
pub(super) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

pub(super) fn read(path: &Path) -> Vec<u8> {
    files::read_capped(path, 1 << 30).expect("reads")
}

pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    files::write_atomic(path, bytes.as_ref()).expect("writes");
}

/// Names of everything directly in a folder, hidden ones too, in order.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

pub(super) fn unpack(file: &Path, to: &Path) -> Result<Unpacked, Failure> {
    unpacking::unpack(file, to, Members::Projects, &Cancel::new())
}

pub(super) fn pack(source: &Path, to: &Path) -> Result<Packed, Failure> {
    pack_as(source, Some(to), Container::Binary { level: 9 })
}

pub(super) fn pack_as(
    source: &Path,
    to: Option<&Path>,
    container: Container,
) -> Result<Packed, Failure> {
    let opened = sources::open(source)?;
    packing::pack(opened, to, container, HalfConverted::Refuse, &Cancel::new())
}

/// Rule ids of a failure's findings, and its sentence.
pub(super) fn told(failure: &Failure) -> String {
    let rules: Vec<&str> = failure
        .findings
        .iter()
        .map(|finding| &*finding.rule)
        .collect();
    format!("{} {}", rules.join(" "), failure.message)
}

/// Changes the text of a project file.
pub(super) fn edit(project: &Path, changes: &[(&str, &str)]) {
    let file = project.join("project.json");
    let mut text = String::from_utf8(read(&file)).expect("UTF-8");
    for (old, new) in changes {
        assert!(text.contains(old), "{old} is not in {text}");
        text = text.replacen(old, new, 1);
    }
    write(&file, text);
}
