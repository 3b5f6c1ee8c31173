/**
 * What a page asks the API for first is asked for by public/before-paint.js, while the page's code is on its way. Here its
 * code finds the answers.
 */

declare global {
  interface Window {
    /** By their addresses. Each is there for whoever asks first. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** The answer that is on its way already; undefined where none is. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.get(address);
  window.earlyAnswers?.delete(address);
  return answer;
}

/** Once the first page is there: what nobody took would be old by the time that somebody did. */
export function forgetEarlyAnswers(): void {
  delete window.earlyAnswers;
}
