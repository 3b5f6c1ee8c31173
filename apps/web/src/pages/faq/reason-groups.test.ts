import { REASONS } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { REASON_GROUPS } from "./reason-groups.ts";

test("every reason code appears in the FAQ exactly once", () => {
  const placed = REASON_GROUPS.flatMap(({ reasons }) => reasons);
  expect(placed.toSorted()).toEqual(REASONS.toSorted());
});

test("only the reasons of messages need no group of their own", () => {
  const rest = REASON_GROUPS.find(({ title }) => title === "reasons_messages")?.reasons ?? [];
  expect(rest.filter((reason) => !/^(?:CHAT_|TELEGRAM_|MAIL_|MESSAGE_|EMPTY_MESSAGE|CHANNEL_)/.test(reason))).toEqual(
    [],
  );
});

test("advice exists only for known reasons", () => {
  expect(
    Object.keys(readNamespace("en", "faq-reasons")).filter((code) => !REASONS.includes(code as "EXPIRED")),
  ).toEqual([]);
});
