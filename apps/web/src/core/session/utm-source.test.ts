import { expect, test } from "vitest";
import { keepUtmSource, readUtmSource } from "./utm-source.ts";

test("where a visitor came from is stored when the address says so, and stays when a later address doesn't", () => {
  keepUtmSource("?lng=ru");
  expect(readUtmSource()).toBeUndefined();
  keepUtmSource("?utm_source=telegram");
  keepUtmSource("");
  expect(readUtmSource()).toBe("telegram");
});
