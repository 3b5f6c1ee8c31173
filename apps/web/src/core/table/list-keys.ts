/** Keys for lists: `/` searches, `j` and `k` move between rows, `?` shows the keys. Enter opens a row, as any button. */
import { useEffect, useRef, type RefObject } from "react";

export const SEARCH_MARK = "data-list-search";
const OPENERS = "[data-opener]";
/** What may be open over the list. A popover stays in the document while it is closed. */
const OVER_LIST = "[role=dialog]:is(:not([popover]), :popover-open), [role=alertdialog]";
/** Where a letter is text. */
const FIELDS = "input, textarea, select, [contenteditable], [role=textbox]";

type Action = "search" | "next" | "previous" | "help";

/** Says what a key means, on Latin and Cyrillic layouts alike: what is `j` there is `о` here, on the same key. */
export function actionOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): Action | undefined {
  if (key === "?" || (code === "Slash" && shiftKey)) return "help";
  if (shiftKey) return undefined;
  if (key === "/" || code === "Slash") return "search";
  const letter = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
  return ({ KeyJ: "next", KeyK: "previous" } as const)[letter];
}

/** Moves the focus to the next or previous row's button, or to the first one if it is elsewhere. */
function moveFocus(place: HTMLElement, by: 1 | -1): void {
  const openers = [...place.querySelectorAll<HTMLElement>(OPENERS)];
  const now = openers.findIndex((opener) => opener === document.activeElement);
  // The row that the Tab key leads to is where the reader was.
  const next = now === -1 ? openers.find(({ tabIndex }) => tabIndex === 0) : openers[now + by];
  next?.focus();
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Listens for the keys while the list is on the page; never while the reader types, or something is open over it. */
export function useListKeys(place: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const help = useRef(onHelp);
  useEffect(() => {
    help.current = onHelp;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, ctrlKey, metaKey, altKey, isComposing } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return;
      if (target instanceof Element && target.closest(FIELDS)) return;
      if (document.querySelector(OVER_LIST)) return;
      const isOnRow = target instanceof Element && target.matches(OPENERS);
      const arrow = isOnRow ? ({ ArrowDown: "next", ArrowUp: "previous" } as const)[event.key] : undefined;
      const action = arrow ?? actionOf(event);
      if (!action) return;
      event.preventDefault();
      if (action === "help") help.current();
      else if (action === "search") document.querySelector<HTMLInputElement>(`[${SEARCH_MARK}]`)?.select();
      else if (place.current) moveFocus(place.current, action === "next" ? 1 : -1);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [place]);
}
