/** How open orders are read from the storage. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { systemClock as clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { acceptSignals } from "../signals/index.ts";
import { signalOf } from "../signals/signal.fixture.ts";
import { storeOf } from "./store.fixture.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;

test("what other nodes accept in a burst is read in a few statements, and each queue gets its own, in order", async () => {
  const accounts = Array.from({ length: 20 }, () => uuidv7());
  const signals = Array.from({ length: 100 }, (_, index) =>
    signalOf("{}", clock, { accountId: accounts[index % accounts.length] ?? "" }),
  );
  await acceptSignals(db, { node: 1, monotonicUs: 0, lostUnmarked: [], released: [] }, signals, clock);
  const seqs = new Map<string, number[]>();
  for (const { account_id: account, seq } of await db.query<{ account_id: string; seq: number }>(
    "select account_id, seq from orders order by seq",
  ))
    seqs.set(account, [...(seqs.get(account) ?? []), seq]);

  let statements = 0;
  const counted: Queryable = {
    query: (text, values) => {
      statements += 1;
      return db.query(text, values);
    },
  };
  const store = storeOf(counted, 2);
  // One notification for each order; the asker knows the orders before it.
  const asked = [...seqs].flatMap(([queue, own]) => own.map((seq, index) => ({ queue, own, index, after: seq - 1 })));
  const loaded = await Promise.all(asked.map(({ queue, after }) => store.loadQueue(queue, after)));
  for (const [at, { queue, own, index }] of asked.entries()) {
    const found = loaded[at] ?? [];
    // What comes before it may be among them.
    expect(found.slice(index - own.length).map(({ seq }) => seq)).toEqual(own.slice(index));
    expect(new Set(found.map((order) => order.queue))).toEqual(new Set([queue]));
  }
  expect(statements).toBeLessThanOrEqual(2);

  const [[queue = "", own = []] = []] = seqs;
  expect(await store.loadQueue(queue, own.at(-1))).toEqual([]);
  expect((await store.loadQueue(queue)).map(({ seq }) => seq)).toEqual(own);
});
