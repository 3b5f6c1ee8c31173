/**
 * An upgrade as docs/operators-guide.md describes it, node by node, while alerts come in, on the first release's data.
 * With UPGRADE_FROM, a commit of this repository, the nodes to replace run that commit's code.
 */
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, expect, test } from "vitest";
import { FIRST_RELEASE } from "../../scripts/first-release.ts";
import { startPostgres } from "../../scripts/test-postgres.ts";
import { judge } from "../chaos/oracle.ts";
import { Proxy, postAlert, type SentAlert } from "../chaos/tradingview.ts";
import { giveOrders } from "../product/many-orders.ts";
import { stablePort } from "../product/ports.ts";
import { startServer, type Server } from "../product/server.ts";
import { createStorage, withClient } from "../product/storage.ts";
import { ordersOf, signUp } from "../product/trader.ts";
import { alertBody, newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { ended } from "./node.ts";
import { folderOfRelease } from "./old-release.ts";

/** Enough for migrations to have work to do. */
const OLD_ORDERS = 50_000;
const ALERTS_PER_S = 40;
const ACCOUNTS = 8;
const SETTINGS = { CREDENTIALS_KEYS: FIRST_RELEASE.keys, ORDER_MAX_AGE_S: "600" };

const sandbox = await startSandbox();
const postgres = await startPostgres();
afterAll(async () => {
  await sandbox.close();
  await postgres.stop();
});

test(
  "an upgrade under load, node by node, on a full database of the first release: no alert is lost, doubled or out of order",
  { timeout: 600_000 },
  async () => {
    const storage = await createStorage("upgrade", 2, postgres.url);
    await withClient(storage.databaseUrl ?? "", async (client) => {
      for (const statement of FIRST_RELEASE.statements) await client.query(statement);
    });
    await giveOrders(storage.databaseUrl ?? "", FIRST_RELEASE.user.email, OLD_ORDERS);
    const ports = [await stablePort(), await stablePort()];
    const start = (index: number, folder?: string): Server =>
      startServer({
        port: ports[index] ?? 0,
        dataDir: storage.dataDirs[index] ?? "",
        databaseUrl: storage.databaseUrl,
        sandbox,
        more: SETTINGS,
        folder,
      });

    const old = folderOfRelease(process.env["UPGRADE_FROM"]);
    const before = [start(0, old), start(1, old)];
    await Promise.all(before.map(({ ready }) => ready));
    const origin = before[0]?.origin ?? "";
    const keys = newKeys("upgrade", ACCOUNTS, ["ALOR_BROKER"]);
    sandbox.register(...registrationsOf(keys));
    const trader = await signUp(origin, "upgrade", keys);

    const load = startAlerts(new Proxy(ports.map((port) => `http://127.0.0.1:${port}`)), trader.accounts);
    const replaced: Server[] = [];
    for (const [index, server] of before.entries()) {
      await load.reached((index + 1) * 100);
      await server.kill("SIGTERM");
      const next = start(index);
      await next.ready;
      replaced.push(next);
    }
    await load.reached(300);
    const alerts = await load.stop();

    const [node] = replaced as [Server];
    await ended(node, trader, 1);
    const rows = await ordersOf(node.origin, trader);
    const own = new Set(keys.map(({ account }) => account));
    const ledger = sandbox.ledger.entries().filter(({ account }) => own.has(account));
    expect(judge({ alerts, rows, ledger, killsAtMs: [] })).toEqual({ violations: [], undecidable: 0 });
    expect(alerts.filter(({ attempts }) => attempts.at(-1)?.status !== 200)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(300);
    await Promise.all(replaced.map((server) => server.kill("SIGTERM")));
  },
);

/** Posts alerts at a steady rate, in turn for each account, and resends them as TradingView does. */
function startAlerts(proxy: Proxy, accounts: readonly string[]) {
  const alerts: SentAlert[] = [];
  const resending: Promise<void>[] = [];
  const timer = setInterval(() => {
    const lots = alerts.length + 1;
    const account = accounts[lots % accounts.length] ?? "";
    const { alert, done } = postAlert(proxy, { account, lots, body: alertBody(account, lots) }, 1_000);
    alerts.push(alert);
    resending.push(done);
  }, 1_000 / ALERTS_PER_S);
  return {
    /** Settles once so many alerts were posted. */
    async reached(count: number): Promise<void> {
      await waitFor(() => (alerts.length >= count ? true : undefined), { withinMs: 120_000 });
    },
    /** Stops, and returns every alert once its last resend is answered. */
    async stop(): Promise<readonly SentAlert[]> {
      clearInterval(timer);
      await Promise.all(resending);
      await proxy.close();
      return alerts;
    },
  };
}
