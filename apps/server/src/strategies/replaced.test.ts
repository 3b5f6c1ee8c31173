/** What rests when a newer position comes: what is cancelled first, what stays, and what doesn't wait for it. */
import { expect, test } from "vitest";
import { AS_WRITTEN, type Instruction } from "./instruction.ts";
import type { OrderTerms, RestingOrder } from "./plan-input.ts";
import { plan } from "./plan.ts";

const LIMIT: OrderTerms = { type: "LIMIT", price: "290" };
const entry: RestingOrder = { id: "entry", direction: "BUY", ...LIMIT };
const exit: RestingOrder = { id: "exit", direction: "SELL", type: "LIMIT", price: "330" };

interface Given {
  readonly quantity?: string;
  readonly working: { readonly buy?: string; readonly sell?: string };
  readonly resting: readonly RestingOrder[];
  readonly order?: { readonly type: "MARKET" | "LIMIT"; readonly price?: string };
}

function planned(instruction: Partial<Instruction>, { quantity = "0", working, resting, order }: Given) {
  return plan({
    instruction: {
      kind: "target",
      ticker: "SBER",
      side: null,
      from: null,
      to: null,
      traded: null,
      size: {},
      sizing: AS_WRITTEN,
      roll: null,
      signalPrice: null,
      currentContract: null,
      leg: null,
      ...instruction,
    },
    order: order ?? { type: "MARKET" },
    holding: { quantity, working: { buy: "0", sell: "0", ...working }, resting, scale: null, entries: 0 },
    instrument: { lotSize: "1", quantityStep: "1", canShort: true },
    account: { allowMargin: false, isHedged: false, free: null },
    price: null,
    equity: null,
    limits: null,
    today: null,
    notices: [],
    nowMs: 0,
  });
}

const RESTING_ENTRY: Given = { working: { buy: "10" }, resting: [entry] };

test.each<readonly [string, Partial<Instruction>]>([
  ["the position is flat", { from: "10", to: "0" }],
  ["the ticker is closed", { kind: "close" }],
  ["a change in delta mode leads to nothing", { kind: "delta", from: "10", to: "0" }],
  ["the position turns round", { from: "10", to: "-4" }],
  ["a change in delta mode turns the position round", { kind: "delta", from: "10", to: "-4" }],
  ["a smaller position is wanted", { from: "10", to: "6" }],
  ["a reversal's first leg closes", { from: "10", to: "-4", leg: 1 }],
])("an entry that rests is replaced when %s", (_, instruction) => {
  expect(planned(instruction, RESTING_ENTRY)).toMatchObject({ kind: "replace", orderIds: ["entry"] });
});

test("an entry at the same terms stays, and only what it lacks is added", () => {
  const order = { type: "LIMIT", price: "290.0" } as const;
  expect(planned({ from: "10", to: "12" }, { ...RESTING_ENTRY, order })).toMatchObject({
    direction: "BUY",
    quantity: "2",
  });
  expect(planned({ from: "0", to: "10" }, { ...RESTING_ENTRY, order })).toMatchObject({ kind: "nothing" });
});

test("an exit at the market replaces one that rests at a price", () => {
  const resting: Given = { quantity: "10", working: { sell: "10" }, resting: [exit] };
  expect(planned({ from: "10", to: "0" }, resting)).toMatchObject({ kind: "replace", orderIds: ["exit"] });
  expect(planned({ from: "10", to: "0" }, { ...resting, order: { type: "LIMIT", price: "330" } })).toMatchObject({
    kind: "nothing",
  });
});

test("a change in delta mode, and an order without positions, leave what rests", () => {
  expect(planned({ kind: "delta", from: "10", to: "12" }, RESTING_ENTRY)).toMatchObject({ kind: "place" });
  const sale = { kind: "delta", side: "SELL", size: { contracts: "3" } } as const;
  expect(planned(sale, { ...RESTING_ENTRY, quantity: "5" })).toMatchObject({ kind: "place", quantity: "3" });
});

test("what is held is closed even if an order won't be cancelled; nothing opens that it might meet", () => {
  const stuck: Given = { working: { buy: "10" }, resting: [{ ...entry, isStuck: true }] };
  expect(planned({ from: "10", to: "0" }, { ...stuck, quantity: "5" })).toMatchObject({
    direction: "SELL",
    quantity: "5",
  });
  expect(planned({ from: "10", to: "-4" }, stuck)).toMatchObject({ kind: "refused", reason: "CLOSING_NOT_FILLED" });
});
