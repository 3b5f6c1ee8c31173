/** What all drills start: one node on a database of their choice, and the operator's commands beside it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Order } from "@chartrelay/contract";
import type { Sandbox } from "@chartrelay/sandbox";
import { cleanEnvironment } from "../../scripts/clean-environment.ts";
import { stablePort } from "../product/ports.ts";
import { CREDENTIALS_KEYS, startServer, type Server } from "../product/server.ts";
import type { Storage } from "../product/storage.ts";
import { ordersOf, type Trader } from "../product/trader.ts";
import { alertBody } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";

const BACKUP = join(import.meta.dirname, "../../apps/server/src/operator/backup/main.ts");
/** Orders wait for the outcome of the one ahead, on a machine that may be slow: none may expire. */
const PATIENT = { ORDER_MAX_AGE_S: "600" };
const REST_TIMEOUT_MS = 180_000;

/** Starts a node, and waits until it takes alerts. */
export async function startNode(
  { databaseUrl, dataDirs: [dataDir = ""] }: Pick<Storage, "databaseUrl" | "dataDirs">,
  sandbox: Sandbox,
): Promise<Server> {
  const server = startServer({ port: await stablePort(), dataDir, databaseUrl, sandbox, more: PATIENT });
  await server.ready;
  return server;
}

/** Runs `npm run backup` or `npm run restore`, and returns what it says. @throws if it fails. */
export async function operate(databaseUrl: string | undefined, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BACKUP, ...words], {
    env: { ...cleanEnvironment(), DATABASE_URL: databaseUrl, CREDENTIALS_KEYS },
  });
  return stdout;
}

/** Posts an alert, which must be taken. */
export async function post({ origin }: Pick<Server, "origin">, account: string, lots: number): Promise<void> {
  const body = alertBody(account, lots);
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/v1/orders`, { method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`an alert was answered ${answer.status}: ${await answer.text()}`);
}

/** Returns a user's orders once there are `count` and none is NEW, oldest first. */
export async function ended(
  { origin }: Pick<Server, "origin">,
  trader: Pick<Trader, "token">,
  count: number,
): Promise<readonly Order[]> {
  const orders = await waitFor(
    async () => {
      const all = await ordersOf(origin, trader);
      return all.length >= count && all.every(({ status }) => status !== "NEW") ? all : undefined;
    },
    { withinMs: REST_TIMEOUT_MS, everyMs: 100 },
  );
  if (!orders) throw new Error(`there were no ${count} ended orders within ${REST_TIMEOUT_MS} ms`);
  return orders;
}
