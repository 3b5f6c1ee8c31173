import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../scripts/eventually.ts";

const MAIN = new URL("main.ts", import.meta.url).pathname;

/** Starts the sandbox as its own process, and returns its output once that contains `ready`. */
async function start(ready: string, ...options: string[]) {
  const child = spawn(process.execPath, [MAIN, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  let printed = "";
  await new Promise<void>((resolve) => {
    const read = (text: Buffer) => {
      printed += text.toString();
      if (printed.includes(ready)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => resolve());
  });
  return { child, exit, printed };
}

describe("the sandbox alone", () => {
  test("it prints each address under the product's setting, and the keys; it stops cleanly on SIGTERM and SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const { child, exit, printed } = await start("demo no-access", "--port", "0");
      const settings = new Map(
        Array.from(printed.matchAll(/^([A-Z_]+)=(http:\S+)$/gm), ([, name, url]) => [name, url]),
      );
      expect([...settings.keys()]).toEqual([
        "ALOR_API_URL",
        "ALOR_OAUTH_URL",
        "ALOR_DEMO_API_URL",
        "ALOR_DEMO_OAUTH_URL",
        "TINKOFF_API_URL",
        "TINKOFF_DEMO_API_URL",
        "BINANCE_SPOT_API_URL",
        "BINANCE_SPOT_DEMO_API_URL",
        "BINANCE_SPOT_STREAM_URL",
        "BINANCE_SPOT_DEMO_STREAM_URL",
        "BINANCE_FUTURES_API_URL",
        "BINANCE_FUTURES_DEMO_API_URL",
        "BINANCE_FUTURES_STREAM_URL",
        "BINANCE_FUTURES_DEMO_STREAM_URL",
        "TELEGRAM_API_URL",
        "CLOUDPAYMENTS_API_URL",
        "CLOUDPAYMENTS_WIDGET_URL",
      ]);
      const [mailbox = ""] = /http:\S+\/__sandbox\/mail\b/.exec(printed) ?? [];
      expect(await (await fetch(mailbox)).text()).toContain("<!doctype html>");
      expect(printed).toContain("D39002 sandbox-alor-live-pro-refresh-token");
      const listing = await fetch(`${settings.get("ALOR_API_URL")}/md/v2/Securities?query=SBER`);
      expect(listing.status).toBe(200);
      child.kill(signal);
      expect(await exit).toEqual([0, null]);
    }
  });

  test("it stops at once even if calls are waiting", async () => {
    const { child, exit, printed } = await start("demo no-access", "--port", "0");
    const [, control] = /control: (http:\S+?)\/__sandbox/.exec(printed) ?? [];
    const [, apiUrl] = /^ALOR_API_URL=(\S+)$/m.exec(printed) ?? [];
    const fault = JSON.stringify({ kind: "latency", latencyMs: 600_000, operation: "market-data" });
    await fetch(`${control}/__sandbox/faults`, { method: "POST", body: fault });
    const waiting = fetch(`${apiUrl}/md/v2/Securities`).catch(() => "cut off");
    const arrived = async () => (await fetch(`${control}/__sandbox/calls`)).json();
    await eventually(async () => expect(await arrived()).toHaveLength(1));
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(await waiting).toBe("cut off");
  });

  test("an invalid or taken port is reported, and nothing is left running", async () => {
    const bad = await start("no port", "--port", "ninety");
    expect(await bad.exit).toEqual([1, null]);
    expect(bad.printed).toContain("--port ninety is no port");

    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const second = await start("EADDRINUSE", "--port", String(port));
    expect(await second.exit).toEqual([1, null]);
    expect(second.printed).toContain("EADDRINUSE");
  });
});
