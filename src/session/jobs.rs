//! Long work on named threads: one function in, one outcome out, with cancel and progress; and threads that follow the
//! newest state of something. It knows no job's content.

use crate::base::cancel::Cancel;
use crate::base::progress::{Progress, Reading};
use crate::base::refusal;
use crate::base::text::{Message, Phrase};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

static CRASHED: Phrase = Phrase::new(
    "{job}：程序内部出错，此操作已中止；文档没有改变。请报告此问题：{what}",
    "{job}：プログラム内部の誤りで中断しました。ドキュメントは変わっていません。ご報告ください：{what}",
    "{job}: the program made a mistake and stopped this job; the document is unchanged. Please report: {what}",
);
static NO_THREAD: Phrase = Phrase::new(
    "无法启动后台任务：{what}。请关闭其他程序后再试。",
    "バックグラウンド処理を始められません：{what}。ほかのプログラムを閉じてもう一度試してください。",
    "The background job could not be started: {what}. Close other programs and try again.",
);

/// Called from a job's thread when there is something to look at: the window repaints.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The running jobs and the outcomes nobody has taken yet.
pub struct Jobs<Outcome> {
    running: Vec<Running>,
    sender: Sender<(u64, Result<Outcome, Message>)>,
    receiver: Receiver<(u64, Result<Outcome, Message>)>,
    wake: Wake,
    n_started: u64,
}

struct Running {
    number: u64,
    label: &'static Phrase,
    cancel: Cancel,
    progress: Progress,
}

/// What a running job shows.
#[derive(Clone, Copy, Debug)]
pub struct JobView {
    /// Names the job for [`Jobs::cancel`].
    pub number: u64,
    /// What it does.
    pub label: &'static Phrase,
    /// How far it is.
    pub reading: Reading,
    /// It was asked to stop and has not yet.
    pub is_cancelled: bool,
}

impl<Outcome: Send + 'static> Jobs<Outcome> {
    /// No jobs yet. `wake` is called whenever one ends.
    pub fn new(wake: Wake) -> Self {
        let (sender, receiver) = channel();
        Self {
            running: Vec::new(),
            sender,
            receiver,
            wake,
            n_started: 0,
        }
    }

    /// What is called whenever a job ends.
    pub fn wake(&self) -> Wake {
        Arc::clone(&self.wake)
    }

    /// Starts `work` on a thread of its own. A panic inside it becomes an error message.
    pub fn start(
        &mut self,
        label: &'static Phrase,
        work: impl FnOnce(&Cancel, &Progress) -> Result<Outcome, Message> + Send + 'static,
    ) -> u64 {
        self.n_started += 1;
        let number = self.n_started;
        let (cancel, progress) = (Cancel::new(), Progress::new());
        self.running.push(Running {
            number,
            label,
            cancel: cancel.clone(),
            progress: progress.clone(),
        });
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let body = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&cancel, &progress)))
                .unwrap_or_else(|panic| Err(crashed(label, panic.as_ref())));
            // The receiver is gone only when the program ends.
            drop(sender.send((number, outcome)));
            wake();
        };
        if let Err(refused) = std::thread::Builder::new()
            .name(format!("job {number}"))
            .spawn(body)
        {
            let message = Message::new(&NO_THREAD).with_message("what", refusal::reason(&refused));
            drop(self.sender.send((number, Err(message))));
        }
        number
    }

    /// The outcomes of jobs that ended since the last call, in the order they ended.
    pub fn take_finished(&mut self) -> Vec<(u64, Result<Outcome, Message>)> {
        let finished: Vec<_> = self.receiver.try_iter().collect();
        for (number, _) in &finished {
            self.running.retain(|job| job.number != *number);
        }
        finished
    }

    /// The jobs that run now, oldest first.
    pub fn views(&self) -> Vec<JobView> {
        let view = |job: &Running| JobView {
            number: job.number,
            label: job.label,
            reading: job.progress.read(),
            is_cancelled: job.cancel.is_raised(),
        };
        self.running.iter().map(view).collect()
    }

    /// Whether nothing runs.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Asks a job to stop; its outcome still comes.
    pub fn cancel(&self, number: u64) {
        for job in self.running.iter().filter(|job| job.number == number) {
            job.cancel.raise();
        }
    }

    /// Waits for the next outcome, for scripts and tests.
    pub fn wait(&mut self) -> Option<(u64, Result<Outcome, Message>)> {
        if self.is_idle() {
            return None;
        }
        let finished = self.receiver.recv().ok()?;
        self.running.retain(|job| job.number != finished.0);
        Some(finished)
    }
}

impl<Outcome> std::fmt::Debug for Jobs<Outcome> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Jobs({} running)", self.running.len())
    }
}

/// A thread that works on the newest of what it is given: what is given while it works replaces what waits. Dropped, it
/// ends after the last.
pub struct Follower<Item> {
    shared: Arc<Shared<Item>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared<Item> {
    standing: Mutex<Standing<Item>>,
    changed: Condvar,
}

struct Standing<Item> {
    next: Option<Item>,
    is_busy: bool,
    /// Somebody waits: pauses are left out.
    is_hurried: bool,
    is_ending: bool,
    failure: Option<Message>,
}

/// Work of a [`Follower`]: an item, and a question whether a newer one waits.
pub type Follow<Item> = dyn FnMut(Item, &dyn Fn() -> bool) -> Result<(), Message> + Send;

impl<Item: Send + 'static> Follower<Item> {
    /// Starts the thread; it rests for `pause` after each item. A failure, and a panic inside `work`, is kept for
    /// [`Follower::take_failure`], and `wake` is called.
    pub fn start(
        label: &'static Phrase,
        pause: Duration,
        wake: Wake,
        mut work: Box<Follow<Item>>,
    ) -> Self {
        let shared = Arc::new(Shared {
            standing: Mutex::new(Standing {
                next: None,
                is_busy: false,
                is_hurried: false,
                is_ending: false,
                failure: None,
            }),
            changed: Condvar::new(),
        });
        let theirs = Arc::clone(&shared);
        let body = move || {
            while let Some(item) = theirs.begin() {
                let is_newer = || theirs.lock().next.is_some();
                let done = catch_unwind(AssertUnwindSafe(|| work(item, &is_newer)))
                    .unwrap_or_else(|panic| Err(crashed(label, panic.as_ref())));
                let has_failed = done.is_err();
                theirs.end(done);
                if has_failed {
                    wake();
                }
                theirs.rest(pause);
            }
        };
        let thread = std::thread::Builder::new().name("follower".to_owned());
        let thread = match thread.spawn(body) {
            Ok(thread) => Some(thread),
            Err(refused) => {
                let what = refusal::reason(&refused);
                let message = Message::new(&NO_THREAD).with_message("what", what);
                shared.lock().failure = Some(message);
                None
            }
        };
        Self { shared, thread }
    }

    /// Hands over the newest item.
    pub fn give(&self, item: Item) {
        if self.thread.is_some() {
            self.shared.lock().next = Some(item);
            self.shared.changed.notify_all();
        }
    }

    /// Waits until everything given is done.
    pub fn wait(&self) {
        let mut standing = self.shared.lock();
        standing.is_hurried = true;
        self.shared.changed.notify_all();
        let waits = |standing: &mut Standing<Item>| standing.next.is_some() || standing.is_busy;
        let waited = self.shared.changed.wait_while(standing, waits);
        waited.unwrap_or_else(PoisonError::into_inner).is_hurried = false;
    }

    /// Why the last failing item failed, once.
    pub fn take_failure(&self) -> Option<Message> {
        self.shared.lock().failure.take()
    }
}

impl<Item> Shared<Item> {
    fn lock(&self) -> MutexGuard<'_, Standing<Item>> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item; none at the end.
    fn begin(&self) -> Option<Item> {
        let waits = |standing: &mut Standing<Item>| standing.next.is_none() && !standing.is_ending;
        let waited = self.changed.wait_while(self.lock(), waits);
        let mut standing = waited.unwrap_or_else(PoisonError::into_inner);
        let item = standing.next.take();
        standing.is_busy = item.is_some();
        item
    }

    fn end(&self, done: Result<(), Message>) {
        let mut standing = self.lock();
        standing.is_busy = false;
        if let Err(failure) = done {
            standing.failure = Some(failure);
        }
        self.changed.notify_all();
    }

    /// Lets what is given next wait a little, unless somebody waits for it.
    fn rest(&self, pause: Duration) {
        let standing = self.lock();
        let rests = |standing: &mut Standing<Item>| !standing.is_hurried && !standing.is_ending;
        let rested = self.changed.wait_timeout_while(standing, pause, rests);
        drop(rested);
    }
}

impl<Item> Drop for Follower<Item> {
    fn drop(&mut self) {
        self.shared.lock().is_ending = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // Its panics are caught inside.
            drop(thread.join());
        }
    }
}

impl<Item> std::fmt::Debug for Follower<Item> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Follower")
    }
}

fn crashed(label: &'static Phrase, panic: &(dyn std::any::Any + Send)) -> Message {
    let what = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("panic");
    Message::new(&CRASHED)
        .with_message("job", Message::new(label))
        .with("what", what)
}
