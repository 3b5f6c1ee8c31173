import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { late } from "./late.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders a part whose code fails to load this often. */
async function renderLate(failures: number) {
  const load = vi.fn<Parameters<typeof late>[0]>(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>Here</p> };
  });
  const Part = late(load);
  render(
    <Suspense fallback={<p>Coming</p>}>
      <Part />
    </Suspense>,
  );
  await pass(0);
  return load;
}

test("a part whose code doesn't load is loaded again, and its fallback stays until then", async () => {
  await renderLate(2);
  expect(screen.getByText("Coming")).toBeTruthy();
  await pass(2_500);
  expect(screen.getByText("Here")).toBeTruthy();
});

test("without a network it waits for it, and loads at once when it is back", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = await renderLate(100);
  await pass(60_000);
  expect(screen.getByText("Coming")).toBeTruthy();
  load.mockResolvedValue({ default: () => <p>Here</p> });
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await pass(0);
  expect(screen.getByText("Here")).toBeTruthy();
});
