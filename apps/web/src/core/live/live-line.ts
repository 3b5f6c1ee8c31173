/** Keeps an event connection (a line) open: opens and reads it, notices when it is dead, and reopens it. */
import { createParser } from "eventsource-parser";

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** `reconnecting`: it broke and will be retried. `offline`: the browser says that there is no network. */
export type LiveState = "connecting" | "live" | "reconnecting" | "offline";

export interface LiveLineParts {
  /** Requests the events. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onState: (state: LiveState) => void;
  readonly onEvent: (event: ServerEvent) => void;
  /** The line shows a sign of life, whether or not it is an event. */
  readonly onLife?: () => void;
  /** The line is open again after a break: what happened meanwhile wasn't sent. */
  readonly onReopened: () => void;
  readonly isOnline: () => boolean;
  /** Calls back when the network goes: an open line is then dead, though nothing reports it. Returns what stops it. */
  readonly watchNetwork: (onGone: () => void) => () => void;
  /** Waits this long, or until the browser is online again. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The server shows a sign of life more often than this. */
export const SILENCE_LIMIT_MS = 45_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Runs until the signal aborts it. Never throws. `wasOpen`: another tab held the line before, and it ended. */
export async function keepLive(parts: LiveLineParts, end: AbortSignal, wasOpen = false): Promise<void> {
  let failures = 0;
  parts.onState("connecting");
  while (!end.aborted) {
    const line = new AbortController();
    const signal = AbortSignal.any([end, line.signal]);
    const unwatch = parts.watchNetwork(() => line.abort());
    try {
      const { body } = await parts.open(signal);
      if (!body) throw new Error("the events have no body");
      parts.onState("live");
      if (wasOpen) parts.onReopened();
      wasOpen = true;
      await read(body, parts.onEvent, line, () => {
        failures = 0;
        parts.onLife?.();
      });
    } catch {
      // Whatever the error was, it is retried.
    }
    unwatch();
    line.abort();
    if (end.aborted) return;
    failures += 1;
    parts.onState(parts.isOnline() ? "reconnecting" : "offline");
    await parts.wait(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), end);
  }
}

async function read(
  body: ReadableStream<Uint8Array>,
  onEvent: LiveLineParts["onEvent"],
  line: AbortController,
  onLife: () => void,
): Promise<void> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => line.abort(), SILENCE_LIMIT_MS);
  };
  listen();
  try {
    for await (const event of readEvents(body)) {
      listen();
      onLife();
      if (event) onEvent(event);
    }
  } finally {
    clearTimeout(silence);
  }
}

/**
 * Yields a body's server-sent events as they arrive, and `undefined` for each sign of life that isn't an event. Ends
 * with the body. The browser's own EventSource can't send the token.
 *
 * @throws when the body breaks off.
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event = "message", data }) => events.push({ event, data }) });
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield undefined;
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
