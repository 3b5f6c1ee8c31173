import type { Stop } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { KillSwitch, StopState, stopOf, type StopSubject } from "./index.ts";

afterEach(cleanup);

const SUBJECT: StopSubject = { scope: "strategy", id: "strategy-1", name: "Trend" };
const STOP: Stop = {
  id: "stop-1",
  scope: "strategy",
  subjectId: "strategy-1",
  subjectName: "Trend",
  level: "flatten",
  state: "working",
  requestedAt: "2026-11-23T10:00:00.000Z",
  tookMs: null,
  liftedAt: null,
  cancelledOrders: 2,
  closedPositions: 1,
  open: [
    {
      accountId: "account-1",
      name: "Scalping",
      exchange: "ALOR_BROKER",
      keyEnding: "1234",
      isDemo: false,
      ticker: "SBER",
      quantity: "10",
      reason: "ACCOUNT_PAUSED",
    },
  ],
};

async function show(answers: Answers, stop?: Stop) {
  const api = apiThatAnswers(answers);
  await renderPart(<KillSwitch subject={SUBJECT} stop={stop} onChange={() => undefined} />, storeAt(api).store);
  return { api, person: userEvent.setup() };
}

test("the kill switch says what each level does, and nothing happens before it is confirmed", async () => {
  const { api, person } = await show({ "POST /stops": () => Response.json(STOP) });
  await person.click(screen.getByRole("button", { name: "Kill switch of “Trend”" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Stop “Trend”?" }));
  expect(dialog.getByText("No new orders. Working orders and positions stay as they are.")).toBeTruthy();
  await person.click(dialog.getByRole("radio", { name: "Stop, cancel and flatten" }));
  expect(api.calls).toEqual([]);
  await person.click(dialog.getByRole("button", { name: "Stop, cancel and flatten" }));
  expect(await screen.findByText("Stopping")).toBeTruthy();
  expect(api.calls).toMatchObject([
    { request: "POST /stops", body: { scope: "strategy", id: "strategy-1", level: "flatten" } },
  ]);
});

test("a refusal to stop says that nothing was stopped", async () => {
  const { person } = await show({
    "POST /stops": () => Response.json({ code: "too_many_requests", detail: "Too many requests." }, { status: 429 }),
  });
  await person.click(screen.getByRole("button", { name: /^Kill switch/ }));
  await person.click(await screen.findByRole("button", { name: "Stop" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing was stopped");
});

async function showState(stop: Stop, answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  await renderPart(<StopState stop={stop} onLifted={() => undefined} />, storeAt(api).store);
  return api;
}

test("a stop at work says what is still open, where and why", async () => {
  await showState(STOP);
  const [item] = within(screen.getByRole("list", { name: "Still open" })).getAllByRole("listitem");
  expect(item?.textContent).toContain("Scalping");
  expect(item?.textContent).toContain("10 SBER");
  expect(screen.getByText("2 orders cancelled")).toBeTruthy();
});

test("a proven stop says that it was read back from the broker, and how long it took", async () => {
  await showState({ ...STOP, state: "proven", tookMs: 1840, open: [] });
  expect(screen.getByText("Flat")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain(
    "Nothing held and nothing working, read back from the broker 1,840 ms after you pulled the switch.",
  );
});

test("a stop is lifted only by hand, after saying what comes back", async () => {
  const api = await showState(
    { ...STOP, state: "proven", tookMs: 900, open: [] },
    {
      "POST /stops/stop-1/lift": () => Response.json({ ...STOP, liftedAt: STOP.requestedAt }),
    },
  );
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Lift the stop" }));
  expect(screen.getByText(/^The strategy trades again with its next signal/)).toBeTruthy();
  expect(api.calls).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Lift it, trade again" }));
  expect(api.calls).toMatchObject([{ request: "POST /stops/stop-1/lift" }]);
});

test("the stop of a strategy is neither another's nor one that was lifted", () => {
  expect(stopOf([STOP], SUBJECT)).toBe(STOP);
  expect(stopOf([{ ...STOP, liftedAt: STOP.requestedAt }], SUBJECT)).toBeUndefined();
  expect(stopOf([{ ...STOP, subjectId: "strategy-2" }], SUBJECT)).toBeUndefined();
  expect(stopOf([{ ...STOP, scope: "account" }], SUBJECT)).toBeUndefined();
  expect(stopOf([STOP], { scope: "all" })).toBeUndefined();
});
