/** The sections of the landing page that the menu links to, by their ids there; each is a text of `shell`, too. */
export const MENU_SECTIONS = ["advantages", "tariffs", "faq"] as const;
