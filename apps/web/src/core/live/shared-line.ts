/**
 * One event connection for all tabs of a reader. Over HTTP/1.1 a browser opens at most six connections to a host: with
 * one per tab, the seventh tab would wait for ever. One tab is the leader: it holds the connection and forwards events
 * to the others.
 */
import { keepLive, SILENCE_LIMIT_MS, type LiveLineParts, type LiveState, type ServerEvent } from "./live-line.ts";

/** A message between tabs. */
type Word =
  /** A tab asks for the current state. */
  | { readonly kind: "hello" }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "event"; readonly event: ServerEvent }
  /** Events may have been missed. */
  | { readonly kind: "missed" }
  /** Nothing happened, but the leader is alive. */
  | { readonly kind: "life" };

/** A leader that takes longer to answer is asleep: phones suspend background tabs. */
const ANSWER_LIMIT_MS = 5_000;

/**
 * Leads or follows until the signal aborts it. Tabs that pass the same name share a line. The lock of that name elects
 * the leader, and the next one when the leader's tab is closed. Never throws.
 */
export async function shareLive(name: string, parts: LiveLineParts, end: AbortSignal): Promise<void> {
  // Browsers offer locks only to pages from HTTPS or from this machine.
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
        // Another tab took over from this one, this one is about to take over, or the page is closing.
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

/** Holds the line, and forwards what it brings to the other tabs. */
async function lead(channel: BroadcastChannel, parts: LiveLineParts, end: AbortSignal, wasOpen: boolean) {
  const tell = (word: Word) => say(channel, word);
  let state: LiveState = "connecting";
  const answer = ({ data: word }: MessageEvent<Word>) => word.kind === "hello" && tell({ kind: "state", state });
  channel.addEventListener("message", answer);
  const forwarding: LiveLineParts = {
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
  await keepLive(forwarding, end, wasOpen);
  channel.removeEventListener("message", answer);
}

interface Follower {
  /** The leader sent a message. */
  readonly onWord: () => void;
  /** The leader is silent while the reader is looking at this tab. */
  readonly onSilence: () => void;
}

/** Receives the leader's messages. Returns a function that stops it. */
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
