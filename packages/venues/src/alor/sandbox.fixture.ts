/** The adapter connected to the simulated Alor, for the tests in this folder. */
import {
  SANDBOX_CREDENTIALS,
  simulatorsOf,
  startSandbox,
  type Exchange,
  type Sandbox,
  type SandboxCredential,
  type SandboxOptions,
} from "@chartrelay/sandbox";
import type { OrderMessage } from "@chartrelay/contract";
import { openContract } from "@chartrelay/sandbox/contract-check";
import { expect, onTestFinished } from "vitest";
import { limitOf, orderOf, patient, soon } from "../orders.fixture.ts";
import type { Credentials, Venue, VenueOrder } from "../venue.ts";
import { createAlor } from "./alor.ts";
import type { AlorOptions } from "./environment.ts";

export interface AtTheSandbox {
  readonly sandbox: Sandbox;
  readonly alor: Venue;
  /** The time for both the adapter and the simulator, in milliseconds. */
  readonly clock: { nowMs: number };
  /** Every exchange that ended in an answer, in order. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Starts a simulator and an adapter that uses it; both close after the test, which fails if a request broke Alor's
 * contract.
 */
export async function atTheSandbox(
  options: Partial<AlorOptions> = {},
  simulated: SandboxOptions["alor"] = {},
): Promise<AtTheSandbox> {
  const clock = { nowMs: Date.UTC(2026, 5, 1, 12) };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.nowMs,
    onExchange: (exchange) => exchanges.push(exchange),
    alor: simulated,
    simulators: simulatorsOf("ALOR_BROKER"),
  });
  const alor = createAlor({ ...sandbox.alor, now: () => clock.nowMs, ...options });
  onTestFinished(async () => {
    await sandbox.close();
    await alor.close();
    expect(exchanges.flatMap(breaches)).toEqual([]);
  });
  return { sandbox, alor, clock, exchanges };
}

function breaches({ method, url, requestBody, requestHeaders }: Exchange): string[] {
  return openContract("alor").checkRequest(method, url, requestBody, requestHeaders);
}

/** Returns the key of a trader whom the simulator knows. */
export function keyOf(
  name: SandboxCredential["name"],
  environment: SandboxCredential["environment"] = "live",
): Credentials {
  const found = SANDBOX_CREDENTIALS.find((one) => one.name === name && one.environment === environment);
  if (!found) throw new Error(`the sandbox has no ${name} on ${environment}`);
  return { apiKey: found.account, secretKey: found.secret, isDemo: environment === "demo" };
}

export const TRADER = keyOf("pro");

export { limitOf, orderOf, patient, soon };

const BELOW_THE_MARKET = { contracts: "10", condition: "LessOrEqual", triggerPrice: "270.05" } as const;

/** Returns a stop for ten lots of SBER that waits below the simulator's market. */
export function stopOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return orderOf({ type: "STOP", ...BELOW_THE_MARKET, ...message }, order);
}

/** Returns the same stop, to become a limit order. */
export function stopLimitOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return stopOf({ type: "STOP_LIMIT", price: "270", ...message }, order);
}

/** Creates an order of each type. */
export const EACH_TYPE = { MARKET: orderOf, LIMIT: limitOf, STOP: stopOf, STOP_LIMIT: stopLimitOf } as const;
