/** Keeps a stream's connection: reconnects after growing pauses, and replaces a connection before the venue ends it. */

export interface ConnectionHandlers {
  /** It carries events from now on. */
  readonly onLive: () => void;
  /** It is dead. */
  readonly onDown: (cause: string) => void;
  /** It will end soon, or can't be trusted: another one should take its place. */
  readonly onReplace: () => void;
}

export interface Connection {
  close(): void;
}

/** All in milliseconds. */
export interface ConnectionTimes {
  /** Before this the connection is replaced. */
  readonly replaceAfterMs: number;
  /** The first pause before a reconnect; each next one is twice as long, up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** After this much life the pauses begin anew. */
  readonly provenAfterMs: number;
}

export interface KeptConnection<Kept extends Connection> {
  /** The one that carries events, if any does. */
  readonly current: Kept | undefined;
  /** The one that is opening, if any is. */
  readonly next: Kept | undefined;
  /** Replaces it; the old one stays until the new one is live. */
  replace(): void;
  /** Closes all that is open, for good. */
  close(): void;
}

/**
 * Opens a connection with `open`, which calls no handler before it returns, and keeps it. `onDown` is called whenever no connection carries events any more.
 * A connection that is replaced overlaps with its successor, so events may come twice, but none is missed.
 */
export function keepConnected<Kept extends Connection>(
  open: (handlers: ConnectionHandlers) => Kept,
  onDown: (cause: string) => void,
  times: ConnectionTimes,
): KeptConnection<Kept> {
  let current: Kept | undefined;
  let next: Kept | undefined;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let life: readonly NodeJS.Timeout[] = [];
  let isClosed = false;

  const begin = () => {
    clearTimeout(retry);
    retry = undefined;
    if (isClosed || next) return;
    let endsSoon = false;
    const opened = open({
      onLive() {
        if (opened !== next) return;
        current?.close();
        [current, next] = [opened, undefined];
        startLife();
        if (endsSoon) begin();
      },
      onDown(cause) {
        if (opened === current) {
          stopLife();
          current = undefined;
        } else if (opened === next) next = undefined;
        else return;
        opened.close();
        if (!current) onDown(cause);
        if (!next) again();
      },
      onReplace() {
        endsSoon = true;
        if (opened === current) begin();
      },
    });
    next = opened;
  };

  const again = () => {
    if (isClosed || retry) return;
    const pauseMs = Math.min(times.firstPauseMs * 2 ** failures, times.longestPauseMs);
    failures += 1;
    // Not all at once after an outage.
    retry = setTimeout(begin, pauseMs * (0.5 + Math.random() / 2)).unref();
  };
  const startLife = () => {
    stopLife();
    life = [
      setTimeout(() => (failures = 0), times.provenAfterMs).unref(),
      setTimeout(begin, times.replaceAfterMs).unref(),
    ];
  };
  const stopLife = () => {
    for (const timer of life) clearTimeout(timer);
  };

  begin();
  return {
    get current() {
      return current;
    },
    get next() {
      return next;
    },
    replace: begin,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      stopLife();
      current?.close();
      next?.close();
    },
  };
}
