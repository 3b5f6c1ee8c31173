/**
 * The adapters connected to the simulated Binance, for the tests in this folder: each test runs for spot and for
 * futures.
 */
import type { OrderMessage, VenueName } from "@chartrelay/contract";
import {
  sandboxCredential,
  simulatorsOf,
  startSandbox,
  type Environment,
  type CredentialName,
  type Exchange,
  type Sandbox,
  type SandboxOptions,
} from "@chartrelay/sandbox";
import { openContract } from "@chartrelay/sandbox/contract-check";
import { expect, onTestFinished } from "vitest";
import type { Executions } from "../execution.ts";
import { orderOf as order } from "../orders.fixture.ts";
import type { Credentials, Venue, VenueOrder } from "../venue.ts";
import { createBinanceFutures } from "./futures/binance-futures.ts";
import type { BinanceOptions } from "./product.ts";
import { createBinanceSpot } from "./spot/binance-spot.ts";

/** One of the products, and the names of its instruments. */
export interface Market {
  readonly market: "spot" | "futures";
  readonly venue: VenueName & ("BINANCE_SPOT" | "BINANCE_FUTURES");
  /** Bitcoin, with a step of 0.001 or finer and a tick of 0.1 or finer. */
  readonly ticker: string;
  readonly orderPath: string;
}

export const SPOT: Market = {
  market: "spot",
  venue: "BINANCE_SPOT",
  ticker: "BINANCE:BTCUSDT",
  orderPath: "/api/v3/order",
};
export const FUTURES: Market = {
  market: "futures",
  venue: "BINANCE_FUTURES",
  ticker: "BINANCE:BTCUSDT.P",
  orderPath: "/fapi/v1/order",
};
export const MARKETS = [SPOT, FUTURES];

type SimulatorOptions = NonNullable<SandboxOptions["binanceSpot"]>;

export interface AtTheSandbox {
  readonly sandbox: Sandbox;
  readonly binance: Venue;
  readonly executions: Executions;
  /** The time for the adapter, and for the simulator unless it has its own clock; in milliseconds. */
  readonly clock: { nowMs: number };
  /** Every exchange that ended in an answer, in order. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Starts a simulator and an adapter that uses it; both close after the test, which fails if a request broke the
 * product's contract.
 */
export async function atTheSandbox(
  { venue }: Market,
  options: Partial<BinanceOptions> = {},
  simulator: SimulatorOptions = {},
): Promise<AtTheSandbox> {
  const clock = { nowMs: Date.UTC(2026, 5, 1, 12) };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.nowMs,
    onExchange: (exchange) => exchanges.push(exchange),
    simulators: simulatorsOf("BINANCE_SPOT", "BINANCE_FUTURES"),
    ...(venue === "BINANCE_SPOT" ? { binanceSpot: simulator } : { binanceFutures: simulator }),
  });
  const settings = { now: () => clock.nowMs, ...options };
  const binance =
    venue === "BINANCE_SPOT"
      ? createBinanceSpot({ ...sandbox.binanceSpot, ...settings })
      : createBinanceFutures({ ...sandbox.binanceFutures, restrictionsUrl: sandbox.binanceSpot.apiUrl, ...settings });
  onTestFinished(async () => {
    await sandbox.close();
    await binance.close();
    expect(exchanges.flatMap(breaches)).toEqual([]);
  });
  const { executions } = binance;
  if (!executions) throw new Error(`${venue} has no executions`);
  return { sandbox, binance, executions, clock, exchanges };
}

function breaches({ venue, method, url, requestBody, requestHeaders }: Exchange): string[] {
  const name = venue === "BINANCE_SPOT" ? "binance-spot" : "binance-futures";
  return openContract(name).checkRequest(method, url, requestBody, requestHeaders);
}

/** Returns the key of a trader whom the simulator knows. */
export function keyOf({ venue }: Market, name: CredentialName = "pro", environment: Environment = "live"): Credentials {
  const { account, secret } = sandboxCredential(name, environment, venue);
  return { apiKey: account, secretKey: secret, isDemo: environment === "demo" };
}

/** Returns a market order for 0.01 BTC by default. */
export function orderOf({ ticker }: Market, message: Partial<OrderMessage> = {}): VenueOrder {
  return order({ ticker, contracts: "0.01", ...message });
}

/** Returns a limit order to buy 0.01 BTC below the simulator's market. */
export function limitOf(market: Market, message: Partial<OrderMessage> = {}): VenueOrder {
  return orderOf(market, { type: "LIMIT", price: "100000.1", ...message });
}
