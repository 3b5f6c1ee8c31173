/**
 * How much a bot may send: one message a second to a chat, 20 a minute to a group, 30 a second in total
 * (docs/venues/telegram.md, Limits). Telegram calls these limits soft; here they are hard, so a bot that respects them
 * here respects them there.
 */
import type { Chat } from "./chats.ts";

export interface SendLimits {
  /** Messages to one chat per second. */
  readonly perChat: number;
  /** Messages to one group per minute. */
  readonly perGroup: number;
  /** Messages in total per second. */
  readonly overall: number;
  /** Multiplies the second and the minute: 0.1 makes a run that respects the limits ten times as fast. */
  readonly timeScale: number;
}

const TELEGRAM_LIMITS: SendLimits = { perChat: 1, perGroup: 20, overall: 30, timeScale: 1 };

export type LimitName = "perChat" | "perGroup" | "overall";

/** Messages within the period of a limit. */
class Window {
  #times: number[] = [];
  readonly #lengthMs: number;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** Returns how long until fewer than `limit` messages are in the window; 0 means now. */
  waitMs(limit: number, nowMs: number): number {
    this.#times = this.#times.filter((time) => time > nowMs - this.#lengthMs);
    const blocking = this.#times.at(-limit);
    return blocking === undefined ? 0 : blocking + this.#lengthMs - nowMs;
  }

  add(nowMs: number): void {
    this.#times.push(nowMs);
  }
}

/** Counts what is sent, and says when it is too much. */
export class SendMeter {
  #limits = TELEGRAM_LIMITS;
  #windows = new Map<string, Window>();
  #exceeded: Record<LimitName, number> = { perChat: 0, perGroup: 0, overall: 0 };

  configure(limits: Partial<SendLimits>): void {
    this.#limits = { ...this.#limits, ...limits };
    this.#windows.clear();
  }

  get limits(): SendLimits {
    return this.#limits;
  }

  /** How many messages exceeded each limit; none of them was delivered. */
  get exceeded(): Readonly<Record<LimitName, number>> {
    return { ...this.#exceeded };
  }

  /**
   * Counts a message to `chat`. Returns undefined when it is within the limits, else the seconds to wait: a whole
   * number, at least one.
   */
  spend(chat: Pick<Chat, "id" | "type">, nowMs: number): number | undefined {
    return this.#spend(chat, `chat ${chat.id}`, nowMs);
  }

  #spend(chat: Pick<Chat, "id" | "type">, ofChat: string, nowMs: number): number | undefined {
    const { perChat, perGroup, overall, timeScale } = this.#limits;
    const isGroup = chat.type !== "private";
    const budgets = [
      ["perChat", ofChat, perChat, 1_000],
      ...(isGroup ? ([["perGroup", `group ${chat.id}`, perGroup, 60_000]] as const) : []),
      ["overall", "all", overall, 1_000],
    ] as const;
    const windows = budgets.map(([name, key, limit, lengthMs]) => {
      const window = this.#windows.get(key) ?? new Window(lengthMs * timeScale);
      this.#windows.set(key, window);
      return { name, window, waitMs: window.waitMs(limit, nowMs) };
    });
    const over = windows.filter(({ waitMs }) => waitMs > 0);
    for (const { name } of over) this.#exceeded[name] += 1;
    if (over.length > 0) return Math.max(1, Math.ceil(Math.max(...over.map(({ waitMs }) => waitMs)) / 1_000));
    for (const { window } of windows) window.add(nowMs);
    return undefined;
  }

  /**
   * The same for an edit: messages and edits share the limits of a group and of all (tdlib/td #2592, #3034). In a chat's
   * second, one of each is a short burst, which Telegram allows.
   */
  spendEdit(chat: Pick<Chat, "id" | "type">, nowMs: number): number | undefined {
    return this.#spend(chat, `edits of chat ${chat.id}`, nowMs);
  }

  /** Forgets what was sent; keeps the limits. */
  reset(): void {
    this.#windows.clear();
    this.#exceeded = { perChat: 0, perGroup: 0, overall: 0 };
  }
}
