import { REASONS } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { REASON_GROUPS } from "./reason-groups.ts";

test("every reason code has its place in the FAQ, and one only", () => {
  const placed = REASON_GROUPS.flatMap(({ reasons }) => reasons);
  expect(placed.toSorted()).toEqual(REASONS.toSorted());
});

test("only the reasons of messages need no group of their own", () => {
  const rest = REASON_GROUPS.find(({ title }) => title === "reasons_messages")?.reasons ?? [];
  expect(rest.filter((reason) => !/^(?:CHAT_|TELEGRAM_|MAIL_|MESSAGE_|EMPTY_MESSAGE|CHANNEL_)/.test(reason))).toEqual(
    [],
  );
});

test("what there is to do is said for known reasons only", () => {
  expect(
    Object.keys(readNamespace("en", "faq-reasons")).filter((code) => !REASONS.includes(code as "EXPIRED")),
  ).toEqual([]);
});
