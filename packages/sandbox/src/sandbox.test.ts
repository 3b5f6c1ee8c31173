import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { SANDBOX_CREDENTIALS, startSandbox, type Sandbox } from "./index.ts";

/** Returns a free port whose successors are probably free too. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Starts at a chosen port; if another program takes one of the next ports meanwhile, tries another. */
async function startSomewhere(): Promise<{ port: number; sandbox: Sandbox }> {
  for (;;) {
    const port = await freePort();
    const sandbox = await startSandbox({ port }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" && error.code !== "ERR_SOCKET_BAD_PORT") throw error;
    });
    if (sandbox) return { port, sandbox };
  }
}

describe("starting", () => {
  test("given a control port, the simulators take the next ones in a fixed order", async () => {
    const { port, sandbox } = await startSomewhere();
    onTestFinished(() => sandbox.close());
    const urls = [sandbox.controlUrl, ...Object.values(sandbox.settings)].filter((value) => URL.canParse(value));
    // Binance's streams share the servers of its API.
    const ports = [...new Set(urls.map((url) => Number(new URL(url).port)))];
    expect(ports.length).toBeGreaterThan(10);
    expect(ports).toEqual(ports.map((_, offset) => port + offset));
  });

  test("no two credentials known from the start share an account or a secret", () => {
    expect(new Set(SANDBOX_CREDENTIALS.map(({ account }) => account)).size).toBe(SANDBOX_CREDENTIALS.length);
    expect(new Set(SANDBOX_CREDENTIALS.map(({ secret }) => secret)).size).toBe(SANDBOX_CREDENTIALS.length);
  });

  test("with the machine's clock, the ledger records microseconds", async () => {
    const sandbox = await startSandbox({ alor: { accessTokenLifeS: 60 } });
    onTestFinished(() => sandbox.close());
    const known = SANDBOX_CREDENTIALS[0];
    const refreshed = await fetch(`${sandbox.alor.oauthUrl}/refresh?token=${known?.secret}`, { method: "POST" });
    const { AccessToken } = (await refreshed.json()) as { AccessToken: string };
    const instrument = { symbol: "SBER", exchange: "MOEX", instrumentGroup: "TQBR" };
    const before = Date.now();
    await fetch(`${sandbox.alor.apiUrl}/commandapi/warptrans/TRADE/v2/client/orders/actions/market`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-reqid": "1", authorization: `Bearer ${AccessToken}` },
      body: JSON.stringify({ side: "buy", quantity: 1, instrument, user: { portfolio: known?.account } }),
    });
    const [entry] = sandbox.ledger.entries();
    expect(Number.isSafeInteger(entry?.receivedAtUs)).toBe(true);
    expect(entry?.receivedAtUs).toBeGreaterThanOrEqual((before - 5) * 1000);
    expect(entry?.receivedAt).toBe(new Date(Math.floor((entry?.receivedAtUs ?? 0) / 1000)).toISOString());
  });
});
