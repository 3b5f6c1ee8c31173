import type { Overview as Figures } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { Overview } from "./index.ts";

afterEach(cleanup);

const SINCE = new Date(2026, 10, 23);
const NO_ORDERS = { created: 0, rejected: 0, waiting: 0 };
const hours = Array.from({ length: 24 }, (_, hour) => ({
  from: new Date(SINCE.getTime() + hour * 3_600_000).toISOString(),
  ...NO_ORDERS,
}));
const accountNamed = (number: number) => ({
  accountId: `account-${number}`,
  name: `Account ${number}`,
  exchange: "ALOR_BROKER" as const,
  keyEnding: "1234",
  isDemo: true,
  isPaused: false,
  lastOrder: null,
});
const QUIET: Figures = {
  since: SINCE.toISOString(),
  orders: { total: 0, ...NO_ORDERS },
  hours,
  refusals: [],
  relay: null,
  venue: null,
  week: { relay: null, venue: null },
  accounts: [],
  attention: [],
};
const NO_PAGE = { content: [], totalElements: 0, totalPages: 0, pageable: { pageNumber: 0, pageSize: 5 } };

const show = (given: Figures) =>
  renderPart(
    <Overview given={given} latest={NO_PAGE}>
      <p>the subscription</p>
    </Overview>,
    storeAt(apiThatAnswers({})).store,
  );

test("a new user sees why there is nothing yet, and how to link an account", async () => {
  await show(QUIET);
  expect(screen.getByText("No orders yet today")).toBeTruthy();
  expect(screen.getByText("Your orders appear here as alerts arrive.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Link an account" }).getAttribute("href")).toBe("/profile/api");
  expect(screen.queryByRole("heading", { name: "Refusals today" })).toBeNull();
  expect(screen.getByText("the subscription")).toBeTruthy();
});

test("each figure leads to its orders, and screen readers get the chart as a table", async () => {
  await show({
    ...QUIET,
    orders: { total: 5, created: 3, rejected: 1, waiting: 1 },
    hours: hours.map((hour, index) => (index === 9 ? { ...hour, created: 3, rejected: 1, waiting: 1 } : hour)),
  });
  const today = within(screen.getByRole("region", { name: "Today" }));
  expect(today.getByRole("link", { name: "3 created" }).getAttribute("href")).toBe(
    "/profile/orders?status=CREATED&from=2026-11-23",
  );
  expect(today.getByRole("link", { name: "1 waiting" }).getAttribute("href")).toContain("status=NEW");
  const rows = within(today.getByRole("table", { name: "Today’s orders by hour" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["Hourcreatedwaitingrejected", "09:00311"]);
});

test("a reason leads to its orders, its latest order to what to do about it", async () => {
  await show({
    ...QUIET,
    refusals: [{ reason: "INSUFFICIENT_FUNDS", orders: 4, lastId: "the-order", lastAt: SINCE.toISOString() }],
  });
  const refusals = within(screen.getByRole("region", { name: "Refusals today" }));
  expect(
    refusals.getByRole("link", { name: "There is not enough money or stock for this order." }).getAttribute("href"),
  ).toBe("/profile/orders?reason=INSUFFICIENT_FUNDS&from=2026-11-23");
  expect(refusals.getByText("4 orders")).toBeTruthy();
  expect(refusals.getByText(/^Add money or send less/)).toBeTruthy();
  expect(refusals.getByRole("link", { name: "What next" }).getAttribute("href")).toBe("/profile/orders/the-order");
});

test("latency says how it compares with the week before", async () => {
  await show({
    ...QUIET,
    relay: { p50Us: 3_000, p95Us: 9_000 },
    venue: { p50Us: 40_000, p95Us: 90_000 },
    week: { relay: { p50Us: 2_000, p95Us: 9_000 }, venue: { p50Us: 41_000, p95Us: 90_000 } },
  });
  const latency = within(screen.getByRole("region", { name: "Latency" }));
  expect(latency.getByText("50% slower than the last 7 days: 2.00 ms")).toBeTruthy();
  expect(latency.getByText("About the same as the last 7 days: 41.0 ms")).toBeTruthy();
  expect(latency.getByText("95% within 9.00 ms")).toBeTruthy();
});

test("of five hundred accounts those that need attention come first, the gravest on top; the rest is one click away", async () => {
  const accounts = Array.from({ length: 500 }, (_, index) => accountNamed(index));
  const finding = (number: number, attention: Figures["attention"][number]["attention"]) => {
    return { ...accountNamed(number), attention, reason: null, at: null };
  };
  await show({
    ...QUIET,
    accounts,
    attention: [finding(7, "no-chat"), finding(300, "key-refused"), finding(300, "paused")],
  });
  const panel = within(screen.getByRole("region", { name: "Accounts" }));
  expect(panel.getByText("2 of 500 need attention")).toBeTruthy();
  const rows = panel.getAllByRole("listitem");
  expect(rows).toHaveLength(6);
  expect(rows[0]?.textContent).toContain("Account 300");
  expect(rows[0]?.textContent).toContain("The broker refuses the key · Paused");
  expect(rows[1]?.textContent).toContain("Account 7");
  expect(rows[2]?.textContent).toContain("Ready");
  await userEvent.setup().click(panel.getByRole("button", { name: "Show all 500" }));
  expect(panel.getAllByRole("listitem")).toHaveLength(500);
});
