/** The stored sums against a plain recalculation from all fills, whatever happens on the way. */
import { difference, product, rounded, sum } from "@chartrelay/contract";
import type { Fee, Fill } from "@chartrelay/venues";
import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { failingLog } from "../../test/retry-log.ts";
import { systemClock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { openProfit } from "./average-cost.ts";
import { QUARTER_MS, quarterOf, sumFills, type Terms } from "./fill-sums.ts";
import { fillOf, storeFills, storeOrder } from "./filled-order.fixture.ts";
import { createSumming, type SummingParts } from "./summing.ts";
import type { Valuation } from "./valuation.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database;
const TERMS: Terms = { unitValue: "10", currency: "RUB", tick: "0.01" };
const VALUED: Valuation = { ...TERMS, price: "100", readAtMs: 0 };
const START_MS = Date.parse("2026-07-10T12:00:00Z");

/** A leader that has just started. */
const startLeader = (parts: Partial<SummingParts> = {}) =>
  createSumming({
    db,
    clock: systemClock,
    valueOf: async () => VALUED,
    bus: { publish: () => undefined },
    log: failingLog,
    fillsAStep: 3,
    ...parts,
  });

interface PlannedFill {
  readonly order: number;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  readonly isFeeLate: boolean;
  readonly atMs: number;
}

const ORDERS = [
  { side: "BUY", hasOwnFee: false },
  { side: "SELL", hasOwnFee: false },
  { side: "BUY", hasOwnFee: true },
  { side: "SELL", hasOwnFee: true },
] as const;
const hundredths = (max: number) => fc.integer({ min: 1, max }).map((units) => String(units / 100));
const plannedFill = fc.record<PlannedFill>({
  order: fc.nat({ max: ORDERS.length - 1 }),
  quantity: hundredths(900),
  price: hundredths(9_999),
  fee: hundredths(50),
  isFeeLate: fc.boolean(),
  atMs: fc.nat({ max: 6 * QUARTER_MS }).map((ms) => START_MS + ms),
});
/** Between two events: nothing, a round of the leader, a new leader's, or two at once. */
const between = fc.constantFrom("nothing", "nothing", "sum", "restart", "two leaders");
const history = fc.array(plannedFill, { minLength: 1, maxLength: 14 }).chain((fills) => {
  const events = fills.flatMap(({ isFeeLate }, index) =>
    isFeeLate
      ? [
          { index, isWithFee: false },
          { index, isWithFee: true },
        ]
      : [{ index, isWithFee: true }],
  );
  return fc.record({
    fills: fc.constant(fills),
    // A fee is late or not; told twice or before its fill, it is told once.
    events: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    meanwhile: fc.array(between, { minLength: events.length, maxLength: events.length }),
  });
});

/** What the venue has said of an order so far. */
interface Told {
  readonly id: string;
  readonly fills: Map<string, Fill>;
  fee: Fee | null;
}

/** Returns the fill that the venue tells. */
function tell(told: Told, tradeId: string, planned: PlannedFill, isWithFee: boolean): Fill {
  const { side, hasOwnFee } = ORDERS[planned.order] ?? ORDERS[0];
  const { quantity, price, atMs } = planned;
  const fee = { amount: planned.fee, currency: "RUB" };
  const known = told.fills.get(tradeId);
  const own = hasOwnFee || !isWithFee ? null : fee;
  const fill: Fill = { tradeId, symbol: "SBER", side, quantity, price, fee: known?.fee ?? own, atMs };
  told.fills.set(tradeId, fill);
  if (hasOwnFee && isWithFee) told.fee = { ...fee, amount: sum(told.fee?.amount ?? "0", fee.amount) };
  return fill;
}

/** Counts all fills at once, from the first to the last. */
function recalculated(orders: readonly Told[]) {
  const inOrder = (one: Fill, other: Fill) => one.atMs - other.atMs || Number(one.tradeId) - Number(other.tradeId);
  const charged = orders.flatMap(({ fills, fee }) =>
    [...fills.values()].toSorted(inOrder).map((fill, index) => ({ ...fill, fee: index === 0 && fee ? fee : fill.fee })),
  );
  const counted = charged.toSorted(inOrder).map((fill) => ({
    ...fill,
    isFeeInAsset: false,
    strategy: "",
    signalPrice: null,
    signalAtMs: null,
    receivedAtMs: 0,
    sentAtMs: null,
  }));
  return { fills: charged, quarters: sumFills(counted, () => TERMS) };
}

interface StoredSum {
  readonly quarter: number;
  readonly fills: number;
  readonly realised: string;
  readonly fees: string;
  readonly quantity: string;
  readonly cost: string;
}

const SUMS = `
select quarter, fills, trim_scale(realised)::text as realised, trim_scale(fees)::text as fees, trim_scale(quantity)::text as quantity,
  trim_scale(cost)::text as cost from fill_sums where account_id = $1 order by quarter`;

// @covers P9
test("promise 9: sums of fills are what counting all fills gives, in any order of arrival, with late fees and new leaders", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ fills, events, meanwhile }) => {
      const [userId, accountId] = [uuidv7(), uuidv7()];
      const orders = await Promise.all(
        ORDERS.map(async ({ side }): Promise<Told> => {
          const id = await storeOrder(db, { userId, accountId, side });
          return { id, fills: new Map(), fee: null };
        }),
      );
      let leader = startLeader();
      for (const [position, { index, isWithFee }] of events.entries()) {
        const planned = fills[index];
        const told = planned && orders[planned.order];
        if (!planned || !told) throw new Error("no such order");
        const isKnown = told.fills.has(String(index + 1));
        const fill = tell(told, String(index + 1), planned, isWithFee);
        const all = [...told.fills.values()];
        // A node that knows the fill already stores only what is new; one that has taken over stores everything again.
        const news = position % 2 === 0 ? all : isKnown && fill.fee === null ? [] : [fill];
        const stored = storeFills(db, told.id, all, told.fee, news);
        const now = meanwhile[position];
        // The leader counts while the fill is being stored.
        if (now === "two leaders") await Promise.all([stored, leader.sum(), startLeader().sum()]);
        await stored;
        if (now === "restart") leader = startLeader();
        if (now === "sum" || now === "restart") await leader.sum();
      }
      await leader.sum();

      const { quarters, fills: all } = recalculated(orders);
      const stored = await db.query<StoredSum>(SUMS, [accountId]);
      expect(stored).toEqual(
        quarters.map(({ quarter, byStrategy, holding }) => {
          const figures = byStrategy.get("");
          return {
            quarter,
            fills: figures?.fills,
            realised: figures?.realised,
            fees: figures?.fees.get("RUB") ?? "0",
            ...holding,
          };
        }),
      );
      const [held] = await db.query<{ quantity: string; cost: string }>(
        "select trim_scale(quantity)::text as quantity, trim_scale(cost)::text as cost from own_holdings where account_id = $1",
        [accountId],
      );
      expect(held).toEqual(quarters.at(-1)?.holding);
      // Counted by nothing but money: what came in and went out.
      let money = "0";
      for (const { side, quantity, price, fee } of all) {
        const value = product(product(quantity, price), TERMS.unitValue);
        money = difference(side === "BUY" ? difference(money, value) : sum(money, value), fee?.amount ?? "0");
      }
      const worth = product(product(held?.quantity ?? "0", VALUED.price), TERMS.unitValue);
      let profit = product(openProfit(held ?? { quantity: "0", cost: "0" }, VALUED.price), TERMS.unitValue);
      for (const { realised, fees } of stored) profit = sum(profit, difference(realised, fees));
      expect(rounded(profit, 8)).toBe(rounded(sum(money, worth), 8));
    }),
    { numRuns: 20 },
  );
});

test("a new fill is counted without reading the fills before it, however many its quarter has", async () => {
  const [userId, accountId] = [uuidv7(), uuidv7()];
  const fill = (second: number) =>
    fillOf({ quantity: "1", price: "100", at: new Date(START_MS + second * 1_000).toISOString() });
  const id = await storeOrder(db, { userId, accountId, side: "BUY" });
  const counted = Array.from({ length: 500 }, (_, second) => fill(second));
  await storeFills(db, id, counted);
  await startLeader({ valueOf: async () => VALUED, fillsAStep: 1_000 }).sum();
  const last = fill(500);
  await storeFills(db, id, [...counted, last], null, [last]);
  let rows = 0;
  const counting: Queryable = {
    async query(text, values) {
      const read = await db.query(text, values);
      rows += read.length;
      return read as never;
    },
  };
  await startLeader({ valueOf: async () => VALUED, db: counting }).sum();
  expect(rows).toBeLessThan(10);
  expect(await db.query(SUMS, [accountId])).toEqual([
    { quarter: quarterOf(START_MS), fills: 501, realised: "0", fees: "250.5", quantity: "501", cost: "50100" },
  ]);
});

test("fills that are counted one by one add up to what they do if they are counted at once, in each of their figures", async () => {
  const otherFields = [
    { field: "strategy", value: "Breakout" },
    { field: "signalPrice", value: "99.5" },
    { field: "signalTime", value: "2026-07-10T11:59:59.5Z" },
  ];
  const fill = (index: number, currency: string): Fill => ({
    tradeId: String(index),
    symbol: "SBER",
    side: index % 3 === 0 ? "SELL" : "BUY",
    quantity: "1.5",
    price: `100.${index}`,
    fee: { amount: "0.1", currency },
    atMs: START_MS + index * 1_000.4,
  });
  const sums = await Promise.all(
    [true, false].map(async (oneByOne) => {
      const [userId, accountId] = [uuidv7(), uuidv7()];
      for (const fields of [otherFields, []]) {
        const id = await storeOrder(db, { userId, accountId, side: "BUY", otherFields: fields });
        const first = fields.length * 10;
        const fills = [fill(first + 1, "RUB"), fill(first + 2, "USD"), fill(first + 3, "RUB")];
        for (const [index, each] of fills.entries()) {
          await storeFills(db, id, fills.slice(0, index + 1), null, [each]);
          if (oneByOne) await startLeader().sum();
        }
      }
      await startLeader().sum();
      const rows = await db.query<Record<string, unknown>>(
        "select * from fill_sums where account_id = $1 order by quarter, strategy, currency",
        [accountId],
      );
      return rows.map(({ account_id: _, user_id: __, ...row }) => row);
    }),
  );
  expect(sums[0]).toHaveLength(4);
  expect(sums[0]).toEqual(sums[1]);
});

test("a leader that was frozen between reading and writing takes nothing back", async () => {
  const [userId, accountId] = [uuidv7(), uuidv7()];
  const fill = (tradeId: string, minutes: number): Fill => ({
    tradeId,
    symbol: "SBER",
    side: "BUY",
    quantity: "1",
    price: "100",
    fee: { amount: "1", currency: "RUB" },
    atMs: START_MS + minutes * 60_000,
  });
  const id = await storeOrder(db, { userId, accountId, side: "BUY" });
  await storeFills(db, id, [fill("1", 0)]);
  const read = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const late = startLeader({
    valueOf: async () => VALUED,
    db: {
      async query(text, values) {
        if (text.includes("insert into own_holdings")) {
          read.resolve();
          await thawed.promise;
        }
        return await db.query(text, values);
      },
    },
  }).sum();
  await read.promise;
  await storeFills(db, id, [fill("1", 0), fill("2", 1)]);
  await startLeader().sum();
  thawed.resolve();
  await late;
  expect(await db.query(SUMS, [accountId])).toEqual([
    { quarter: quarterOf(START_MS), fills: 2, realised: "0", fees: "2", quantity: "2", cost: "200" },
  ]);
});

test("a venue that doesn't say what a price is worth delays no other account, and is counted once it has said so", async () => {
  const [silent, other] = await Promise.all(
    [1, 2].map(async () => {
      const [userId, accountId] = [uuidv7(), uuidv7()];
      const id = await storeOrder(db, { userId, accountId, side: "BUY" });
      await storeFills(db, id, [
        { tradeId: "1", symbol: "SBER", side: "BUY", quantity: "1", price: "100", fee: null, atMs: START_MS },
      ]);
      return accountId;
    }),
  );
  const answer = Promise.withResolvers<Valuation>();
  const leader = startLeader({
    valueOf: ({ accountId }) => (accountId === silent ? answer.promise : Promise.resolve(VALUED)),
  });
  const counted = async (accountId?: string) => (await db.query(SUMS, [accountId])).length;
  await leader.sum();
  expect([await counted(silent), await counted(other)]).toEqual([0, 1]);
  answer.resolve(VALUED);
  await leader.sum();
  expect(await counted(silent)).toBe(1);
});
