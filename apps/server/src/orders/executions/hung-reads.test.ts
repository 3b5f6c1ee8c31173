/** Nothing that follows orders stands in the way of sending: calls that hang at every venue at once, while alerts come. */
import { VENUES } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";
import { VENUE_KITS } from "../../../test/venue-kit.ts";

/** At each venue: with two reads each they are more than an environment's limit lets through. */
const ACCOUNTS = 6;
const ALERTS = 3;
/** A call that hangs takes at least ten seconds, so orders that waited for one would take longer. */
const WITHIN_MS = 8_000;

const HANGING: readonly FaultInput[] = [
  ...(["fills", "working", "positions", "money"] as const).map((operation) => ({ kind: "hang", operation }) as const),
  { kind: "stream-silent", operation: "stream" },
];

const server = await startServer();

// @covers P9
test(
  "promise 9: while no venue answers a read and every stream is silent, orders go out as ever",
  { timeout: 120_000 },
  async () => {
    const user = await server.signUp();
    const traders: Trader[] = [];
    for (const venue of VENUES)
      for (let count = 0; count < ACCOUNTS; count += 1) traders.push(await linkTrader(server, { user, venue }));
    server.sandbox.faults.set(...HANGING);
    const resting = VENUES.flatMap((venue) =>
      Array.from({ length: ACCOUNTS }, () => VENUE_KITS[venue].others["limit"]),
    );
    await Promise.all(traders.map((trader, index) => trader.alert(trader.message(resting[index]))));
    const hung = () =>
      server.sandbox.calls.count({ operation: "working" }) + server.sandbox.calls.count({ operation: "fills" });
    await expect.poll(hung).toBeGreaterThanOrEqual(VENUES.length * ACCOUNTS);

    const startedAtMs = performance.now();
    for (let alert = 0; alert < ALERTS; alert += 1) await Promise.all(traders.map((trader) => trader.alert()));
    const sent = () => traders.flatMap((trader) => trader.executed()).length;
    await expect.poll(sent, { interval: 20 }).toBe(traders.length * (ALERTS + 1));
    expect(performance.now() - startedAtMs).toBeLessThan(WITHIN_MS);
  },
);
