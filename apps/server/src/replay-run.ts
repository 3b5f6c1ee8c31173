/**
 * Runs the log of one replay: starts simulated venues for it alone, and connects the real adapters to them. It gets no
 * address, no key and no storage: all that it can reach is what it has started itself.
 */
import { randomBytes } from "node:crypto";
import type { ReplayReport, VenueName } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { type MarketOrder, type RegistrationInput, type Sandbox, startSandbox } from "@chartrelay/sandbox";
import { createAdapters, type SharedBudgets } from "@chartrelay/venues";
import {
  createReplayClock,
  replay,
  type ReadLog,
  type ReplayAccount,
  type ReplayJob,
  type SimulatedMarket,
  startOf,
} from "./replay/index.ts";

/** Nobody else uses the simulated venues, so nothing waits for its turn there. */
const UNLIMITED: SharedBudgets = {
  use: async (_, __, weight) => weight,
  reserve: async (_, count) => Array.from({ length: count }, () => 0),
  close: () => undefined,
  onClosed: () => undefined,
};

/** T-Invest's limit of orders counts by the minute, and a log's alerts may all be of one. */
const ORDERS_PER_MINUTE = 1_000_000;

/** Runs a log. Returns the report as JSON in UTF-8. */
export async function runReplay(log: ReadLog, job: ReplayJob): Promise<Uint8Array<ArrayBuffer>> {
  const startedAtMs = performance.now();
  const clock = createReplayClock(startOf(log, job.nowMs));
  const sandbox = await startSandbox({ now: () => clock.nowMs() });
  const venues = createAdapters({
    // Every address is a simulator's; without one, createAdapters throws.
    addresses: sandbox.settings,
    now: () => clock.nowMs(),
    monotonic: () => clock.monotonicMs(),
    shared: UNLIMITED,
  });
  try {
    const accounts = job.accounts.map(({ account }, index) => simulated(account, index));
    sandbox.register(...accounts.map(registrationOf));
    const report = await replay(log, {
      strategy: { ...job.strategy, state: "on" },
      accounts,
      venues,
      clock,
      translate: translator(job.language),
      market: marketOf(sandbox, accounts),
    });
    const shownIds = new Map(job.accounts.map(({ account: { id }, shownId }) => [id, shownId]));
    const shown = <Row extends { readonly accountId: string }>(row: Row): Row => ({
      ...row,
      accountId: shownIds.get(row.accountId) ?? row.accountId,
    });
    const full: ReplayReport = {
      ...report,
      positions: report.positions.map(shown),
      rows: report.rows.map((row) => ({ ...row, orders: row.orders.map(shown) })),
      accounts: job.accounts.map(({ account: { name, venue: exchange, keyEnding, isDemo }, shownId: id }) => ({
        id,
        name,
        exchange,
        keyEnding,
        isDemo,
      })),
      tookMs: Math.round(performance.now() - startedAtMs),
    };
    return new TextEncoder().encode(JSON.stringify(full));
  } finally {
    await Promise.all(Object.values(venues).map((venue) => venue.close()));
    await sandbox.close();
  }
}

/** Follows what becomes of the accounts' orders in the sandbox's markets. */
function marketOf(sandbox: Sandbox, accounts: readonly ReplayAccount[]): SimulatedMarket {
  const marketAt = (venue: VenueName, isDemo: boolean) => sandbox.market(venue, isDemo ? "demo" : "live");
  const orders = new Map<string, MarketOrder>();
  for (const { account, key } of accounts) {
    marketAt(account.venue, account.isDemo).subscribe(key.apiKey, (event) => {
      // A stop that has fired is the order that it became: both have one client order id.
      if (event.kind === "order" && event.order.clientOrderId !== null)
        orders.set(event.order.clientOrderId, event.order.child ?? event.order);
    });
  }
  return {
    setPrice: (venue, isDemo, symbol, price) => marketAt(venue, isDemo).setPrice(symbol, price),
    order(clientOrderId) {
      const order = orders.get(clientOrderId);
      if (!order) return undefined;
      const { state, filledQuantity, averagePrice } = order;
      const isOver = state === "cancelled" || state === "expired" || state === "rejected";
      return {
        state: state === "filled" ? "filled" : isOver ? "ended" : "working",
        filledQuantity,
        averagePrice,
        fills: order.fills.map(({ quantity, price, fee, feeCurrency }) => ({
          side: order.side,
          quantity,
          price,
          fee,
          feeCurrency,
        })),
      };
    },
  };
}

/** The account as it is set, free of what stops it for the moment; its key exists in this replay only. */
function simulated(account: ReplayJob["accounts"][number]["account"], index: number): ReplayAccount {
  const secretKey = randomBytes(32).toString("hex");
  return {
    account: {
      ...account,
      isPaused: false,
      isStopped: false,
      stoppedStrategies: [],
      keyRefusal: null,
      telegramChatId: null,
    },
    key: { apiKey: KEYS[account.venue](index), secretKey, isDemo: account.isDemo },
  };
}

/** Accounts as each venue names them. */
const KEYS: Readonly<Record<VenueName, (index: number) => string>> = {
  ALOR_BROKER: (index) => `D${70_000 + index}`,
  TINKOFF: (index) => String(2_100_000_000 + index),
  BINANCE_SPOT: () => randomBytes(32).toString("hex"),
  BINANCE_FUTURES: () => randomBytes(32).toString("hex"),
};

function registrationOf({ account: { venue, isDemo }, key: { apiKey, secretKey } }: ReplayAccount): RegistrationInput {
  const known = { environment: isDemo ? "demo" : "live", account: apiKey, secret: secretKey } as const;
  return venue === "TINKOFF" ? { ...known, venue, ordersPerMinute: ORDERS_PER_MINUTE } : { ...known, venue };
}
