//! What happened and is worth a line: kept in a list, newest last, until dismissed.

use crate::base::findings::Severity;
use crate::base::text::Message;

/// How many notices are kept.
const MAX_NOTICES: usize = 100;

/// One notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Names it for dismissal.
    pub number: u64,
    /// An error, a warning, or a fact ([`Severity::Hint`]).
    pub severity: Severity,
    /// What happened.
    pub message: Message,
}

/// The notices.
#[derive(Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    n_made: u64,
}

impl Notices {
    /// Adds a notice.
    pub fn add(&mut self, severity: Severity, message: Message) {
        self.n_made += 1;
        self.list.push(Notice {
            number: self.n_made,
            severity,
            message,
        });
        if self.list.len() > MAX_NOTICES {
            self.list.remove(0);
        }
    }

    /// All of them, oldest first.
    pub fn list(&self) -> &[Notice] {
        &self.list
    }

    /// Takes one away, with everything older.
    pub fn dismiss(&mut self, number: u64) {
        self.list.retain(|notice| notice.number > number);
    }

    /// Takes all away: something else lies on the desk now.
    pub fn clear(&mut self) {
        self.list.clear();
    }
}
