/** Reads server-sent events from a body. The browser's own EventSource can't send the token. */
import { createParser } from "eventsource-parser";

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Yields a body's events as they arrive, and `undefined` for each sign of life that isn't an event. Ends with the body.
 * @throws when the body breaks off.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | undefined> {
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
