/** How long a stream waits for what. All in milliseconds. */
export interface StreamTimes {
  /** For the connection and its handshake. */
  readonly connectMs: number;
  /** Without a pong or a message for so long, a connection is dead; so is one whose subscriptions aren't answered. */
  readonly deadAfterMs: number;
  /** Pauses before reconnecting: doubling from the first to the longest, less up to half by chance. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A connection that lived so long shows that the venue is well: the next pause is the first again. */
  readonly stableAfterMs: number;
}

/** docs/venues/alor.md, Stream. */
export const STREAM_TIMES: StreamTimes = {
  connectMs: 10_000,
  deadAfterMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  stableAfterMs: 60_000,
};
