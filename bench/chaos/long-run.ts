/** Alerts at a steady rate for minutes, while the nodes are disrupted one after another, and the oracle's verdict. */
import { setTimeout as delay } from "node:timers/promises";
import type { Order } from "@chartrelay/contract";
import { startPostgres } from "../../scripts/test-postgres.ts";
import { nowMs } from "../product/child.ts";
import { withClient } from "../product/storage.ts";
import { signUp, type Trader } from "../product/trader.ts";
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { disrupt, prepare, settingsFor, type Disrupted, type Disruption } from "./disruptions.ts";
import { judge, type Row } from "./oracle.ts";
import { Stage } from "./stage.ts";
import { startSteadyLoad } from "./steady-load.ts";
import { countViolations, spreadOf } from "./summary.ts";
import { answerOf, CONNECTIONS_UNDER_LOAD, Proxy } from "./tradingview.ts";

export interface LongRun {
  readonly disruption: Disruption;
  readonly nodes: number;
  readonly minutes: number;
  /** Alerts a second. */
  readonly rate: number;
  /** Called after each disruption. */
  readonly onDisrupted?: (index: number, disrupted: Disrupted) => void;
}

const ACCOUNTS = 100;
/** Undisturbed load before the first disruption and between two of them. */
const CALM_MS = 3_000;
/** Sooner than TradingView, which waits five seconds. */
const RESEND_AFTER_MS = 1_200;
const SETTLED_WITHIN_MS = 120_000;
/** A busy node still takes alerts that it has received, though nobody waits for its answer any more. */
const QUIET_MS = 3_000;
/** How soon the queues of a lost node must have moved (p99). */
const MOST_MOVED_MS = 2_000;
/** Violations printed in full. */
const SHOWN = 20;

/** Runs the load and returns the summary. @throws if the run breaks off, which says nothing about the product. */
export async function runLong({ disruption, nodes, minutes, rate, onDisrupted }: LongRun) {
  const postgres = await startPostgres();
  const stage = await Stage.open(`chaos_long_${disruption}`, {
    nodes,
    postgres,
    settingsOf: (index, storage) => settingsFor(disruption, index, storage),
    onSpawned: (server) => prepare(disruption, server),
  });
  try {
    for (let index = 0; index < nodes; index += 1) await (await stage.start(index)).ready;
    await stage.balanced();
    const keys = newKeys(`long-${Date.now()}`, ACCOUNTS, ["ALOR_BROKER"]);
    stage.sandbox.register(...registrationsOf(keys));
    const [origin = ""] = stage.origins;
    const trader = await signUp(origin, `long-${Date.now()}`, keys);

    const proxy = new Proxy(stage.origins, CONNECTIONS_UNDER_LOAD);
    const endsAtMs = nowMs() + minutes * 60_000;
    const load = startSteadyLoad(proxy, { accounts: trader.accounts, rate, resendAfterMs: RESEND_AFTER_MS });
    const disrupted: Disrupted[] = [];
    await delay(CALM_MS);
    for (let index = 0; nowMs() < endsAtMs; index = (index + 1) % nodes) {
      const result = await disrupt(disruption, stage, index);
      disrupted.push(result);
      onDisrupted?.(index, result);
      await delay(CALM_MS);
    }
    await load.stop();
    await proxy.close();
    const rows = await whenSettled(stage, trader);
    const { alerts } = load;
    const ledger = stage.executionsOf(keys);
    const killsAtMs = disrupted.flatMap(({ diedAtMs }) => diedAtMs ?? []);
    const { violations, undecidable } = judge({ alerts, rows, ledger, killsAtMs });
    const movedMs = spreadOf(disrupted.flatMap((each) => each.movedMs));
    const answers = alerts.flatMap((alert) => answerOf(alert) ?? []);
    return {
      victim: disruption,
      nodes,
      minutes,
      rate,
      disruptions: disrupted.length,
      alerts: alerts.length,
      answered: answers.length,
      // Given up by TradingView: it got no 2xx, so nothing was promised.
      unanswered: alerts.length - answers.length,
      orders: rows.length,
      ...countViolations(violations),
      undecidable,
      movedMs,
      answerMs: spreadOf(answers.map(({ startedAtMs, endedAtMs }) => Math.round(endedAtMs - startedAtMs))),
      ok: violations.length === 0 && movedMs.p99 <= MOST_MOVED_MS,
      violations: violations.slice(0, SHOWN),
    };
  } finally {
    await stage.close();
    await postgres.stop();
  }
}

/**
 * Waits until every order is final and no more come, and returns all in the order of acceptance. Reads them from the
 * database: the API would take minutes. The oracle can tell if some aren't final.
 */
async function whenSettled({ storage }: Stage, { accounts }: Trader): Promise<Row[]> {
  return await withClient(storage.databaseUrl ?? "", async (client) => {
    let orders = 0;
    let changedAtMs = nowMs();
    const isSettled = async () => {
      const { rows } = await client.query<{ open: number; all: number }>(
        `select (count(*) filter (where status = 'NEW'))::int as open, count(*)::int as all from orders`,
      );
      const [{ open, all } = { open: 0, all: 0 }] = rows;
      if (open > 0 || all !== orders) changedAtMs = nowMs();
      orders = all;
      return nowMs() - changedAtMs >= QUIET_MS ? true : undefined;
    };
    await waitFor(isSettled, { withinMs: SETTLED_WITHIN_MS, everyMs: 200 });
    // An account's id in the tables isn't the one that alerts use.
    const { rows: named } = await client.query<{ account: string; id: string }>(
      `select name as account, account_id as id
       from unnest($1::text[]) as name join webhook_ids on id_hash = sha256(convert_to(name, 'UTF8'))`,
      [accounts],
    );
    const accountOf = new Map(named.map(({ account, id }) => [id, account]));
    const { rows } = await client.query<
      Pick<Order, "id" | "status" | "stage" | "reason" | "quantity"> & { account: string }
    >(`select id, account_id as account, quantity, status, stage, reason from orders order by seq`);
    return rows.map(({ account, ...row }) => ({ ...row, accountId: accountOf.get(account) ?? account }));
  });
}
