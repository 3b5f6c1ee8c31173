/** Attacks a server for a while: connections that never finish a request, posts to unknown accounts, wrong passwords. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { nowMs } from "../product/child.ts";
import { onJob, type HostileResult } from "./generator.ts";

const TICK_MS = 10;
/** Each slow connection sends another header line this often, so that it never looks idle. */
const TRICKLE_MS = 1_000;
const FLOOD_CONNECTIONS = 64;
const UNKNOWN_ID_BYTES = 17;

onJob("hostile", async ({ origin, seconds, attack }) => {
  const untilMs = nowMs() + seconds * 1_000;
  const [slow, unknown, logins] = await Promise.all([
    holdSlowConnections(origin, attack.slowConnections, untilMs),
    flood(origin, attack.unknownPerSecond, untilMs, postToUnknown),
    flood(origin, attack.loginsPerSecond, untilMs, logIn),
  ]);
  return { ...slow, unknown, logins };
});

/** Opens connections and sends a request's head line by line; opens a new one for each that the server ends. */
async function holdSlowConnections(
  origin: string,
  count: number,
  untilMs: number,
): Promise<Pick<HostileResult, "slowHeld" | "slowEnded">> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let [held, ended] = [0, 0];
  const open = () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.once("connect", () => socket.write("POST /api/v1/orders HTTP/1.1\r\nhost: slow\r\n"));
    socket.once("close", () => {
      sockets.delete(socket);
      if (nowMs() >= untilMs) return;
      ended += 1;
      open();
    });
    sockets.add(socket);
  };
  for (let opened = 0; opened < count; opened += 1) open();
  while (nowMs() < untilMs) {
    await delay(TRICKLE_MS);
    const connected = [...sockets].filter(({ readyState }) => readyState === "open");
    for (const socket of connected) socket.write("x-slow: 1\r\n");
    held = Math.max(held, connected.length);
  }
  for (const socket of sockets) socket.destroy();
  return { slowHeld: held, slowEnded: ended };
}

type Strike = (pool: Pool, index: number) => ReturnType<Pool["request"]>;

/** Sends requests at an even pace, whether or not they are answered, and counts the answers by status. */
async function flood(
  origin: string,
  perSecond: number,
  untilMs: number,
  strike: Strike,
): Promise<Readonly<Record<string, number>>> {
  const pool = new Pool(origin, { connections: FLOOD_CONNECTIONS, pipelining: 1 });
  const counts: Record<string, number> = {};
  const struck: Promise<void>[] = [];
  const count = (status: string) => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const startMs = nowMs();
  for (let sent = 0; nowMs() < untilMs; await delay(TICK_MS)) {
    for (const due = ((nowMs() - startMs) * perSecond) / 1_000; sent < due; sent += 1)
      struck.push(
        strike(pool, sent).then(
          async ({ statusCode, body }) => {
            await body.dump();
            count(String(statusCode));
          },
          () => count("failed"),
        ),
      );
  }
  await Promise.all(struck);
  await pool.close();
  return counts;
}

const JSON_HEADERS = { "content-type": "application/json" };

const postToUnknown: Strike = (pool) => {
  const account = Buffer.from(crypto.getRandomValues(new Uint8Array(UNKNOWN_ID_BYTES))).toString("base64url");
  const body = JSON.stringify({ account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 });
  return pool.request({ path: "/api/v1/orders", method: "POST", headers: JSON_HEADERS, body });
};

/** Each from an address of its own: a limit for one address would stop them cheaply. */
const logIn: Strike = (pool, index) => {
  const headers = { ...JSON_HEADERS, "x-forwarded-for": `198.18.${(index >> 8) & 255}.${index & 255}` };
  const body = JSON.stringify({ email: `nobody-${index}@example.com`, password: "not-the-password" });
  return pool.request({ path: "/api/v1/auth/login", method: "POST", headers, body });
};
