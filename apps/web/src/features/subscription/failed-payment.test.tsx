import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER } from "../../../test/app.tsx";
import { setUser } from "../../core/session/slice.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  // The last payment is read once per document.
  vi.resetModules();
});

/** Arrives from a checkout whose payment failed, as the browser saw it; `last` is what the server knows. */
async function comeFromCheckout(payment: object | undefined, last: object | null = null) {
  if (payment) sessionStorage.setItem("last_payment", JSON.stringify({ result: "fail", plan: "6m", ...payment }));
  const { FailedPayment } = await import("./failed-payment.tsx");
  const { store } = storeAt(apiThatAnswers({ "GET /subscriptions/me/checkout": () => Response.json({ last }) }));
  store.dispatch(setUser(USER));
  await renderPart(<FailedPayment />, store);
}

test("the bank's reason is said in words with what to do, and both ways on keep the plan", async () => {
  await comeFromCheckout({ reasonCode: 5051 });
  expect(screen.getByRole("heading", { name: "There wasn’t enough money on the card." })).toBeTruthy();
  expect(screen.getByText("Top it up and try again, or use another card.")).toBeTruthy();
  expect(screen.getByText("Code 5051")).toBeTruthy();
  for (const name of ["Try again", "Use another card"]) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/profile/checkout?plan=6m");
  }
});

test("a card that can't pay isn't offered again", async () => {
  await comeFromCheckout({ reasonCode: 5043 });
  expect(screen.getByRole("link", { name: "Use another card" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
});

test("without a reason nothing is promised about the money, and no second payment is offered", async () => {
  await comeFromCheckout({});
  expect(screen.getByRole("heading", { name: "We don’t know yet how the payment ended" })).toBeTruthy();
  expect(screen.getByText(/check your bank’s app/)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByText(/nothing was charged/i)).toBeNull();
});

test("what the payment service told the server counts more than what the browser saw", async () => {
  await comeFromCheckout({}, { plan: "6m", state: "declined", at: "2026-11-23T10:00:00.000Z", reasonCode: 5206 });
  expect(await screen.findByRole("heading", { name: /^3-D Secure failed/ })).toBeTruthy();
  cleanup();
  vi.resetModules();
  await comeFromCheckout(
    { reasonCode: 5091 },
    { plan: "6m", state: "paid", at: "2026-11-23T10:00:00.000Z", reasonCode: null },
  );
  expect(await screen.findByRole("heading", { name: "The payment came through after all" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
});

test("a page that no payment led to says nothing about one", async () => {
  await comeFromCheckout(undefined);
  expect(screen.queryByRole("alert")).toBeNull();
});
