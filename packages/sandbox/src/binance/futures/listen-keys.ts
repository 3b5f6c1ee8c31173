/** The keys of accounts' streams: futures documentation, User Data Streams, Start, Keepalive and Close. */
import { randomBytes } from "node:crypto";
import type { FuturesKey } from "../api-keys.ts";
import type { Endpoint, SignedCall } from "../endpoints.ts";
import { refused } from "../refusals.ts";

export interface ListenKey {
  readonly value: string;
  readonly key: FuturesKey;
  /** By the venue's clock, in milliseconds. */
  validUntilMs: number;
}

const VALID_MS = 60 * 60_000;
const NO_SUCH_KEY = refused(-1125, "This listenKey does not exist.");

export class ListenKeys {
  readonly #clock: () => number;
  readonly #byAccount = new Map<string, ListenKey>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns a key that is valid now. */
  find(value: string | undefined): ListenKey | undefined {
    for (const listenKey of this.#byAccount.values())
      if (listenKey.value === value && this.isValid(listenKey)) return listenKey;
    return undefined;
  }

  isValid(listenKey: ListenKey): boolean {
    return this.#byAccount.get(listenKey.key.account) === listenKey && this.#clock() < listenKey.validUntilMs;
  }

  /** Returns the account's key, for another hour; a new one if it has none. */
  start(key: FuturesKey): ListenKey {
    const known = this.#byAccount.get(key.account);
    const validUntilMs = this.#clock() + VALID_MS;
    if (known && this.isValid(known)) {
      known.validUntilMs = validUntilMs;
      return known;
    }
    const listenKey = { value: randomBytes(48).toString("base64url"), key, validUntilMs };
    this.#byAccount.set(key.account, listenKey);
    return listenKey;
  }

  keepAlive({ account }: FuturesKey): ListenKey | undefined {
    const known = this.#byAccount.get(account);
    if (!known || !this.isValid(known)) return undefined;
    known.validUntilMs = this.#clock() + VALID_MS;
    return known;
  }

  /** Invalidates the account's key for everybody who uses it. */
  end({ account }: FuturesKey): void {
    this.#byAccount.delete(account);
  }

  reset(): void {
    this.#byAccount.clear();
  }

  endpoints(): readonly Endpoint<FuturesKey>[] {
    const common = {
      path: "/fapi/v1/listenKey",
      operation: "stream",
      security: "key",
      weight: 1,
      parameters: {},
    } as const;
    const answer = (listenKey: ListenKey | undefined) =>
      listenKey ? { status: 200, body: { listenKey: listenKey.value } } : NO_SUCH_KEY;
    return [
      { ...common, method: "POST", answer: ({ key }: SignedCall<FuturesKey>) => answer(this.start(key)) },
      { ...common, method: "PUT", answer: ({ key }: SignedCall<FuturesKey>) => answer(this.keepAlive(key)) },
      {
        ...common,
        method: "DELETE",
        answer: ({ key }: SignedCall<FuturesKey>) => {
          this.end(key);
          return { status: 200, body: {} };
        },
      },
    ];
  }
}
