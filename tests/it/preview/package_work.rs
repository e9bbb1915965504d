//! How much work switching states of a package is: payloads read, arrays made. Counted, not timed.

use bem_studio::formats::bem::delta::{self, Record};
use bem_studio::formats::bem::manifest::{
    Attribute, Candidate, Channel, ComponentRule, Draw, Frame, FrameDeltas, Manifest, Mesh,
    Operation, Parameter, Stream,
};
use bem_studio::formats::bem::payloads::PayloadError;
use bem_studio::model::target::GeometryPreset;
use bem_studio::preview::scene::package::{
    PackageScene, PackageScenes, PackageSource, PayloadAccess,
};
use bem_studio::preview::scene::surface::Surface;
use bem_studio::runtime::plan::plan;
use bem_studio::runtime::selection::Selection;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

const N_VERTICES: u32 = 100_000;
const N_SLIDERS: u32 = 4;
const N_DRAWS: u32 = 3;

/// Payloads that count how often they are read.
struct Counted {
    payloads: Vec<Vec<u8>>,
    n_read: Cell<usize>,
}

impl PayloadAccess for Counted {
    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.n_read.set(self.n_read.get() + 1);
        let found = usize::try_from(payload)
            .ok()
            .and_then(|idx| self.payloads.get(idx));
        let bytes = found.ok_or(PayloadError::NoSuchPayload {
            payload,
            n_payloads: 0,
        })?;
        Ok(Cow::Borrowed(bytes))
    }
}

impl Counted {
    /// How often payloads were read since this was asked last.
    fn taken(&self) -> usize {
        self.n_read.replace(0)
    }
}

/// Two meshes of one stream and three draws each; four sliders move a quarter of the first one's vertices each. No
/// normals are stored.
fn package() -> (Manifest, Counted) {
    let positions = (0..N_VERTICES).flat_map(|vertex| {
        let (x, y) = (vertex % 400, vertex / 400);
        [x as f32, y as f32, 0.0].map(f32::to_le_bytes)
    });
    let mut payloads: Vec<Vec<u8>> = vec![positions.flatten().collect()];
    for draw in 0..N_DRAWS {
        let corners = (0..20_000).flat_map(|triangle| {
            let first = (triangle + draw * 20_000) % (N_VERTICES - 402);
            [first, first + 400, first + 1].map(u32::to_le_bytes)
        });
        payloads.push(corners.flatten().collect());
    }
    for slider in 0..N_SLIDERS {
        let quarter = N_VERTICES / N_SLIDERS;
        let records: Vec<Record> = (slider * quarter..(slider + 1) * quarter)
            .map(|vertex| Record {
                vertex,
                offset: [0.0, 0.0, 1.0],
            })
            .collect();
        payloads.push(delta::encode(&records));
    }
    let draws = (0..N_DRAWS).map(|draw| Draw {
        indices: Some(1 + draw),
        count: 60_000,
        ..Draw::default()
    });
    let mesh = Mesh {
        vertex_count: N_VERTICES,
        index_size: 4,
        streams: vec![Stream {
            stride: 12,
            ..Stream::default()
        }],
        attributes: vec![Attribute {
            dimension: 3,
            ..Attribute::default()
        }],
        draws: draws.collect(),
        ..Mesh::default()
    };
    let rule = |mesh: u32| ComponentRule {
        target: mesh,
        candidates: vec![Candidate {
            operation: Operation::Replace { mesh },
            ..Candidate::default()
        }],
        ..ComponentRule::default()
    };
    let manifest = Manifest {
        // The second mesh has one draw less, so that its normals are not those of the first.
        meshes: vec![
            mesh.clone(),
            Mesh {
                draws: mesh.draws[1..].to_vec(),
                ..mesh
            },
        ],
        option_groups: Some(Vec::new()),
        component_rules: vec![rule(0), rule(1)],
        parameters: (0..N_SLIDERS).map(slider).collect(),
        mesh_deformations: (0..N_SLIDERS).map(channel).collect(),
        ..Manifest::default()
    };
    let counted = Counted {
        payloads,
        n_read: Cell::new(0),
    };
    (manifest, counted)
}

fn slider(number: u32) -> Parameter {
    Parameter {
        id: format!("s{number}"),
        max: 1000,
        step: 1,
        ..Parameter::default()
    }
}

fn channel(number: u32) -> Channel {
    let deltas = FrameDeltas {
        payload: 1 + N_DRAWS + number,
        count: N_VERTICES / N_SLIDERS,
        encoding: delta::ENCODING.to_owned(),
    };
    let frame = |value: u32, deltas: Option<FrameDeltas>| Frame { value, deltas };
    Channel {
        mesh: 0,
        parameter: format!("s{number}"),
        frames: vec![frame(0, None), frame(1000, Some(deltas))],
    }
}

#[test]
fn only_what_is_new_is_read_and_only_what_moves_is_made() {
    let (manifest, payloads) = package();
    let mut scenes = PackageScenes::new(GeometryPreset::Efmi);
    let mut selection = Selection::defaults(&manifest);
    let mut at = |ticks: [u32; 4]| -> PackageScene {
        for (number, tick) in ticks.iter().enumerate() {
            let set = selection.set_tick(&manifest, &format!("s{number}"), *tick);
            set.expect("a tick");
        }
        let plan = plan(&manifest, &selection).expect("it can be planned");
        let source = PackageSource {
            manifest: &manifest,
            payloads: &payloads,
        };
        let shown = scenes.scene(source, &plan);
        assert!(shown.faults.is_empty(), "{:?}", shown.faults);
        shown
    };
    let base = at([0; 4]);
    assert_eq!(base.scene.parts.len(), 5, "three draws and two");
    // Each mesh its stream, and its lists once for the normals and once for the triangles.
    assert_eq!(payloads.taken(), 1 + 3 + 3 + 1 + 2 + 2, "everything once");
    let surface =
        |shown: &PackageScene, part: usize| -> Surface { shown.scene.parts[part].surface.clone() };
    let moved = at([500; 4]);
    assert_eq!(payloads.taken(), 4, "the deltas");
    let (old, new) = (surface(&base, 0), surface(&moved, 0));
    assert_eq!(new.columns().positions[7].z, 0.5, "half of the way");
    assert!(
        Arc::ptr_eq(old.triangles(), new.triangles()),
        "no list is made anew"
    );
    assert!(
        Arc::ptr_eq(&old.columns().normals, &new.columns().normals),
        "nor normals"
    );
    let beside = surface(&moved, 1);
    assert!(
        Arc::ptr_eq(&new.columns().positions, &beside.columns().positions),
        "draws share their positions"
    );
    assert_eq!(
        surface(&base, 3),
        surface(&moved, 3),
        "the other mesh stays as it is"
    );
    // A drag: new positions each time, nothing read.
    for tick in 501..520 {
        let dragged = at([tick, 500, 500, 500]);
        let wanted = f64::from(tick) / 1000.0;
        let z = f64::from(surface(&dragged, 0).columns().positions[7].z);
        assert!((z - wanted).abs() < 1e-6, "{tick}: {z}");
    }
    assert_eq!(payloads.taken(), 0, "a drag reads nothing");
    assert_eq!(at([500; 4]), moved, "the very same as before");
    assert_eq!(at([0; 4]), base, "and back");
    assert_eq!(payloads.taken(), 0, "nothing was read");
}
