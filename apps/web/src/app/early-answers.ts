/**
 * public/before-paint.js sends a page's first API requests while the page's code is still loading. The code picks up
 * the answers here.
 */

declare global {
  interface Window {
    /** By address. Each answer goes to the first caller that takes it. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** Returns the answer that is already in flight; undefined if there is none. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.get(address);
  window.earlyAnswers?.delete(address);
  return answer;
}

/** Drops what nobody has taken once the first page is shown: by the time somebody did, it would be stale. */
export function forgetEarlyAnswers(): void {
  delete window.earlyAnswers;
}
