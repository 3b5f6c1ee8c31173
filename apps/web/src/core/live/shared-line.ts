/**
 * One line of events for all tabs of a reader. A browser opens no more than six connections to a host over HTTP/1.1: with a
 * line each, the seventh tab would wait for ever. One tab leads: it keeps the line, and tells the others.
 */
import type { ServerEvent } from "./event-stream.ts";
import { keepLive, SILENCE_LIMIT_MS, type LiveLineParts, type LiveState } from "./live-line.ts";

/** What tabs tell each other. */
type Word =
  /** A tab that wants to know how things are. */
  | { readonly kind: "hello" }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "event"; readonly event: ServerEvent }
  /** Something may have been missed. */
  | { readonly kind: "missed" }
  /** Nothing happened, and the leader is there. */
  | { readonly kind: "life" };

/** A leader that takes longer to answer is asleep: phones stop the tabs that aren't looked at. */
const ANSWER_LIMIT_MS = 5_000;

/**
 * Leads or follows until the signal ends it. Tabs that give the same name share a line; the lock of that name makes one of
 * them the leader, and the next one when its tab is closed. Never throws.
 */
export async function shareLive(name: string, parts: LiveLineParts, end: AbortSignal): Promise<void> {
  // Browsers have locks for pages that came by HTTPS or from this machine only.
  if (!("locks" in navigator)) return await keepLive(parts, end);
  const channel = new BroadcastChannel(name);
  let isLeaderAsleep = false;
  let hasFollowed = false;
  try {
    while (!end.aborted) {
      const waiting = new AbortController();
      const leading = new AbortController();
      const stopFollowing = follow(channel, parts, {
        onWord: () => (hasFollowed = true),
        onSilence() {
          isLeaderAsleep = true;
          waiting.abort();
        },
      });
      const how = isLeaderAsleep ? { steal: true } : { signal: AbortSignal.any([end, waiting.signal]) };
      try {
        await navigator.locks.request(name, how, async () => {
          stopFollowing();
          isLeaderAsleep = false;
          await lead(channel, parts, AbortSignal.any([end, leading.signal]), hasFollowed);
        });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
        // Another tab took the lead from this one, or this one is about to, or the page goes.
        hasFollowed ||= !isLeaderAsleep;
      } finally {
        leading.abort();
        stopFollowing();
      }
    }
  } catch {
    await keepLive(parts, end);
  } finally {
    channel.close();
  }
}

function say(channel: BroadcastChannel, word: Word): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(word);
}

/** Keeps the line, and tells the other tabs what it brings. */
async function lead(channel: BroadcastChannel, parts: LiveLineParts, end: AbortSignal, wasOpen: boolean) {
  const tell = (word: Word) => say(channel, word);
  let state: LiveState = "connecting";
  const answer = ({ data: word }: MessageEvent<Word>) => word.kind === "hello" && tell({ kind: "state", state });
  channel.addEventListener("message", answer);
  const told: LiveLineParts = {
    ...parts,
    onState(next) {
      state = next;
      tell({ kind: "state", state });
      parts.onState(state);
    },
    onEvent(event) {
      tell({ kind: "event", event });
      parts.onEvent(event);
    },
    onReopened() {
      tell({ kind: "missed" });
      parts.onReopened();
    },
    onLife: () => tell({ kind: "life" }),
  };
  await keepLive(told, end, wasOpen);
  channel.removeEventListener("message", answer);
}

interface Follower {
  /** The leader has said something. */
  readonly onWord: () => void;
  /** The leader says nothing, though the reader looks at this tab. */
  readonly onSilence: () => void;
}

/** Hears what the leader tells. Gives what stops it. */
function follow(channel: BroadcastChannel, parts: LiveLineParts, { onWord, onSilence }: Follower): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const isLookedAt = () => document.visibilityState === "visible";
  const expectWord = (withinMs: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => isLookedAt() && onSilence(), withinMs);
  };
  const ask = () => {
    if (!isLookedAt()) return;
    say(channel, { kind: "hello" });
    expectWord(ANSWER_LIMIT_MS);
  };
  const hear = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === "hello") return;
    expectWord(SILENCE_LIMIT_MS);
    onWord();
    if (word.kind === "state") parts.onState(word.state);
    if (word.kind === "event") parts.onEvent(word.event);
    if (word.kind === "missed") parts.onReopened();
  };
  channel.addEventListener("message", hear);
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    clearTimeout(silence);
    channel.removeEventListener("message", hear);
    document.removeEventListener("visibilitychange", ask);
  };
}
