import { expect, test } from "vitest";
import { actionOf } from "./list-keys.ts";

const press = (key: string, code: string, shiftKey = false) => actionOf({ key, code, shiftKey });

test("on a Latin layout the letters count, wherever they are", () => {
  expect(press("j", "KeyJ")).toBe("next");
  expect(press("k", "KeyV")).toBe("previous");
  expect(press("h", "KeyJ")).toBeUndefined();
  expect(press("/", "Slash")).toBe("search");
  expect(press("?", "Slash", true)).toBe("help");
});

test("on a Russian layout the same keys work, though they type other characters", () => {
  expect(press("о", "KeyJ")).toBe("next");
  expect(press("л", "KeyK")).toBe("previous");
  expect(press(".", "Slash")).toBe("search");
  expect(press("?", "Digit7", true)).toBe("help");
});

test("any other key is left alone", () => {
  for (const [key, code] of [
    ["a", "KeyA"],
    ["Enter", "Enter"],
    ["J", "KeyJ"],
  ] as const) {
    expect(press(key, code, key === "J")).toBeUndefined();
  }
});
