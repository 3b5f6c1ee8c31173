import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER } from "../../../test/app.tsx";
import { dismissAllToasts } from "../../core/notifications/slice.ts";
import { setUser } from "../../core/session/slice.ts";
import { PaymentEnd } from "./payment-end.tsx";
import { setSubscription } from "./slice.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const pro = (expiration: string) => ({ type: "PRO" as const, expiration, daysLeft: 30, plans: [] });
const BEFORE = "2027-01-01T12:00:00.000Z";

/** Arrives from a paid checkout, where PRO was to end at `before`. */
async function comeFromCheckout(before: string | null) {
  sessionStorage.setItem("last_payment", JSON.stringify({ result: "success", plan: "1m" }));
  sessionStorage.setItem("pro_until_before_payment", before ?? "");
  const { store } = storeAt(apiThatAnswers({ "GET /subscriptions/me": () => new Promise(() => {}) }));
  store.dispatch(setUser(USER));
  await renderPart(<PaymentEnd>in a few minutes</PaymentEnd>, store);
  return store;
}

test("the note about the next minutes gives way to the day PRO lasts until, and never appears beside it", async () => {
  const store = await comeFromCheckout(null);
  expect(screen.getByText("in a few minutes")).toBeTruthy();
  act(() => void store.dispatch(setSubscription(pro("2027-02-01T12:00:00.000Z"))));
  // The toast says the same about the next minutes.
  expect(screen.queryByText(/^PRO is active until/)).toBeNull();
  act(() => void store.dispatch(dismissAllToasts()));
  expect(screen.getByText("PRO is active until February 1, 2027.")).toBeTruthy();
  expect(screen.queryByText("in a few minutes")).toBeNull();
});

test("the end that PRO had before the payment isn't shown as what was paid for", async () => {
  const store = await comeFromCheckout(BEFORE);
  act(() => void store.dispatch(dismissAllToasts()));
  act(() => void store.dispatch(setSubscription(pro(BEFORE))));
  expect(screen.getByText("in a few minutes")).toBeTruthy();
  expect(screen.queryByText(/^PRO is active until/)).toBeNull();
  act(() => void store.dispatch(setSubscription(pro("2027-02-01T12:00:00.000Z"))));
  expect(screen.getByText("PRO is active until February 1, 2027.")).toBeTruthy();
});
