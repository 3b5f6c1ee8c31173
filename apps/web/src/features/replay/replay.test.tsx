import type { ReplayReport, ReplayRow } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { Replay } from "./replay.tsx";

afterEach(cleanup);

const ROW: ReplayRow = {
  entry: 1,
  at: "2026-11-02T08:00:00.000Z",
  ticker: "SBER",
  problems: [],
  repairs: 0,
  refusal: null,
  link: { verdict: "next", from: "0", to: "5", missed: null, heldMs: null },
  tradingView: "5",
  orders: [
    {
      accountId: "a1",
      outcome: "done",
      reason: null,
      direction: "BUY",
      quantity: "5",
      contract: null,
      averagePrice: "301",
      sizing: null,
      isRounded: false,
      position: "5",
      target: "5",
    },
  ],
  isRounded: false,
  isDifferent: false,
};
const GAP: ReplayRow = {
  ...ROW,
  entry: 2,
  link: { verdict: "gap", from: "8", to: "9", missed: "3", heldMs: null },
  orders: ROW.orders.map((order) => ({ ...order, outcome: "refused", reason: "LIMIT_POSITION", target: "9" })),
  isDifferent: true,
};
const REPORT: ReplayReport = {
  alerts: 2,
  leftOut: 1,
  unreadable: 0,
  sent: 1,
  refused: 1,
  rounded: 0,
  gaps: 1,
  duplicates: 0,
  different: 1,
  isEqual: false,
  accounts: [{ id: "a1", name: "Main", exchange: "ALOR_BROKER", keyEnding: "1234", isDemo: false }],
  positions: [
    { accountId: "a1", ticker: "SBER", contract: "SBER", quantity: "5", target: "9", tradingView: "9", isEqual: false },
  ],
  rows: [ROW, GAP],
  tookMs: 2_140,
};

async function run(answers: Answers) {
  const api = apiThatAnswers(answers);
  await renderPart(<Replay id="s1" />, storeAt(api).store);
  await userEvent.click(screen.getByRole("textbox", { name: "Alert log or messages" }));
  await userEvent.paste('{"ticker": "SBER"}');
  await userEvent.click(screen.getByRole("button", { name: "Run the replay" }));
  return api;
}

test("a replay shows where accounts end beside TradingView and, first of all, the alerts that went otherwise", async () => {
  const api = await run({ "POST /strategies/s1/replay": () => Response.json(REPORT) });
  expect(api.calls[0]?.body).toEqual({ log: '{"ticker": "SBER"}' });
  expect(await screen.findByText("Some accounts don’t end where TradingView does.")).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "Positions at the end" })).getByText("No")).toBeTruthy();
  const list = () => within(screen.getByRole("list", { name: "Alert by alert" }));
  expect(list().queryByText("No. 1")).toBeNull();
  expect(list().getByText("should hold 9")).toBeTruthy();
  expect(list().getByText("The strategy's limit for its position would be exceeded.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "All 2" }));
  expect(list().getByText("No. 1")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Roundings 0" }));
  expect(screen.getByText("Nothing was rounded.")).toBeTruthy();
});

test("what is wrong with the log stands at its field", async () => {
  const problem = { status: 422, code: "validation_failed", errors: { log: "There is no alert in this text." } };
  await run({ "POST /strategies/s1/replay": () => Response.json(problem, { status: 422 }) });
  const field = screen.getByRole("textbox", { name: "Alert log or messages" });
  expect(await screen.findByText("There is no alert in this text.")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("a file is read into the form, where it can be looked at before it is run", async () => {
  await renderPart(<Replay id="s1" />, storeAt(apiThatAnswers({})).store);
  const file = new File(["Description,Time\nhello,2026-11-02"], "alerts.csv", { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText("Choose a file", { selector: "input" }), file);
  expect(await screen.findByDisplayValue(/hello/)).toBeTruthy();
});
