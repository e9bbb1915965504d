//! Work on many payloads at once with the results taken in order and a bound on what is held. It knows nothing of the
//! work: the results are the same whatever the number of threads.

use rayon::{Scope, Yield};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// Works on `items` in the rayon pool and hands results to `take` in the order of the items.
///
/// `cost` says what an item holds from the start of its work until its result is taken. The costs of the items under way
/// stay within `budget`; an item that costs more than that is worked on alone.
///
/// # Errors
///
/// The first error of `take`; no further items are begun then.
pub(in crate::formats::bem) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    budget: u64,
    cost: impl Fn(&T) -> u64,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, receiver) = channel();
    rayon::in_place_scope(|scope| {
        let mut held = 0_u64;
        let mut begun = 0_usize;
        let mut waiting: BTreeMap<usize, R> = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            while let Some(next) = items.get(begun) {
                let wanted = held.saturating_add(cost(next));
                if begun > index && wanted > budget {
                    break;
                }
                held = wanted;
                begin(scope, begun, next, &work, sender.clone());
                begun = begun.saturating_add(1);
            }
            let result = loop {
                if let Some(result) = waiting.remove(&index) {
                    break result;
                }
                // None: the work panicked, and so does the scope when it ends.
                let Some((done, result)) = receive(&receiver) else {
                    return Ok(());
                };
                waiting.insert(done, result);
            };
            take(item, result)?;
            held = held.saturating_sub(cost(item));
        }
        Ok(())
    })
}

/// Starts the work on an item. Whatever becomes of it, something is sent.
fn begin<'scope, T: Sync, R: Send + 'scope>(
    scope: &Scope<'scope>,
    index: usize,
    item: &'scope T,
    work: &'scope (impl Fn(&T) -> R + Sync),
    sender: Sender<Option<(usize, R)>>,
) {
    scope.spawn(move |_| {
        let mut post = Post {
            sender,
            result: None,
        };
        post.result = Some((index, work(item)));
    });
}

/// Sends what it holds when it is dropped, also while a panic unwinds.
struct Post<R> {
    sender: Sender<Option<(usize, R)>>,
    result: Option<(usize, R)>,
}

impl<R> Drop for Post<R> {
    fn drop(&mut self) {
        // Nobody listens any more after an error.
        drop(self.sender.send(self.result.take()));
    }
}

/// The next result. A thread of the pool works on other items meanwhile: it may be the only one.
fn receive<R>(receiver: &Receiver<Option<(usize, R)>>) -> Option<(usize, R)> {
    loop {
        match receiver.try_recv() {
            Ok(result) => return result,
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => match rayon::yield_now() {
                Some(Yield::Executed) => {}
                Some(Yield::Idle) => std::thread::yield_now(),
                None => return receiver.recv().ok().flatten(),
            },
        }
    }
}
