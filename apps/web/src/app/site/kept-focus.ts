/** On a public page a change of the language loads another document, in which the keyboard's focus stays where it was. */
import { readStored } from "../../lib/local-storage.ts";

/** The key of the language whose link had the focus. */
const KEY = "focus";

/** Remembers that the focus is on the link of a language, if the keyboard has put it there. */
export function keepFocus(): void {
  const link = document.activeElement;
  if (link instanceof HTMLAnchorElement && link.matches(":focus-visible")) sessionStorage.setItem(KEY, link.hreflang);
}

/** Focuses the link that had the focus before the language changed, if one had it. */
export function returnFocus(): void {
  const language = readStored(KEY, "sessionStorage");
  if (language === undefined) return;
  sessionStorage.removeItem(KEY);
  document.querySelector<HTMLElement>(`header [hreflang="${CSS.escape(language)}"]`)?.focus();
}
