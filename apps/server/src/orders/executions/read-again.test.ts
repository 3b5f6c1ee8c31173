/** Promise 9 in seconds, at every venue: how soon reading finds what no stream has told, after a start and at any time. */
import { VENUES } from "@chartrelay/contract";
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, expect, inject, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";
import { VENUE_KITS } from "../../../test/venue-kit.ts";
import { fillResting } from "./fills.fixture.ts";

/** At each venue. The embedded database has one connection, and is for a few accounts. */
const ACCOUNTS = inject("cells") === "all" && inject("storage") === "postgres" ? 60 : 15;
const WITHIN_MS = 5_000;

const storage = await openTestDatabase();
const sandbox = await startSandbox();
afterAll(async () => {
  await storage.drop();
  await sandbox.close();
});

// @covers P9
test(
  `promise 9: after a start, what ${ACCOUNTS * VENUES.length} accounts had working is read again within five seconds`,
  { timeout: 120_000 },
  async () => {
    const { database } = storage;
    const first = await startServer({ sandbox, parts: { database } });
    const user = await first.signUp();
    const traders: Trader[] = [];
    for (const venue of VENUES)
      for (let count = 0; count < ACCOUNTS; count += 1) {
        const trader = await linkTrader(first, { user, venue });
        await trader.alert(trader.message(VENUE_KITS[venue].others["limit"]));
        traders.push(trader);
      }
    const working = async () => {
      const [row] = await database.query<{ count: number }>(
        "select count(*)::int as count from orders where execution_state = 'working' and is_followed",
      );
      return row?.count;
    };
    await expect.poll(working).toBe(traders.length);
    await first.app.http.close();
    // A process that ends would release its locks, but the embedded database's only connection stays open.
    await database.query("select pg_advisory_unlock_all()");
    for (const { portfolio, venues } of traders) venues.faults.set({ kind: "stream-refused", account: portfolio });
    for (const venue of VENUES) fillResting({ venue, environment: "demo", server: first }, null);

    const { keyRing } = first.parts;
    const startedAtMs = performance.now();
    await startServer({ sandbox, parts: { database, keyRing } });
    await expect.poll(working, { interval: 50 }).toBe(0);
    expect(performance.now() - startedAtMs).toBeLessThan(WITHIN_MS);
    const filled = await database.query("select id from orders where execution_state = 'filled' and not is_followed");
    expect(filled).toHaveLength(traders.length);
  },
);

/** What keeps an account's events from us. */
const UNTOLD = [
  { kind: "stream-refused", operation: "stream" },
  { kind: "event-lost", operation: "stream" },
] as const;

// @covers P9
test.each(UNTOLD)("promise 9: with $kind, what fills at a venue is known within five seconds", async (fault) => {
  const server = await startServer({ sandbox });
  const user = await server.signUp();
  const traders: Trader[] = [];
  for (const venue of VENUES) {
    const trader = await linkTrader(server, { user, venue, environment: "demo" });
    sandbox.faults.set({ ...fault, account: trader.portfolio });
    sandbox.market(venue, "demo").reset();
    await trader.alert(trader.message(VENUE_KITS[venue].others["limit"]));
    await trader.ended(1);
    traders.push(trader);
  }
  const filled = async () =>
    (await Promise.all(traders.map((trader) => trader.orders())))
      .flat()
      .filter(({ execution }) => execution?.state === "filled").length;
  // The stream is up by then, or refused.
  await expect.poll(() => sandbox.calls.count({ operation: "working" })).toBeGreaterThanOrEqual(VENUES.length);
  for (const venue of VENUES) fillResting({ venue, environment: "demo", server }, null);
  const filledAtMs = performance.now();
  await expect.poll(filled, { interval: 50 }).toBe(VENUES.length);
  expect(performance.now() - filledAtMs).toBeLessThan(WITHIN_MS);
});
