/** Telegram's other way to deliver updates: it posts them to the bot. Here it also posts over http, and to any port. */
import { setTimeout as delay } from "node:timers/promises";
import type { Updates } from "./updates.ts";

const RETRY_DELAYS_MS = [100, 500, 1_000, 5_000];

interface Target {
  readonly url: string;
  readonly secretToken: string | undefined;
}

export class Webhook {
  #target: Target | undefined;
  #lastError: { readonly at: number; readonly message: string } | undefined;
  #isDelivering = false;
  readonly #updates: Updates;
  readonly #closing: AbortSignal;

  constructor(updates: Updates, closing: AbortSignal) {
    this.#updates = updates;
    this.#closing = closing;
  }

  get isSet(): boolean {
    return this.#target !== undefined;
  }

  set(target: Target | undefined): void {
    this.#target = target;
    this.#lastError = undefined;
    void this.deliver();
  }

  /** Returns what getWebhookInfo shows. */
  info(): object {
    return {
      url: this.#target?.url ?? "",
      has_custom_certificate: false,
      pending_update_count: this.#updates.pending().length,
      ...(this.#lastError && { last_error_date: this.#lastError.at, last_error_message: this.#lastError.message }),
    };
  }

  /** Posts pending updates one after another, each until the answer is a 2xx. Never rejects. */
  async deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    for (let tries = 0; this.#target && !this.#closing.aborted;) {
      const [update] = this.#updates.pending();
      if (!update) break;
      const problem = await this.#post(this.#target, JSON.stringify(update));
      if (problem === undefined) {
        this.#updates.confirm(update.update_id);
        tries = 0;
        continue;
      }
      this.#lastError = { at: Math.floor(Date.now() / 1_000), message: problem };
      const waitMs = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)];
      await delay(waitMs, undefined, { signal: this.#closing }).catch(() => undefined);
      tries += 1;
    }
    this.#isDelivering = false;
  }

  /** Posts an update; returns what went wrong, in Telegram's words. */
  async #post({ url, secretToken }: Target, body: string): Promise<string | undefined> {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(secretToken !== undefined && { "x-telegram-bot-api-secret-token": secretToken }),
        },
        body,
        signal: this.#closing,
      });
      await answer.arrayBuffer();
      return answer.ok ? undefined : `Wrong response from the webhook: ${answer.status} ${answer.statusText}`;
    } catch {
      return "Connection refused";
    }
  }
}
