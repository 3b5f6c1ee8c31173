/** Reads /events as the page does: with a streaming fetch. */
import type { EventName } from "@chartrelay/contract";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { eventually } from "../../../scripts/eventually.ts";

export interface ReadEvent {
  readonly id: string;
  readonly name: EventName;
  // eslint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails where that isn't there
  readonly data: any;
  /** When it was read, in microseconds since the Unix epoch. */
  readonly atUs: number;
}

export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** The events read so far. */
  readonly events: readonly ReadEvent[];
  /** Settles when the stream has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Waits for the first event that `matches`. */
  first(matches: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  close(): void;
}

/** Opens a stream; settles once it has answered. */
export async function readEvents(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  });
  const events: ReadEvent[] = [];
  const read = async () => {
    const messages = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { id = "", event, data } of messages ?? []) {
      if (event === undefined) continue;
      events.push({ id, name: event as EventName, data: JSON.parse(data), atUs: Date.now() * 1_000 });
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: read().catch(() => undefined),
    first: (matches) =>
      eventually(
        () => {
          const found = events.find(matches);
          if (!found) throw new Error(`among ${events.map(({ name }) => name).join(", ")} isn't what was waited for`);
          return found;
        },
        { interval: 5 },
      ),
    close: () => leaving.abort(),
  };
}
