import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHashScroll } from "./hash-scroll.ts";

const scrolled = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  Element.prototype.scrollIntoView = scrolled;
});

afterEach(() => {
  cleanup();
  document.getElementById("late")?.remove();
  scrolled.mockReset();
  vi.useRealTimers();
});

function Page() {
  useHashScroll();
  return null;
}

/** Opens a page at `#late`, and lets the section appear after this time. */
async function appearAfter(waitedMs: number) {
  render(
    <MemoryRouter initialEntries={["/#late"]}>
      <Page />
    </MemoryRouter>,
  );
  await vi.advanceTimersByTimeAsync(waitedMs);
  document.body.append(Object.assign(document.createElement("section"), { id: "late" }));
  await vi.advanceTimersByTimeAsync(0);
}

// @covers S9.25
test("a section that appears late is scrolled to, once", async () => {
  await appearAfter(9_999);
  document.body.append(document.createElement("p"));
  await vi.advanceTimersByTimeAsync(0);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

// @covers S9.25
test("after 10 seconds the page stops waiting for it", async () => {
  await appearAfter(10_001);
  expect(scrolled).not.toHaveBeenCalled();
});
