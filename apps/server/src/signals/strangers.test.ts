/** Posts for accounts that don't exist, by whoever guesses or floods. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import { systemClock } from "../platform/clock.ts";

/** More than count as a rush, in which accepting goes before sending. */
const POSTS = 100;

// @covers P5 E13
test("promise 5: posts for unknown accounts hold up nobody's orders", async () => {
  // A rush would last as long as the clock stands still.
  const clock = { ...systemClock, monotonicMs: () => 1_000_000 };
  const server = await startServer({ parts: { clock } });
  const trader = await linkTrader(server);
  const api = server.api();
  const statuses = await Promise.all(
    Array.from({ length: POSTS }, async (_, index) => {
      const account = randomUUID();
      const posted =
        index % 2 === 0
          ? api.post("/orders", { direction: "buy", type: "market", ticker: "SBER", contracts: 1, account })
          : api.post(`/alerts?account=${account}`, "hello");
      return (await posted).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([404]));
  await trader.alert();
  expect(await trader.ended(1)).toMatchObject([{ status: "CREATED" }]);
});
