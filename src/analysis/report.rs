//! Faults turned into facts: counted, shown by the nearest state, confirmed by the evaluator, put into words.

use super::advice::Excess;
use super::confirm::{Over, confirm, nearer, shows, true_candidates, value};
use super::engine::Revision;
use super::error::AnalysisError;
use super::evaluate;
use super::facts::{Fact, FactKind};
use super::limits::Limits;
use super::meter::Reading;
use super::package::Package;
use super::phrases;
use super::questions::Breach;
use super::rules::{Fault, Subject};
use super::space::Space;
use super::state::State;
use super::summary::{Metric, Summary};
use crate::base::findings::{Place, Severity};
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::dd::Count;
use crate::formats::bem::check::{ProofFacts, UnsteadyBinding, proof_hints};
use crate::formats::bem::manifest::Manifest;

/// Groups told in an example before it ends in an ellipsis.
const MAX_GROUPS_TOLD: usize = 6;

/// Collects the facts of one proof.
pub(super) struct Reporter<'a> {
    revision: Revision<'a>,
    manifest: &'a Manifest,
    space: &'a Space,
    package: &'a Package,
    total: Count,
    pub(super) facts: Vec<Fact>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(revision: Revision<'a>, space: &'a Space, package: &'a Package) -> Self {
        Self {
            revision,
            manifest: revision.manifest,
            space,
            package,
            total: space.tally_all().effective,
            facts: Vec::new(),
        }
    }

    /// OPT-11 and OPT-12: that there are legal selections, the defaults among them.
    pub(super) fn space_facts(&mut self) -> Result<(), AnalysisError> {
        if !self.space.is_reachable {
            let choices = evaluate::default_choices(self.manifest);
            let state = evaluate::state_of(self.manifest, &choices)?;
            let is_legal = evaluate::is_legal(self.manifest, &state);
            confirm(!is_legal, "OPT-11", "/selection_constraints")?;
            self.facts.push(Fact {
                rule: "OPT-11",
                kind: FactKind::Unreachable,
                pointer: "/selection_constraints".to_owned(),
                candidates: Vec::new(),
                saved_assignments: Some(self.space.assignments_in_all()),
                effective_selections: None,
                example: Some(state),
                is_nearest: true,
                read: Some(Severity::Error),
                export: Some(Severity::Error),
                message: Message::new(&phrases::UNREACHABLE),
            });
        }
        self.default_fact()
    }

    /// OPT-12: the defaults are legal.
    pub(super) fn default_fact(&mut self) -> Result<(), AnalysisError> {
        let choices = evaluate::default_choices(self.manifest);
        let state = evaluate::state_of(self.manifest, &choices)?;
        let constraints = self.manifest.selection_constraints.iter().enumerate();
        let broken: Vec<String> = constraints
            .filter(|(_, constraint)| !evaluate::holds(self.manifest, &state, constraint))
            .map(|(idx, _)| (idx + 1).to_string())
            .collect();
        if !broken.is_empty() {
            self.facts.push(Fact {
                rule: "OPT-12",
                kind: FactKind::Default,
                pointer: "/option_groups".to_owned(),
                candidates: Vec::new(),
                saved_assignments: Some(Count::from(1)),
                effective_selections: Some(Count::from(1)),
                example: Some(state),
                is_nearest: true,
                read: Some(Severity::Error),
                export: Some(Severity::Error),
                message: Message::new(&phrases::DEFAULT_ILLEGAL)
                    .with("constraints", broken.join(", ")),
            });
        }
        Ok(())
    }

    /// A fault of OPT-17, OPT-18 or SLOT-04.
    pub(super) fn fault(&mut self, fault: &Fault) -> Result<(), AnalysisError> {
        let pointer = fault.subject.pointer();
        let Some(values) = self.space.nearest(fault.legal.0) else {
            return confirm(false, fault.rule, &pointer);
        };
        let state = self.space.state(&values);
        let plan = evaluate::plan(self.manifest, None, &state.choices())?;
        let candidates = true_candidates(&plan, fault.subject);
        confirm(
            shows(&plan, fault.kind, fault.subject),
            fault.rule,
            &pointer,
        )?;
        let tally = self.space.tally(fault.legal);
        let is_default = state.off_default().is_empty();
        let phrase = match (fault.kind, is_default) {
            (FactKind::Overlap, false) => &phrases::OVERLAP,
            (FactKind::Overlap, true) => &phrases::OVERLAP_DEFAULT,
            (FactKind::Gap, false) => &phrases::GAP,
            (FactKind::Gap, true) => &phrases::GAP_DEFAULT,
            (_, false) => &phrases::NO_DRAW,
            (_, true) => &phrases::NO_DRAW_DEFAULT,
        };
        let message = Message::new(phrase)
            .with("subject", self.subject(fault.subject))
            .with("n", grouped(tally.effective))
            .with("total", grouped(self.total))
            .with("example", self.example(&state));
        self.facts.push(Fact {
            rule: fault.rule,
            kind: fault.kind,
            pointer,
            candidates,
            saved_assignments: Some(tally.saved),
            effective_selections: Some(tally.effective),
            example: Some(state),
            is_nearest: true,
            read: Some(Severity::Error),
            export: Some(Severity::Error),
            message,
        });
        Ok(())
    }

    /// A limit that is exceeded or open.
    pub(super) fn breach(&mut self, breach: &Breach, limits: &Limits) -> Result<(), AnalysisError> {
        let (rule, limit) = limits.rule(breach.metric);
        let phrase = phrase_of(breach.metric);
        let pointer = breach.subject.pointer();
        if breach.lower <= limit {
            self.open(breach, limit, pointer);
            return Ok(());
        }
        let (state, is_nearest) = if let Some(counted) = &breach.above {
            (self.space.state(&counted.values), true)
        } else {
            let choices = self.space.state(&breach.values).choices();
            let over = Over::of(breach, limit);
            (nearer(self.revision, choices, over)?, false)
        };
        let value = value(self.revision, &state, breach.metric, breach.subject)?;
        confirm(value.is_some_and(|value| value > limit), rule, &pointer)?;
        let tally = breach.above.as_ref().map(|counted| counted.tally);
        let message = Message::new(phrase)
            .with("subject", self.subject(breach.subject))
            .with("value", amount(breach.metric, breach.lower))
            .with("limit", amount(breach.metric, limit))
            .with("example", self.example(&state));
        self.facts.push(Fact {
            rule,
            kind: FactKind::Limit,
            pointer,
            candidates: Vec::new(),
            saved_assignments: tally.map(|tally| tally.saved),
            effective_selections: tally.map(|tally| tally.effective),
            example: Some(state),
            is_nearest,
            read: Some(if breach.is_only_deltas {
                Severity::Warning
            } else {
                Severity::Error
            }),
            export: Some(Severity::Error),
            message,
        });
        Ok(())
    }

    /// LIM-04 on writing: all sounds are added to the decoded maximum.
    pub(super) fn sounds(&mut self, summary: &Summary) {
        let Some(decoded) = summary.maximum(Metric::DecodedBytes) else {
            return;
        };
        let with_sounds = decoded.upper.saturating_add(summary.sound_bytes);
        if decoded.upper > decoded.limit || with_sounds <= decoded.limit {
            return;
        }
        self.facts.push(Fact {
            rule: "LIM-04",
            kind: FactKind::Limit,
            pointer: "/drivers".to_owned(),
            candidates: Vec::new(),
            saved_assignments: None,
            effective_selections: None,
            example: Some(decoded.witness.clone()),
            is_nearest: false,
            read: None,
            export: Some(Severity::Error),
            message: Message::new(&phrases::OVER_SOUNDS)
                .with("sounds", bytes(summary.sound_bytes))
                .with("value", bytes(with_sounds))
                .with("limit", bytes(decoded.limit)),
        });
    }

    /// HINT-04 and HINT-07: more at once than is customary.
    pub(super) fn excess(&mut self, excess: &Excess) {
        let state = self.space.state(&excess.values);
        let (phrase, value, limit) = if excess.rule == "HINT-04" {
            let phrase = &phrases::MANY_PACKAGE_DRAWS;
            (phrase, grouped(excess.lower), grouped(excess.amount))
        } else {
            let phrase = &phrases::MANY_TEXTURE_BYTES;
            (phrase, bytes(excess.lower), bytes(excess.amount))
        };
        let message = Message::new(phrase)
            .with("value", value)
            .with("limit", limit)
            .with("example", self.example(&state));
        self.facts.push(Fact {
            rule: excess.rule,
            kind: FactKind::Limit,
            pointer: String::new(),
            candidates: Vec::new(),
            saved_assignments: None,
            effective_selections: None,
            example: Some(state),
            is_nearest: false,
            read: Some(Severity::Hint),
            export: Some(Severity::Hint),
            message,
        });
    }

    /// HINT-10: material slots of drivers that change their meaning.
    pub(super) fn unsteady(&mut self, unsteady_bindings: Vec<UnsteadyBinding>) {
        let known = ProofFacts {
            unsteady_bindings,
            ..ProofFacts::default()
        };
        for finding in proof_hints(self.manifest, &known) {
            let Place::Pointer(pointer) = finding.place else {
                continue;
            };
            self.facts.push(Fact {
                rule: "HINT-10",
                kind: FactKind::Unsteady,
                pointer,
                candidates: Vec::new(),
                saved_assignments: None,
                effective_selections: None,
                example: None,
                is_nearest: false,
                read: Some(Severity::Hint),
                export: Some(Severity::Hint),
                message: finding.message,
            });
        }
    }

    /// SEL-01, SEL-02 and HINT-11: what the format's own way of checking needs.
    pub(super) fn effort(&mut self, reading: Reading, limits: &Limits) {
        let nodes = (reading.nodes, limits.nodes, "SEL-01", &phrases::MANY_NODES);
        let states = (
            reading.count_states,
            limits.count_states,
            "SEL-02",
            &phrases::MANY_STATES,
        );
        for (needed, limit, rule, phrase) in [nodes, states] {
            let is_over = needed.is_none_or(|needed| needed > limit);
            if is_over && (rule == "SEL-01" || needed.is_some()) {
                let told = needed.map_or_else(|| format!("> {}", grouped(limit)), grouped);
                let severities = (Severity::Warning, Severity::Error);
                self.needs(rule, severities, Message::new(phrase), (told, limit));
            } else if let Some(needed) = needed.filter(|needed| *needed > limit / 2 && !is_over) {
                let severities = (Severity::Hint, Severity::Hint);
                let message = Message::new(&phrases::NEAR_EFFORT);
                self.needs("HINT-11", severities, message, (grouped(needed), limit));
            }
        }
    }

    fn needs(
        &mut self,
        rule: &'static str,
        (read, export): (Severity, Severity),
        message: Message,
        (value, limit): (String, u64),
    ) {
        self.facts.push(Fact {
            rule,
            kind: FactKind::Effort,
            pointer: String::new(),
            candidates: Vec::new(),
            saved_assignments: None,
            effective_selections: None,
            example: None,
            is_nearest: false,
            read: Some(read),
            export: Some(export),
            message: message.with("value", value).with("limit", grouped(limit)),
        });
    }

    /// Advice about the analysis itself that blocks nothing.
    pub(super) fn warn(&mut self, rule: &'static str, message: Message) {
        self.facts.push(Fact {
            rule,
            kind: FactKind::Effort,
            pointer: String::new(),
            candidates: Vec::new(),
            saved_assignments: None,
            effective_selections: None,
            example: None,
            is_nearest: false,
            read: Some(Severity::Warning),
            // Whatever reading tolerates rejects a package that is to be written (bem.md ch. 0).
            export: Some(Severity::Error),
            message,
        });
    }

    /// Display names of groups.
    pub(super) fn group_names(&self, groups: &[usize]) -> String {
        let all = self.manifest.option_groups.as_deref().unwrap_or_default();
        let found = groups.iter().filter_map(|idx| all.get(*idx));
        let names = found.map(|group| {
            if group.name.is_empty() {
                group.id.clone()
            } else {
                group.name.clone()
            }
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn open(&mut self, breach: &Breach, limit: u64, pointer: String) {
        self.facts.push(Fact {
            rule: "SEL-03",
            kind: FactKind::Open,
            pointer,
            candidates: Vec::new(),
            saved_assignments: None,
            effective_selections: None,
            example: Some(self.space.state(&breach.values)),
            is_nearest: false,
            read: Some(Severity::Warning),
            export: Some(Severity::Error),
            message: Message::new(&phrases::OPEN_LIMIT)
                .with("lower", amount(breach.metric, breach.lower))
                .with("value", amount(breach.metric, breach.upper))
                .with("limit", amount(breach.metric, limit)),
        });
    }

    /// The author's name for what a fault is about.
    fn subject(&self, subject: Subject) -> String {
        let component = match subject {
            Subject::Component(component) | Subject::Candidate { component, .. } => component,
            Subject::Slot(slot) => {
                let slots = &self.manifest.texture_slots;
                return slots
                    .get(slot)
                    .map(|slot| slot.id.clone())
                    .unwrap_or_default();
            }
            Subject::Whole => return self.manifest.name.clone(),
        };
        let components = &self.manifest.target.components;
        components
            .get(component)
            .map(|component| component.mesh_name.clone())
            .unwrap_or_default()
    }

    /// The groups off their defaults in words; of a state without any, the first groups as they are.
    fn example(&self, state: &State) -> String {
        let mut told = state.off_default();
        if told.is_empty() {
            told = (0..self.package.groups.len()).collect();
        }
        let is_cut = told.len() > MAX_GROUPS_TOLD;
        told.truncate(MAX_GROUPS_TOLD);
        let mut words = state.words(self.manifest, &told);
        if is_cut {
            words.push_str(" + …");
        }
        if words.is_empty() {
            words.push('–');
        }
        words
    }
}

fn phrase_of(metric: Metric) -> &'static Phrase {
    match metric {
        Metric::Draws => &phrases::OVER_DRAWS,
        Metric::Indices => &phrases::OVER_INDICES,
        Metric::Textures => &phrases::OVER_TEXTURES,
        Metric::DecodedBytes => &phrases::OVER_DECODED,
        Metric::ResidentBytes => &phrases::OVER_RESIDENT,
    }
}

pub(super) fn amount(metric: Metric, value: u64) -> String {
    match metric {
        Metric::DecodedBytes | Metric::ResidentBytes => bytes(value),
        Metric::Draws | Metric::Indices | Metric::Textures => grouped(value),
    }
}
