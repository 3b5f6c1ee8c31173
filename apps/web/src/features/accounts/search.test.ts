import { expect, test } from "vitest";
import { isFoundBy, searchTextOf } from "./search.ts";

const TEXT = searchTextOf({ id: "t2n70rxhwwm8zhq43gae99ky71", name: "Скальпинг ES", keyEnding: "9002" }, [
  "Алор",
  "Демосчёт",
]);

test.each(["скальп", "9002", "··9002", "ky71", "алор демо", "демо 9002 es"])(
  "an account is found by %o: any part of what its entry shows",
  (query) => expect(isFoundBy(query, TEXT)).toBe(true),
);

test.each(["алор реальный", "90021", "es 9003"])("an account isn't found by %o: each word must be there", (query) =>
  expect(isFoundBy(query, TEXT)).toBe(false),
);

test.each(["3", "rx"])("%o, which only the identifier has, finds nothing: that would be by accident", (query) =>
  expect(isFoundBy(query, TEXT)).toBe(false),
);
