import type { Account, OrderEstimate, OrderVerdict, Strategy } from "@chartrelay/contract";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSelector } from "react-redux";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers, type Api } from "../../../test/app.tsx";
import { selectAccounts, setAccounts } from "../accounts/index.ts";
import { MessageBuilder } from "./index.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(cleanup);

const ALOR = {
  id: "t2n70rxhwwm8zhq43gae99ky71",
  oldId: null,
  name: null,
  keyEnding: "9002",
  exchange: "ALOR_BROKER",
  isDemo: true,
  telegramChatId: "1001",
} as Account;
const LIVE = { ...ALOR, id: "h9c2m4xhwwm8zhq43gae99ky71", isDemo: false };
const BINANCE = { ...ALOR, id: "q5w8zzxhwwm8zhq43gae99ky71", exchange: "BINANCE_SPOT" } as Account;

const ESTIMATE: OrderEstimate = {
  direction: "BUY",
  asked: "10",
  quantity: "10",
  pieces: "100",
  price: "312.4",
  readAt: "2026-11-20T12:00:01.000Z",
  tradedAt: "2026-11-20T12:00:00.000Z",
  unpriced: null,
  amount: "31240",
  unitAmount: "3124",
  currency: "RUB",
  amountKind: "price",
  limit: null,
  trigger: null,
  minAmount: null,
  maxAmount: null,
  valueFault: null,
  leastQuantity: null,
};
const VERDICT: OrderVerdict = {
  verdict: "ok",
  fields: {},
  repairs: [],
  problems: [],
  corrected: "{}",
  corrections: [],
  instrument: { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", quantityStep: "1", quantity: "10" },
  estimate: ESTIMATE,
  objections: [],
  resendOf: null,
  unchecked: { code: "ORDER_UNTRIED", message: "Not checked: money." },
};

const MEMBER = { sizing: { kind: "multiplier", value: "1" }, isOn: true } as const;
const STRATEGY = {
  id: "k3m9x2q7w4z8p5n6r1t0vyjhgb",
  name: "Breakout",
  state: "paused",
  members: [
    { ...MEMBER, accountId: ALOR.id },
    { ...MEMBER, accountId: BINANCE.id },
    { ...MEMBER, accountId: LIVE.id, isOn: false },
  ],
} as unknown as Strategy;

interface Opened {
  readonly strategies?: readonly Strategy[];
  readonly accounts?: readonly [Account, ...Account[]];
  readonly verdict?: Partial<OrderVerdict>;
  readonly initial?: string;
  readonly answers?: Answers;
}

/** Opens the builder, with what the API says to every check; returns the messages that were checked. */
async function open({ accounts = [ALOR], strategies, verdict = {}, initial = "", answers = {} }: Opened = {}) {
  const checked: string[] = [];
  const api = apiThatAnswers(answers);
  const fetch: typeof api.fetch = async (address, init) => {
    if (!address.includes("/orders/validate")) return api.fetch(address, init);
    if (typeof init.body === "string") checked.push(init.body);
    return Response.json({ ...VERDICT, ...verdict });
  };
  const view = await renderPart(
    <MessageBuilder accounts={accounts} strategies={strategies} initial={initial} />,
    storeAt({ ...api, fetch }).store,
  );
  return { ...view, api, checked };
}

const step = (name: string) => within(screen.getByRole("region", { name }));
const editor = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const write = (text: string) => fireEvent.change(editor(), { target: { value: text } });

describe("choices and the message", () => {
  test("a choice is in the message at once, and what is typed into the message is in the choices", async () => {
    await open();
    fireEvent.change(step("Choose").getByLabelText("Quantity, lots"), { target: { value: "2,5" } });
    expect(editor().value).toContain('"contracts": 2.5');
    write(editor().value.replace('"{{strategy.order.action}}"', '"sell"').replace('"market"', '"limit"'));
    expect(step("Choose").getByLabelText<HTMLSelectElement>("Side").value).toBe("SELL");
    expect(step("Choose").getByLabelText<HTMLInputElement>("Price").value).toBe("");
    expect(screen.getByText(/the field price is missing/)).toBeTruthy();
  });

  test("what the choices don't know stays in a pasted message when something else is chosen", async () => {
    await open();
    write(
      `{"account": "${ALOR.id}", "ticker": "SBER", "direction": "buy", "type": "market", "contracts": 1, "comment": "breakout"}`,
    );
    fireEvent.change(step("Choose").getByLabelText("Ticker"), { target: { value: "GAZP" } });
    expect(JSON.parse(editor().value)).toMatchObject({ ticker: "GAZP", contracts: 1, comment: "breakout" });
  });

  test("a problem is shown at the field once it is left, and no message is offered until it is fixed", async () => {
    await open();
    const size = step("Choose").getByLabelText("Quantity, lots");
    expect(screen.getAllByRole("button", { name: "Copy the message" })).toHaveLength(2);

    fireEvent.change(size, { target: { value: "abc" } });
    expect(screen.queryByRole("button", { name: "Copy the message" })).toBeNull();
    expect(step("Try it").getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
    expect(size.getAttribute("aria-invalid")).toBeNull();
    fireEvent.blur(size);
    expect(size.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Not a number").role).toBe("alert");

    fireEvent.change(size, { target: { value: "2" } });
    expect(screen.getAllByRole("button", { name: "Copy the message" })).toHaveLength(2);
  });

  test("the message stays with its account when the account's identifier changes", async () => {
    const { store } = storeAt(apiThatAnswers({}));
    const Builder = () => <MessageBuilder accounts={(useSelector(selectAccounts) ?? []) as unknown as [Account]} />;
    store.dispatch(setAccounts([ALOR, LIVE]));
    const user = userEvent.setup();
    await renderPart(<Builder />, store);
    await user.selectOptions(screen.getByLabelText("Account"), LIVE.id);
    const oldId = { id: LIVE.id, worksUntil: "2026-11-23T12:00:00.000Z", lastUsedAt: null };
    act(() => void store.dispatch(setAccounts([ALOR, { ...LIVE, id: "q5w8zz", oldId }])));
    expect(editor().value).toContain('"account": "q5w8zz"');
  });
});

describe("a strategy in place of an account", () => {
  const choices = () => step("Choose");
  const choose = (label: string, value: string) =>
    fireEvent.change(choices().getByLabelText(label), { target: { value } });
  const posted = () => JSON.parse(editor().value.replaceAll(/: (\{\{[^}]+\}\})/g, ': "$1"')) as Record<string, unknown>;

  test("its message has the position chain and what all of its venues support, and sends no test order", async () => {
    await open({ accounts: [ALOR, BINANCE], strategies: [STRATEGY] });
    choose("Account or strategy", `strategy:${STRATEGY.id}`);
    expect(posted()).toMatchObject({
      strategy: STRATEGY.id,
      prevMarketPositionSize: "{{strategy.prev_market_position_size}}",
    });
    expect(posted()).not.toHaveProperty("account");
    expect(choices().queryByLabelText("Time in force")).toBeNull();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    expect(await screen.findByText("Breakout trades it in 2 accounts, each with a size of its own.")).toBeTruthy();
    expect(screen.getByText(/The strategy is paused/)).toBeTruthy();

    choose("Account or strategy", ALOR.id);
    expect(Object.keys(posted())).toEqual(["account", "ticker", "direction", "type", "contracts"]);
  });

  test("a pasted one stays the strategy's when something else is chosen", async () => {
    const initial = JSON.stringify({ strategy: STRATEGY.id, action: "close", ticker: "SBER", comment: "exit" });
    await open({ strategies: [STRATEGY], initial });
    choose("Ticker", "GAZP");
    expect(posted()).toEqual({ ...JSON.parse(initial), ticker: "GAZP" });
  });

  test("one of another user is called unknown, and isn't offered to copy", async () => {
    const initial = JSON.stringify({
      strategy: "other",
      ticker: "SBER",
      direction: "buy",
      type: "market",
      contracts: 1,
    });
    await open({ strategies: [STRATEGY], initial });
    expect(screen.getByText(/none of your strategies has this identifier/)).toBeTruthy();
    expect(choices().getByLabelText<HTMLSelectElement>("Account or strategy").value).toBe("");
  });
});

test("a message that names neither an account nor a strategy may name either of them", async () => {
  await open({ initial: JSON.stringify({ ticker: "SBER", direction: "buy", type: "market", contracts: 1 }) });
  expect(screen.getByText(/neither the field account nor the field strategy is there/)).toBeTruthy();
});

test("a size in money or percent needs its number, and a position to hold needs no side", async () => {
  await open();
  const choose = (label: string, value: string) =>
    fireEvent.change(step("Choose").getByLabelText(label), { target: { value } });
  choose("Size in", "equityPercent");
  expect(screen.queryByRole("button", { name: "Copy the message" })).toBeNull();
  choose("Percent of the account’s equity", "12.5");
  expect(editor().value).toContain('"equityPercent": 12.5');
  choose("Size in", "position");
  expect(editor().value).toContain('"position": {{strategy.position_size}}');
  expect(step("Choose").queryByLabelText("Side")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Copy the message" })).toHaveLength(2);
});

describe("findings at their places", () => {
  const CURLY = `{\n  “account”: “${ALOR.id}”,\n  “ticker”: “SBER”,\n  "direction": "buy",\n  "type": "market",\n  "contracts": 1\n}`;

  test("equal repairs are one line, and the corrected message is put in with one click", async () => {
    await open({ initial: CURLY });
    expect(screen.getByText(/Straightened 4 pairs of curly quotes/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "lines 2, 3" })).toBeTruthy();
    expect(step("Into TradingView").getByText(/"ticker": "SBER"/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Put in the corrected message" }));
    expect(JSON.parse(editor().value)).toMatchObject({ account: ALOR.id, ticker: "SBER" });
    expect(screen.queryByText(/curly quotes/)).toBeNull();
    expect(document.activeElement).toBe(editor());
  });

  test("a finding's place leads to it in the editor", async () => {
    await open();
    write(
      `{\n  "account": "${ALOR.id}",\n  "ticker": "SBER",\n  "direction": "buyy",\n  "type": "market",\n  "contracts": 1\n}`,
    );
    fireEvent.click(screen.getByRole("button", { name: "line 4, column 16" }));
    const { selectionStart, selectionEnd, value } = editor();
    expect(document.activeElement).toBe(editor());
    expect(value.slice(selectionStart, selectionEnd)).toBe('"buyy"');
    expect(editor().getAttribute("aria-invalid")).toBe("true");
  });

  test("a misspelt field is corrected with one click", async () => {
    await open();
    write(`{"account": "${ALOR.id}", "tickr": "SBER", "direction": "buy", "type": "market", "contracts": 1}`);
    fireEvent.click(screen.getByRole("button", { name: "ticker" }));
    expect(JSON.parse(editor().value)).toMatchObject({ ticker: "SBER" });
    expect(screen.queryByText("Did you mean")).toBeNull();
  });

  test("a message that isn't JSON shows what could be read of it", async () => {
    await open();
    write(`{"account": "${ALOR.id}", "ticker": "SBER", "direction": "buy", "contracts": 3 "`);
    const read = screen.getByText("What we could read").parentElement;
    expect(read?.textContent).toContain("tickerSBER");
    expect(read?.textContent).toContain("contracts3");
  });

  test("a message for another relay is offered in our form", async () => {
    await open();
    write('{"ticker": "SBER", "action": "buy", "quantity": 1}');
    fireEvent.click(screen.getByRole("button", { name: "Put in the corrected message" }));
    expect(JSON.parse(editor().value)).toMatchObject({
      account: ALOR.id,
      ticker: "SBER",
      direction: "buy",
      contracts: 1,
    });
  });

  test("an account that isn't the user's is said so, and choosing one puts it in", async () => {
    await open({ accounts: [ALOR, LIVE] });
    write(editor().value.replace(ALOR.id, "0000000000000000000000000a"));
    expect(screen.getByText(/none of your accounts has this identifier/)).toBeTruthy();
    const toPaste = () => step("Into TradingView").queryByRole("button", { name: "Copy the message" });
    expect(toPaste()).toBeNull();
    fireEvent.change(step("Choose").getByLabelText("Account"), { target: { value: LIVE.id } });
    expect(editor().value).toContain(LIVE.id);
    expect(screen.queryByText(/none of your accounts/)).toBeNull();
    expect(toPaste()).not.toBeNull();
  });

  test("a ticker that the broker doesn't know is replaced with the one that was meant", async () => {
    const objection = {
      code: "INSTRUMENT_NOT_FOUND",
      field: "ticker",
      line: 1,
      column: 1,
      message: "No such ticker.",
      candidates: ["SiZ6"],
    };
    await open({ verdict: { verdict: "refused", objections: [objection], instrument: null, estimate: null } });
    write(editor().value.replace("{{ticker}}", "SI1!"));
    fireEvent.click(await screen.findByRole("button", { name: "SiZ6" }));
    expect(editor().value).toContain('"ticker": "SiZ6"');
  });
});

describe("what it would do", () => {
  const outcome = () => step("What it would do");

  test("it is checked without a click, with what TradingView would fill in, and not for every letter", async () => {
    const { checked } = await open();
    expect(await outcome().findByText("Buys 10 lots = 100 SBER at about 312.4")).toBeTruthy();
    expect(outcome().getByText("worth about 31,240 RUB")).toBeTruthy();
    expect(outcome().getByText("It would be accepted")).toBeTruthy();
    expect(outcome().getByText("Not checked: money.")).toBeTruthy();
    expect(checked.map((text) => JSON.parse(text))).toEqual([
      { account: ALOR.id, ticker: "SBER", direction: "buy", type: "market", contracts: 1 },
    ]);

    const size = step("Choose").getByLabelText("Quantity, lots");
    for (const value of ["1", "12", "123"]) {
      fireEvent.change(size, { target: { value } });
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    }
    await waitFor(() => expect(checked).toHaveLength(2));
    expect(JSON.parse(checked[1] ?? "")).toMatchObject({ contracts: 123 });
  });

  test("the values that stand in for placeholders can be changed, and go when nothing needs them", async () => {
    const { checked } = await open();
    fireEvent.change(outcome().getByLabelText("Quantity"), { target: { value: "7" } });
    fireEvent.change(outcome().getByLabelText("Side"), { target: { value: "sell" } });
    await waitFor(() => expect(JSON.parse(checked.at(-1) ?? "{}")).toMatchObject({ direction: "sell", contracts: 7 }));
    fireEvent.change(step("Choose").getByLabelText("Quantity, lots"), { target: { value: "1" } });
    expect(outcome().queryByLabelText("Quantity")).toBeNull();
  });

  test("a price from the chart takes the present one, once it is known", async () => {
    const { checked } = await open();
    fireEvent.change(step("Choose").getByLabelText("Type"), { target: { value: "LIMIT" } });
    await waitFor(() => expect(checked.at(-1)).toContain('"price": 312.4'));
    expect(outcome().getByLabelText<HTMLInputElement>("Price").value).toBe("312.4");
    expect(editor().value).toContain('"price": {{close}}');
  });

  test.each<readonly [string, Partial<OrderEstimate>, readonly string[]]>([
    ["rounding", { asked: "3.7", quantity: "3" }, ["3.7 → 3"]],
    [
      "a limit below the present price",
      { limit: { price: "300", percent: "-3.97", isReached: false } },
      ["Buys 10 lots = 100 SBER at 300 or better", "3.97% below the present price", "would wait in the order book"],
    ],
    [
      "a limit that is reached",
      { limit: { price: "320", percent: "2.43", isReached: true } },
      ["2.43% above the present price", "would be executed at once"],
    ],
    [
      "too little money",
      { amount: "4.17", currency: "USDT", minAmount: "5", leastQuantity: "0.00005", valueFault: "below" },
      ["That is less than the broker accepts.", "5 USDT, which is 0.00005"],
    ],
    [
      "an unknown price",
      { price: null, readAt: null, amount: null, unpriced: { code: "X", message: "Nobody told." } },
      ["Nobody told."],
    ],
    ["a future", { amountKind: "contract" }, ["contracts worth about 31,240 RUB: the broker blocks only a margin"]],
  ])("%s is said", async (_, change, said) => {
    await open({ verdict: { estimate: { ...ESTIMATE, ...change } } });
    for (const words of said) expect(await outcome().findByText(words)).toBeTruthy();
  });

  test("a refusal by the venue comes with its reason", async () => {
    const objection = {
      code: "ACCOUNT_PAUSED",
      field: "account",
      line: 1,
      column: 1,
      message: "The account is paused.",
    };
    await open({ verdict: { verdict: "refused", objections: [objection] } });
    expect(await outcome().findByText("The account is paused.")).toBeTruthy();
    expect(outcome().getByText("It would be refused")).toBeTruthy();
  });

  test("a message that counts as already sent isn't called accepted: it would make no second order", async () => {
    await open({ verdict: { resendOf: { id: "01a2", message: "Order 01a2 came of this very message." } } });
    expect(await outcome().findByText("Order 01a2 came of this very message.")).toBeTruthy();
    expect(outcome().queryByText("It would be accepted")).toBeNull();
  });

  test("a check that failed says why and is repeated on request", async () => {
    const answers = [
      () => Response.json({ detail: "Too many requests." }, { status: 429 }),
      () => Response.json(VERDICT),
    ];
    const api = apiThatAnswers({});
    const fetch = async () => answers.shift()?.() ?? Response.error();
    await renderPart(<MessageBuilder accounts={[ALOR]} />, storeAt({ ...api, fetch }).store);
    expect(await outcome().findByText("Too many requests.")).toBeTruthy();
    fireEvent.click(outcome().getByRole("button", { name: "Check again" }));
    expect(await outcome().findByText("It would be accepted")).toBeTruthy();
  });
});

describe("try it", () => {
  const sentIn = ({ calls }: Pick<Api, "calls">) => calls[0]!.body as { account: string; message: string };
  const SENT = { id: "1", status: "NEW", message: "{}" };
  const answers = { "POST /orders/test": () => Response.json(SENT) };

  test("the message is sent as TradingView would fill it in", async () => {
    const { api } = await open({ answers });
    fireEvent.click(step("Try it").getByRole("button", { name: "Send" }));
    await waitFor(() => expect(api.calls.map(({ request }) => request)).toContain("POST /orders/test"));
    const { account, message } = sentIn(api);
    expect(account).toBe(ALOR.id);
    expect(JSON.parse(message)).toEqual({ account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 });
  });

  test("a message for a live account goes to a demo account at the same broker, which is said", async () => {
    const { api } = await open({ accounts: [LIVE, BINANCE, ALOR], answers });
    const demo = step("Try it").getByLabelText<HTMLSelectElement>("Demo account");
    expect(Array.from(demo.options, ({ value }) => value)).toEqual([ALOR.id]);
    fireEvent.click(step("Try it").getByRole("button", { name: "Send" }));
    await waitFor(() => expect(api.calls[0]?.body).toMatchObject({ account: ALOR.id }));
    expect(sentIn(api).message).toContain(ALOR.id);
  });

  test("without a demo account at the broker there is nothing to send to", async () => {
    await open({ accounts: [LIVE, BINANCE] });
    expect(step("Try it").queryByRole("button", { name: "Send" })).toBeNull();
    expect(step("Try it").getByRole("link", { name: "Go to API keys" })).toBeTruthy();
  });
});

describe("into TradingView", () => {
  const ADDRESS = "Webhook URL for alerts to Telegram";

  test("the address for alerts is complete once the account has a chat", async () => {
    await open();
    expect(screen.getByRole("region", { name: ADDRESS, hidden: true }).textContent).toBe(
      `${location.origin}/api/v1/alerts?account=${ALOR.id}&chat_id=1001`,
    );
  });

  test("without a chat the address has a marked blank, says what is missing, and offers to link one", async () => {
    await open({ accounts: [{ ...ALOR, telegramChatId: null }] });
    const address = screen.getByRole("region", { name: ADDRESS, hidden: true });
    expect(address.textContent).toBe(`${location.origin}/api/v1/alerts?account=${ALOR.id}&chat_id=your chat`);
    expect(address.querySelector("mark")?.textContent).toBe("your chat");
    expect(screen.queryByRole("button", { name: "Copy the alert URL", hidden: true })).toBeNull();
    expect(screen.getByRole("button", { name: "Link Telegram", hidden: true })).toBeTruthy();
  });
});
