/** What the check says of a message is what the relay then does with it. */
import type { Order, OrderVerdict } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";

/** Two: a minute has room for so many checks from one address. */
const servers = [await startServer(), await startServer()] as const;

/** Changes to a right market order: some are right at some venues, some nowhere. */
const MESSAGES: readonly Record<string, unknown>[] = [
  {},
  { comment: "early entry", time: "2026-11-21T12:30:00Z" },
  { contracts: 1.00005 },
  { contracts: 0.00000001 },
  { contracts: 0 },
  { contracts: "99999999999999" },
  { ticker: "sber" },
  { ticker: "btcusdt" },
  { ticker: "BTCUSDT.P" },
  { ticker: "SIZ6" },
  { ticker: "SI1!" },
  { ticker: "NOSUCH" },
  { type: "limit" },
  { type: "limit", price: 300.005 },
  { type: "limit", price: 300.5, timeInForce: "goodtillcancelled" },
  { type: "limit", price: 300.5, timeInForce: "oneday" },
  { timeInForce: "fillorkill" },
  { type: "stop", condition: "More", triggerPrice: 301 },
  { type: "stop", condition: "More", triggerPrice: 301, stopEndUnixTime: 1_000 },
  { positionSide: "LONG" },
  { icebergFixed: 1 },
  { contract: 5 },
  { sl: 290 },
  { direction: "hold" },
];

type Circumstance = readonly [name: string, link: () => Promise<Trader>];
const changed = async (trader: Trader, change: object): Promise<Trader> => {
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, ...change }]);
  return trader;
};
const [one, other] = servers;
const ACCOUNTS: readonly Circumstance[] = [
  ["Alor", () => linkTrader(one)],
  ["T-Invest", () => linkTrader(other, { venue: "TINKOFF" })],
  ["Binance spot", () => linkTrader(one, { venue: "BINANCE_SPOT" })],
  ["Binance futures", () => linkTrader(other, { venue: "BINANCE_FUTURES" })],
  ["Alor, live", () => linkTrader(one, { circuit: "live" })],
  ["Alor, paused", async () => changed(await linkTrader(other), { isPaused: true })],
  ["Binance spot, paused", async () => changed(await linkTrader(one, { venue: "BINANCE_SPOT" }), { isPaused: true })],
  ["an account that is gone", async () => changed(await linkTrader(other), { isDeleted: true })],
];

/** Reasons that only the venue can know, once it has the order. */
const VENUES_OWN = new Set(["VENUE_REFUSED", "INSUFFICIENT_FUNDS", "HEDGE_MODE", "ORDER_VALUE_OUT_OF_LIMITS"]);

test.each(ACCOUNTS)("what the check says of a message is what the relay does with it: %s", async (name, link) => {
  const trader = await link();
  const differences: unknown[] = [];
  let accepted = 0;
  for (const change of MESSAGES) {
    const message = trader.message(change);
    const said = (await trader.user.api.post("/orders/validate", message)).body as OrderVerdict;
    const { status, body } = await trader.alert(message);
    const done = status === 200 ? await settled(trader, body.id) : undefined;
    accepted += done?.status === "CREATED" ? 1 : 0;
    const isVenuesOwn = VENUES_OWN.has(done?.reason ?? "") && done?.timeline.answered !== null;
    const reasons = [...said.problems, ...said.objections].map(({ code }) => code);
    const isSame =
      said.verdict === "refused"
        ? done?.status !== "CREATED" && (done === undefined || reasons.includes(done.reason ?? ""))
        : done?.status === "CREATED" || isVenuesOwn;
    if (!isSame || said.unchecked?.code === "VENUE_UNAVAILABLE") differences.push({ change, said: reasons, done });
  }
  expect(differences).toEqual([]);
  // Where nothing is taken, or nothing refused, nothing is compared.
  expect(accepted > 0).toBe(!/paused|gone/.test(name));
});

async function settled(trader: Trader, id: string): Promise<Order> {
  let order: Order | undefined;
  await expect
    .poll(async () => {
      order = (await trader.user.api.get(`/orders/me/${id}`)).body as Order;
      return order.status;
    })
    .not.toBe("NEW");
  return order!;
}
