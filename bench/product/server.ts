/** The product as its operator runs it: a separate process, configured by settings. */
import { setTimeout as delay } from "node:timers/promises";
import type { Sandbox } from "@chartrelay/sandbox";
import { SERVER_COMMAND } from "../../scripts/server-command.mjs";
import { nowMs, startChild, type Child } from "./child.ts";

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 10;
/** Any key will do, as long as a restarted server gets the same one. */
export const CREDENTIALS_KEYS = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

/** The named points at which the server kills itself on request: apps/server/src/platform/failpoint.ts. */
export const KILL_POINTS = [
  "commit.before",
  "commit.after",
  "attempt.before",
  "attempt.after",
  "send.before",
  "send.after",
  "end.before",
  "end.after",
] as const;
/** Those around the steps of a stop. */
export const STOP_KILL_POINTS = [
  "stop.cancel.before",
  "stop.cancel.after",
  "stop.close.before",
  "stop.close.after",
  "stop.proof.before",
] as const;
export type KillPoint = (typeof KILL_POINTS)[number] | (typeof STOP_KILL_POINTS)[number];

export interface ServerOptions {
  readonly port: number;
  readonly dataDir: string;
  /** Undefined for the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly sandbox: Pick<Sandbox, "settings">;
  readonly killAt?: { readonly point: KillPoint; readonly count: number } | undefined;
  /** Additional settings. */
  readonly more?: Readonly<Record<string, string>>;
  /** Where the server's code is; this repository by default. */
  readonly folder?: string | undefined;
}

export interface Server extends Child {
  readonly origin: string;
  /** Settles with the time when it was ready for alerts. Rejects if it exits first or takes too long. */
  readonly ready: Promise<number>;
}

/** Starts the server. */
export function startServer({ port, dataDir, databaseUrl, sandbox, killAt, more, folder }: ServerOptions): Server {
  const env = {
    MODE: "sandbox",
    METRICS_PORT: "0",
    DATA_DIR: dataDir,
    // Temporary files of a killed server are removed with its data.
    TMPDIR: dataDir,
    CREDENTIALS_KEYS,
    // The load comes from few accounts.
    ALERTS_PER_MINUTE: "1000000",
    ...sandbox.settings,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(killAt && { CHAOS_KILL_AT: `${killAt.point}:${killAt.count}` }),
    ...more,
  };
  return startListening(SERVER_COMMAND, port, env, folder);
}

/** Starts a program that listens on HOST and PORT and answers 200 at /readyz once it is ready. */
export function startListening(
  command: readonly string[],
  port: number,
  env: Readonly<Record<string, string>>,
  folder?: string,
): Server {
  const origin = `http://127.0.0.1:${port}`;
  const child = startChild(command, { HOST: "127.0.0.1", PORT: String(port), ...env }, folder);
  const ready = whenReady(origin, child);
  // A caller that kills it before it is ready may not await this.
  ready.catch(() => undefined);
  return Object.assign(child, { origin, ready });
}

async function whenReady(origin: string, child: Child): Promise<number> {
  const deadline = nowMs() + READY_TIMEOUT_MS;
  while (nowMs() < deadline) {
    if (!child.isAlive) throw new Error(`the server ended before it was ready:\n${child.log()}`);
    const status = await fetch(`${origin}/readyz`).then(
      (response) => response.body?.cancel().then(() => response.status),
      () => 0,
    );
    if (status === 200) return nowMs();
    await delay(READY_POLL_MS);
  }
  throw new Error(`the server was not ready after ${READY_TIMEOUT_MS} ms:\n${child.log()}`);
}
