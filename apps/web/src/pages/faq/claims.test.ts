/** The public pages claim what happens when something goes wrong. Every such claim has a test behind it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { FAILURES } from "../../features/landing/index.ts";
import { SUBJECTS } from "./subjects.ts";

const ROOT = join(import.meta.dirname, "../../../../..");

/**
 * What stands behind each row of the landing page's comparison and of the brokers' troubles: a promise (P), a pitfall
 * (V), or the title of a test and its file.
 */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  no_reply: ["P2", "V8"],
  twice: ["P2"],
  burst: ["P4"],
  restart: ["P2", "P3"],
  storage: ["P1"],
  misspelt: ["P3"],
  late: ["P6"],
  key: [
    "apps/server/src/messaging/notifications/reminders.test.ts > the reminder of an expiring key names its broker",
    "apps/server/src/orders/revoked-key.test.ts > promise 2",
  ],

  ALOR_BROKER_OUTCOME_UNKNOWN: ["V2", "V4"],
  ALOR_BROKER_CLEARING: ["packages/venues/src/alor/placing.test.ts > an order survives a clearing of twenty minutes"],
  ALOR_BROKER_CONTINUOUS_FUTURES: ["V14"],
  ALOR_BROKER_MARGIN_NOT_ALLOWED: ["V12"],
  ALOR_BROKER_CREDENTIALS_REFUSED: ["apps/server/src/orders/revoked-key.test.ts > promise 2"],

  TINKOFF_OUTCOME_UNKNOWN: ["V2", "V8"],
  TINKOFF_VENUE_THROTTLED: [
    "packages/venues/src/tinkoff/request-budgets.test.ts > the order waits until then",
    "packages/venues/src/tinkoff/request-budgets.test.ts > other tokens' orders go on",
  ],
  TINKOFF_MARKET_CLOSED: ["packages/venues/src/tinkoff/placing.test.ts > MARKET_CLOSED"],
  TINKOFF_CONTINUOUS_FUTURES: ["V14"],
  TINKOFF_CREDENTIALS_REFUSED: ["V19"],

  BINANCE_SPOT_OUTCOME_UNKNOWN: ["V1", "V8"],
  BINANCE_SPOT_VENUE_THROTTLED: ["V20"],
  BINANCE_SPOT_QUANTITY_TOO_SMALL: ["V11"],
  BINANCE_SPOT_CONTRACT_AT_SPOT: ["V14"],
  BINANCE_SPOT_KEY_OR_ADDRESS_REFUSED: ["V21"],

  BINANCE_FUTURES_OUTCOME_UNKNOWN: ["V6", "V8"],
  BINANCE_FUTURES_HEDGE_MODE: ["V23"],
  BINANCE_FUTURES_VENUE_THROTTLED: ["V20"],
  BINANCE_FUTURES_DELIVERY_CONTRACT: ["V14"],
  BINANCE_FUTURES_KEY_OR_ADDRESS_REFUSED: ["V21"],
};

const TABLES = ["promises.md", "pitfalls.md"].map((name) => readFileSync(join(ROOT, "docs", name), "utf8")).join("\n");

/** Returns whether the proof exists: a row with at least one test, or a test with that title. */
function exists(proof: string): boolean {
  const [file = "", title] = proof.split(" > ");
  if (title !== undefined) return readFileSync(join(ROOT, file), "utf8").includes(title);
  return new RegExp(`^\\| ${proof} \\|.*\\| .*\\.test\\.ts > .*\\|$`, "m").test(TABLES);
}

const CLAIMS: readonly string[] = [
  ...Object.keys(FAILURES),
  ...VENUE_MANIFESTS.flatMap(({ name, troubles }) => troubles.map((reason) => `${name}_${reason}`)),
];

test.each(CLAIMS)("what is said about %s has tests behind it", (claim) => {
  expect(PROOFS[claim] ?? []).not.toEqual([]);
  expect((PROOFS[claim] ?? []).filter((proof) => !exists(proof))).toEqual([]);
});

test("no proof stands behind a claim that nobody makes", () => {
  expect(Object.keys(PROOFS).filter((claim) => !CLAIMS.includes(claim))).toEqual([]);
});

describe("the comparison", () => {
  const questions: readonly string[] = SUBJECTS.flatMap(({ questions }) => questions);
  test.each(Object.entries(FAILURES))("leads from %s to the answer %s of the FAQ", (_, question) => {
    expect(questions).toContain(question);
  });
});
