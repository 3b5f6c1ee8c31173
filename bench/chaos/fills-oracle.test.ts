import { expect, test } from "vitest";
import { judgeFills, type FillEvidence, type SimulatedFill } from "./fills-oracle.ts";

const ACCOUNT = "account-1";

function simulated(tradeId: string, changes: Partial<SimulatedFill> = {}): SimulatedFill {
  return {
    account: "portfolio-1",
    clientOrderId: "order-1",
    tradeId,
    side: "BUY",
    quantity: "2",
    price: "100",
    fee: "0.1",
    ...changes,
  };
}

type Execution = NonNullable<FillEvidence["orders"][number]["execution"]>;

const OWN: Execution = {
  state: "partiallyFilled",
  filledQuantity: "4",
  averagePrice: "101",
  fee: "0.2",
  feeCurrency: "RUB",
  fees: [{ amount: "0.2", currency: "RUB" }],
  cancelledBy: null,
  reason: null,
  changedAt: 1,
  cancellation: null,
  fills: [
    { tradeId: "1", quantity: "2", price: "100", fee: "0.1", feeCurrency: "RUB", at: 1 },
    { tradeId: "2", quantity: "2", price: "102", fee: "0.1", feeCurrency: "RUB", at: 2 },
  ],
};

/** An order that filled in two parts and rests, and a trade by hand beside it; all of it is known. */
function goodRun(own: Partial<Execution> = {}, changes: Partial<FillEvidence> = {}): FillEvidence {
  return {
    orders: [{ id: "order-1", status: "CREATED", execution: { ...OWN, ...own } }],
    simulated: [{ clientOrderId: "order-1", venue: "ALOR_BROKER", isOpen: true, states: ["partiallyFilled"] }],
    fills: [simulated("1"), simulated("2", { price: "102" }), simulated("3", { clientOrderId: null, quantity: "5" })],
    positions: [{ accountId: ACCOUNT, quantity: "9", drift: "5" }],
    held: [{ accountId: ACCOUNT, quantity: "9", byHand: "5" }],
    ...changes,
  };
}

const kindsOf = (evidence: FillEvidence) => judgeFills(evidence).map(({ kind }) => kind);

test("a run in which everything is known has no violations, however decimals are written", () => {
  expect(judgeFills(goodRun())).toEqual([]);
  expect(judgeFills(goodRun({ filledQuantity: "4.0", averagePrice: "101.00" }))).toEqual([]);
});

test("a planted unknown end is found: it ended at the venue, and we say that it works", () => {
  const simulatedOrder = {
    clientOrderId: "order-1",
    venue: "ALOR_BROKER",
    isOpen: false,
    states: ["cancelled"],
  } as const;
  expect(kindsOf(goodRun({}, { simulated: [simulatedOrder] }))).toEqual(["unknown end"]);
  expect(kindsOf(goodRun({ state: "cancelled" }, { simulated: [simulatedOrder] }))).toEqual([]);
});

test("a planted end is found that its venue doesn't know", () => {
  expect(kindsOf(goodRun({ state: "cancelled" }))).toEqual(["fill misstated"]);
});

test("a planted loss of a fill is found, and what it does to the sums", () => {
  const [first] = OWN.fills;
  expect(kindsOf(goodRun({ fills: [first!] }))).toEqual(["fill lost"]);
  const counted = { filledQuantity: "2", averagePrice: "100", fees: [{ amount: "0.1", currency: "RUB" }] };
  expect(kindsOf(goodRun({ fills: [first!], ...counted }))).toEqual([
    "fill lost",
    "fill misstated",
    "fill misstated",
    "fee misstated",
  ]);
});

test("a planted fill is found that is there twice, or isn't the venue's", () => {
  const [first] = OWN.fills;
  expect(kindsOf(goodRun({ fills: [...OWN.fills, first!] }))).toEqual(["fill doubled"]);
  expect(kindsOf(goodRun({ fills: [...OWN.fills, { ...first!, tradeId: "3" }] }))).toEqual(["fill doubled"]);
});

test("a planted fill with another price, quantity or fee is found", () => {
  const [first, second] = OWN.fills;
  for (const wrong of [{ price: "99" }, { quantity: "1" }])
    expect(kindsOf(goodRun({ fills: [{ ...first!, ...wrong }, second!] }))).toEqual(["fill misstated"]);
  expect(kindsOf(goodRun({ fills: [{ ...first!, fee: "1" }, second!] }))).toEqual(["fee misstated"]);
  expect(kindsOf(goodRun({ fills: [{ ...first!, fee: null }, second!] }))).toEqual([]);
});

test("a planted average price, filled quantity or fee of the order is found", () => {
  for (const wrong of [{ averagePrice: "100" }, { averagePrice: null }, { filledQuantity: "3" }])
    expect(kindsOf(goodRun(wrong))).toEqual(["fill misstated"]);
  expect(kindsOf(goodRun({ fees: [] }))).toEqual(["fee misstated"]);
});

test("a planted position is found, and one of whose drift we say something else than what was traded by hand", () => {
  expect(kindsOf(goodRun({}, { positions: [] }))).toEqual(["wrong position"]);
  for (const wrong of [{ quantity: "8" }, { drift: "0" }])
    expect(kindsOf(goodRun({}, { positions: [{ accountId: ACCOUNT, quantity: "9", drift: "5", ...wrong }] }))).toEqual([
      "wrong position",
    ]);
});

test("an order that its venue ended before we knew of it, with nothing executed, is a refusal", () => {
  const orders = [{ id: "order-1", status: "REJECTED", execution: null }] as const;
  const simulatedOrder = {
    clientOrderId: "order-1",
    venue: "BINANCE_SPOT",
    isOpen: false,
    states: ["expired"],
  } as const;
  const held = { positions: [], held: [] };
  expect(kindsOf(goodRun({}, { orders, simulated: [simulatedOrder], fills: [], ...held }))).toEqual([]);
  expect(kindsOf(goodRun({}, { orders, simulated: [simulatedOrder], ...held }))).toContain("fill lost");
});
