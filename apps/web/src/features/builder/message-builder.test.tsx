import type { Account } from "@chartrelay/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSelector } from "react-redux";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { selectAccounts, setAccounts } from "../accounts/index.ts";
import { MessageBuilder } from "./index.ts";
import { ALOR, BINANCE, editor, LIVE, open, step, STRATEGY, write } from "./message-builder.fixture.tsx";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(cleanup);

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
