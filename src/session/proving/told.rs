//! What was proved about a file as one line of JSON, counts with all their digits, and as text for people.

use super::line::Json;
use super::{Failure, Proving};
use crate::analysis::{Change, Explanation, Metric, Published, Repair, Standing, State};
use crate::base::text::{Language, grouped};
use crate::dd::Count;
use crate::formats::bem::manifest::{Condition, Manifest};

impl Proving {
    /// One line of JSON: the members of a selection case's `expected`, and what goes beyond them.
    pub fn json(&self, language: Language) -> String {
        let summary = &self.summary;
        let maximum = |metric: Metric| (metric.code().to_owned(), Json::maybe(self.exact(metric)));
        let mut members = vec![
            ("verdict".to_owned(), Json::text(self.verdict())),
            ("minor".to_owned(), Json::number(self.minor)),
        ];
        for (key, count) in [
            ("assignments_in_all", summary.assignments_in_all),
            ("saved_assignments", summary.saved_assignments),
            ("effective_selections", summary.effective_selections),
        ] {
            members.push((key.to_owned(), Json::maybe(count)));
        }
        members.extend(Metric::ALL.map(maximum));
        let failures = self.failures.iter();
        let failures = failures.map(|failure| self.failure(failure, language));
        members.push(("failures".to_owned(), Json::List(failures.collect())));
        members.push(("max_states".to_owned(), self.max_states()));
        members.push(("intervals".to_owned(), self.intervals()));
        members.push((
            "symbolic_nodes".to_owned(),
            Json::maybe(summary.symbolic_nodes),
        ));
        members.push(("published_tool".to_owned(), self.published(&self.published)));
        members.push(("notes".to_owned(), self.notes(language)));
        members.push(("idle".to_owned(), self.idle(language)));
        Json::Object(members).to_string()
    }

    fn failure(&self, failure: &Failure, language: Language) -> Json {
        let fact = &failure.fact;
        let example = fact.example.as_ref();
        let state = |state: Option<&State>| {
            state.map_or_else(Json::null, |state| selection(&self.manifest, state))
        };
        let severity = fact.read.map_or("", |severity| severity.code());
        let candidates = fact.candidates.iter().map(Json::number);
        let reason = |place: usize| {
            let found = failure.reasons.get(place);
            found.map_or_else(Json::null, |found| self.reason(found))
        };
        let repairs = failure.repairs.iter();
        Json::object([
            ("rule", Json::text(fact.rule)),
            ("severity", Json::text(severity)),
            ("at", Json::text(&*fact.pointer)),
            ("kind", Json::text(fact.kind.code())),
            ("failing_assignments", Json::maybe(fact.saved_assignments)),
            ("failing_selections", Json::maybe(fact.effective_selections)),
            ("candidates", Json::List(candidates.collect())),
            ("example", state(example)),
            ("hidden", self.hidden(example)),
            ("example_is_nearest", Json::number(fact.is_nearest)),
            ("message", Json::text(fact.message.text(language))),
            ("reason", reason(0)),
            ("next_state", reason(1)),
            (
                "repairs",
                Json::List(
                    repairs
                        .map(|repair| repair_json(repair, language))
                        .collect(),
                ),
            ),
        ])
    }

    fn hidden(&self, state: Option<&State>) -> Json {
        let hidden = state.map(State::hidden).unwrap_or_default();
        let ids = hidden
            .into_iter()
            .map(|group| Json::text(self.group_id(group)));
        Json::List(ids.collect())
    }

    /// The choices that force a failure, hidden groups as `null`, with the state they were taken from.
    fn reason(&self, reason: &Explanation) -> Json {
        let groups = reason.groups.iter().map(|group| {
            let state = reason.state.groups.get(*group);
            let choice = state.filter(|state| state.is_available).and_then(|state| {
                let groups = self.manifest.option_groups.as_deref()?;
                groups
                    .get(*group)?
                    .choices
                    .get(usize::from(state.choice_idx))
            });
            let choice = choice.map_or_else(Json::null, |choice| Json::text(&*choice.id));
            (self.group_id(*group), choice)
        });
        Json::object([
            ("choices", Json::Object(groups.collect())),
            ("state", selection(&self.manifest, &reason.state)),
            ("hidden", self.hidden(Some(&reason.state))),
            ("saved_assignments", Json::maybe(reason.saved_assignments)),
        ])
    }

    fn max_states(&self) -> Json {
        let states = Metric::ALL.map(|metric| {
            let maximum = self.summary.maximum(metric);
            let state = maximum.map_or_else(Json::null, |maximum| {
                selection(&self.manifest, &maximum.witness)
            });
            (metric.code().to_owned(), state)
        });
        Json::Object(states.into())
    }

    /// Limits, and the interval of each maximum: both ends alike where it is exact.
    fn intervals(&self) -> Json {
        let maxima = self.summary.maxima.iter();
        let intervals = maxima.map(|maximum| {
            let verdict = match maximum.verdict() {
                crate::analysis::Verdict::Within => "within",
                crate::analysis::Verdict::Exceeded => "exceeded",
                crate::analysis::Verdict::Open => "not proven yet",
            };
            let interval = Json::object([
                ("lower", Json::number(maximum.lower)),
                ("upper", Json::number(maximum.upper)),
                ("limit", Json::number(maximum.limit)),
                ("verdict", Json::text(verdict)),
            ]);
            (maximum.metric.code().to_owned(), interval)
        });
        Json::Object(intervals.collect())
    }

    fn published(&self, published: &Published) -> Json {
        let ids = |groups: &[usize]| {
            let ids = groups.iter().map(|group| Json::text(self.group_id(*group)));
            Json::List(ids.collect())
        };
        let refusals = published.refusals.iter().map(|refusal| {
            let metric = refusal
                .metric
                .map_or_else(Json::null, |metric| Json::text(metric.code()));
            Json::object([
                ("rule", Json::text(refusal.rule)),
                ("metric", metric),
                ("value", Json::maybe(refusal.value)),
                ("limit", Json::number(refusal.limit)),
                ("groups", ids(&refusal.groups)),
            ])
        });
        let searches = published.search_states.iter();
        let searches =
            searches.map(|(metric, states)| (metric.code().to_owned(), Json::maybe(*states)));
        let order = published.order.as_deref();
        Json::object([
            ("accepted", Json::number(published.is_accepted())),
            ("nodes", Json::maybe(published.nodes)),
            ("count_states", Json::maybe(published.count_states)),
            ("search_states", Json::Object(searches.collect())),
            ("refusals", Json::List(refusals.collect())),
            ("order", order.map_or_else(Json::null, ids)),
        ])
    }

    fn notes(&self, language: Language) -> Json {
        let notes = self.notes.iter().map(|fact| {
            Json::object([
                ("rule", Json::text(fact.rule)),
                ("at", Json::text(&*fact.pointer)),
                ("kind", Json::text(fact.kind.code())),
                ("message", Json::text(fact.message.text(language))),
            ])
        });
        Json::List(notes.collect())
    }

    fn idle(&self, language: Language) -> Json {
        let idle = self.idle.iter().map(|(idle, repair)| {
            let repair = repair.as_ref();
            Json::object([
                ("kind", Json::text(idle.kind.code())),
                ("at", Json::text(&*idle.pointer)),
                ("message", Json::text(idle.message.text(language))),
                (
                    "repair",
                    repair.map_or_else(Json::null, |repair| repair_json(repair, language)),
                ),
            ])
        });
        Json::List(idle.collect())
    }

    fn group_id(&self, group: usize) -> String {
        let groups = self.manifest.option_groups.as_deref().unwrap_or_default();
        groups
            .get(group)
            .map(|group| group.id.clone())
            .unwrap_or_default()
    }

    /// A line for the verdict and one for everything found.
    pub fn text(&self, language: Language) -> String {
        let count = |count: Option<Count>| count.map_or_else(|| "?".to_owned(), grouped);
        let mut text = format!(
            "{} (BEM 1.{}), {} / {}",
            self.verdict(),
            self.minor,
            count(self.summary.effective_selections),
            count(self.summary.saved_assignments),
        );
        let mut line = |line: String| {
            text.push_str("\n  ");
            text.push_str(&line);
        };
        for maximum in &self.summary.maxima {
            let (lower, upper, limit) = (
                grouped(maximum.lower),
                grouped(maximum.upper),
                grouped(maximum.limit),
            );
            let value = if maximum.is_exact() {
                lower
            } else {
                format!("{lower}..{upper}")
            };
            line(format!("{}: {value} / {limit}", maximum.metric.code()));
        }
        for failure in &self.failures {
            let fact = &failure.fact;
            line(format!(
                "{} {}: {}",
                fact.rule,
                fact.pointer,
                fact.message.text(language)
            ));
            for repair in &failure.repairs {
                line(format!("  -> {}", repair.message.text(language)));
            }
        }
        for fact in &self.notes {
            line(format!("{}: {}", fact.rule, fact.message.text(language)));
        }
        for (idle, _) in &self.idle {
            line(format!(
                "{} {}: {}",
                idle.kind.code(),
                idle.pointer,
                idle.message.text(language)
            ));
        }
        text
    }
}

/// Group -> saved choice, every group named.
fn selection(manifest: &Manifest, state: &State) -> Json {
    let selection = state.selection(manifest).into_iter();
    Json::Object(
        selection
            .map(|(group, choice)| (group, Json::text(choice)))
            .collect(),
    )
}

fn repair_json(repair: &Repair, language: Language) -> Json {
    let standing = |standing: &Standing| {
        Json::object([
            (
                "failing_assignments",
                Json::maybe(standing.failing_assignments),
            ),
            ("saved_assignments", Json::maybe(standing.saved_assignments)),
            (
                "effective_selections",
                Json::maybe(standing.effective_selections),
            ),
            ("rejections", Json::number(standing.n_rejections)),
        ])
    };
    Json::object([
        ("kind", Json::text(repair.kind.code())),
        ("message", Json::text(repair.message.text(language))),
        ("before", standing(&repair.before)),
        ("after", standing(&repair.after)),
        (
            "changes",
            Json::List(repair.changes.iter().map(change_json).collect()),
        ),
    ])
}

/// What is done, where, and the condition that is set: `None` where none is, `Some(None)` for "always".
type Changed<'a> = (&'static str, String, Option<Option<&'a Condition>>);

/// What is done, where, and the condition that is set.
fn change_json(change: &Change) -> Json {
    const fn set(at: String, when: Option<&Condition>) -> Changed<'_> {
        ("set", at, Some(when))
    }
    let (action, at, when): Changed<'_> = match change {
        Change::SetCandidateWhen {
            component,
            candidate,
            when,
        } => set(
            format!("/component_rules/{component}/candidates/{candidate}/when"),
            when.as_ref(),
        ),
        Change::SetSlotWhen {
            slot,
            candidate,
            when,
        } => set(
            format!("/texture_slots/{slot}/candidates/{candidate}/when"),
            when.as_ref(),
        ),
        Change::SetDrawWhen { mesh, draw, when } => {
            set(format!("/meshes/{mesh}/draws/{draw}/when"), when.as_ref())
        }
        Change::AddCandidate {
            component,
            candidate,
        } => (
            "add",
            format!("/component_rules/{component}/candidates/-"),
            Some(candidate.when.as_ref()),
        ),
        Change::AddSlotCandidate { slot, candidate } => (
            "add",
            format!("/texture_slots/{slot}/candidates/-"),
            Some(candidate.when.as_ref()),
        ),
        Change::AddConstraint(constraint) => (
            "add",
            "/selection_constraints/-".to_owned(),
            Some(Some(constraint)),
        ),
        Change::RemoveCandidate {
            component,
            candidate,
        } => (
            "remove",
            format!("/component_rules/{component}/candidates/{candidate}"),
            None,
        ),
        Change::RemoveSlotCandidate { slot, candidate } => (
            "remove",
            format!("/texture_slots/{slot}/candidates/{candidate}"),
            None,
        ),
        Change::RemoveDraw { mesh, draw } => {
            ("remove", format!("/meshes/{mesh}/draws/{draw}"), None)
        }
        Change::SetGroupAlways { group } => (
            "remove",
            format!("/option_groups/{group}/available_when"),
            None,
        ),
        Change::RemoveConstraint { constraint } => (
            "remove",
            format!("/selection_constraints/{constraint}"),
            None,
        ),
    };
    let mut members = vec![
        ("action".to_owned(), Json::text(action)),
        ("at".to_owned(), Json::text(at)),
    ];
    if let Some(when) = when {
        let when = when.map_or_else(|| Json::Raw("true".to_owned()), condition_json);
        members.push(("when".to_owned(), when));
    }
    Json::Object(members)
}

fn condition_json(condition: &Condition) -> Json {
    let list = |parts: &[Condition]| Json::List(parts.iter().map(condition_json).collect());
    match condition {
        Condition::Constant(value) => Json::number(value),
        Condition::Eq { group, choice } => {
            let pair = [group, choice].map(|id| Json::text(id.as_str()));
            Json::object([("eq", Json::List(pair.into()))])
        }
        Condition::All(parts) => Json::object([("all", list(parts))]),
        Condition::Any(parts) => Json::object([("any", list(parts))]),
        Condition::Not(part) => Json::object([("not", condition_json(part))]),
    }
}
