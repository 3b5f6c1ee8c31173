/** A process that is killed as by a power cut, in the middle of releasing a signal that was held. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../../../../scripts/clean-environment.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { apiOf } from "../../test/api.ts";
import { openCluster } from "../../test/cluster.ts";
import { createStrategist } from "../../test/strategist.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const LOADED_MS = 60_000;
const CREDENTIALS_KEYS = `k:${Buffer.alloc(32, 7).toString("base64")}`;

/** Starts the product as a process that kills itself at a failpoint. Returns where it listens, and its end. */
async function startDoomed(databaseUrl: string, killAt: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-release-"));
  const settings = { DATABASE_URL: databaseUrl, CREDENTIALS_KEYS, CHAOS_KILL_AT: killAt, DATA_DIR: dataDir, PORT: "0" };
  const child = spawn(process.execPath, [MAIN], { env: { ...cleanEnvironment(), ...settings } });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(child, "close").then(([, signal]) => signal as string | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await eventually(() => expect(output).toMatch(/^curl .+$/m), { timeout: LOADED_MS });
  return { url: new URL(/^curl -X POST (\S+)/m.exec(output)?.[1] ?? "").origin, ended };
}

// @covers P1
test.each(["release.before", "release.after"])(
  "promise 1: after a kill -9 at %s, what was held is released once, in the order of its chain",
  { timeout: 3 * LOADED_MS },
  async (point) => {
    const { url, sandbox, ...cluster } = await openCluster();
    const startNode = () => cluster.startNode({ settings: { CREDENTIALS_KEYS } });
    const before = await startNode();
    const strategist = await createStrategist(before, { venues: ["ALOR_BROKER", "TINKOFF"] });
    await before.app.http.close();

    const doomed = await startDoomed(url, `${point}:1`);
    const api = apiOf(doomed.url);
    expect((await api.post("/orders", strategist.link(0, 4))).status).toBe(200);
    const messages = [strategist.link(2, 1), strategist.link(1, -1)];
    const answers = await Promise.allSettled(messages.map((message) => api.post("/orders", message)));
    expect(await doomed.ended).toBe("SIGKILL");

    const after = await startNode();
    // On a busy machine the process may be gone before it has answered: TradingView resends then.
    for (const [index, { status }] of answers.entries()) {
      if (status === "rejected") await strategist.post(messages[index], {}, after);
    }
    const ordersOf = () =>
      after.parts.database.query<{ accountId: string; to: string; stage: string }>(
        `select account_id as "accountId", instruction ->> 'to' as to, stage from orders where strategy_id = $1 order by seq`,
        [strategist.strategyId],
      );
    await eventually(async () => expect((await ordersOf()).map(({ stage }) => stage)).not.toContain("held"));
    const orders = await ordersOf();
    for (const { accountId } of strategist.members) {
      const own = orders.filter((order) => order.accountId === accountId);
      expect(own.map(({ to }) => to)).toEqual(["4", "1", "-1"]);
    }
  },
);
