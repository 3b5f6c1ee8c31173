import { parseOrderMessage, strategyMessage, type StrategySignal } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { Chain } from "./chain.tsx";

afterEach(cleanup);

const ID = "k3m9x2q7w4z8p5n6r1t0vyjhgb";
const ACCOUNT = { accountId: "a1", name: null, exchange: "ALOR_BROKER", keyEnding: "1234", isDemo: false } as const;
const ORDER = { ...ACCOUNT, id: "order-1", outcome: "done", reason: null } as const;
const SIGNAL: StrategySignal = {
  id: "signal-1",
  createdDate: "2026-11-23T10:00:00.000Z",
  ticker: "SBER",
  link: { verdict: "next", from: "0", to: "5", missed: null, heldMs: null },
  certificate: null,
  outcomes: { done: 1 },
  orders: [ORDER],
};

const show = (signals: readonly StrategySignal[]) =>
  renderPart(<Chain signals={signals} />, storeAt(apiThatAnswers({})).store);
const link = (change: Partial<NonNullable<StrategySignal["link"]>>): StrategySignal["link"] => ({
  verdict: "next",
  from: "0",
  to: "5",
  missed: null,
  heldMs: null,
  ...change,
});

test.each<[string, StrategySignal["link"], string]>([
  ["in order", link({}), "In order · begins at 0, where the last one ended"],
  [
    "a duplicate",
    link({ verdict: "duplicate" }),
    "Duplicate · the step from 0 to 5 has come before; nothing is traded",
  ],
  ["held", link({ verdict: "held", from: "3" }), "Held · it came before the signal that ends at 3"],
  [
    "swapped back",
    link({ verdict: "swapped", from: "3", heldMs: 120 }),
    "Swapped back · held 120 ms · it came before the signal that ends at 3",
  ],
  [
    "a gap, with its net",
    link({ verdict: "gap", from: "2", missed: "-3" }),
    "Gap of -3 · the last one ended at 5, this one begins at 2",
  ],
  [
    "the last of its gap",
    link({ verdict: "late", missed: "0" }),
    "Late · it came after its gap had been noticed, and was",
  ],
  ["waiting", link({ verdict: "waiting" }), "Waiting for flat · not traded: TradingView holds 5"],
  ["the end of waiting", link({ verdict: "waiting", from: "5", to: "0" }), "TradingView is flat now"],
  ["no part of the chain", null, "not part of the chain"],
])("a signal that is %s is called so", async (_, verdict, words) => {
  await show([{ ...SIGNAL, link: verdict }]);
  expect(screen.getByRole("list", { name: "Signals" }).textContent).toContain(words);
});

test.each([
  ["verified", "With TradingView’s certificate"],
  ["unknown", "With a certificate that isn’t TradingView’s"],
  ["none", "Without a certificate"],
  [null, undefined],
] as const)("a signal whose sender's certificate is %s says so, if anybody can tell", async (certificate, words) => {
  await show([{ ...SIGNAL, certificate }]);
  const text = screen.getByRole("list", { name: "Signals" }).textContent;
  if (words === undefined) expect(text).not.toContain("certificate");
  else expect(text).toContain(words);
});

test("of six orders, the five that are done and the refused one with its reason are told apart, and lead to the orders", async () => {
  const refused = { ...ORDER, id: "order-6", outcome: "refused", reason: "ACCOUNT_PAUSED" } as const;
  const done = [1, 2, 3, 4, 5].map((number) => ({ ...ORDER, id: `order-${number}` }));
  await show([{ ...SIGNAL, outcomes: { done: 5, refused: 1 }, orders: [...done, refused] }]);
  const [signal] = within(screen.getByRole("list", { name: "Signals" })).getAllByRole("listitem");
  expect(signal?.textContent).toMatch(/5 of 6 done, 1 refused: The account is paused.*\./);
  const links = screen.getAllByRole("link").map((each) => each.getAttribute("href"));
  expect(links.filter((href) => href === "/profile/orders/order-6").length).toBeGreaterThan(0);
});

test.each([false, true])(
  "the message that the page offers is one that the webhook takes, with the whole chain (contract named: %s)",
  (namesContract) => {
    const message = new TextEncoder().encode(strategyMessage(ID, { namesContract }));
    const parsed = parseOrderMessage(message, undefined, { isTemplate: true });
    expect(parsed.problems).toEqual([]);
    expect(parsed.repairs).toEqual([]);
    expect(new TextDecoder().decode(message)).toContain('"prevMarketPosition": "{{strategy.prev_market_position}}"');
  },
);

/** What TradingView fills in for the third fill of a strategy, which turns 15 long into 5 short. */
const FILLED: Readonly<Record<string, string>> = {
  ticker: "SI1!",
  "strategy.order.action": "sell",
  "strategy.order.contracts": "20",
  "strategy.market_position": "short",
  "strategy.market_position_size": "5",
  "strategy.prev_market_position": "long",
  "strategy.prev_market_position_size": "15",
  "strategy.order.price": "92150.5",
  timenow: "2026-11-23T10:00:00Z",
  "strategy.order.alert_message": "SIZ2026",
};

test("filled in by TradingView, the message is an order of the strategy with its place in the position chain", () => {
  const posted = strategyMessage(ID, { namesContract: true }).replaceAll(
    /\{\{(.*?)\}\}/g,
    (placeholder, name: string) => FILLED[name] ?? placeholder,
  );
  const { problems, repairs, message, position } = parseOrderMessage(new TextEncoder().encode(posted));
  expect([problems, repairs]).toEqual([[], []]);
  expect(message).toMatchObject({
    strategy: ID,
    ticker: "SI1!",
    direction: "SELL",
    type: "MARKET",
    contracts: "20",
    signalPrice: "92150.5",
    currentContract: "SIZ2026",
  });
  expect(message).not.toHaveProperty("account");
  expect(position).toEqual({
    from: "15",
    to: "-5",
    traded: "-20",
    isConsistent: true,
    firedAtMs: Date.parse("2026-11-23T10:00:00Z"),
  });
});
