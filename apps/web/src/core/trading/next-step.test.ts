import { LANGUAGES, REASONS, VENUES } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { nextStepOf, severityOf, terminalOf } from "./next-step.ts";

const DETAILS = { body: "", problems: [], corrections: [], venueWords: null, rules: {} };
const refused = (reason: (typeof REASONS)[number]) =>
  ({ reason, accountId: "a1", venue: "BINANCE_SPOT", isDemo: false, details: DETAILS }) as const;

test.each(LANGUAGES)("every reason says in %s what happened, and has a link with a name", (language) => {
  const [reasons, trading] = [readNamespace(language, "reasons"), readNamespace(language, "trading")];
  for (const reason of REASONS) {
    const step = nextStepOf(refused(reason), true);
    expect([reason, reasons[reason]]).toEqual([reason, expect.stringMatching(/[.…]$/)]);
    expect([reason, trading[`next_${step}`]]).toEqual([reason, expect.stringMatching(/\S{2}/)]);
  }
});

test("where the place that helps doesn't exist, the FAQ's answer takes its place", () => {
  expect(nextStepOf(refused("OUTCOME_UNKNOWN"), true)).toBe("terminal");
  expect(nextStepOf({ ...refused("OUTCOME_UNKNOWN"), venue: "TINKOFF", isDemo: true }, true)).toBe("faq");
  expect(nextStepOf(refused("CHAT_NOT_STARTED"), true)).toBe("bot");
  expect(nextStepOf(refused("CHAT_NOT_STARTED"), false)).toBe("faq");
  expect(nextStepOf(refused("BAD_MESSAGE"), true)).toBe("builder");
  expect(nextStepOf({ ...refused("BAD_MESSAGE"), details: undefined }, true)).toBe("faq");
});

test("only an unknown outcome asks the reader to look before doing anything else", () => {
  expect(REASONS.filter((reason) => severityOf(reason) === "unclear")).toEqual(["OUTCOME_UNKNOWN"]);
  expect(severityOf("MARKET_CLOSED")).toBe("passing");
  expect(severityOf("CREDENTIALS_REFUSED")).toBe("mistake");
});

test("every venue has a page for its live orders, and a demo order never leads to it", () => {
  for (const venue of VENUES) {
    expect(terminalOf(venue, false)?.url).toMatch(/^https:/);
    expect(terminalOf(venue, true)?.url).not.toBe(terminalOf(venue, false)?.url);
  }
  expect(terminalOf(undefined, false)).toBeUndefined();
});
