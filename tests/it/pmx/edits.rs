//! Edits touch what they say and nothing else (PMX-36..PMX-42, PMX-47).

use super::sample::{bytes_of, cases, document};
use bem_studio::formats::pmx::{self, EditError, Effect, IndexKind, IndexSize, Section};

/// Writes, reads back and checks that the document came through.
fn rewritten(document: &pmx::Pmx) -> pmx::Pmx {
    let written = pmx::write(document).expect("it writes");
    assert_eq!(
        pmx::verify(&written, document),
        Ok(()),
        "it reads back equal"
    );
    let encoded = pmx::encode(document).expect("it encodes");
    assert!(encoded == written, "spans and fields give the same bytes");
    pmx::read(written).expect("it reads")
}

/// How many bytes differ, for files of one length.
fn n_different(a: &[u8], b: &[u8]) -> usize {
    assert_eq!(a.len(), b.len(), "lengths");
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[test]
fn an_edit_rewrites_its_own_record_only() {
    let bytes = bytes_of("good/triangle_utf16.pmx");
    let mut edited = document("good/triangle_utf16.pmx");
    edited.joint_mut(0).expect("a joint").spring_rotation[2] += 1.0;
    assert!(!edited.is_as_read(), "it is edited");
    let written = pmx::write(&edited).expect("it writes");
    assert!(n_different(&written, &bytes) <= 4, "one float");
    rewritten(&edited);
}

#[test]
fn an_edit_taken_back_gives_the_original_bytes() {
    for case in cases().iter().filter(|case| case.is_exact()) {
        let mut edited = pmx::read(case.bytes.clone()).expect("it reads");
        let before = edited.clone();
        if let Some(bone) = edited.bone_mut(0) {
            let layer = bone.layer;
            bone.layer = layer.wrapping_add(1);
            let other = pmx::write(&edited).expect("it writes");
            assert!(other != case.bytes, "{}: edited", case.name);
            edited.bone_mut(0).expect("a bone").layer = layer;
        }
        if let Some(mut row) = edited.vertex(0) {
            let kept = row.clone();
            row.edge_scale += 1.0;
            row.deform = pmx::Deform::Bdef4 {
                bones: [0, -1, -1, -1],
                weights: [1.0, 0.0, 0.0, 0.0],
            };
            edited.set_vertex(0, &row).expect("there is one");
            edited.set_vertex(0, &kept).expect("there is one");
        }
        let name = edited.info().name.clone();
        edited.info_mut().name = edited.text("x").expect("short");
        edited.info_mut().name = name;
        let written = pmx::write(&edited).expect("it writes");
        assert!(written == case.bytes, "{}: taken back", case.name);
        let undone = pmx::write(&before).expect("it writes");
        assert!(undone == case.bytes, "{}: undone", case.name);
    }
}

#[test]
fn records_put_in_and_taken_out_leave_no_trace_and_keep_soft_bodies() {
    let bytes = bytes_of("good/soft_bodies_21.pmx");
    let mut edited = document("good/soft_bodies_21.pmx");
    let vertex = edited.vertex(3).expect("a vertex");
    edited.insert_vertices(2, &[vertex]).expect("room");
    let body = edited.bodies()[0].clone();
    edited.insert_bodies(0, vec![body]).expect("room");
    let material = edited.materials()[0].clone();
    edited.insert_material(0, material, &[]).expect("room");
    let soft = &edited.soft_bodies().expect("soft bodies")[0];
    let original = document("good/soft_bodies_21.pmx");
    let kept = &original.soft_bodies().expect("soft bodies")[0];
    assert_eq!(soft.material, kept.material + 1, "the material moved");
    for (now, then) in soft.anchors.iter().zip(&kept.anchors) {
        assert_eq!(now.body, then.body + 1, "the body moved");
        let moved = u32::from(then.vertex >= 2);
        assert_eq!(now.vertex, then.vertex + moved, "the vertex moved");
    }
    for (now, then) in soft.pins.iter().zip(&kept.pins) {
        assert_eq!(*now, then + u32::from(*then >= 2), "the pin moved");
    }
    rewritten(&edited);
    for (section, record) in [
        (Section::Vertices, 2),
        (Section::Bodies, 0),
        (Section::Materials, 0),
    ] {
        let gone = edited.delete(section, &[record]).expect("it is there");
        assert_eq!(gone, [], "nothing refers to it");
    }
    assert!(
        pmx::write(&edited).expect("it writes") == bytes,
        "the original bytes"
    );
}

#[test]
fn a_deleted_anchor_body_takes_its_anchors_along_and_clears_the_rest() {
    let mut edited = document("good/soft_bodies_21.pmx");
    let before = document("good/soft_bodies_21.pmx");
    let told = edited.consequences(Section::Bodies, &[0]).expect("there");
    let gone = edited.delete(Section::Bodies, &[0]).expect("there");
    assert_eq!(told, gone, "told before it is done");
    let n_anchors = |pmx: &pmx::Pmx| -> usize {
        let soft = pmx.soft_bodies().expect("soft bodies");
        soft.iter().map(|soft| soft.anchors.len()).sum()
    };
    let on_body_0 = before.soft_bodies().expect("soft bodies").iter();
    let on_body_0 = on_body_0.flat_map(|soft| &soft.anchors);
    let n_on_body_0 = on_body_0.filter(|anchor| anchor.body == 0).count();
    assert!(n_on_body_0 > 0, "the sample has such an anchor");
    assert_eq!(
        n_anchors(&edited),
        n_anchors(&before) - n_on_body_0,
        "anchors"
    );
    let removed = gone.iter().find(|one| one.section == Section::SoftBodies);
    let removed = removed.expect("it is told");
    assert_eq!(removed.effect, Effect::Removed, "they go");
    assert_eq!(removed.count, n_on_body_0 as u64, "how many");
    let joint = (before.joints()[0].body_a, before.joints()[0].body_b);
    let moved = |body: i32| if body <= 0 { -1 } else { body - 1 };
    assert_eq!(edited.joints()[0].body_a, moved(joint.0), "joint a");
    assert_eq!(edited.joints()[0].body_b, moved(joint.1), "joint b");
    rewritten(&edited);
}

#[test]
fn a_deleted_vertex_takes_its_faces_and_offsets_along_and_keeps_material_ranges() {
    let mut edited = document("odd/face_and_material_sums.pmx");
    let first = edited.faces()[0];
    edited.delete(Section::Vertices, &[first]).expect("there");
    let sum: i32 = edited
        .materials()
        .iter()
        .map(|m| m.index_count.max(0))
        .sum();
    assert_eq!(sum as usize, edited.faces().len(), "ranges still add up");
    assert!(edited.faces().len() < 7, "faces are gone");
    assert_eq!(edited.materials()[1].index_count, -3, "odd counts stay");
    rewritten(&edited);
}

#[test]
fn deleting_a_material_deletes_its_faces_and_not_those_of_others() {
    let mut edited = document("humanoid/humanoid.pmx");
    let before = document("humanoid/humanoid.pmx");
    let counts: Vec<usize> = before
        .materials()
        .iter()
        .map(|m| m.index_count as usize)
        .collect();
    let gone = edited.delete(Section::Materials, &[1]).expect("there");
    assert_eq!(gone[0].section, Section::Faces, "faces go");
    assert_eq!(gone[0].count as usize, counts[1] / 3, "how many");
    let mut expected = before.faces()[..counts[0]].to_vec();
    expected.extend_from_slice(&before.faces()[counts[0] + counts[1]..]);
    assert_eq!(edited.faces(), expected, "the other faces");
    assert!(edited.check().is_empty(), "{:?}", edited.check());
    rewritten(&edited);
}

#[test]
fn materials_move_with_their_faces_and_back() {
    let bytes = bytes_of("humanoid/humanoid.pmx");
    let mut edited = document("humanoid/humanoid.pmx");
    let n_first = edited.materials()[0].index_count as usize;
    let first: Vec<u32> = edited.faces()[..n_first].to_vec();
    let order = [5, 4, 3, 2, 1, 0];
    edited
        .reorder(Section::Materials, &order)
        .expect("an order");
    assert!(edited.faces().ends_with(&first), "the first is last");
    rewritten(&edited);
    edited
        .reorder(Section::Materials, &order)
        .expect("an order");
    assert!(pmx::write(&edited).expect("it writes") == bytes, "and back");
}

#[test]
fn an_index_that_does_not_fit_is_named_and_never_masked() {
    let mut edited = document("good/triangle_utf16.pmx");
    edited.bone_mut(1).expect("a bone").parent = 299;
    let error = pmx::write(&edited).expect_err("it does not fit");
    assert_eq!(error.code.code(), "index-does-not-fit", "code");
    assert_eq!(error.section, Section::Bones, "section");
    assert_eq!(error.record, Some(1), "record");
    assert_eq!(error.field, "parent", "field");
    assert_eq!(error.value, Some(pmx::Value::Number(299)), "value");
    edited.bone_mut(1).expect("a bone").parent = 0;
    edited.set_face_vertex(1, 256).expect("a face");
    let error = pmx::write(&edited).expect_err("it does not fit");
    assert_eq!(
        (error.section, error.record),
        (Section::Faces, Some(1)),
        "place"
    );
}

#[test]
fn a_flag_without_its_block_is_refused() {
    let mut edited = document("good/triangle_utf16.pmx");
    edited.bone_mut(0).expect("a bone").flags |= pmx::bone_flags::IK;
    let error = pmx::write(&edited).expect_err("no IK block");
    assert_eq!(error.code.code(), "flags-disagree", "code");
    assert_eq!(error.field, "ik_target", "field");
}

#[test]
fn a_text_edit_is_stored_in_the_files_encoding_without_mark_and_terminator() {
    for (name, raw) in [
        ("good/triangle_utf16.pmx", &b"\xaf\x98a\0"[..]),
        ("good/triangle_utf8.pmx", "颯a".as_bytes()),
    ] {
        let mut edited = document(name);
        let text = edited.text("颯a");
        edited.bone_mut(0).expect("a bone").name = text.expect("short");
        let reread = rewritten(&edited);
        assert_eq!(reread.bones()[0].name.view(), "颯a", "{name}: view");
        assert_eq!(reread.bones()[0].name.raw(), raw, "{name}: bytes");
    }
    let mut edited = document("good/triangle_utf8.pmx");
    let foreign = pmx::Text::new("x", pmx::Encoding::Utf16).expect("short");
    edited.bone_mut(0).expect("a bone").name = foreign;
    let error = pmx::write(&edited).expect_err("another encoding");
    assert_eq!(error.code.code(), "text-encoding", "code");
}

#[test]
fn the_encoding_changes_for_all_texts_or_for_none() {
    let mut edited = document("good/triangle_utf16.pmx");
    edited.set_encoding(pmx::Encoding::Utf8).expect("clean");
    let reread = rewritten(&edited);
    assert_eq!(reread.header().encoding, pmx::Encoding::Utf8, "encoding");
    let mut back = reread.clone();
    back.set_encoding(pmx::Encoding::Utf16).expect("clean");
    let bytes = bytes_of("good/triangle_utf16.pmx");
    assert!(pmx::write(&back).expect("it writes") == bytes, "and back");
    let mut odd = document("odd/text_utf16.pmx");
    match odd.set_encoding(pmx::Encoding::Utf8) {
        Err(EditError::Undecodable { texts }) => {
            assert!(texts.len() >= 3, "{texts:?}");
        }
        other => panic!("{other:?}"),
    }
    assert!(odd.is_as_read(), "a refused edit changes nothing");
}

#[test]
fn a_tail_stays_and_is_called_stale_once_indexes_may_have_changed() {
    let mut edited = document("odd/globals_11_and_tail.pmx");
    let tail = edited.tail().to_vec();
    edited.info_mut().name = edited.text("x").expect("short");
    assert!(!edited.is_tail_stale(), "a name says nothing about indexes");
    assert_eq!(edited.upgrade_to_21(), Err(EditError::TailInTheWay), "2.1");
    edited.delete(Section::Bodies, &[0]).expect("there");
    assert!(edited.is_tail_stale(), "a count changed");
    assert_eq!(rewritten(&edited).tail(), tail, "the tail is copied");
    edited.drop_tail();
    edited.upgrade_to_21().expect("no tail");
    let reread = rewritten(&edited);
    assert_eq!(reread.header().version(), pmx::Version::V21, "2.1");
    assert_eq!(reread.soft_bodies().map(<[_]>::len), Some(0), "section");
    assert_eq!(reread.header().globals_extra.len(), 3, "globals stay");
}

#[test]
fn refused_edits_say_why() {
    let mut edited = document("good/extra_uv_2.pmx");
    let mut row = edited.vertex(0).expect("a vertex");
    row.extra_uvs.pop();
    let refusals = [
        edited.set_vertex(0, &row),
        edited.insert_vertices(0, &[row]),
        edited.insert_bones(9, Vec::new()),
        edited.insert_soft_bodies(0, Vec::new()),
        edited.insert_faces(7, &[]),
        edited.reorder(Section::Bones, &[0, 0]),
        edited.reorder(Section::Bones, &[0]),
        edited.reorder(Section::Faces, &[0]),
        edited.delete(Section::Tail, &[0]).map(drop),
        edited.delete(Section::Frames, &[2]).map(drop),
    ];
    for refusal in refusals {
        let error = refusal.expect_err("it is refused");
        assert!(!error.to_string().contains('{'), "{error}");
    }
    assert!(edited.is_as_read(), "nothing changed");
}

#[test]
fn widened_sizes_never_get_narrower_again() {
    let mut edited = document("good/index_sizes_4.pmx");
    edited.delete(Section::Bones, &[2]).expect("there");
    let bone = edited.bones()[0].clone();
    edited.insert_bones(0, vec![bone]).expect("room");
    for kind in IndexKind::ALL {
        let size = edited.header().index_sizes.of(kind);
        assert_eq!(size, IndexSize::Four, "{kind:?}");
    }
    rewritten(&edited);
}
