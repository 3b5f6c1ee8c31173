/** How an order's age is measured when clocks are changed. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { startServer } from "../../test/server.ts";
import { SettableClock } from "../../test/settable-clock.ts";
import { linkTrader } from "../../test/trader.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import { acceptSignals } from "../signals/index.ts";
import { signalOf } from "../signals/signal.fixture.ts";
import { storeOf } from "./store.fixture.ts";

const MAX_AGE_MS = 5_000;
const clock = new SettableClock();

/** Called between an alert's commit and its send. */
let onCommitted: () => void = () => undefined;
const server = await startServer({
  settings: { ORDER_MAX_AGE_S: "5" },
  parts: { clock, failpoint: (point) => point === "commit.after" && onCommitted() },
});
const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;

/** Posts an alert and returns its ended order. */
async function orderDuring(happening: () => void) {
  const trader = await linkTrader(server);
  onCommitted = happening;
  await trader.alert();
  onCommitted = () => undefined;
  const [order] = await trader.ended(1);
  return { order, executed: trader.executed() };
}

// @covers F6
test("promise 6: an expired order is never sent, even if the clock was set back meanwhile", async () => {
  const { order, executed } = await orderDuring(() => {
    clock.pass(6_000);
    clock.set(-6_000);
  });
  expect(order).toMatchObject({ status: "REJECTED", reason: "EXPIRED", timeline: { sent: null } });
  expect(executed).toEqual([]);
});

// @covers F6
test("a fresh order is sent, even if the clock was set forward meanwhile", async () => {
  const { order, executed } = await orderDuring(() => clock.set(60_000));
  expect(order).toMatchObject({ status: "CREATED" });
  expect(executed).toHaveLength(1);
});

const OWN = 1;
const OTHER = 2;

/**
 * Returns the time until an order expires that `OWN` accepted and `node` loads `later`, by the monotonic or
 * PostgreSQL's clock.
 */
async function leftMs(node: number, later: { readonly monotonicMs?: number; readonly databaseMs?: number }) {
  const accountId = uuidv7();
  const signal = signalOf("{}", clock, { accountId });
  const monotonicUs = monotonicMicros(clock.monotonicMs());
  await acceptSignals(db, { node: OWN, monotonicUs, lostUnmarked: [], released: [] }, [signal], clock);
  clock.pass(later.monotonicMs ?? 0);
  await db.query("update signals set received_at_database = received_at_database - $2 where id = $1", [
    signal.id,
    (later.databaseMs ?? 0) * 1_000,
  ]);
  const [loaded] = await storeOf(db, node, { clock, maxAgeMs: MAX_AGE_MS }).loadQueue(accountId);
  return (loaded?.state.expiresAtMs ?? 0) - clock.monotonicMs();
}

test("an order loaded by the process that accepted it ages by that process's monotonic clock, whatever PostgreSQL's clock says", async () => {
  const left = await leftMs(OWN, { monotonicMs: 3_000, databaseMs: -3_600_000 });
  expect(left).toBeLessThanOrEqual(2_000);
  expect(left).toBeGreaterThan(0);
});

test("an order of another node, or of an earlier process, ages by PostgreSQL's clock", async () => {
  const left = await leftMs(OTHER, { monotonicMs: 3_600_000, databaseMs: 3_000 });
  expect(left).toBeLessThanOrEqual(2_000);
  expect(left).toBeGreaterThan(0);
});

test("an order of another node is never fresher than a new one, even if PostgreSQL's clock was set back", async () => {
  expect(await leftMs(OTHER, { databaseMs: -3_600_000 })).toBeLessThanOrEqual(MAX_AGE_MS);
});
