/** Strategies that fire at a steady rate, whatever becomes of their alerts, as bars close whether or not a server is up. */
import { setTimeout as delay } from "node:timers/promises";
import { nowMs } from "../product/child.ts";
import { alertBody } from "../product/venue-keys.ts";
import { postAlert, type Proxy, type SentAlert } from "./tradingview.ts";

/** Every so many alerts, a strategy repeats its last one word for word. */
const TWIN_EVERY = 25;

export interface SteadyLoadOptions {
  readonly accounts: readonly string[];
  /** Alerts a second, spread over the accounts. */
  readonly rate: number;
  /** TradingView waits five seconds. */
  readonly resendAfterMs: number;
}

export interface SteadyLoad {
  /** Every alert posted so far. */
  readonly alerts: readonly SentAlert[];
  /** Stops posting; settles once all resends are done. */
  stop(): Promise<void>;
}

/** Starts posting, all at Alor, and on time whether or not others are answered. */
export function startSteadyLoad(proxy: Proxy, { accounts, rate, resendAfterMs }: SteadyLoadOptions): SteadyLoad {
  const alerts: SentAlert[] = [];
  const resending: Promise<void>[] = [];
  const startedAtMs = nowMs();
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const dueInMs = startedAtMs + (index * 1_000) / rate - nowMs();
      if (dueInMs > 0) await delay(dueInMs);
      const account = accounts[index % accounts.length] ?? "";
      const round = Math.floor(index / accounts.length);
      // Quantities increase within an account, except for a twin, which equals the alert before it.
      const lots = round % TWIN_EVERY === TWIN_EVERY - 1 ? round : round + 1;
      const { alert, done } = postAlert(proxy, { account, lots, body: alertBody(account, lots) }, resendAfterMs);
      alerts.push(alert);
      resending.push(done);
    }
  };
  const running = run();
  return {
    alerts,
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(resending);
    },
  };
}
