/** A key that is revoked at its venue after an order was sent with it, but before the order could be looked up. */
import { VENUES, type VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { test } from "vitest";
import { startHurriedServer } from "../../test/hurried-server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startHurriedServer({ settings: { ORDER_MAX_AGE_S: "20" } });
const { sandbox } = server;

/** How each venue answers a look-up with such a key. Alor's 401 and 403 have no body. */
const TO_A_LOOK_UP: Readonly<Record<VenueName, RegExp | null>> = {
  ALOR_BROKER: null,
  TINKOFF: /"description":"?40003/,
  BINANCE_SPOT: /"code":-2015/,
  BINANCE_FUTURES: /"code":-2015/,
};

const SENDS: readonly { readonly send: string; readonly fault: FaultInput; readonly words?: RegExp }[] = [
  { send: "a gateway's 502", fault: { kind: "accept-then-5xx", status: 502 }, words: /Bad Gateway/ },
  { send: "a broken connection", fault: { kind: "accept-then-drop" } },
];
const CASES = VENUES.flatMap((venue) => SENDS.map((send) => ({ venue, ...send })));

// @covers P2 F4
test.concurrent.for(CASES)(
  "promise 2: at $venue an order whose key is revoked after $send is never sent again, and ends as unknown with the venue's words",
  async ({ venue, fault, words = TO_A_LOOK_UP[venue] }, { expect }) => {
    const trader = await linkTrader(server, { venue });
    const { portfolio: account } = trader;
    // From here on the venue accepts the key for orders, as it did for this one, but refuses it for look-ups.
    sandbox.faults.set(
      { ...fault, account, times: 1 },
      { kind: "unauthorized", operation: "find", account, times: 1_000 },
    );
    await trader.alert();
    const [order] = await trader.ended(1, 200);
    expect(order).toMatchObject({ status: "REJECTED", reason: "OUTCOME_UNKNOWN" });
    expect(order?.responseServerJson ?? "").toMatch(words ?? /^$/);
    expect(trader.executed()).toHaveLength(1);
    expect(sandbox.calls.count({ operation: "order", account })).toBe(1);
  },
);
