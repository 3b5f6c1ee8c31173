import type { OrderEstimate } from "@chartrelay/contract";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Api } from "../../../test/app.tsx";
import { MessageBuilder } from "./index.ts";
import { ALOR, BINANCE, editor, ESTIMATE, LIVE, open, step, VERDICT } from "./message-builder.fixture.tsx";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(cleanup);

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
