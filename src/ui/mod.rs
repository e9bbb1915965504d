//! Floor 6: the window. Panels read a [`Session`](crate::session::state::Session) and push
//! [`Action`](crate::session::action::Action)s; they do no work of their own.
//!
//! A panel is a function `fn name_ui(ui, session, view, actions)`: it draws what it reads, and nothing it does changes
//! anything before the end of the frame. What only the eye needs (camera, filters, open dialogs) is in
//! [`View`](view::View).

pub mod app;
pub mod close;
pub mod commands;
mod conditions;
pub mod dialogs;
mod drop_hint;
pub mod fonts;
mod recovery;
pub mod theme;
pub mod typed_path;
pub mod view;
pub mod viewport;

mod inspector;
mod menu;
mod outline;
mod package;
mod problems;
mod row;
mod start;
mod state;
mod status;
mod words;
