import { expect, test } from "vitest";
import { readLog } from "./alerts.ts";
import { exported, fired, messagesOf, STRATEGY_ID } from "../fired-log.fixture.ts";

const ALERTS = fired([0, 5, 3, -4]);
const MESSAGES = ALERTS.map(({ message }) => message);

test.each<[string, string]>([
  ["TradingView's CSV export, newest first, with a byte order mark and quoted JSON", exported(ALERTS)],
  ["an export that somebody has sorted, oldest first", exported(ALERTS.toReversed())],
  [
    "other columns in another order",
    `Time;Status;Message\n${ALERTS.map(({ at, message }) => `${at};ok;"${message.replaceAll('"', '""')}"`).join("\n")}`,
  ],
  [
    "columns of names that nobody knows",
    `When,What\n${ALERTS.map(({ message }) => `today,"${message.replaceAll('"', '""')}"`).join("\n")}`,
  ],
  ["a message a line", MESSAGES.join("\n")],
  ["a message a line, newest first", MESSAGES.toReversed().join("\n")],
  [
    "messages over several lines, with commas between them",
    MESSAGES.map((each) => JSON.stringify(JSON.parse(each), null, 2)).join(",\n\n"),
  ],
  ["a JSON list", `[${MESSAGES.join(",")}]`],
])("the alerts of %s are read, oldest first", (_, log) => {
  expect(messagesOf(log).map((each) => JSON.parse(each))).toEqual(MESSAGES.map((each) => JSON.parse(each)));
});

test("alerts of one second stay in the order in which they fired, though the export is newest first", () => {
  const at = "2026-11-02T08:00:00Z";
  const together = ALERTS.map(({ message }) => ({ message, at }));
  const log = exported([...together, { message: MESSAGES[0] ?? "", at: "2026-11-02T08:01:00Z" }]);
  expect(messagesOf(log).slice(0, 3)).toEqual(MESSAGES);
});

test("a time without a zone is UTC, as TradingView exports it", () => {
  const { alerts } = readLog(`Description,Time\nhello,2026-11-02 08:00:00`, STRATEGY_ID);
  expect(alerts).toEqual([expect.objectContaining({ firedAtMs: Date.parse("2026-11-02T08:00:00Z") })]);
});

test("a text between messages isn't left out: it is a message that isn't understood", () => {
  const log = `${MESSAGES[0]}\nSBER crossed 300\n${MESSAGES[1]}\n{"ticker": "SBER"`;
  expect(messagesOf(log)).toEqual([MESSAGES[0], "SBER crossed 300", MESSAGES[1], '{"ticker": "SBER"']);
});

test("braces and quotes in a comment split no message", () => {
  const message = JSON.stringify({ strategy: STRATEGY_ID, ticker: "SBER", comment: 'a } in "quotes" { and \\' });
  expect(messagesOf(`${message}\n${message}`)).toEqual([message, message]);
});

test("of a log of several strategies, the alerts of the others are left out and counted; what names nobody stays", () => {
  const other = fired([0, 1], { strategy: "0123456789abcdefghjkmnpqrs" });
  const { alerts, leftOut } = readLog(
    [...other.map(({ message }) => message), ...MESSAGES, "hello"].join("\n"),
    STRATEGY_ID,
  );
  expect(alerts.map(({ message }) => message)).toEqual([...MESSAGES, "hello"]);
  expect(leftOut).toBe(1);
});

test("a log that names another strategy throughout is replayed, so that a setting can be tried on it", () => {
  const { alerts, leftOut } = readLog(MESSAGES.join("\n"), "0123456789abcdefghjkmnpqrs");
  expect([alerts.length, leftOut]).toEqual([3, 0]);
});
