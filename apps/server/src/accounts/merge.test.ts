import { MAX_ACCOUNTS, type AccountEntry } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { mergeEntries, type SaveRules } from "./merge.ts";
import type { AccountRow } from "./account-row.ts";

const now = new Date("2025-03-05T12:00:00Z");

function rulesFor(plan: "TRIAL" | "PRO"): SaveRules {
  let made = 0;
  return {
    userId: "user",
    isPro: plan === "PRO",
    now,
    newId: () => `new-${(made += 1)}`,
    seal: (key, { id }, field) => `sealed(${key} for ${field} of ${id})`,
  };
}

const stored = (id: string, change: Partial<AccountRow> = {}): AccountRow => ({
  id,
  userId: "user",
  name: null,
  venue: "ALOR_BROKER",
  apiKey: `sealed key of ${id}`,
  keyEnding: "7890",
  secretKey: `sealed secret of ${id}`,
  telegramChatId: "42",
  isDemo: true,
  allowMargin: false,
  isPaused: false,
  isPausedWithAll: false,
  onUnknownOutcome: "wait",
  keyVersion: 1,
  keyCheckedAt: null,
  keyRefusal: null,
  keyExpiresAt: null,
  createdAt: new Date("2025-01-01T00:00:00Z"),
  ...change,
});

const merge = (rows: AccountRow[], entries: AccountEntry[], plan: "TRIAL" | "PRO" = "PRO") =>
  mergeEntries(rows, entries, rulesFor(plan));
const nothing = { put: [], removedIds: [], errors: {} };

test("an entry without an id is added, with its keys sealed for its own id", () => {
  const { put, errors } = merge(
    [],
    [{ exchange: "TINKOFF", apiKey: "2000123456", secretKey: "t.secret", telegramChatId: "-1001", isDemo: false }],
  );
  expect(errors).toEqual({});
  expect(put).toEqual([
    {
      id: "new-1",
      userId: "user",
      name: null,
      venue: "TINKOFF",
      apiKey: "sealed(2000123456 for apiKey of new-1)",
      keyEnding: "3456",
      secretKey: "sealed(t.secret for secretKey of new-1)",
      telegramChatId: "-1001",
      isDemo: false,
      allowMargin: false,
      isPaused: false,
      isPausedWithAll: false,
      onUnknownOutcome: "wait",
      keyVersion: 1,
      keyCheckedAt: null,
      keyRefusal: null,
      keyExpiresAt: null,
      createdAt: now,
    },
  ]);
});

test("entries of one save are listed in the order in which they were posted, after older ones", () => {
  const aheadOfTheClock = stored("a", { createdAt: new Date(now.getTime() + 5_000) });
  const { put } = merge(
    [aheadOfTheClock],
    [{ exchange: "TINKOFF" }, { exchange: "ALOR_BROKER" }, { exchange: "BINANCE_SPOT" }],
  );
  expect(put.map(({ venue, createdAt }) => [venue, createdAt.getTime() - now.getTime()])).toEqual([
    ["TINKOFF", 5_001],
    ["ALOR_BROKER", 5_002],
    ["BINANCE_SPOT", 5_003],
  ]);
});

test("a stored entry that the list doesn't name stays as it is, and one posted back unchanged isn't written", () => {
  const row = stored("a");
  expect(merge([row, stored("b")], [])).toEqual(nothing);
  const asShown = {
    id: "a",
    exchange: row.venue,
    apiKey: "••••••••",
    secretKey: "••••••••",
    telegramChatId: "42",
    isDemo: true,
  };
  expect(
    merge(
      [row],
      [
        {
          ...asShown,
          allowMargin: false,
          createdDate: "1999-01-01",
          isDeleted: false,
        },
      ],
    ),
  ).toEqual(nothing);
});

test("a key that is empty, omitted or only dots keeps the stored one; any other replaces it", () => {
  for (const kept of ["", null, undefined, "•", "••••••••••••"]) {
    const { put } = merge([stored("a")], [{ id: "a", apiKey: kept, secretKey: "another" }]);
    expect(put).toEqual([stored("a", { secretKey: "sealed(another for secretKey of a)", keyVersion: 2 })]);
  }
  expect(merge([stored("a")], [{ id: "a", apiKey: "•x" }]).put[0]?.apiKey).toBe("sealed(•x for apiKey of a)");
});

test("fields that an entry omits stay, and an empty chat id removes the chat", () => {
  expect(merge([stored("a")], [{ id: "a", allowMargin: true }]).put).toEqual([stored("a", { allowMargin: true })]);
  expect(merge([stored("a")], [{ id: "a", telegramChatId: "" }]).put).toEqual([stored("a", { telegramChatId: null })]);
});

test("a name is kept until another one is posted; an empty one removes it", () => {
  const named = stored("a", { name: "Scalping" });
  expect(merge([named], [{ id: "a" }])).toEqual(nothing);
  expect(merge([named], [{ id: "a", name: "Swing" }]).put).toEqual([stored("a", { name: "Swing" })]);
  expect(merge([named], [{ id: "a", name: "" }]).put).toEqual([stored("a")]);
});

test("a new key replaces the stored ending, and a key too short to show an end of has none", () => {
  const endingAfter = (apiKey: string) => merge([stored("a")], [{ id: "a", apiKey }]).put[0]?.keyEnding;
  expect(endingAfter("D12345")).toBe("2345");
  expect(endingAfter("D1234")).toBeNull();
  expect(endingAfter("not a key at all")).toBeNull();
});

test("a change of key or environment creates a new key version, and no other change does", () => {
  const versionAfter = (change: AccountEntry) =>
    merge([stored("a")], [{ id: "a", ...change }], "PRO").put[0]?.keyVersion;
  for (const change of [{ apiKey: "another" }, { secretKey: "another" }, { isDemo: false }])
    expect(versionAfter(change)).toBe(2);
  for (const change of [{ isPaused: true }, { allowMargin: true }, { onUnknownOutcome: "goOn" } as const])
    expect(versionAfter(change)).toBe(1);
});

// @covers S3.14 S5.15
test("an entry marked deleted is removed, even without an exchange; one that was never saved just isn't added", () => {
  expect(merge([stored("a"), stored("b")], [{ id: "a", isDeleted: true }])).toEqual({ ...nothing, removedIds: ["a"] });
  expect(merge([], [{ isDeleted: true }, { id: "", exchange: "TINKOFF", isDeleted: true }])).toEqual(nothing);
  expect(merge([], [{ id: "gone already", isDeleted: true }])).toEqual(nothing);
});

test("an entry can't be changed after it was removed by the same list", () => {
  const { removedIds, put, errors } = merge(
    [stored("a")],
    [{ id: "a", isDemo: false }, { id: "a", isDeleted: true }, { id: "a" }],
  );
  expect({ removedIds, put, errors }).toEqual({ removedIds: ["a"], put: [], errors: { "2.id": "unknown_entry" } });
});

test("errors name the entry by its place in the list", () => {
  const entries: AccountEntry[] = [{ exchange: "TINKOFF" }, {}, { id: "nobody's" }, { id: "a", exchange: "TINKOFF" }];
  expect(merge([stored("a")], entries).errors).toEqual({
    "1.exchange": "required",
    "2.id": "unknown_entry",
    "3.exchange": "exchange_fixed",
  });
});

// @covers S4.18
test("on TRIAL a new entry is demo whatever it says; on PRO it is live unless it says demo", () => {
  const entries: AccountEntry[] = [
    { exchange: "TINKOFF" },
    { exchange: "TINKOFF", isDemo: false },
    { exchange: "TINKOFF", isDemo: true },
  ];
  const demo = (plan: "TRIAL" | "PRO") => merge([], entries, plan).put.map(({ isDemo }) => isDemo);
  expect(demo("TRIAL")).toEqual([true, true, true]);
  expect(demo("PRO")).toEqual([false, false, true]);
});

// @covers S4.17
test("on TRIAL a demo entry can't go live, and a live one stays live or goes demo", () => {
  const live = stored("live", { isDemo: false });
  expect(merge([stored("a")], [{ id: "a", isDemo: false }], "TRIAL").errors).toEqual({ "0.isDemo": "demo_only" });
  expect(merge([stored("a")], [{ id: "a", isDemo: false }], "PRO").put).toEqual([
    stored("a", { isDemo: false, keyVersion: 2 }),
  ]);
  expect(merge([live], [{ id: "live", isDemo: false }, { id: "live" }], "TRIAL")).toEqual(nothing);
  expect(
    merge(
      [live],
      [
        { id: "live", isDemo: true },
        { id: "live", isDemo: false },
      ],
      "TRIAL",
    ).errors,
  ).toEqual({ "1.isDemo": "demo_only" });
});

test("a user can have at most five hundred accounts, and can replace one by another", () => {
  const full = Array.from({ length: MAX_ACCOUNTS }, (_, index) => stored(`a${index}`));
  expect(merge(full, [{ exchange: "TINKOFF" }]).errors).toEqual({ "0.exchange": "too_many_entries" });
  expect(merge(full, [{ id: "a7", isDeleted: true }, { exchange: "TINKOFF" }]).errors).toEqual({});
});
