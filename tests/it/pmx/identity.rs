//! After any mix of inserting, deleting and moving, every reference still points at the same thing.

use super::sample::document;
use bem_studio::formats::pmx::{self, Section};

/// A stream of numbers that is the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from((self.0 >> 33) % limit.max(1) as u64).expect("small")
    }

    fn order(&mut self, count: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..u32::try_from(count).expect("small")).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, self.below(place + 1) as usize);
        }
        order
    }
}

/// Every face of every material as the marks of its vertices.
fn faces_by_material(pmx: &pmx::Pmx) -> Vec<(String, Vec<[u32; 3]>)> {
    let mark = |vertex: u32| pmx.vertices().edge_scales[vertex as usize].to_bits();
    let mut start = 0;
    pmx.materials()
        .iter()
        .map(|material| {
            let count = material.index_count as usize;
            let faces = pmx.faces()[start..start + count].chunks(3);
            start += count;
            let faces = faces.map(|face| [mark(face[0]), mark(face[1]), mark(face[2])]);
            (material.name.to_string(), faces.collect())
        })
        .collect()
}

/// Name of every bone with the names of what it refers to.
fn bones_by_name(pmx: &pmx::Pmx) -> Vec<(String, Vec<String>)> {
    let name = |bone: i32| match usize::try_from(bone) {
        Ok(bone) => pmx.bones()[bone].name.to_string(),
        Err(_) => "none".to_owned(),
    };
    let all = pmx.bones().iter().map(|bone| {
        let mut refers = vec![name(bone.parent)];
        if let pmx::Tail::Bone(tail) = bone.tail {
            refers.push(name(tail));
        }
        if let Some(append) = &bone.append {
            refers.push(name(append.parent));
        }
        if let Some(ik) = &bone.ik {
            refers.push(name(ik.target));
            for (place, link) in ik.links.iter().enumerate() {
                let limit = ik.limit(place as u32).map(|limit| limit.min);
                refers.push(format!("{} {limit:?}", name(*link)));
            }
        }
        (bone.name.to_string(), refers)
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// Mark of every vertex with the names of its bones.
fn vertices_by_mark(pmx: &pmx::Pmx) -> Vec<(u32, Vec<String>)> {
    let rows = pmx.vertices().bones.iter().zip(&pmx.vertices().deforms);
    let rows = rows.zip(&pmx.vertices().edge_scales);
    let all = rows.map(|((bones, deform), mark)| {
        let names = bones[..deform.n_bones()].iter().map(|bone| {
            let bone = usize::try_from(*bone).ok();
            bone.map_or_else(String::new, |bone| pmx.bones()[bone].name.to_string())
        });
        (mark.to_bits(), names.collect())
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// Marks of the vertices that each vertex morph moves.
fn morphs_by_name(pmx: &pmx::Pmx) -> Vec<(String, Vec<u32>)> {
    let mark = |vertex: u32| pmx.vertices().edge_scales[vertex as usize].to_bits();
    let all = pmx.morphs().iter().map(|morph| {
        let marks = match &morph.offsets {
            pmx::Offsets::Vertex(offsets) => offsets.iter().map(|one| mark(one.index)).collect(),
            pmx::Offsets::Uv { offsets, .. } => offsets.iter().map(|one| mark(one.index)).collect(),
            _ => Vec::new(),
        };
        (morph.name.to_string(), marks)
    });
    all.collect()
}

/// The sample figure with a mark of its own on every vertex.
fn marked() -> pmx::Pmx {
    let mut figure = document("humanoid/humanoid.pmx");
    for vertex in 0..u32::try_from(figure.vertices().len()).expect("small") {
        let mut row = figure.vertex(vertex).expect("a vertex");
        row.edge_scale = f32::from_bits(0x3f80_0000 + vertex);
        figure.set_vertex(vertex, &row).expect("it is there");
    }
    figure
}

#[test]
fn moved_records_are_still_found_by_who_referred_to_them() {
    let mut dice = Dice(7);
    let start = marked();
    let mut figure = start.clone();
    for _ in 0..4 {
        let order = dice.order(figure.vertices().len());
        figure.reorder(Section::Vertices, &order).expect("an order");
        let order = dice.order(figure.bones().len());
        figure.reorder(Section::Bones, &order).expect("an order");
        let order = dice.order(figure.textures().len());
        figure.reorder(Section::Textures, &order).expect("an order");
    }
    assert_eq!(
        faces_by_material(&figure),
        faces_by_material(&start),
        "faces"
    );
    assert_eq!(bones_by_name(&figure), bones_by_name(&start), "bones");
    assert_eq!(vertices_by_mark(&figure), vertices_by_mark(&start), "skin");
    assert_eq!(morphs_by_name(&figure), morphs_by_name(&start), "morphs");
    for (now, then) in figure.materials().iter().zip(start.materials()) {
        let path = |pmx: &pmx::Pmx, texture: i32| {
            let texture = usize::try_from(texture).ok();
            texture.map(|texture| pmx.textures()[texture].to_string())
        };
        let (now, then) = (path(&figure, now.texture), path(&start, then.texture));
        assert_eq!(now, then, "texture");
    }
}

#[test]
fn what_is_put_in_and_deleted_again_leaves_every_reference_where_it_was() {
    let mut dice = Dice(11);
    let start = marked();
    let mut figure = start.clone();
    for round in 0..20 {
        let at = dice.below(figure.bones().len() + 1);
        let bone = pmx::Bone {
            parent: -1,
            ..pmx::Bone::default()
        };
        figure.insert_bones(at, vec![bone; 3]).expect("room");
        let place = dice.below(figure.vertices().len() + 1);
        let row = figure
            .vertex(dice.below(figure.vertices().len()))
            .expect("a vertex");
        figure.insert_vertices(place, &[row]).expect("room");
        let written = pmx::write(&figure).expect("it writes");
        assert_eq!(pmx::verify(&written, &figure), Ok(()), "round {round}");
        let gone = figure.delete(Section::Bones, &[at, at + 1, at + 2]);
        assert_eq!(gone.expect("they are there"), [], "nothing refers to them");
        let gone = figure.delete(Section::Vertices, &[place]);
        assert_eq!(gone.expect("it is there"), [], "nothing refers to it");
    }
    assert_eq!(
        faces_by_material(&figure),
        faces_by_material(&start),
        "faces"
    );
    assert_eq!(bones_by_name(&figure), bones_by_name(&start), "bones");
    assert_eq!(vertices_by_mark(&figure), vertices_by_mark(&start), "skin");
    assert_eq!(morphs_by_name(&figure), morphs_by_name(&start), "morphs");
    let (now, then) = (pmx::write(&figure), pmx::write(&start));
    assert!(now.expect("it writes") == then.expect("it writes"), "bytes");
}

#[test]
fn after_deleting_half_the_vertices_every_face_left_is_one_that_was_there() {
    let start = marked();
    let mut figure = start.clone();
    let n_vertices = u32::try_from(figure.vertices().len()).expect("small");
    let every_third: Vec<u32> = (0..n_vertices).step_by(3).collect();
    let told = figure.consequences(Section::Vertices, &every_third);
    let done = figure.delete(Section::Vertices, &every_third);
    assert_eq!(told, done, "told before it is done");
    let gone: Vec<u32> = every_third.iter().map(|v| 0x3f80_0000 + v).collect();
    let expected = faces_by_material(&start).into_iter().map(|(name, faces)| {
        let stays = |face: &[u32; 3]| !face.iter().any(|mark| gone.binary_search(mark).is_ok());
        (name, faces.into_iter().filter(stays).collect())
    });
    let expected: Vec<(String, Vec<[u32; 3]>)> = expected.collect();
    assert_eq!(faces_by_material(&figure), expected, "faces and owners");
    let written = pmx::write(&figure).expect("it writes");
    assert_eq!(pmx::verify(&written, &figure), Ok(()), "it reads back");
}
