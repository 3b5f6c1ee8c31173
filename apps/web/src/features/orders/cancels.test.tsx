import type { CancelTarget } from "@chartrelay/contract";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { CancelsLine } from "./cancels-line.tsx";
import { Cancels } from "./cancels.tsx";

afterEach(cleanup);

const target = (fields: Partial<CancelTarget>): CancelTarget => ({
  id: "one",
  outcome: "accepted",
  reason: null,
  ticker: "SBER",
  direction: "BUY",
  quantity: "10",
  state: "cancelled",
  filledQuantity: "0",
  ...fields,
});
const TARGETS = [
  target({}),
  target({ id: "two", outcome: "over", state: "filled", filledQuantity: "10" }),
  target({ id: "three", outcome: "refused", reason: "REFUSED_FOR_NOW", state: "working" }),
];
const { store } = storeAt(apiThatAnswers({}));

test("the list counts what a message has cancelled, and says if there was nothing", async () => {
  const { container, unmount } = await renderPart(<CancelsLine cancels={TARGETS} />, store);
  expect(container.textContent).toBe("1 of 3 cancelled");
  unmount();
  await renderPart(<CancelsLine cancels={[]} />, store);
  expect(screen.getByText("Nothing to cancel")).toBeTruthy();
});

test("the panel names each order with how it ended, and why one still works", async () => {
  await renderPart(<Cancels cancels={TARGETS} />, store);
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([
    "BUY 10 SBERCancelled · 0 of 10",
    "BUY 10 SBERFilled · 10 of 10",
    expect.stringMatching(/^BUY 10 SBERWorking · 0 of 10The broker refused to cancel it/),
  ]);
  expect(screen.getAllByRole("link")[1]?.getAttribute("href")).toBe("/profile/orders/two");
});
