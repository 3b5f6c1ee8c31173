declare global {
  interface Window {
    /** The last click in a part that wasn't hydrated: public/before-paint.js. */
    earlyClick?: HTMLElement | undefined;
  }
}

/** Marks a prerendered part whose code hasn't loaded yet. */
const UNHYDRATED = "data-unhydrated";

/** Marks `part` as working, and repeats the click that came too early for it. */
export function markHydrated(part: Element | null): void {
  part?.removeAttribute(UNHYDRATED);
  const { earlyClick } = window;
  // It may be in a part inside this one that isn't hydrated yet.
  if (!earlyClick || !part?.contains(earlyClick) || earlyClick.closest(`[${UNHYDRATED}]`)) return;
  window.earlyClick = undefined;
  earlyClick.click();
}
