import { expect, test, vi } from "vitest";
import { readStored, store } from "./local-storage.ts";

test("what is stored can be read back, and undefined removes it", () => {
  store("theme", "dark");
  expect(readStored("theme")).toBe("dark");
  store("theme", undefined);
  expect(readStored("theme")).toBeUndefined();
});

// @covers S8.20
test("storage that can't be read is logged, and counts as no value", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(readStored("accessToken")).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
