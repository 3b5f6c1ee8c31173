declare global {
  interface Window {
    /** What was last clicked in a part that was unhydrated: public/before-paint.js. */
    earlyClick?: HTMLElement | undefined;
  }
}

/** A prerendered part whose code isn't there yet carries it. */
const UNHYDRATED = "data-unhydrated";

/** Says that `part` works from now on, and repeats the click that came too early for it. */
export function markHydrated(part: Element | null): void {
  part?.removeAttribute(UNHYDRATED);
  const { earlyClick } = window;
  // It may lie in a part of this part that sleeps on.
  if (!earlyClick || !part?.contains(earlyClick) || earlyClick.closest(`[${UNHYDRATED}]`)) return;
  window.earlyClick = undefined;
  earlyClick.click();
}
