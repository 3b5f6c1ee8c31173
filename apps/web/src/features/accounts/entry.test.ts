import { MASKED_KEY } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { newEntry, withEnteredSince, type Entry } from "./entry.ts";

const entry = (id: string, change: Partial<Entry> = {}): Entry => ({
  ...newEntry(true),
  id,
  exchange: "ALOR_BROKER",
  ...change,
});

describe("what was entered after a save was sent", () => {
  test("overrides what was saved; the rest is as it was saved", () => {
    const sent = [entry("a", { apiKey: "new key" }), entry("b")];
    const saved = [entry("a", { apiKey: MASKED_KEY }), entry("b", { telegramChatId: "1001" })];
    const entered = [entry("a", { apiKey: "new key", isPaused: true }), entry("b", { secretKey: "typed" })];
    expect(withEnteredSince(saved, sent, entered)).toEqual([
      entry("a", { apiKey: MASKED_KEY, isPaused: true }),
      entry("b", { telegramChatId: "1001", secretKey: "typed" }),
    ]);
  });

  test("moves with its entry: past a deleted one, to a new one that has an id now, and to one added since", () => {
    const sent = [entry("gone", { isDeleted: true }), entry("a"), entry("")];
    const entered = [sent[0] ?? entry("gone"), entry("a"), entry("", { apiKey: "typed" }), entry("", { isDemo: true })];
    expect(withEnteredSince([entry("a"), entry("new")], sent, entered)).toEqual([
      entry("a"),
      entry("new", { apiKey: "typed" }),
      entry("", { isDemo: true }),
    ]);
  });

  test.each([
    { what: "another page added one", saved: [entry("a"), entry("other"), entry("new")] },
    { what: "another page took one off and added one", saved: [entry("other"), entry("new")] },
  ])("is dropped where $what: it could belong to another one", ({ saved }) => {
    const sent = [entry("a"), entry("")];
    expect(withEnteredSince(saved, sent, [entry("a", { isPaused: true }), entry("")])).toEqual(saved);
  });

  test("is dropped where a new one was removed from the form", () => {
    const saved = [entry("a"), entry("new"), entry("newer")];
    const sent = [entry("a"), entry(""), entry("")];
    expect(withEnteredSince(saved, sent, [entry("a"), entry("", { apiKey: "typed" })])).toEqual(saved);
  });
});
