//! What carries compressed pieces from several workers to the one sink: in the order of the payloads, with a bound on
//! all that is held. It compresses nothing.

use crate::base::numbers::u64_of;
use crate::formats::bem::write::WriteError;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a worker sends of a payload.
#[derive(Debug)]
pub(super) enum Piece<'p> {
    /// The next bytes of its frame.
    Frame(Vec<u8>),
    /// The payload as it is, in place of all pieces sent before.
    Raw(Cow<'p, [u8]>),
    /// Nothing more.
    End {
        /// Bytes of the payload.
        decoded_size: u64,
    },
    /// It could not be had or compressed.
    Failed(WriteError),
    /// The worker panicked.
    Lost,
}

/// The queue between workers and sink.
#[derive(Debug)]
pub(super) struct Line<'p> {
    state: Mutex<State<'p>>,
    changed: Condvar,
    budget: u64,
}

#[derive(Debug, Default)]
struct State<'p> {
    /// The payload whose pieces are taken now; its worker never waits.
    head: usize,
    /// Next payload to be begun.
    next: usize,
    /// Bytes that workers hold, by payload.
    held: BTreeMap<usize, u64>,
    /// Bytes of frames in the queues.
    queued: u64,
    queues: BTreeMap<usize, VecDeque<Piece<'p>>>,
    /// Buffers of pieces that were taken, for new ones.
    spare: Vec<Vec<u8>>,
    is_stopped: bool,
}

impl State<'_> {
    fn total(&self) -> u64 {
        let held = self.held.values().copied();
        held.fold(self.queued, u64::saturating_add)
    }
}

impl<'p> Line<'p> {
    /// A line on which about `budget` bytes may be held at once.
    pub(super) fn new(budget: u64) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            budget,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'p>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<'p>>) -> MutexGuard<'g, State<'p>> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a payload in that will be held with `cost` bytes, if there is room for it or nothing else is under way.
    pub(super) fn admit(&self, index: usize, cost: u64) -> bool {
        let mut state = self.lock();
        let has_room = state.total().saturating_add(cost) <= self.budget;
        let is_admitted = has_room || state.held.is_empty();
        if is_admitted {
            state.held.insert(index, cost);
        }
        is_admitted
    }

    /// The payload a worker that starts now has to work on: they begin in order, so that the head is always under way.
    pub(super) fn begin(&self) -> usize {
        let mut state = self.lock();
        let index = state.next;
        state.next = index.saturating_add(1);
        index
    }

    /// An empty buffer for a piece of at most `n_bytes`.
    pub(super) fn buffer(&self, n_bytes: usize) -> Vec<u8> {
        let spare = self.lock().spare.pop();
        let fitting = spare.filter(|buffer| buffer.capacity() >= n_bytes);
        fitting.unwrap_or_else(|| Vec::with_capacity(n_bytes))
    }

    /// Takes back the buffer of a piece that is written.
    pub(super) fn give_back(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        self.lock().spare.push(buffer);
    }

    /// Sends a piece of a frame. Waits while there is no room, unless the payload is the head. Says whether to go on.
    pub(super) fn send_frame(&self, index: usize, bytes: Vec<u8>) -> bool {
        let size = u64_of(bytes.len());
        let mut state = self.lock();
        while !state.is_stopped
            && state.head != index
            && state.total().saturating_add(size) > self.budget
        {
            state = self.wait(state);
        }
        state.queued = state.queued.saturating_add(size);
        let queue = state.queues.entry(index).or_default();
        queue.push_back(Piece::Frame(bytes));
        self.changed.notify_all();
        !state.is_stopped
    }

    /// Sends the payload itself in place of its frame.
    pub(super) fn send_raw(&self, index: usize, bytes: Cow<'p, [u8]>) {
        let mut state = self.lock();
        for piece in state.queues.remove(&index).into_iter().flatten() {
            state.forget(&piece);
        }
        // What the compressor held is free; the bytes are still there.
        let size = match &bytes {
            Cow::Borrowed(_) => 0,
            Cow::Owned(bytes) => u64_of(bytes.len()),
        };
        state.held.insert(index, size);
        state
            .queues
            .entry(index)
            .or_default()
            .push_back(Piece::Raw(bytes));
        self.changed.notify_all();
    }

    /// Sends what ends a payload; nothing is held for it any more but what is queued.
    pub(super) fn send_last(&self, index: usize, piece: Piece<'p>) {
        let mut state = self.lock();
        let queue = state.queues.entry(index).or_default();
        let is_raw = matches!(queue.back(), Some(Piece::Raw(_)));
        queue.push_back(piece);
        if !is_raw {
            state.held.insert(index, 0);
        }
        self.changed.notify_all();
    }

    /// Takes the next piece of the head. A thread of the pool works meanwhile: it may be the only one.
    pub(super) fn take(&self, index: usize) -> Piece<'p> {
        let is_worker = rayon::current_thread_index().is_some();
        let mut state = self.lock();
        loop {
            let queue = state.queues.get_mut(&index);
            if let Some(piece) = queue.and_then(VecDeque::pop_front) {
                state.forget(&piece);
                self.changed.notify_all();
                return piece;
            }
            if is_worker {
                drop(state);
                let did_work = rayon::yield_now() == Some(rayon::Yield::Executed);
                state = self.lock();
                if !did_work {
                    let woken = self.changed.wait_timeout(state, Duration::from_millis(1));
                    (state, _) = woken.unwrap_or_else(PoisonError::into_inner);
                }
            } else {
                state = self.wait(state);
            }
        }
    }

    /// The head is done: the next one moves up.
    pub(super) fn advance(&self) {
        let mut state = self.lock();
        let done = state.head;
        state.queues.remove(&done);
        state.held.remove(&done);
        state.head = done.saturating_add(1);
        self.changed.notify_all();
    }

    /// Nothing more is taken: nobody has to wait.
    pub(super) fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }
}

impl State<'_> {
    fn forget(&mut self, piece: &Piece<'_>) {
        if let Piece::Frame(bytes) = piece {
            self.queued = self.queued.saturating_sub(u64_of(bytes.len()));
        }
    }
}
