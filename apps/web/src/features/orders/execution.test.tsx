import type { Order, OrderDetails } from "@chartrelay/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { ExecutionLine } from "./execution-line.tsx";
import { Execution } from "./execution.tsx";

afterEach(cleanup);

type Known = NonNullable<OrderDetails["execution"]>;

const PARTLY: Known = {
  state: "partiallyFilled",
  filledQuantity: "4",
  averagePrice: "305.2",
  fee: "0.61",
  feeCurrency: "RUB",
  fees: [{ amount: "0.61", currency: "RUB" }],
  cancelledBy: null,
  reason: null,
  changedAt: 1_795_428_000_000_000,
  fills: [
    {
      tradeId: "77",
      quantity: "4",
      price: "305.2",
      fee: "0.61",
      feeCurrency: "RUB",
      at: 1_795_428_000_000_000,
    },
  ],
  cancellation: null,
};
const orderWith = (execution: Known): Order => ({
  id: "the-order",
  createdDate: "2026-11-23T10:00:00.000Z",
  accountId: "account-1",
  usedOldId: false,
  accountName: "Scalping",
  accountEnding: "1234",
  isDemo: false,
  instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
  direction: "BUY",
  type: "LIMIT",
  open: "305.5",
  quantity: "10",
  strategy: null,
  status: "CREATED",
  stage: "done",
  reason: null,
  problem: null,
  action: "order",
  cancels: null,
  responseServerJson: null,
  execution,
  timeline: { received: 0, committed: 0, sent: 0, answered: 0, notified: null },
});

async function show(execution: Known, answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  await renderPart(<Execution order={orderWith(execution)} details={execution} />, storeAt(api).store);
  return api;
}

const refusal = (status: number, code: string, detail: string) => () => Response.json({ code, detail }, { status });

/** Cancels the order and confirms it. */
async function cancel() {
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Cancel the order" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("BUY").parentElement?.textContent).toBe("BUY 6 SBER at 305.5");
  expect(dialog.getByText("What is filled stays filled: 4.")).toBeTruthy();
  await person.click(dialog.getByRole("button", { name: "Cancel the order" }));
}

test("the list says in one line how much of an order is filled, and at which price", async () => {
  const { container } = await renderPart(
    <ExecutionLine order={orderWith(PARTLY)} />,
    storeAt(apiThatAnswers({})).store,
  );
  expect(container.textContent).toContain("Partly filled · 4 of 10 · at 305.2");
});

test("the panel shows every fill, and says so if some aren't known yet", async () => {
  await show({ ...PARTLY, filledQuantity: "6" });
  const rows = within(screen.getByRole("table", { name: "Fills" })).getAllByRole("row");
  expect(rows).toHaveLength(2);
  expect(rows[1]?.textContent).toContain("4305.2₽0.61");
  expect(screen.getByText(/^The broker hasn’t sent every fill yet/)).toBeTruthy();
});

test("a cancellation is confirmed with what is left, and sent once", async () => {
  const api = await show(PARTLY, {
    "POST /orders/the-order/cancel": () => Response.json({ id: "the-order", outcome: "accepted" }),
  });
  await cancel();
  expect(await screen.findByText(/^The broker took the cancellation/)).toBeTruthy();
  expect(api.calls.filter(({ request }) => request.startsWith("POST"))).toHaveLength(1);
});

test("a cancellation that crosses the last fill says that the fill was first", async () => {
  const api = apiThatAnswers({
    "POST /orders/the-order/cancel": refusal(409, "order_not_working", "Nothing to cancel."),
  });
  const filled: Known = { ...PARTLY, state: "filled", filledQuantity: "10" };
  await renderPart(<Filling filled={filled} />, storeAt(api).store);
  await cancel();
  await userEvent.setup().click(screen.getByRole("button", { name: "the fill arrives" }));
  expect(screen.getByText(/^It was filled before the cancellation arrived/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cancel the order" })).toBeNull();
});

/** An order that is filled when the button is pressed. */
function Filling({ filled }: { readonly filled: Known }) {
  const [execution, setExecution] = useState(PARTLY);
  return (
    <>
      <Execution order={orderWith(execution)} details={execution} />
      <button type="button" onClick={() => setExecution(filled)}>
        the fill arrives
      </button>
    </>
  );
}

test("a venue that refuses to cancel leaves the order working, and the page says why", async () => {
  await show(
    {
      ...PARTLY,
      cancellation: {
        outcome: "refused",
        reason: "MARKET_CLOSED",
        venueWords: "Биржа закрыта",
        at: 1_795_428_000_000_000,
      },
    },
    { "POST /orders/the-order/cancel": refusal(409, "cancel_refused", "The venue refused.") },
  );
  expect(screen.getByText("The broker refused to cancel it")).toBeTruthy();
  expect(screen.getByText("The broker says: “Биржа закрыта”")).toBeTruthy();
  expect(screen.getByText("The market is closed for this instrument.")).toBeTruthy();
  await cancel();
  expect((await screen.findByText("The order wasn’t cancelled")).parentElement?.textContent).toContain(
    "The venue refused. cancel_refused",
  );
  expect(screen.getByRole("button", { name: "Cancel the order" })).toBeTruthy();
});

test("a venue that doesn't answer a cancellation is no order that wasn't sent", async () => {
  const unanswered = { outcome: "unknown", reason: "VENUE_UNAVAILABLE", venueWords: null, at: 1_795_428_000_000_000 };
  await show({ ...PARTLY, cancellation: unanswered as Known["cancellation"] });
  expect(screen.getByText("The broker gave no clear answer to the cancellation")).toBeTruthy();
  expect(screen.getByText(/^The order is still working/)).toBeTruthy();
  expect(screen.queryByText("VENUE_UNAVAILABLE")).toBeNull();
});

test("an order that was cancelled by us says so, whether or not its venue does", async () => {
  const cancellation = { outcome: "accepted", reason: null, venueWords: null, at: 1_795_428_000_000_000 } as const;
  await show({ ...PARTLY, state: "cancelled", cancellation });
  expect(screen.getByText("you, from here")).toBeTruthy();
});

test("an order that was cancelled says who did it, and can't be cancelled again", async () => {
  await show({ ...PARTLY, state: "cancelled", cancelledBy: "venue" });
  expect(screen.getByText("the broker or the exchange")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cancel the order" })).toBeNull();
});
