/**
 * How many calls go to one environment of a venue at a time. The one place for both sides of it: the shares in which the server
 * lets its users call, and the connections that an adapter holds for them.
 */
export const CALLS_TO_AN_ENVIRONMENT = {
  /** Orders and look-ups of orders: enough to keep 2,000 accounts moving, few enough to be a fair guest. */
  orders: { perGroup: 128, perParty: 16 },
  keyChecks: { perGroup: 4, perParty: 2 },
  /** About instruments, by users who have a message checked. */
  questions: { perGroup: 8, perParty: 2 },
} as const;

/**
 * Connections to each host, unless a test says otherwise. Whoever has a turn must not wait for one: behind users whose venue
 * hangs he would wait as long as they do, and at Binance he could send after his host's gate has closed. What users share (an
 * instrument's terms, an access token) may still be loading when the turn that it began in has ended, hence twice as many.
 */
export const CONNECTIONS_TO_A_HOST =
  2 * Object.values(CALLS_TO_AN_ENVIRONMENT).reduce((sum, { perGroup }) => sum + perGroup, 0);
