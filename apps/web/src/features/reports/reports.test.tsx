import type { Report } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { formatDelay } from "../../core/trading/format-delay.ts";
import { Reports } from "./index.ts";

/** jsdom has no screen. */
function onScreen(isPhone: boolean): void {
  vi.stubGlobal("matchMedia", () => ({
    matches: isPhone,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }));
}
beforeEach(() => onScreen(false));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FIGURES = { currency: "RUB", realised: "1500", fees: "12.34", funding: "0", net: "1487.66", fills: 3 };
const REPORT: Report = {
  from: "2026-10-25T00:00:00.000Z",
  to: "2026-11-24T00:00:00.000Z",
  environment: "live",
  totals: [{ ...FIGURES, open: null }],
  days: [],
  instruments: [{ instrument: { exchange: "ALOR_BROKER", ticker: "SBER" }, ...FIGURES, open: "-20.5", pricedAt: null }],
  accounts: [],
  strategies: [{ strategy: null, ...FIGURES }],
  cost: {
    signalToReceivedMs: 1_200,
    receivedToSentMs: 3,
    sentToFilledMs: 5_400_000,
    slippage: [{ currency: "RUB", fills: 3, money: "30", basisPoints: "-1.5", ticks: null }],
  },
  uncounted: 0,
};

const show = (report: Report | undefined) =>
  renderPart(<Reports loaded={{ report, orders: undefined }} />, storeAt(apiThatAnswers({})).store);

test("a report shows profit to the kopeck, and its cost with its sign", async () => {
  await show(REPORT);
  expect(screen.getByRole("heading", { name: "Profit and loss, RUB" })).toBeTruthy();
  const instruments = within(screen.getByRole("table", { name: "By instrument" }));
  expect(instruments.getByText("+₽1,487.66")).toBeTruthy();
  expect(instruments.getByText("₽12.34")).toBeTruthy();
  expect(instruments.getByText("-₽20.50")).toBeTruthy();
  const slippage = within(screen.getByRole("table", { name: "Slippage" }));
  expect(slippage.getAllByRole("row").map(({ textContent }) => textContent)[1]).toBe("RUB3–-1.5+₽30.00");
  expect(screen.getByText("90 min")).toBeTruthy();
});

test("the report counts one environment, and its filter says which; another one can be chosen, but not both", async () => {
  await show({ ...REPORT, environment: "demo" });
  const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Live or demo" });
  expect([...choice.options].map(({ text }) => text)).toEqual(["Live", "Demo"]);
  expect(choice.value).toBe("demo");
});

test("on a phone the sum comes first, and the rest is closed until it is opened", async () => {
  onScreen(true);
  await show({ ...REPORT, strategies: [{ strategy: "Breakout", ...FIGURES }] });
  expect(screen.getByRole("heading", { name: "Profit and loss, RUB" }).closest("details")).toBe(null);
  for (const name of [
    "By strategy",
    "By instrument",
    "By account",
    "Cost of execution",
    "Orders by cost of execution",
  ]) {
    const section = screen.getByRole("heading", { name }).closest("details");
    expect([name, section?.open]).toEqual([name, false]);
  }
});

test("strategies have a table as soon as a message names one, and what has none is told apart", async () => {
  await show(REPORT);
  expect(screen.queryByRole("table", { name: "By strategy" })).toBe(null);
  cleanup();
  await show({ ...REPORT, strategies: [...REPORT.strategies, { strategy: "Breakout", ...FIGURES, net: "-5" }] });
  const rows = within(screen.getByRole("table", { name: "By strategy" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    "StrategyWithout a strategyNet+₽1,487.66Realised+₽1,500.00Fees₽12.34Fills3",
    "StrategyBreakoutNet-₽5.00Realised+₽1,500.00Fees₽12.34Fills3",
  ]);
});

test("without fills it says what will appear, and what isn't counted is told", async () => {
  await show({ ...REPORT, totals: [], instruments: [], uncounted: 2 });
  expect(screen.getByText("No fills yet")).toBeTruthy();
  expect(screen.getByText(/^2 fills aren’t counted yet/)).toBeTruthy();
});

test("a report that could not be loaded can be loaded again", async () => {
  await show(undefined);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test.each([
  [null, "–"],
  [0.5, "0.5 ms"],
  [9_999, "9,999 ms"],
  [45_000, "45 sec"],
])("a delay of %s ms reads %s", (ms, text) => expect(formatDelay(ms, "en")).toBe(text));
