/** Plays TradingView and the proxy in front of the product: posts alerts and reacts to answers other than 2xx. */
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { nowMs } from "../product/child.ts";

/** TradingView resends up to three times after a 5xx, and times out after three seconds. */
const RESENDS = 3;
const ANSWER_TIMEOUT_MS = 3_000;
const CONNECTIONS = 16;
/** To each node, for hundreds of alerts a second: with fewer, they queue here as soon as answers are slow. */
export const CONNECTIONS_UNDER_LOAD = 256;

/** One attempt to deliver an alert. */
export interface Attempt {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** What TradingView sees. A failed connection becomes the proxy's 502; 0 means that TradingView timed out. */
  readonly status: number;
  /** The order that a 2xx names. */
  readonly orderId: string | undefined;
  readonly text: string;
}

/** An alert with all attempts to deliver it. */
export interface SentAlert {
  readonly account: string;
  readonly body: string;
  readonly lots: number;
  readonly attempts: readonly Attempt[];
}

/** How long a node that didn't answer in time gets no alerts: what a load balancer's health checks do. */
const UNHEALTHY_MS = 1_000;

/** Forwards alerts to the healthy nodes in turn, and tries the next node if one can't be reached at all. */
export class Proxy {
  readonly #pools: readonly Pool[];
  readonly #unhealthyUntilMs = new Map<Pool, number>();
  #turn = 0;

  /** `connections` to each node. */
  constructor(origins: readonly string[], connections = CONNECTIONS) {
    this.#pools = origins.map((origin) => new Pool(origin, { connections, pipelining: 1 }));
  }

  async post(body: string): Promise<Attempt> {
    const startedAtMs = nowMs();
    const first = this.#turn;
    this.#turn += 1;
    const healthy = this.#pools.filter((pool) => (this.#unhealthyUntilMs.get(pool) ?? 0) <= startedAtMs);
    const pools = healthy.length > 0 ? healthy : this.#pools;
    for (let tried = 0; tried < pools.length; tried += 1) {
      const pool = pools[(first + tried) % pools.length];
      const result = pool && (await postTo(pool, body));
      if (!result || result === "unreachable") continue;
      if (result.status === 0) this.#unhealthyUntilMs.set(pool, nowMs() + UNHEALTHY_MS);
      return { startedAtMs, endedAtMs: nowMs(), ...result };
    }
    return { startedAtMs, endedAtMs: nowMs(), status: 502, orderId: undefined, text: "unreachable" };
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
  }
}

async function postTo(pool: Pool, body: string): Promise<Omit<Attempt, "startedAtMs" | "endedAtMs"> | "unreachable"> {
  try {
    const answer = await pool.request({
      path: "/api/v1/orders",
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await answer.body.text();
    const isTaken = answer.statusCode >= 200 && answer.statusCode < 300;
    const orderId = isTaken ? (JSON.parse(text) as { id: string }).id : undefined;
    return { status: answer.statusCode, orderId, text };
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    if (code === "ECONNREFUSED") return "unreachable";
    return { status: name === "TimeoutError" ? 0 : 502, orderId: undefined, text: code ?? String(error) };
  }
}

export interface Posting {
  readonly alert: SentAlert;
  /** Settles after the first attempt. */
  readonly first: Promise<Attempt>;
  /** Settles after the last attempt. */
  readonly done: Promise<void>;
}

/** Posts an alert and resends it after a 5xx. The promises never reject. */
export function postAlert(proxy: Proxy, alert: Omit<SentAlert, "attempts">, resendAfterMs: number): Posting {
  const attempts: Attempt[] = [];
  const attempt = async (): Promise<Attempt> => {
    const made = await proxy.post(alert.body);
    attempts.push(made);
    return made;
  };
  const first = attempt();
  const done = (async () => {
    let last = await first;
    for (let resent = 0; resent < RESENDS && isResent(last.status); resent += 1) {
      await delay(resendAfterMs);
      last = await attempt();
    }
  })();
  return { alert: { ...alert, attempts }, first, done };
}

/** TradingView resends after 500 to 599, except 504 (docs/venues/tradingview.md). */
function isResent(status: number): boolean {
  return status >= 500 && status !== 504;
}

/** Returns the attempt that was answered 2xx, if there was one. */
export function answerOf({ attempts }: SentAlert): (Attempt & { readonly orderId: string }) | undefined {
  const last = attempts.at(-1);
  return last?.orderId === undefined ? undefined : { ...last, orderId: last.orderId };
}
