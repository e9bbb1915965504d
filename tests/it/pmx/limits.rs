//! Counts that outgrow their index size widen it, and every reference keeps its number (PMX-37, PMX-47).

use super::sample::document;
use bem_studio::formats::pmx::{self, IndexKind, IndexSize, Offsets};

/// Every number of a document that is an index of this kind, in file order.
fn references(pmx: &pmx::Pmx, kind: IndexKind) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    let mut add = |of: IndexKind, index: i64| {
        if of == kind {
            found.push(index);
        }
    };
    for (bones, deform) in pmx.vertices().bones.iter().zip(&pmx.vertices().deforms) {
        for bone in &bones[..deform.n_bones()] {
            add(IndexKind::Bone, i64::from(*bone));
        }
    }
    for vertex in pmx.faces() {
        add(IndexKind::Vertex, i64::from(*vertex));
    }
    for material in pmx.materials() {
        add(IndexKind::Texture, i64::from(material.texture));
        add(IndexKind::Texture, i64::from(material.sphere));
        if material.toon_flag != 1 {
            add(IndexKind::Texture, i64::from(material.toon));
        }
    }
    for bone in pmx.bones() {
        add(IndexKind::Bone, i64::from(bone.parent));
        if let pmx::Tail::Bone(tail) = bone.tail {
            add(IndexKind::Bone, i64::from(tail));
        }
        if let Some(append) = &bone.append {
            add(IndexKind::Bone, i64::from(append.parent));
        }
        if let Some(ik) = &bone.ik {
            add(IndexKind::Bone, i64::from(ik.target));
            for link in &ik.links {
                add(IndexKind::Bone, i64::from(*link));
            }
        }
    }
    for morph in pmx.morphs() {
        match &morph.offsets {
            Offsets::Group(offsets) | Offsets::Flip(offsets) => offsets
                .iter()
                .for_each(|one| add(IndexKind::Morph, i64::from(one.index))),
            Offsets::Vertex(offsets) => offsets
                .iter()
                .for_each(|one| add(IndexKind::Vertex, i64::from(one.index))),
            Offsets::Uv { offsets, .. } => offsets
                .iter()
                .for_each(|one| add(IndexKind::Vertex, i64::from(one.index))),
            Offsets::Bone(offsets) => offsets
                .iter()
                .for_each(|one| add(IndexKind::Bone, i64::from(one.index))),
            Offsets::Material(offsets) => offsets
                .iter()
                .for_each(|one| add(IndexKind::Material, i64::from(one.index))),
            Offsets::Impulse(offsets) => offsets
                .iter()
                .for_each(|one| add(IndexKind::Body, i64::from(one.index))),
        }
    }
    for element in pmx.frames().iter().flat_map(|frame| &frame.elements) {
        add(element.points_at(), i64::from(element.index));
    }
    for body in pmx.bodies() {
        add(IndexKind::Bone, i64::from(body.bone));
    }
    for joint in pmx.joints() {
        add(IndexKind::Body, i64::from(joint.body_a));
        add(IndexKind::Body, i64::from(joint.body_b));
    }
    for soft in pmx.soft_bodies().unwrap_or_default() {
        add(IndexKind::Material, i64::from(soft.material));
        for anchor in &soft.anchors {
            add(IndexKind::Body, i64::from(anchor.body));
            add(IndexKind::Vertex, i64::from(anchor.vertex));
        }
        for pin in &soft.pins {
            add(IndexKind::Vertex, i64::from(*pin));
        }
    }
    found
}

/// Adds copies of the first record at the end until there are `count`.
fn fill(pmx: &mut pmx::Pmx, kind: IndexKind, count: usize) {
    let n_old = pmx.n_records(kind);
    let n_more = count - n_old;
    let at = u32::try_from(n_old).expect("small");
    match kind {
        IndexKind::Vertex => {
            let mut row = pmx.vertex(0).expect("a vertex");
            row.deform = pmx::Deform::Bdef1 { bone: 0 };
            pmx.insert_vertices(at, &vec![row; n_more]).expect("room");
        }
        IndexKind::Texture => {
            let texture = pmx.textures()[0].clone();
            pmx.insert_textures(at, vec![texture; n_more])
                .expect("room");
        }
        IndexKind::Material => {
            for more in 0..n_more {
                let mut material = pmx::Material {
                    texture: -1,
                    sphere: -1,
                    toon: -1,
                    ..pmx::Material::default()
                };
                material.edge_size = more as f32;
                let at = at + u32::try_from(more).expect("small");
                pmx.insert_material(at, material, &[]).expect("room");
            }
        }
        IndexKind::Bone => {
            let bone = pmx::Bone {
                parent: -1,
                ..pmx::Bone::default()
            };
            pmx.insert_bones(at, vec![bone; n_more]).expect("room");
        }
        IndexKind::Morph => {
            let morphs = vec![pmx::Morph::default(); n_more];
            pmx.insert_morphs(at, morphs).expect("room");
        }
        IndexKind::Body => {
            let body = pmx::Body {
                bone: -1,
                ..pmx::Body::default()
            };
            pmx.insert_bodies(at, vec![body; n_more]).expect("room");
        }
    }
    assert_eq!(pmx.n_records(kind), count, "filled");
}

fn rewritten(document: &pmx::Pmx) -> pmx::Pmx {
    let written = pmx::write(document).expect("it writes");
    assert_eq!(
        pmx::verify(&written, document),
        Ok(()),
        "it reads back equal"
    );
    assert!(
        pmx::encode(document).expect("it encodes") == written,
        "spans and fields give the same bytes"
    );
    pmx::read(written).expect("it reads")
}

/// Whether a reference of this kind shows up before and after: the numbers that were there must still be there.
fn check_limit(name: &str, kind: IndexKind, last: usize, sizes: (IndexSize, IndexSize)) {
    let mut edited = document(name);
    let before = references(&edited, kind);
    fill(&mut edited, kind, last);
    let filled = rewritten(&edited);
    assert_eq!(
        filled.header().index_sizes.of(kind),
        sizes.0,
        "{kind:?} {last}"
    );
    fill(&mut edited, kind, last + 1);
    let widened = rewritten(&edited);
    assert_eq!(
        widened.header().index_sizes.of(kind),
        sizes.1,
        "{kind:?} {last}"
    );
    for other in IndexKind::ALL {
        if other != kind {
            assert_eq!(
                widened.header().index_sizes.of(other),
                document(name).header().index_sizes.of(other),
                "{other:?} keeps its size"
            );
        }
    }
    let after = references(&widened, kind);
    let mut rest = after.iter();
    for number in &before {
        assert!(
            rest.any(|other| other == number),
            "{kind:?}: {number} is still there"
        );
    }
    let filled = references(&filled, kind);
    let mut rest = after.iter();
    for number in &filled {
        assert!(
            rest.any(|other| other == number),
            "{kind:?}: {number} unchanged"
        );
    }
}

const NAMES: [&str; 4] = [
    "good/soft_bodies_21.pmx",
    "good/morphs_21.pmx",
    "good/bone_flags.pmx",
    "odd/references_out_of_range.pmx",
];

#[test]
fn one_byte_indexes_widen_at_their_limit_and_every_number_stays() {
    let sizes = (IndexSize::One, IndexSize::Two);
    for name in NAMES {
        check_limit(name, IndexKind::Vertex, 255, sizes);
        for kind in [
            IndexKind::Texture,
            IndexKind::Material,
            IndexKind::Bone,
            IndexKind::Morph,
            IndexKind::Body,
        ] {
            check_limit(name, kind, 127, sizes);
        }
    }
}

#[test]
fn two_byte_indexes_widen_at_their_limit_and_every_number_stays() {
    let sizes = (IndexSize::Two, IndexSize::Four);
    let name = NAMES[0];
    check_limit(name, IndexKind::Vertex, 65_535, sizes);
    for kind in [
        IndexKind::Texture,
        IndexKind::Bone,
        IndexKind::Morph,
        IndexKind::Body,
    ] {
        check_limit(name, kind, 32_767, sizes);
    }
}

#[test]
fn a_dangling_minus_126_and_vertex_255_keep_their_numbers() {
    let mut edited = document("odd/bones_130_in_1_byte.pmx");
    let before = references(&edited, IndexKind::Bone);
    assert!(before.contains(&-126), "the sample has it");
    fill(&mut edited, IndexKind::Bone, 131);
    let widened = rewritten(&edited);
    assert_eq!(widened.header().index_sizes.bone, IndexSize::Two, "widened");
    let after = references(&widened, IndexKind::Bone);
    assert!(after.contains(&-126) && after.contains(&-1), "numbers stay");

    let mut edited = document("good/vertices_256_in_1_byte.pmx");
    let before = references(&edited, IndexKind::Vertex);
    assert!(before.contains(&255), "the sample has it");
    fill(&mut edited, IndexKind::Vertex, 257);
    let widened = rewritten(&edited);
    assert_eq!(
        references(&widened, IndexKind::Vertex),
        before,
        "numbers stay"
    );
    assert_eq!(
        widened.header().index_sizes.vertex,
        IndexSize::Two,
        "widened"
    );
}
