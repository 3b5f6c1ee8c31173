/**
 * How many calls may go to one environment of a venue at once. It serves both sides: the server's limits on its users'
 * calls, and the connections that an adapter holds for them.
 */
export const CALLS_TO_AN_ENVIRONMENT = {
  /** Orders and order look-ups: enough to keep 2,000 accounts moving, few enough to be fair to the venue. */
  orders: { perGroup: 128, perParty: 16 },
  /** Reads of orders that the venue has accepted: they are spread over time, and no order waits for them. */
  executions: { perGroup: 16, perParty: 4 },
  cancellations: { perGroup: 16, perParty: 4 },
  keyChecks: { perGroup: 4, perParty: 2 },
  /** About instruments, when users have a message checked. */
  questions: { perGroup: 8, perParty: 2 },
  /** Present prices, for the same users: they matter least. */
  prices: { perGroup: 4, perParty: 1 },
} as const;

/**
 * Connections to each host, unless a test says otherwise. A call that has its turn must not wait for a connection: it
 * would wait for as long as the calls of users whose venue hangs, and at Binance it could be sent after the host's gate
 * has closed. What users share (an instrument's terms, an access token) may still be loading when the turn that started
 * it has ended, hence twice as many.
 */
export const CONNECTIONS_TO_A_HOST =
  2 * Object.values(CALLS_TO_AN_ENVIRONMENT).reduce((sum, { perGroup }) => sum + perGroup, 0);
