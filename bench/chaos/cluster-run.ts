/** Runs one fault under load, until everything has settled, and judges what the venues and the user see. */
import { setTimeout as delay } from "node:timers/promises";
import type { Order } from "@chartrelay/contract";
import { nowMs } from "../product/child.ts";
import { countOpenOrders, ordersOf, signUp, type Trader } from "../product/trader.ts";
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import type { ClusterFault } from "./cluster-faults.ts";
import type { ClusterStage } from "./cluster-stage.ts";
import { judge, type Violation } from "./oracle.ts";
import { startSteadyLoad } from "./steady-load.ts";
import { answerOf, CONNECTIONS_UNDER_LOAD, Proxy, type SentAlert } from "./tradingview.ts";

const BEFORE_MS = 3_000;
const AFTER_MS = 3_000;
/** A fault that nothing overcomes ends a run after this. */
const RECOVERY_TIMEOUT_MS = 60_000;
/** A backlog takes as long as it takes, but something of it must end. */
const REST_TIMEOUT_MS = 60_000;
const REST_POLL_MS = 500;
const LATELY_MS = 1_000;
const POLL_MS = 50;
/** Alerts a second of one strategy. */
const RATE_OF_ACCOUNT = 5;
/** As TradingView does. */
const RESEND_AFTER_MS = 5_000;

export interface FaultRun {
  readonly violations: readonly Violation[];
  readonly undecidable: number;
  readonly alerts: number;
  readonly orders: number;
  /** Alerts that TradingView gave up on: none of their attempts got a 2xx. Their senders know. */
  readonly givenUp: number;
  /** While the fault lasted, the longest time in which no alert was accepted, and in which no order reached a venue. */
  readonly nextAcceptedMs: number;
  readonly nextOrderMs: number;
  /** The same after it, while what was lost came back. */
  readonly rejoinPauseMs: number;
}

/** @throws if the run breaks off, which says nothing about the product. */
export async function playFault(stage: ClusterStage, fault: ClusterFault, rate: number): Promise<FaultRun> {
  const { cluster, sandbox, origins } = stage;
  await cluster.healthy();
  const name = `cluster-${fault.name}-${Date.now()}`;
  const keys = newKeys(name, Math.max(3, Math.ceil(rate / RATE_OF_ACCOUNT)), ["ALOR_BROKER"]);
  sandbox.register(...registrationsOf(keys));
  sandbox.ledger.reset();
  const trader = await signUp(origins[0] ?? "", name, keys);
  const proxy = new Proxy(origins, CONNECTIONS_UNDER_LOAD);
  const load = startSteadyLoad(proxy, { accounts: trader.accounts, rate, resendAfterMs: RESEND_AFTER_MS });
  await delay(BEFORE_MS);

  const struckAtMs = nowMs();
  const end = await fault.strike(stage);
  const inForceAtMs = nowMs();
  let endedAtMs = Infinity;
  try {
    await delay(Math.max(0, struckAtMs + fault.lastsMs - nowMs()));
    await waitFor(() => hasResumed(load.alerts, stage, inForceAtMs), {
      withinMs: RECOVERY_TIMEOUT_MS,
      everyMs: POLL_MS,
    });
  } finally {
    endedAtMs = nowMs();
    await end();
  }
  // The machine rejoins under load.
  await cluster.healthy();
  await delay(AFTER_MS);
  await load.stop();
  await proxy.close();
  const rows = await whenFinal(origins[0] ?? "", trader);

  const ledger = sandbox.ledger.entries();
  const accepted = load.alerts.flatMap((alert) => answerOf(alert)?.endedAtMs ?? []);
  return {
    ...judge({ alerts: load.alerts, rows, ledger, killsAtMs: [struckAtMs, inForceAtMs] }),
    alerts: load.alerts.length,
    orders: rows.length,
    givenUp: load.alerts.length - accepted.length,
    nextAcceptedMs: longestPauseMs(accepted, struckAtMs, endedAtMs),
    nextOrderMs: longestPauseMs(
      ledger.map(({ receivedAtUs }) => receivedAtUs / 1_000),
      struckAtMs,
      endedAtMs,
    ),
    rejoinPauseMs: longestPauseMs(accepted, endedAtMs, Infinity),
  };
}

/** Whether alerts posted during the fault are being accepted, and orders are reaching the venue. */
function hasResumed(alerts: readonly SentAlert[], { sandbox }: ClusterStage, sinceMs: number): true | undefined {
  const latelyMs = nowMs() - LATELY_MS;
  const isAccepting = alerts.some(
    (alert) => (alert.attempts[0]?.startedAtMs ?? 0) > sinceMs && (answerOf(alert)?.endedAtMs ?? 0) > latelyMs,
  );
  const isRelaying = (sandbox.ledger.entries().at(-1)?.receivedAtUs ?? 0) / 1_000 > Math.max(sinceMs, latelyMs);
  return isAccepting && isRelaying ? true : undefined;
}

/** Returns the longest pause between moments, among the pauses that begin at `fromMs` or later, but before `toMs`. */
function longestPauseMs(momentsMs: readonly number[], fromMs: number, toMs: number): number {
  let longestMs = 0;
  let lastMs = fromMs;
  for (const atMs of momentsMs.filter((ms) => ms > fromMs).toSorted((one, other) => one - other)) {
    if (lastMs >= toMs) break;
    longestMs = Math.max(longestMs, atMs - lastMs);
    lastMs = atMs;
  }
  return Math.round(longestMs);
}

/** Returns the user's orders once all are final, or none has ended for a minute; the oracle can tell which. */
async function whenFinal(origin: string, trader: Trader): Promise<readonly Order[]> {
  const openBelow = (before: number) =>
    waitFor(
      async () => {
        const open = await countOpenOrders(origin, trader);
        return open < before ? open : undefined;
      },
      { withinMs: REST_TIMEOUT_MS, everyMs: REST_POLL_MS },
    );
  let open = await openBelow(Infinity);
  while (open) open = await openBelow(open);
  return await ordersOf(origin, trader);
}
