//! Places where nothing may be written, broken input, and machines that refuse.

use crate::verbs::bench::{case, edit, folder, names, pack, pack_as, read, told, unpack, write};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::files::{StagedFile, StagedFolder, is_taken, resolved};
use bem_studio::session::bundling::bundle;
use bem_studio::session::package::{self, Purpose};
use bem_studio::session::packing::Container;
use std::io::Write as _;
use std::path::Path;

#[test]
fn unpacking_refuses_whatever_is_there_already() {
    // PRJ-04, TCP-02
    let work = folder();
    let to = work.path().join("to");
    unpack(&case("F11.bem"), &to).expect("the first time");
    let before = read(&to.join("project.json"));
    let failure = unpack(&case("F13.bem"), &to).expect_err("the second time");
    assert!(
        told(&failure).contains("exists already"),
        "{}",
        told(&failure)
    );
    assert_eq!(read(&to.join("project.json")), before, "unchanged");
    let empty = work.path().join("empty");
    std::fs::create_dir_all(&empty).expect("makes");
    unpack(&case("F11.bem"), &empty).expect_err("an empty folder exists too");
    let file = work.path().join("file");
    write(&file, "mine");
    unpack(&case("F11.bem"), &file).expect_err("a file");
    assert_eq!(read(&file), b"mine", "unchanged");
    unpack(&case("F11.bem"), &work.path().join("no/such/folder")).expect_err("no parent");
    assert_eq!(
        names(work.path()),
        ["empty", "file", "to"],
        "nothing is left"
    );
}

#[test]
fn rejected_files_leave_nothing_behind() {
    let work = folder();
    let root = case("");
    let mut n_rejected = 0;
    for name in names(&root) {
        let file = root.join(&name);
        if !name.contains("-reject") || !package::check(&file, Purpose::Read).is_rejected() {
            continue;
        }
        n_rejected += 1;
        let failure = unpack(&file, &work.path().join("to")).expect_err("rejected");
        assert!(!failure.findings.is_empty(), "{name}: {}", told(&failure));
        assert_eq!(names(work.path()), [""; 0], "{name}");
    }
    assert!(n_rejected > 150, "{n_rejected}");
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("text", b"hello"),
        ("cut", b"BEM\0PKG\0"),
        ("zip", b"PK\x03\x04"),
    ] {
        let file = work.path().join(name);
        write(&file, bytes);
        unpack(&file, &work.path().join("to")).expect_err("no package");
        assert!(!is_taken(&work.path().join("to")), "{name}");
    }
}

#[test]
fn an_output_is_never_an_input_nor_a_file_of_another_kind() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    for to in [
        "project.json",
        "payloads/0000.bin",
        "payloads",
        "notes.txt",
        "a/b.bem",
    ] {
        pack(&project, &project.join(to)).expect_err("refused");
    }
    std::fs::rename(
        project.join("payloads/0001.bin"),
        project.join("payloads/0001.bem"),
    )
    .expect("renames");
    edit(&project, &[("payloads/0001.bin", "payloads/0001.bem")]);
    pack(&project, &project.join("payloads/0001.bem")).expect_err("an input");
    let other = work.path().join("other.bem");
    write(&other, "a letter to my mother");
    pack(&project, &other).expect_err("another kind");
    assert_eq!(read(&other), b"a letter to my mother", "unchanged");
    let inside = project.join("inside.bem");
    pack(&project, &inside).expect("inside the project is fine");
    pack(&project, &inside).expect("and again, over itself");
    let copy = work.path().join("copy.bem");
    write(&copy, read(&inside));
    let zip = work.path().join("c.zip");
    bundle(&[copy.clone(), copy.clone()], &zip, &Cancel::new()).expect_err("twice one id");
    bundle(std::slice::from_ref(&copy), &copy, &Cancel::new()).expect_err("no .zip");
    assert!(!is_taken(&zip), "nothing is written");
}

#[test]
fn a_collection_with_a_broken_member_leaves_the_old_archive() {
    // TCP-10
    let work = folder();
    let zip = work.path().join("c.zip");
    bundle(&[case("F11.bem")], &zip, &Cancel::new()).expect("bundles");
    let before = read(&zip);
    let files = [case("F11.bem"), case("APP-01-1-reject.bem")];
    let failure = bundle(&files, &zip, &Cancel::new()).expect_err("a broken member");
    assert!(
        told(&failure).contains("APP-01-1-reject.bem"),
        "{}",
        told(&failure)
    );
    assert_eq!(read(&zip), before, "unchanged");
    let zipped = bundle(&[case("ZIP-03-1-ok.zip")], &zip, &Cancel::new());
    let failure = zipped.expect_err("members are binary");
    assert!(
        told(&failure).contains("pack it as .bem"),
        "{}",
        told(&failure)
    );
    assert_eq!(names(work.path()), ["c.zip"], "nothing else");
}

#[test]
fn payload_paths_do_not_leave_the_project() {
    // TCP-04
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    write(&work.path().join("one.bin"), [0; 36]);
    let text = read(&project.join("project.json"));
    for path in [
        "../one.bin",
        "/etc/passwd",
        "C:/one.bin",
        "",
        "payloads/../../one.bin",
    ] {
        write(&project.join("project.json"), &text);
        edit(&project, &[("payloads/0000.bin", path)]);
        let failure = pack(&project, &work.path().join("o.bem")).expect_err("refused");
        assert!(
            told(&failure).contains("PRJ-03"),
            "{path}: {}",
            told(&failure)
        );
    }
    write(&project.join("project.json"), &text);
    let long = format!("payloads/{}", "x".repeat(300));
    edit(&project, &[("payloads/0000.bin", &long)]);
    pack(&project, &work.path().join("o.bem")).expect_err("no such file");
}

#[cfg(unix)]
#[test]
fn links_are_followed_before_a_place_is_judged() {
    use std::os::unix::fs::symlink;
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let outside = work.path().join("outside.bin");
    std::fs::rename(project.join("payloads/0000.bin"), &outside).expect("moves");
    symlink(&outside, project.join("payloads/0000.bin")).expect("links");
    let failure = pack(&project, &work.path().join("o.bem")).expect_err("leads outside");
    assert!(told(&failure).contains("PRJ-03"), "{}", told(&failure));
    std::fs::remove_file(project.join("payloads/0000.bin")).expect("removes");
    std::fs::rename(&outside, project.join("payloads/kept.bin")).expect("moves back");
    symlink("kept.bin", project.join("payloads/0000.bin")).expect("links");
    pack(&project, &work.path().join("o.bem")).expect("inside is fine");
    let dangling = work.path().join("dangling");
    symlink("nowhere", &dangling).expect("links");
    unpack(&case("F11.bem"), &dangling).expect_err("a link is something");
    assert_eq!(
        resolved(&project.join("payloads/0000.bin")),
        resolved(&project.join("payloads/kept.bin")),
        "the same place"
    );
    let missing = resolved(&work.path().join("p/../new/./x.bem"));
    assert_eq!(
        missing,
        resolved(work.path()).join("new/x.bem"),
        "what is not there yet"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_no_other() {
    // A file system that takes nothing: every write fails as on a full disk.
    if !Path::new("/dev/full").exists() {
        return;
    }
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let failure = pack(&project, Path::new("/dev/full")).expect_err("a device");
    assert!(!told(&failure).is_empty(), "told");
    assert_eq!(names(work.path()), ["p"], "nothing is left");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_told_and_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let work = folder();
    let locked = work.path().join("locked");
    std::fs::create_dir_all(&locked).expect("makes");
    let set = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&locked, permissions).expect("sets");
    };
    set(0o500);
    // Who may do everything (in a container, say) is not kept out by modes.
    let is_kept_out = std::fs::create_dir_all(locked.join("probe")).is_err();
    if is_kept_out {
        let failure = unpack(&case("F11.bem"), &locked.join("to")).expect_err("no permission");
        assert!(told(&failure).contains("permission"), "{}", told(&failure));
    }
    set(0o700);
}

#[test]
fn what_is_staged_is_gone_unless_it_is_committed() {
    let work = folder();
    let to = work.path().join("to");
    {
        let staged = StagedFolder::beside(&to).expect("starts");
        staged.write("a/b/c.bin", b"x").expect("writes");
        staged.write("a/b/c.bin", b"y").expect_err("each file once");
        assert!(!is_taken(&to), "not there yet");
    }
    assert_eq!(names(work.path()), [""; 0], "gone");
    let staged = StagedFolder::beside(&to).expect("starts");
    staged.write("a.bin", b"x").expect("writes");
    write(&to, "somebody was faster");
    staged.commit().expect_err("taken");
    assert_eq!(names(work.path()), ["to"], "nothing else is left");
    let mut staged = StagedFile::beside(&to).expect("starts");
    staged.sink().write_all(b"new").expect("writes");
    assert_eq!(staged.read_back(3).expect("reads"), b"new", "read back");
    assert_eq!(read(&to), b"somebody was faster", "not yet");
    staged.commit().expect("commits");
    assert_eq!(read(&to), b"new", "now");
    assert_eq!(names(work.path()), ["to"], "nothing else is left");
}

#[test]
fn names_of_255_bytes_are_names() {
    let work = folder();
    let name = format!("{}.bem", "n".repeat(251));
    let project = work.path().join("p".repeat(255));
    unpack(&case("F11.bem"), &project).expect("unpacks");
    pack(&project, &work.path().join(&name)).expect("packs");
    assert_eq!(names(work.path()).len(), 2, "both");
    unpack(&case("F11.bem"), &work.path().join("q".repeat(256))).expect_err("too long");
}

#[test]
fn a_cancelled_command_writes_nothing() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let cancel = Cancel::new();
    cancel.raise();
    let opened = bem_studio::session::sources::open(&project).expect("opens");
    let out = work.path().join("o.bem");
    bem_studio::session::packing::pack(
        opened,
        Some(&out),
        Container::Zip,
        bem_studio::session::packing::HalfConverted::Refuse,
        &cancel,
    )
    .expect_err("cancelled");
    bundle(&[case("F11.bem")], &work.path().join("c.zip"), &cancel).expect_err("cancelled");
    assert_eq!(names(work.path()), ["p"], "nothing is written");
    pack_as(&project, Some(&out), Container::Zip).expect("a ZIP may be called .bem");
}
