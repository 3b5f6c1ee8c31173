/** The adapter connected to the simulated T-Invest, for the tests in this folder. */
import {
  sandboxCredential,
  simulatorsOf,
  startSandbox,
  type Environment,
  type CredentialName,
  type Exchange,
  type Sandbox,
} from "@chartrelay/sandbox";
import { openContract } from "@chartrelay/sandbox/contract-check";
import { expect, onTestFinished } from "vitest";
import type { Credentials, Venue } from "../venue.ts";
import type { TinkoffOptions } from "./environment.ts";
import { createTinkoff } from "./tinkoff.ts";

export interface AtTheSandbox {
  readonly sandbox: Sandbox;
  readonly tinkoff: Venue;
  /** The time for both the adapter and the simulator, in milliseconds. */
  readonly clock: { nowMs: number };
  /** Every exchange that ended in an answer, in order. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Starts a simulator and an adapter that uses it; both close after the test, which fails if a request broke T-Invest's
 * contract.
 */
export async function atTheSandbox(options: Partial<TinkoffOptions> = {}): Promise<AtTheSandbox> {
  const clock = { nowMs: Date.UTC(2026, 10, 20, 12) };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.nowMs,
    onExchange: (exchange) => exchanges.push(exchange),
    simulators: simulatorsOf("TINKOFF"),
  });
  const own = { now: () => clock.nowMs, requestsPerSecond: 1_000, readingsPerSecond: 1_000 };
  const tinkoff = createTinkoff({ ...sandbox.tinkoff, ...own, ...options });
  onTestFinished(async () => {
    await sandbox.close();
    await tinkoff.close();
    expect(exchanges.flatMap(breaches)).toEqual([]);
  });
  return { sandbox, tinkoff, clock, exchanges };
}

function breaches({ method, url, requestBody, requestHeaders }: Exchange): string[] {
  return openContract("tinkoff").checkRequest(method, url.replace("/rest/", "/"), requestBody, requestHeaders);
}

/** Returns the key of a trader whom the simulator knows. */
export function keyOf(name: CredentialName, environment: Environment = "live"): Credentials {
  const { account, secret } = sandboxCredential(name, environment, "TINKOFF");
  return { apiKey: account, secretKey: secret, isDemo: environment === "demo" };
}

export const TRADER = keyOf("pro");

export { limitOf, orderOf, patient, soon } from "../orders.fixture.ts";
