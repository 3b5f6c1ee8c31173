import type { AccountHoldings, HeldPosition } from "@chartrelay/contract";
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { Positions } from "./index.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const READ_AT = "2026-11-23T10:00:00.000Z";
const READ = { state: "read", readAt: READ_AT, reason: null } as const;
const ACCOUNT: AccountHoldings = {
  accountId: "account-1",
  name: "Scalping",
  exchange: "ALOR_BROKER",
  keyEnding: "1234",
  isDemo: false,
  isPaused: false,
  positions: READ,
  money: { ...READ, currencies: [{ currency: "RUB", free: "100000.5", blocked: "250" }] },
};
const SHORT: HeldPosition = {
  accountId: "account-1",
  instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
  quantity: "-15",
  averagePrice: "305.21",
  price: "306.21",
  openProfit: "-150",
  currency: "RUB",
  readAt: READ_AT,
  strategies: [],
  protection: [],
  drift: "-5",
};

async function show(account: AccountHoldings, positions: readonly HeldPosition[], answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  await renderPart(<Positions given={{ accounts: [account], positions, stops: [] }} />, storeAt(api, "a-token").store);
  return api;
}

test("a short position is signed and named, and its drift is explained in numbers", async () => {
  await show(ACCOUNT, [SHORT]);
  const [, row] = within(screen.getByRole("table")).getAllByRole("row");
  expect(row?.textContent).toContain("Short-15");
  expect(row?.textContent).toContain("-₽150.00");
  expect(row?.textContent).toContain("Our fills add up to -10, the broker reports -15.");
  expect(screen.getByText("₽100,000.50")).toBeTruthy();
  expect(screen.getByText(/₽250.00/)).toBeTruthy();
});

test("before a position is closed, its trader sees the order that does it, and afterwards where to follow it", async () => {
  const api = await show(ACCOUNT, [SHORT], {
    "POST /positions/me/close": () => Response.json({ id: "the-order", status: "NEW" }),
  });
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Close the position in SBER" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^buy$/i).parentElement?.textContent).toMatch(/^buy 15 SBER$/i);
  expect(dialog.getByText("Live")).toBeTruthy();
  expect(dialog.getByText("It also closes what our orders didn’t open: -5.")).toBeTruthy();
  await person.click(dialog.getByRole("button", { name: "Send the order" }));
  expect((await screen.findByRole("link", { name: "Open the order" })).getAttribute("href")).toBe(
    "/profile/orders/the-order",
  );
  expect(api.calls).toMatchObject([
    { request: "POST /positions/me/close", body: { accountId: "account-1", ticker: "SBER" } },
  ]);
});

test("a refusal to close says why, and that nothing was sent", async () => {
  await show(ACCOUNT, [SHORT], {
    "POST /positions/me/close": () =>
      Response.json({ code: "account_paused", detail: "The account is paused." }, { status: 409 }),
  });
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Close the position in SBER" }));
  await person.click(await screen.findByRole("button", { name: "Send the order" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The order wasn’t sent");
  expect(alert.textContent).toContain("The account is paused. account_paused");
});

test("a key that may not read says which right it lacks and where to mend it", async () => {
  const forbidden = { state: "forbidden", readAt: null, reason: "NO_RIGHT_TO_READ" } as const;
  await show({ ...ACCOUNT, positions: forbidden, money: { ...forbidden, currencies: [] } }, []);
  expect(screen.getByText("The key may not read this account’s positions")).toBeTruthy();
  expect(screen.getByText(/^Alor shows a portfolio to tokens of its owner/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the account" }).getAttribute("href")).toBe(
    "/profile/api?account=account-1",
  );
  expect(screen.queryByText("No open positions")).toBeNull();
  expect(screen.queryByText(/may not trade/)).toBeNull();
});

test("what we hold by our fills and the broker doesn't can't be closed", async () => {
  await show(ACCOUNT, [{ ...SHORT, quantity: "0", drift: "10" }]);
  expect(screen.getByText("Nothing held")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Close/ })).toBeNull();
});

const pass = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));

test.each(["a broker", "our own server"])("what %s didn't answer is asked again within seconds", async (who) => {
  vi.useFakeTimers();
  const unknown = { state: "unknown", readAt: null, reason: null } as const;
  let isDown = who === "our own server";
  const account = isDown ? ACCOUNT : { ...ACCOUNT, positions: unknown, money: { ...unknown, currencies: [] } };
  await show(account, [], {
    "GET /positions/me/list": () => (isDown ? Response.json({}, { status: 503 }) : Response.json([SHORT])),
    "GET /positions/me/accounts": () => Response.json([ACCOUNT]),
    "GET /stops/me/list": () => Response.json([]),
  });
  expect(screen.queryByRole("table")).toBeNull();
  if (isDown) await pass(31_000);
  isDown = false;
  await pass(6_000);
  expect(screen.getByRole("table").textContent).toContain("SBER");
});

test("prices stay fresh while the page is looked at, and are read again when its reader comes back", async () => {
  let price = "300";
  vi.useFakeTimers();
  await show(ACCOUNT, [SHORT], {
    "GET /positions/me/list": () => Response.json([{ ...SHORT, price }]),
    "GET /positions/me/accounts": () => Response.json([ACCOUNT]),
    "GET /stops/me/list": () => Response.json([]),
  });
  const row = () => within(screen.getByRole("table")).getAllByRole("row")[1]?.textContent;
  await pass(31_000);
  expect(row()).toContain("Last price300");

  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  price = "310";
  await pass(120_000);
  expect(row()).toContain("Last price300");
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
  expect(row()).toContain("Last price310");
});
