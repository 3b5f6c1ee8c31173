import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { TOAST_POSITIONS, TOAST_STATUSES } from "../../ui/toast.ts";
import { Notifications } from "./notifications.tsx";
import { dismissAllToasts, dismissToast, upsertToast } from "./slice.ts";

let isNarrow = false;

beforeEach(() => {
  isNarrow = false;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isNarrow && query === "(max-width: 767px)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function openNotifications() {
  const { store } = storeAt(apiThatAnswers({}));
  await renderPart(<Notifications />, store);
  // The first toast of a visit loads the view.
  act(() => void store.dispatch(upsertToast({ status: "none", title: "the first" })));
  await screen.findByText("the first");
  act(() => void store.dispatch(dismissAllToasts()));
  await pass(300);
  const shown = () =>
    Array.from(document.querySelectorAll("[role=status], [role=alert]"), ({ textContent }) => textContent);
  return {
    dispatch: (...actions: Parameters<typeof store.dispatch>[0][]) =>
      act(() => actions.forEach((action) => void store.dispatch(action))),
    shown,
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// @covers S4.29
test("a toast of each status is shown; an error interrupts screen readers, the others wait their turn", async () => {
  const { dispatch } = await openNotifications();
  dispatch(...TOAST_STATUSES.map((status) => upsertToast({ status, title: `it is ${status}` })));
  for (const status of TOAST_STATUSES) {
    expect(screen.getByText(`it is ${status}`).closest("[role]")?.getAttribute("role")).toBe(
      status === "error" ? "alert" : "status",
    );
  }
});

// @covers S4.30 S9.16
test("each position has its own place; below 768 px all toasts are top-center", async () => {
  const requests = TOAST_POSITIONS.map((position) => upsertToast({ status: "info", title: position, position }));
  const places = () =>
    Array.from(document.querySelectorAll("[data-position]"), (place) => place.getAttribute("data-position"));
  const wide = await openNotifications();
  wide.dispatch(...requests);
  expect(places()).toEqual(TOAST_POSITIONS);
  cleanup();
  isNarrow = true;
  const narrow = await openNotifications();
  narrow.dispatch(...requests);
  expect(places()).toEqual(["top-center"]);
});

// @covers S3.53
test("an upsert replaces the toast with its id", async () => {
  const { dispatch, shown } = await openNotifications();
  dispatch(
    upsertToast({ id: "save", status: "loading", title: "saving" }),
    upsertToast({ status: "info", title: "other" }),
  );
  dispatch(upsertToast({ id: "save", status: "success", title: "saved" }));
  expect(shown()).toEqual(["saved", "other"]);
});

// @covers S9.15
test("a toast disappears after 7 seconds, but not under the pointer", async () => {
  const { dispatch, shown } = await openNotifications();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  dispatch(upsertToast({ status: "info", title: "first" }), upsertToast({ status: "info", title: "held" }));
  await user.hover(screen.getByText("held"));
  await pass(6_900);
  expect(shown()).toEqual(["first", "held"]);
  await pass(1_000);
  expect(shown()).toEqual(["held"]);
  await user.unhover(screen.getByText("held"));
  await pass(8_000);
  expect(shown()).toEqual([]);
});

// @covers S2.102 S4.31
test("toasts are dismissed singly or all together", async () => {
  const { dispatch, shown } = await openNotifications();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  dispatch(...["one", "two", "three", "four"].map((id) => upsertToast({ id, status: "info", title: id })));
  const [first] = screen.getAllByRole("button", { name: "Dismiss the notification" });
  await user.click(first!);
  dispatch(dismissToast("two"));
  await pass(300);
  expect(shown()).toEqual(["three", "four"]);
  await user.click(
    within(screen.getByRole("region", { name: "Notifications" })).getByRole("button", { name: "Dismiss all" }),
  );
  await pass(300);
  expect(shown()).toEqual([]);
  dispatch(upsertToast({ status: "info", title: "last" }), dismissAllToasts());
  await pass(300);
  expect(shown()).toEqual([]);
});
