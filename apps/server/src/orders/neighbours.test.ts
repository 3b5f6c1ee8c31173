/** Promise 5 at every venue, with the real adapters, simulators, shares and connections of the product. */
import { VENUES, type OrderMessage, type VenueName } from "@chartrelay/contract";
import { startSandbox, type FaultInput, type Sandbox } from "@chartrelay/sandbox";
import {
  CALLS_TO_AN_ENVIRONMENT,
  createAlor,
  createBinanceFutures,
  createBinanceSpot,
  createTinkoff,
  type Credentials,
  type Venue,
  type VenueOrder,
} from "@chartrelay/venues";
import { describe, expect, onTestFinished, test } from "vitest";
import { VENUE_KITS } from "../../test/venue-kit.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";

/** Longer than any test, so that hanging calls don't end during it. */
const HOUR_MS = 3_600_000;
const HUNG_USERS = 16;
const CALLS_OF_EACH = 16;

const ADAPTERS: Readonly<Record<VenueName, (sandbox: Sandbox) => Venue>> = {
  ALOR_BROKER: ({ alor }) =>
    createAlor({ ...alor, timeouts: { orderMs: HOUR_MS, lookupMs: HOUR_MS, tokenMs: HOUR_MS } }),
  TINKOFF: ({ tinkoff }) => createTinkoff({ ...tinkoff, timeouts: { orderMs: HOUR_MS, lookupMs: HOUR_MS } }),
  BINANCE_SPOT: ({ binanceSpot }) =>
    createBinanceSpot({ ...binanceSpot, timeouts: { orderMs: HOUR_MS, lookUpMs: HOUR_MS } }),
  BINANCE_FUTURES: ({ binanceFutures }) =>
    createBinanceFutures({ ...binanceFutures, timeouts: { orderMs: HOUR_MS, lookUpMs: HOUR_MS } }),
};

interface User {
  place(): Promise<unknown>;
  find(): Promise<unknown>;
}

/** Creates users of a venue who call it the way the order relay does. */
async function openVenue(name: VenueName) {
  const sandbox = await startSandbox();
  const venue = ADAPTERS[name](sandbox);
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.orders);
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await sandbox.close();
    await venue.close();
  });
  const kit = VENUE_KITS[name];
  const { ticker, contracts } = kit.market;
  const message: OrderMessage = {
    account: "account",
    direction: "BUY",
    type: "MARKET",
    ticker: String(ticker),
    contracts: String(contracts),
  };
  const user = (...faults: readonly FaultInput[]): User => {
    const key = kit.newKey();
    sandbox.register(key);
    sandbox.faults.set(...faults.map((fault) => ({ ...fault, account: key.account })));
    const credentials: Credentials = { apiKey: key.account, secretKey: key.secret, isDemo: true };
    const order = (): VenueOrder => ({ clientOrderId: crypto.randomUUID(), message, allowMargin: false });
    return {
      place: () => limiter.run(name, key.account, () => venue.place(order(), credentials, leaving.signal)),
      find: () => limiter.run(name, key.account, () => venue.find(order(), credentials, leaving.signal)),
    };
  };
  return { sandbox, user };
}

const CASES = VENUES.flatMap((venue) => [
  { venue, hung: "orders", operation: "order", call: "place" } as const,
  { venue, hung: "look-ups", operation: "find", call: "find" } as const,
  // At other venues a request for an instrument doesn't show whose it is.
  ...(venue === "TINKOFF" ? [{ venue, hung: "instruments", operation: "market-data", call: "place" } as const] : []),
  ...(venue === "ALOR_BROKER" ? [{ venue, hung: "tokens", operation: "auth", call: "place" } as const] : []),
]);

describe("promise 5: users whose venue hangs don't delay anyone else", () => {
  // @covers P5 F12
  test.each(CASES)("sixteen users' $hung hang at $venue, and another user's order goes through", async (given) => {
    const { sandbox, user } = await openVenue(given.venue);
    let ended = 0;
    for (let count = 0; count < HUNG_USERS; count += 1) {
      const stuck = user({ kind: "hang", operation: given.operation });
      for (let call = 0; call < CALLS_OF_EACH; call += 1) void stuck[given.call]().then(() => (ended += 1));
    }
    // Tokens are requested once per user, instruments once for all, everything else once per call.
    const least = { auth: HUNG_USERS, "market-data": 1, order: 2 * HUNG_USERS, find: 2 * HUNG_USERS };
    await expect
      .poll(() => sandbox.calls.count({ operation: given.operation }))
      .toBeGreaterThanOrEqual(least[given.operation]);
    const otherUser = user();
    expect(await otherUser.place()).toMatchObject({ kind: "accepted" });
    expect(await otherUser.find()).toEqual({ kind: "absent" });
    expect(ended).toBe(0);
  });
});
