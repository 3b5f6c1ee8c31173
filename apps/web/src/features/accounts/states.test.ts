import { expect, test } from "vitest";
import type { Account } from "@chartrelay/contract";
import { SAVED } from "./accounts-form.fixture.tsx";
import { statesOf } from "./states.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const linked: Account = { ...SAVED, telegramChatId: "1001", keyCheckedAt: "2026-11-22T11:00:00.000Z" };
const kindsOf = (change: Partial<Account>) => statesOf({ ...linked, ...change }, NOW).map(({ kind }) => kind);

test("an account whose key works is ready, one whose key nobody has checked isn't called so", () => {
  expect(kindsOf({})).toEqual(["ready"]);
  expect(kindsOf({ keyCheckedAt: null })).toEqual(["key_unchecked"]);
});

test("what stops its orders comes first, then what will, then its chat", () => {
  const expiresSoon = { keyExpiresAt: "2026-11-25T11:00:00.000Z" };
  expect(kindsOf({ ...expiresSoon, chatProblem: "CHAT_BLOCKED" })).toEqual(["ready", "key_expires", "chat_problem"]);
  expect(kindsOf({ isPaused: true, keyRefusal: "NO_RIGHTS", telegramChatId: null })).toEqual([
    "key_refused",
    "paused",
    "no_chat",
  ]);
  expect(kindsOf({ apiKey: "", ...expiresSoon })).toEqual(["key_missing"]);
  expect(kindsOf({ keyExpiresAt: "2026-11-22T11:59:59.000Z" })).toEqual(["key_expired"]);
});

test("an expiry is announced for the last two weeks, with the days that are left", () => {
  expect(statesOf({ ...linked, keyExpiresAt: "2026-11-25T11:00:00.000Z" }, NOW)).toContainEqual({
    kind: "key_expires",
    days: 3,
  });
  expect(kindsOf({ keyExpiresAt: "2026-12-07T12:00:00.000Z" })).toEqual(["ready"]);
});
