/** The disk fills up under load: alerts get a 503, none is acknowledged in vain, and the product recovers by itself. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../../scripts/test-postgres.ts";
import { nowMs } from "../product/child.ts";
import type { StorageKind } from "../product/storage.ts";
import { ordersOf, signUp } from "../product/trader.ts";
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { judge } from "./oracle.ts";
import { Stage } from "./stage.ts";
import { startSteadyLoad } from "./steady-load.ts";
import { countViolations } from "./summary.ts";
import { answerOf, Proxy } from "./tradingview.ts";

const DISK_MB = 400;
/**
 * On PGlite, less than the server leaves free for the database's log (docs/operators-guide.md, DATA_DIR). On PostgreSQL
 * nothing: its log goes on in the file that it has, but no table can grow.
 */
const FREE_WHEN_FULL: Readonly<Record<StorageKind, number>> = { pglite: 8 * 2 ** 20, postgres: 0 };
const ACCOUNTS = 10;
const RATE = 50;
const CALM_MS = 3_000;
/** Sooner than TradingView, which waits five seconds. */
const RESEND_AFTER_MS = 1_200;
const FULL_MS = 6_000;
const RECOVERED_WITHIN_MS = 10_000;
const SETTLED_WITHIN_MS = 60_000;
/** Violations printed in full. */
const SHOWN = 20;

/** Returns one line on what is missing for this run; undefined if nothing is. */
export function missingForDisk(): string | undefined {
  return process.platform === "linux" && process.getuid?.() === 0 ? undefined : "a full disk needs Linux and root";
}

/** Runs it with the database on a small file system. @throws if the run breaks off. */
export async function runFullDisk(storage: StorageKind) {
  const disk = mkdtempSync(join(tmpdir(), "chartrelay-disk-"));
  const { TMPDIR } = process.env;
  run("mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk);
  // Databases go to the folder for temporary files.
  process.env["TMPDIR"] = disk;
  try {
    const postgres = storage === "postgres" ? await startPostgres() : undefined;
    try {
      return await fillUp(disk, await Stage.open("chaos_disk", { nodes: 1, postgres }));
    } finally {
      await postgres?.stop();
    }
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
    run("umount", disk);
    rmdirSync(disk);
  }
}

async function fillUp(disk: string, stage: Stage) {
  try {
    const server = await stage.start(0);
    await server.ready;
    const name = `disk-${Date.now()}`;
    const keys = newKeys(name, ACCOUNTS, ["ALOR_BROKER"]);
    stage.sandbox.register(...registrationsOf(keys));
    const [origin = ""] = stage.origins;
    const trader = await signUp(origin, name, keys);
    const proxy = new Proxy(stage.origins);
    const load = startSteadyLoad(proxy, { accounts: trader.accounts, rate: RATE, resendAfterMs: RESEND_AFTER_MS });
    await delay(CALM_MS);

    const ballast = join(disk, "ballast");
    const { bavail, bsize } = statfsSync(disk);
    fill(ballast, bavail * bsize - FREE_WHEN_FULL[stage.storage.kind]);
    const fullAtMs = nowMs();
    await delay(FULL_MS);
    rmSync(ballast);
    const freeAtMs = nowMs();
    await delay(RECOVERED_WITHIN_MS);
    await load.stop();
    await proxy.close();
    const isFinal = async () => {
      const rows = await ordersOf(origin, trader);
      return rows.every(({ status }) => status !== "NEW") ? rows : undefined;
    };
    const rows =
      (await waitFor(isFinal, { withinMs: SETTLED_WITHIN_MS, everyMs: 200 })) ?? (await ordersOf(origin, trader));

    const { alerts } = load;
    const { violations, undecidable } = judge({ alerts, rows, ledger: stage.executionsOf(keys), killsAtMs: [] });
    const attempts = alerts.flatMap((alert) => alert.attempts);
    const whileFull = attempts.filter(({ startedAtMs }) => startedAtMs > fullAtMs && startedAtMs < freeAtMs);
    const statuses = Object.fromEntries(
      Array.from(
        Map.groupBy(whileFull, ({ status }) => status),
        ([status, all]) => [status, all.length],
      ),
    );
    const firstAnswer = attempts.filter(({ startedAtMs, orderId }) => startedAtMs >= freeAtMs && orderId !== undefined);
    const recoveredMs = Math.round(Math.min(...firstAnswer.map(({ endedAtMs }) => endedAtMs)) - freeAtMs);
    const refused = whileFull.filter(({ status }) => status === 503).length;
    // The first ones may still fit; the oracle checks that what was acknowledged was executed.
    const areRefused =
      refused > whileFull.length / 2 && whileFull.every(({ status }) => status === 503 || status === 200);
    return {
      victim: "disk",
      storage: stage.storage.kind,
      rate: RATE,
      alerts: alerts.length,
      answered: alerts.filter(answerOf).length,
      orders: rows.length,
      ...countViolations(violations),
      undecidable,
      statusesWhileFull: statuses,
      recoveredMs,
      ok: violations.length === 0 && areRefused && recoveredMs <= RECOVERED_WITHIN_MS && stage.node(0).isAlive,
      violations: violations.slice(0, SHOWN),
    };
  } finally {
    await stage.close();
  }
}

/** Writes a file of so many bytes, or of as many as there is room for. */
function fill(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bytes)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

function run(command: string, ...parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${parameters.join(" ")}: ${error?.message ?? stderr.trim()}`);
}
