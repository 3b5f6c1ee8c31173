/**
 * Notices that TradingView is about to stop an alert, whichever nodes its triggers reach: four times a second, each node
 * tells the others what was triggered there. That takes no time before an alert's commit, and little after it.
 */
import { growingCache } from "@chartrelay/venues";
import type { LinkedAccount } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import { sharedTopic, type Bus } from "../platform/pubsub.ts";

/**
 * TradingView silently stops an alert for good at its fifteenth trigger within this time (its help page 43000597494).
 */
export const WATCH_WINDOW_MS = 180_000;
/** How many of the fifteen: late enough to avoid false alarms, early enough to act. */
const WORTH_A_WARNING = 12;
const MANY_ALERTS = 50_000;
const TELL_INTERVAL_MS = 250;

/** Carries `node.alert.times`: how often an alert was triggered at a node since it last said so. */
const ALERTS_TRIGGERED = sharedTopic("alerts_triggered");

interface Seen {
  /** When it was triggered recently, or when we heard of it. */
  atMs: number[];
  /** Its account, if it was ever triggered here. */
  account: LinkedAccount | undefined;
  warnedAtMs: number;
}

export interface TriggerWatchOptions {
  readonly clock: Pick<Clock, "monotonicMs" | "wait">;
  readonly bus: Bus;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  /** Returns how many nodes are alive. */
  readonly nodes: () => number;
  /** Called when an alert's user is to be warned: at most once in three minutes, but on each of its nodes. */
  readonly onNearStop: (account: LinkedAccount, alert: string) => void;
}

export class TriggerWatch {
  readonly #options: TriggerWatchOptions;
  readonly #seen = growingCache<string, Seen>(MANY_ALERTS);
  /** What the other nodes haven't been told yet: how often each alert was triggered. */
  readonly #untold = new Map<string, number>();
  readonly #stopping = new AbortController();
  #telling: Promise<void> | undefined;

  constructor(options: TriggerWatchOptions) {
    this.#options = options;
    options.bus.subscribe(ALERTS_TRIGGERED, (words) => {
      for (const word of words) {
        const [node, alert = "", times] = word.split(".");
        if (node !== String(options.node())) this.#note(alert, Number(times));
      }
    });
  }

  /** Notes that an alert was triggered here. `alert` is its name: ASCII without commas or dots. */
  triggered(account: LinkedAccount, alert: string): void {
    const isWarned = this.#note(alert, 1, account);
    // Nobody counts further until the three minutes are over.
    if (isWarned || this.#options.nodes() === 1) return;
    this.#untold.set(alert, (this.#untold.get(alert) ?? 0) + 1);
    this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
  }

  /** Tells the other nodes nothing more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#telling;
  }

  async #tell(): Promise<void> {
    const { clock, bus, node } = this.#options;
    await clock.wait(TELL_INTERVAL_MS, this.#stopping.signal);
    if (this.#stopping.signal.aborted) return;
    const words = Array.from(this.#untold, ([alert, times]) => `${node()}.${alert}.${times}`);
    this.#untold.clear();
    bus.publish(ALERTS_TRIGGERED, words);
  }

  /** Returns whether the alert's user has been warned in the last three minutes. */
  #note(alert: string, times: number, account?: LinkedAccount): boolean {
    const now = this.#options.clock.monotonicMs();
    const seen = this.#seen.get(alert) ?? { atMs: [], account, warnedAtMs: -Infinity };
    this.#seen.set(alert, seen);
    seen.account = account ?? seen.account;
    // More than enough for a warning needn't be remembered.
    const added = Array.from({ length: Math.min(times, WORTH_A_WARNING) }, () => now);
    seen.atMs = [...seen.atMs.filter((atMs) => now - atMs < WATCH_WINDOW_MS), ...added].slice(-WORTH_A_WARNING);
    if (now - seen.warnedAtMs < WATCH_WINDOW_MS) return true;
    // A node where it was never triggered doesn't know whom to warn; the node where it was hears the same.
    if (seen.atMs.length < WORTH_A_WARNING || !seen.account) return false;
    seen.warnedAtMs = now;
    this.#options.onNearStop(seen.account, alert);
    return true;
  }
}
