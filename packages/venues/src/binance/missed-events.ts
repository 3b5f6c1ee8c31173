/**
 * Finds streams that live and say nothing. No sign tells such a stream from a quiet account: at futures a dead key's
 * socket opens and stays silent. So what we read is compared with what the stream has said.
 */
import { compareDecimals } from "@chartrelay/contract";
import type { LRUCache } from "lru-cache";
import { credentialsKey } from "../credentials-key.ts";
import { isFinal, type Execution } from "../execution.ts";
import { growingCache } from "../growing-cache.ts";
import type { Credentials } from "../venue.ts";

/** One account's stream. */
export interface WatchedStream {
  /** The stream carries events from now on, by the venue's clock; undefined: it doesn't. */
  setLive(sinceMs: number | undefined): void;
  /** The stream has told this. */
  told(execution: Execution): void;
  end(): void;
}

export interface MissedEvents {
  watch(credentials: Credentials, onMissed: () => void): WatchedStream;
  /** An order was read; it had changed last at that time. */
  read(
    credentials: Credentials,
    execution: Pick<Execution, "clientOrderId" | "state" | "filledQuantity">,
    changedAtMs: number,
  ): void;
}

type Told = Pick<Execution, "filledQuantity" | "state">;
interface Stream {
  readonly told: LRUCache<string, Told>;
  readonly onMissed: () => void;
  liveSinceMs: number | undefined;
}

const MAX_ORDERS = 1_000;

/** `venueNow` is the venue's clock. An event that is `lateMs` late isn't missed yet. */
export function createMissedEvents(venueNow: () => number, lateMs: number): MissedEvents {
  const streams = new Map<string, Set<Stream>>();

  return {
    watch(credentials, onMissed) {
      const key = credentialsKey(credentials);
      const stream: Stream = { told: growingCache(MAX_ORDERS), onMissed, liveSinceMs: undefined };
      const ofAccount = streams.get(key) ?? new Set();
      streams.set(key, ofAccount.add(stream));
      return {
        setLive: (sinceMs) => (stream.liveSinceMs = sinceMs),
        told: ({ clientOrderId, filledQuantity, state }) => stream.told.set(clientOrderId, { filledQuantity, state }),
        end() {
          ofAccount.delete(stream);
          if (ofAccount.size === 0) streams.delete(key);
        },
      };
    },
    read(credentials, execution, changedAtMs) {
      for (const stream of streams.get(credentialsKey(credentials)) ?? []) {
        const { liveSinceMs, told, onMissed } = stream;
        const wasTellable = liveSinceMs !== undefined && changedAtMs > liveSinceMs;
        if (!wasTellable || venueNow() - changedAtMs < lateMs) continue;
        if (isTold(told.get(execution.clientOrderId), execution)) continue;
        // Once for what happened until now.
        stream.liveSinceMs = venueNow();
        onMissed();
      }
    },
  };
}

function isTold(told: Told | undefined, read: Told): boolean {
  if (!told || (isFinal(read.state) && !isFinal(told.state))) return false;
  return compareDecimals(told.filledQuantity, read.filledQuantity) >= 0;
}
