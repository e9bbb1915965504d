//! HINT-10 on random packages with drivers: told just where a walk over all selections sees a slot change.

use super::random::{self, Dice};
use bem_studio::analysis::{Budget, Engine, FactKind, Revision, evaluate};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::json::Members;
use bem_studio::formats::bem::manifest::{
    Binding, BindingEffect, Driver, Manifest, MaterialPlace, Operation, Playback, Waveform,
};
use std::collections::BTreeSet;

const N_BINDINGS: u32 = 4;

fn driver(component: u32) -> Driver {
    let bindings = (0..N_BINDINGS).map(|material_slot| Binding {
        effect: BindingEffect::MaterialKeyword {
            material: MaterialPlace {
                component,
                material_slot,
            },
            keyword: "_GLOW".to_owned(),
            threshold: None,
        },
        extra: Members::default(),
    });
    Driver {
        id: format!("d{component}"),
        name: None,
        waveform: Waveform::default(),
        playback: Playback::default(),
        default_playing: true,
        base_frequency: 1.0,
        speed_multiplier: None,
        bindings: bindings.collect(),
        sound: None,
        extra: Members::default(),
    }
}

/// What a slot is in each legal selection: an original material, a draw of a mesh, or nothing.
fn meanings(manifest: &Manifest, place: MaterialPlace) -> BTreeSet<Option<(Option<usize>, usize)>> {
    let (component, slot) = (place.component as usize, place.material_slot as usize);
    let n_materials = manifest.target.components[component].materials.len();
    let mut seen = BTreeSet::new();
    for choices in random::assignments(manifest) {
        let plan = evaluate::plan(manifest, None, &choices).expect("a plan");
        if !plan.is_legal {
            continue;
        }
        for candidate in &plan.candidates[component] {
            let rule = &manifest.component_rules[component];
            let replaced = plan
                .replaced
                .iter()
                .find(|one| (one.component, one.candidate) == (component, *candidate));
            seen.insert(match (rule.candidates[*candidate].operation, replaced) {
                (Operation::Keep, _) => (slot < n_materials).then_some((None, slot)),
                (_, Some(one)) => one.draws.get(slot).map(|draw| (Some(one.mesh), *draw)),
                (_, None) => None,
            });
        }
    }
    seen
}

#[test]
fn a_drivers_slot_is_told_just_where_it_is_not_the_same_in_all_selections() {
    let (mut n_told, mut n_steady) = (0, 0);
    for seed in 0..200 {
        let mut package = random::package(seed + 40_000);
        let manifest = &mut package.manifest;
        let mut dice = Dice::new(seed);
        for component in &mut manifest.target.components {
            component.materials = vec!["m".to_owned(); 1 + dice.below(4)];
        }
        let n_components = manifest.target.components.len();
        let n_components = u32::try_from(n_components).expect("few components");
        manifest.drivers = (0..n_components).map(driver).collect();
        let revision = Revision {
            manifest,
            minor: 5,
            payload_sizes: None,
        };
        let mut engine = Engine::new().expect("an engine");
        let analysis = engine
            .prove(revision, &Budget::LIVE, &Cancel::new())
            .expect("proved");
        let facts = analysis.facts.iter();
        let told: BTreeSet<&str> = facts
            .filter(|fact| fact.kind == FactKind::Unsteady)
            .map(|fact| fact.pointer.as_str())
            .collect();
        for component in 0..n_components {
            for material_slot in 0..N_BINDINGS {
                let place = MaterialPlace {
                    component,
                    material_slot,
                };
                let meanings = meanings(manifest, place);
                let changes = meanings.len() > 1 || meanings.contains(&None);
                let pointer = format!("/drivers/{component}/bindings/{material_slot}");
                let is_told = told.contains(pointer.as_str());
                assert_eq!(is_told, changes, "{}: {pointer}", manifest.name);
                n_told += usize::from(is_told);
                n_steady += usize::from(!is_told);
            }
        }
    }
    assert!(n_told > 200, "only {n_told} told");
    assert!(n_steady > 200, "only {n_steady} steady");
}
