/**
 * Backup and restore on PostgreSQL, as docs/recovery.md tells an operator to do it. The oracle is the venue's ledger:
 * a restored database may know less than the venue, but it must never send again what the venue has.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { createStorage, withClient } from "../product/storage.ts";
import { signIn, signUp } from "../product/trader.ts";
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { ended, operate, post, startNode } from "./node.ts";

/** As docs/recovery.md sets it, with a folder in place of the archive. */
const ARCHIVING = { archive_mode: "on", wal_level: "replica", archive_command: "cp %p ../archive/%f" };
const ARCHIVE_TIMEOUT_MS = 60_000;
/** Longer than a backup takes: until then, the order is in flight and those behind it wait. */
const SLOW_VENUE_MS = 8_000;

let postgres: TestPostgres;
const sandbox = await startSandbox();
const backups = mkdtempSync(join(tmpdir(), "chartrelay-drill-"));

beforeAll(async () => {
  postgres = await startPostgres({ settings: ARCHIVING });
  try {
    postgres.run("pg_basebackup", ["--version"]);
  } catch {
    throw new Error("The drills need pg_dump, pg_restore and pg_basebackup: install PostgreSQL (Debian: postgresql)");
  }
  mkdirSync(join(postgres.folder, "archive"));
  chmodSync(join(postgres.folder, "archive"), 0o777);
});
afterAll(async () => {
  await sandbox.close();
  await postgres.stop();
  rmSync(backups, { recursive: true, force: true });
});

/** Signs a trader up on a node, with two accounts at the simulated Alor. */
async function newTrader(origin: string, name: string) {
  const keys = newKeys(name, 2, ["ALOR_BROKER"]);
  sandbox.register(...registrationsOf(keys));
  return await signUp(origin, name, keys);
}

const executed = () => sandbox.ledger.entries().map(({ clientOrderId, quantity }) => `${clientOrderId} ${quantity}`);

test("a dump, put into a new database, has the same orders; what was unfinished is looked up, and nothing is sent twice", async () => {
  const original = await createStorage("original", 1, postgres.url);
  const node = await startNode(original, sandbox);
  const trader = await newTrader(node.origin, "dump");
  const [account = "", other = ""] = trader.accounts;
  for (const lots of [1, 2, 3]) await post(node, account, lots);
  await ended(node, trader, 3);

  // During the backup, one order of each account is in flight and another waits behind it.
  sandbox.faults.set({ venue: "ALOR_BROKER", kind: "latency", latencyMs: SLOW_VENUE_MS, executed: true });
  for (const lots of [4, 5]) for (const each of [account, other]) await post(node, each, lots);
  expect(await operate(original.databaseUrl, ["backup", backups])).toMatch(/^Saved .+\.dump, \d+\.\d MB/);
  sandbox.faults.reset();
  const before = await ended(node, trader, 7);
  await post(node, other, 6);
  await ended(node, trader, 8);
  const ledger = executed();
  expect(ledger).toHaveLength(8);
  await node.kill("SIGTERM");

  const restored = await createStorage("restored", 1, postgres.url);
  const [dump = ""] = readdirSync(backups);
  const said = await operate(restored.databaseUrl, ["restore", join(backups, dump)]);
  expect(said).toMatch(/^Restored: \d+ users, \d+ orders, [1-4] of them unfinished/);
  await expect(operate(restored.databaseUrl, ["restore", join(backups, dump)])).rejects.toThrow("has tables");

  const next = await startNode(restored, sandbox);
  const again = await signIn(next.origin, "dump");
  const facts = (orders: typeof before) =>
    orders.map(({ id, accountId, quantity, status, reason }) => ({ id, accountId, quantity, status, reason }));
  // Among the demo users' orders, this user's are all from before the backup.
  expect(facts(await ended(next, again, 7))).toEqual(facts(before));
  expect(executed()).toEqual(ledger);

  await post(next, account, 7);
  expect((await ended(next, again, 8)).at(-1)).toMatchObject({ quantity: "7", status: "CREATED" });
  expect(executed()).toHaveLength(ledger.length + 1);
  await next.kill("SIGTERM");
});

test("a recovery to the moment between two orders has the first and not the second, and sends neither again", async () => {
  const original = await createStorage("timeline", 1, postgres.url);
  const node = await startNode(original, sandbox);
  const trader = await newTrader(node.origin, "moment");
  const [account = ""] = trader.accounts;
  const { port } = new URL(postgres.url);
  postgres.run("pg_basebackup", ["-h", "127.0.0.1", "-p", port, "-U", "postgres", "-D", "base", "--checkpoint=fast"]);
  await post(node, account, 1);
  await ended(node, trader, 1);

  // At the chosen moment this order is in flight.
  sandbox.faults.set({ venue: "ALOR_BROKER", kind: "latency", latencyMs: 2_000, executed: true });
  await post(node, account, 2);
  const moment = await withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ moment: string }>("select clock_timestamp()::text as moment");
    return rows[0]?.moment ?? "";
  });
  await post(node, account, 3);
  await ended(node, trader, 3);
  const ledger = executed();
  await node.kill("SIGTERM");
  sandbox.faults.reset();
  await archiveAll(postgres);

  const base = join(postgres.folder, "base");
  writeFileSync(join(base, "recovery.signal"), "");
  const recovered = await startPostgres({
    data: base,
    settings: {
      restore_command: `cp ${postgres.folder}/archive/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: "promote",
    },
  });
  try {
    const url = new URL(original.databaseUrl ?? "");
    url.port = new URL(recovered.url).port;
    const storage = { databaseUrl: url.href, dataDirs: original.dataDirs };
    expect(await operate(url.href, ["restore", "--after-recovery"])).toContain("1 of them unfinished");
    const next = await startNode(storage, sandbox);
    const again = await signIn(next.origin, "moment");
    expect(await ended(next, again, 2)).toMatchObject([
      { quantity: "1", status: "CREATED" },
      { quantity: "2", status: "CREATED" },
    ]);
    expect(executed()).toEqual(ledger);
    await next.kill("SIGTERM");
  } finally {
    await recovered.stop();
  }
});

/** Waits until everything written so far is in the archive. */
async function archiveAll({ url }: Pick<TestPostgres, "url">): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
    const isArchived = async () => {
      const { rows: stats } = await client.query<{ done: boolean }>(
        "select last_archived_wal >= $1 as done from pg_stat_archiver",
        [rows[0]?.file],
      );
      return stats[0]?.done ? true : undefined;
    };
    if (!(await waitFor(isArchived, { withinMs: ARCHIVE_TIMEOUT_MS }))) throw new Error("the WAL was not archived");
  });
}
