//! The way from the root of a JSON value to a place in it; it becomes text only when something is found there.

use crate::formats::bem::json::append_step;

/// A way to a value, linked towards the root. Lives on the stack of whoever walks the value.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Self>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl Path<'static> {
    /// The root.
    pub const ROOT: Self = Self {
        parent: None,
        step: Step::Root,
    };
}

impl Path<'_> {
    /// The way to a member.
    pub const fn key<'s>(&'s self, key: &'s str) -> Path<'s> {
        Path {
            parent: Some(self),
            step: Step::Key(key),
        }
    }

    /// The way to an element.
    pub const fn index(&self, index: usize) -> Path<'_> {
        Path {
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    /// The JSON pointer (RFC 6901). Recursion is as deep as the way is long.
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        self.append_to(&mut out);
        out
    }

    fn append_to(&self, out: &mut String) {
        if let Some(parent) = self.parent {
            parent.append_to(out);
        }
        match self.step {
            Step::Root => {}
            Step::Key(key) => append_step(out, key),
            Step::Index(index) => append_step(out, &index.to_string()),
        }
    }

    /// The last step as people read it: the key, or the index.
    pub fn name(&self) -> String {
        match self.step {
            Step::Root => String::new(),
            Step::Key(key) => key.to_owned(),
            Step::Index(index) => index.to_string(),
        }
    }
}
