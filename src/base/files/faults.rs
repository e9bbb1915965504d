//! Faults on demand: tests say which step of writing below a folder of theirs fails, and how. Nothing ever fails here
//! that no test has asked for.

use super::absolute;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A step of writing that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A file or folder is made.
    Create,
    /// Bytes are written; half of them still are.
    Write,
    /// A file is flushed to the device.
    Flush,
    /// What was written is read again.
    ReadBack,
    /// The previous file gets another name.
    Keep,
    /// A file or folder gets its final name.
    Rename,
    /// A folder is flushed to the device.
    FlushFolder,
}

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full.
    Full,
    /// The device fails.
    Device,
    /// The user may not.
    Denied,
    /// What is read back is not what was written; other steps go well.
    Altered,
}

impl Fault {
    pub(super) fn error(self) -> io::Error {
        match self {
            Self::Full => io::Error::from(io::ErrorKind::StorageFull),
            Self::Device | Self::Altered => io::Error::from_raw_os_error(5),
            Self::Denied => io::Error::from(io::ErrorKind::PermissionDenied),
        }
    }
}

struct Plan {
    number: usize,
    below: PathBuf,
    n_before: usize,
    fault: Fault,
    struck: Option<Step>,
}

static N_ARMED: AtomicUsize = AtomicUsize::new(0);
static N_MADE: AtomicUsize = AtomicUsize::new(0);
static PLANS: Mutex<Vec<Plan>> = Mutex::new(Vec::new());

/// A fault that stands ready until this is dropped.
#[derive(Debug)]
pub struct Armed(usize);

/// After `n_before` steps at paths below `below`, every further one fails.
pub fn arm(below: &Path, n_before: usize, fault: Fault) -> Armed {
    let number = N_MADE.fetch_add(1, Ordering::Relaxed);
    plans().push(Plan {
        number,
        below: absolute(below),
        n_before,
        fault,
        struck: None,
    });
    N_ARMED.fetch_add(1, Ordering::Release);
    Armed(number)
}

impl Armed {
    /// The first step that failed, if any has.
    pub fn struck(&self) -> Option<Step> {
        let plans = plans();
        let plan = plans.iter().find(|plan| plan.number == self.0);
        plan.and_then(|plan| plan.struck)
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        plans().retain(|plan| plan.number != self.0);
        N_ARMED.fetch_sub(1, Ordering::Release);
    }
}

/// How this step has to fail, if a test wants it to.
pub(super) fn due(step: Step, path: &Path) -> Option<Fault> {
    if N_ARMED.load(Ordering::Acquire) == 0 {
        return None;
    }
    let path = absolute(path);
    let mut plans = plans();
    let plan = plans
        .iter_mut()
        .find(|plan| path.starts_with(&plan.below))?;
    if plan.n_before > 0 {
        plan.n_before -= 1;
        return None;
    }
    if plan.fault == Fault::Altered && step != Step::ReadBack {
        return None;
    }
    plan.struck.get_or_insert(step);
    Some(plan.fault)
}

/// Fails if a test wants this step to.
pub(super) fn strike(step: Step, path: &Path) -> io::Result<()> {
    match due(step, path) {
        None | Some(Fault::Altered) => Ok(()),
        Some(fault) => Err(fault.error()),
    }
}

fn plans() -> MutexGuard<'static, Vec<Plan>> {
    PLANS.lock().unwrap_or_else(PoisonError::into_inner)
}
