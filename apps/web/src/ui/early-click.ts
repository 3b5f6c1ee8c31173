declare global {
  interface Window {
    /** What was last clicked in a part that was asleep: public/before-paint.js. */
    earlyClick?: HTMLElement | undefined;
  }
}

/** A prerendered part whose code isn't there yet carries it. */
const ASLEEP = "data-asleep";

/** Says that `part` works from now on, and repeats the click that came too early for it. */
export function wake(part: Element | null): void {
  part?.removeAttribute(ASLEEP);
  const { earlyClick } = window;
  // It may lie in a part of this part that sleeps on.
  if (!earlyClick || !part?.contains(earlyClick) || earlyClick.closest(`[${ASLEEP}]`)) return;
  window.earlyClick = undefined;
  earlyClick.click();
}
