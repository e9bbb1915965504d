//! Every page in every language and both themes. The harness fails on any letter that no font has.

use super::desk::Desk;
use bem_studio::base::text::Language;
use bem_studio::session::action::Action;
use bem_studio::session::selection::Selection;
use bem_studio::session::settings::Theme;

fn all_pages(desk: &mut Desk) {
    let document = desk.document();
    let mut pages = vec![Selection::Package, Selection::Target];
    for id in document.sources.keys() {
        pages.extend([
            Selection::Source(*id),
            Selection::Bones(*id, Some(3)),
            Selection::Materials(*id, Some(0)),
        ]);
    }
    pages.extend(document.textures.keys().map(|id| Selection::Texture(*id)));
    pages.extend(
        document
            .groups
            .iter()
            .map(|group| Selection::Group(group.id)),
    );
    pages.extend(
        (0_u32..)
            .zip(&document.rules)
            .map(|(component, _)| Selection::Component(component)),
    );
    for page in pages {
        desk.act(Action::Select(page));
    }
}

#[test]
fn every_page_draws_in_every_language_and_theme() {
    let mut desk = Desk::new();
    for language in Language::ALL {
        desk.act(Action::SetLanguage(language));
    }
    desk.open_sample();
    desk.act(Action::Edit(
        Box::new(bem_studio::document::edit::Edit::AddGroup {
            name: "衣装".to_owned(),
            choices: vec!["昼".to_owned(), "夜".to_owned()],
        }),
        None,
    ));
    for theme in [Theme::Light, Theme::Dark] {
        desk.act(Action::SetTheme(theme));
        for language in Language::ALL {
            desk.act(Action::SetLanguage(language));
            all_pages(&mut desk);
        }
    }
}

#[test]
fn a_small_window_at_twice_the_size_still_draws() {
    let mut desk = Desk::sized(1280.0, 800.0);
    desk.open_sample();
    desk.act(Action::SetUiScale(2.0));
    all_pages(&mut desk);
}
