/** How often a stop looks, by its age and by what it has found. Without side effects. */

/** An account whose order a stop waits for is read again after so long. */
export const READ_AGAIN_MS = 3_000;

/** How long to wait between two looks at the storage. */
export function lookDelayMs(ageMs: number, unprovenAfterMs: number): number {
  if (ageMs < 5_000) return 40;
  return ageMs < unprovenAfterMs ? 150 : 1_000;
}

const FIRST_DELAYS_MS = [50, 100, 250, 500, 1_000, 2_000];
const MINUTE_MS = 60_000;

/**
 * How long to wait before the next check of an account that left something to do. An outage that ends is noticed within
 * three seconds. That is what budgets allow: a check reads positions, and the working orders of the symbols that were
 * traded. With one symbol, twenty of these a minute take 40 of the 200 requests that T-Invest allows its operations
 * service, and at Binance 520 of spot's 6,000 weight and 120 of futures' 2,400.
 * Those are an address's, and an account that stays unproven for longer (a dead key, a closed market) mustn't take them
 * from the others: it is asked less often after ten minutes, and once a minute after an hour.
 * @param tries how many checks of the same state there have been
 * @param ageMs since the stop was pulled
 */
export function checkDelayMs(tries: number, ageMs: number): number {
  const first = FIRST_DELAYS_MS[tries];
  if (first !== undefined) return first;
  if (ageMs < 10 * MINUTE_MS) return 3_000;
  return ageMs < 60 * MINUTE_MS ? 15_000 : MINUTE_MS;
}
