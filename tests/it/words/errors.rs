//! Errors are told in the language of the sentence around them.

use super::english;
use bem_studio::base::text::{Language, Message};
use bem_studio::document::ids::{ChoiceId, GroupId, MeshId, SourceId, TextureId};
use bem_studio::export::seal::{self, SealError};
use bem_studio::formats::bem::authoring::project::read_project;
use bem_studio::formats::bem::container::ContainerError;
use bem_studio::formats::bem::container::frame::FrameError;
use bem_studio::formats::bem::json::SyntaxError;
use bem_studio::formats::bem::package::ReadError;
use bem_studio::formats::bem::payloads::PayloadError;
use bem_studio::formats::bem::references::ReferencePlace;
use bem_studio::formats::bem::write::WriteError;
use bem_studio::project::error::{Part, ProjectError};
use bem_studio::project::read;
use std::path::Path;

/// Whole sentences, every argument filled in, no English in Chinese and Japanese.
#[track_caller]
fn check(message: &Message) {
    for language in Language::ALL {
        let text = message.text(language);
        assert!(!text.contains('{'), "an empty place: {text}");
        assert!(text.ends_with(['。', '.']), "no sentence: {text}");
        if language != Language::En {
            assert!(english(&text).is_empty(), "English: {text}");
        }
    }
}

#[test]
fn a_project_error_of_every_kind_is_told_without_english() {
    let part = |place, missing| ProjectError::Dangling { place, missing };
    let errors = [
        ProjectError::Kind {
            found: String::new(),
        },
        ProjectError::Kind {
            found: "図".to_owned(),
        },
        ProjectError::Version { found: 0 },
        ProjectError::Version { found: 9 },
        ProjectError::UnknownWord {
            place: "textures/format",
            word: "黒".to_owned(),
        },
        part(Part::Mesh(MeshId(7)), Part::Choice(GroupId(1), ChoiceId(2))),
        part(Part::Rule(3), Part::Texture(TextureId(9))),
        part(Part::Group(GroupId(3)), Part::Material(SourceId(1), 4)),
        part(
            Part::Source(SourceId(3)),
            Part::FigureTexture(SourceId(1), 4),
        ),
        part(Part::Source(SourceId(3)), Part::Place(1, 4)),
        ProjectError::RuleCount {
            n_rules: 1,
            n_components: 2,
        },
        ProjectError::FigureChanged {
            name: "人".to_owned(),
            n_bones: 1,
            n_materials: 2,
            n_known_bones: 3,
            n_known_materials: 4,
        },
    ];
    for error in &errors {
        if matches!(
            error,
            ProjectError::Kind { .. } | ProjectError::UnknownWord { .. }
        ) {
            // The values of the file's own fields are quoted as they stand.
            assert!(!error.message().text(Language::Zh).contains('{'), "{error}");
        } else {
            check(&error.message());
        }
    }
}

#[test]
fn a_project_that_is_no_json_is_told_by_line_and_column() {
    let error = read::read(b"{\n  \"kind\": ?\n}", Path::new("/x")).expect_err("no JSON");
    check(&error.message());
    let text = error.message().text(Language::En);
    assert!(text.contains("JSON, line 2, column 11"), "{text}");
    let error = read::read(b"{\"kind\": 3}", Path::new("/x")).expect_err("no project");
    check(&error.message());
    let text = error.message().text(Language::En);
    assert!(text.contains("Line 1, column 10"), "{text}");
}

#[test]
fn a_reference_to_nothing_is_told_in_the_authors_nouns() {
    let error = ProjectError::Dangling {
        place: Part::Mesh(MeshId(7)),
        missing: Part::Texture(TextureId(9)),
    };
    let text = |language| error.message().text(language);
    assert_eq!(
        text(Language::En),
        "The project is damaged: mesh 7 refers to texture 9, which is not there. Go back to a copy of the project \
         file.",
        "English"
    );
    assert_eq!(
        text(Language::Zh),
        "项目已损坏，引用了不存在的内容：贴图 9（出自网格 7）。请恢复项目文件的副本。",
        "Chinese"
    );
}

#[test]
fn a_seal_error_of_every_kind_is_told_without_english() {
    let payload = |source| PayloadError::Frame { payload: 3, source };
    let parts = [
        seal::Part::Numbered,
        seal::Part::Manifest,
        seal::Part::Version,
        seal::Part::PayloadCount,
        seal::Part::Payload(3),
    ];
    let errors = [
        SealError::NotProved,
        WriteError::MissingPayload {
            place: ReferencePlace::Stream { mesh: 0, stream: 1 },
            payload: 9,
        }
        .into(),
        size(0),
        size(1 << 40),
        WriteError::TooManyPayloads {
            n_payloads: 9_000,
            minor: 1,
            limit: 4_096,
        }
        .into(),
        WriteError::ManifestSize {
            size_bytes: 1 << 23,
        }
        .into(),
        WriteError::FileSize {
            size_bytes: 1 << 33,
        }
        .into(),
        WriteError::UnknownMinor { minor: 9 }.into(),
        WriteError::Cancelled(bem_studio::base::cancel::Cancelled).into(),
        WriteError::Io(std::io::Error::other("strip of odd size")).into(),
        WriteError::Payload(payload(FrameError::Damaged)).into(),
        payload(FrameError::NoMemory { wanted_bytes: 1 }).into(),
        ReadError::Container(ContainerError::NoMagic).into(),
        ReadError::Container(ContainerError::NoHeader { size_bytes: 3 }).into(),
        ReadError::Manifest(SyntaxError::NotUtf8 { offset: 12 }).into(),
    ];
    for error in errors {
        let message = error.message();
        if matches!(error, SealError::Write(WriteError::MissingPayload { .. })) {
            // The place is a pointer into the manifest.
            assert!(!message.text(Language::Zh).contains('{'), "{error}");
        } else {
            check(&message);
        }
    }
    for part in parts {
        check(&SealError::Differs { part }.message());
    }
}

fn size(size_bytes: u64) -> SealError {
    WriteError::PayloadSize {
        payload: 3,
        size_bytes,
    }
    .into()
}

#[test]
fn what_json_lacks_and_what_blocks_fail_by_is_told_without_english() {
    let texts: [&[u8]; 8] = [
        b"",
        b"{",
        b"{1",
        b"{\"a\"",
        b"{\"a\":",
        b"[1 2]",
        b"{\"a\":\"\\x\"}",
        b"{} x",
    ];
    for text in texts {
        let findings = read_project(text).findings;
        assert!(!findings.is_empty(), "{text:?} is no JSON");
        for finding in findings {
            for language in [Language::Zh, Language::Ja] {
                let sentence = finding.message.text(language);
                let is_english = |word: &&str| sentence.contains(*word);
                let english = [" value", "quotes", "end of", "escape", "digit"];
                let english = english.iter().find(|word| is_english(word));
                assert!(english.is_none(), "{sentence}");
            }
        }
    }
}
