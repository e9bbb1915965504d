//! Conditions in words. They are changed elsewhere.

use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId};
use crate::document::parts::Document;
use crate::ui::view::View;
use crate::ui::words;

/// The most letters shown of one condition.
const MOST_LETTERS: usize = 400;

/// A condition as a sentence's part: `Outfit = Day and not (...)`; none = always.
pub(super) fn text(document: &Document, when: Option<&Condition>, view: &View) -> String {
    let Some(when) = when else {
        return view.text(&words::RULE_ALWAYS).to_owned();
    };
    let mut out = String::new();
    write(&mut out, document, when, view);
    if out.chars().count() > MOST_LETTERS {
        out = out.chars().take(MOST_LETTERS).collect();
        out.push('…');
    }
    out
}

/// Recursion ends with the depth of the condition, and with the letters that are shown.
fn write(out: &mut String, document: &Document, when: &Condition, view: &View) {
    if out.len() > MOST_LETTERS * 4 {
        return;
    }
    match when {
        Condition::Constant(true) => out.push_str(view.text(&words::RULE_ALWAYS)),
        Condition::Constant(false) => out.push_str(view.text(&words::NEVER)),
        Condition::Is { group, choice } => out.push_str(&atom(document, *group, *choice)),
        Condition::All(parts) => joined(out, document, parts, view.text(&words::AND), view),
        Condition::Any(parts) => joined(out, document, parts, view.text(&words::OR), view),
        Condition::Not(part) => {
            out.push_str(view.text(&words::NOT));
            out.push_str(" (");
            write(out, document, part, view);
            out.push(')');
        }
    }
}

fn joined(out: &mut String, document: &Document, parts: &[Condition], word: &str, view: &View) {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            out.push(' ');
            out.push_str(word);
            out.push(' ');
        }
        let is_nested = matches!(part, Condition::All(_) | Condition::Any(_));
        if is_nested {
            out.push('(');
        }
        write(out, document, part, view);
        if is_nested {
            out.push(')');
        }
    }
}

fn atom(document: &Document, group: GroupId, choice: ChoiceId) -> String {
    let group = document.group(group);
    let named = group.and_then(|group| {
        let choice = group.choices.iter().find(|known| known.id == choice)?;
        Some(format!("{} = {}", group.name, choice.name))
    });
    named.unwrap_or_default()
}
