/** Merges a posted list of entries into the stored strategies. Plain data in and out. */
import { MAX_STRATEGIES, type Language, type StrategyEntry, type StrategyLimits } from "@chartrelay/contract";
import type { StrategyRow } from "./strategy-row.ts";

export interface SaveRules {
  readonly userId: string;
  /** The user's: it decides in which time zone the days of a new strategy's limits begin. */
  readonly language: Language;
  readonly now: Date;
  /** Whether the installation sees client certificates, so that they can be required. */
  readonly seesCertificates: boolean;
  newId(): string;
  /** Returns the own id of a user's account by an id in a request; undefined if the user has none such. */
  accountIdOf(id: string): string | undefined;
}

export interface Merged {
  /** Added or changed strategies, as they should be stored. */
  readonly put: readonly StrategyRow[];
  readonly removedIds: readonly string[];
  /** `<index>.<field>` → key of the `validation` texts. If there are any, nothing must be stored. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Applies the entries in order: one without an id is added, one with an id is changed, one marked deleted is removed.
 * Stored strategies that aren't named stay as they are. `members` is a whole list; the other fields stay when omitted.
 */
export function mergeEntries(
  stored: readonly StrategyRow[],
  entries: readonly StrategyEntry[],
  rules: SaveRules,
): Merged {
  const strategies = new Map(stored.map((row) => [row.id, row]));
  const put = new Map<string, StrategyRow>();
  const removedIds: string[] = [];
  const errors: Record<string, string> = {};
  let youngestMs = Math.max(0, ...stored.map(({ createdAt }) => createdAt.getTime()));

  for (const [index, entry] of entries.entries()) {
    const refuse = (field: string, reason: string) => void (errors[`${index}.${field}`] ??= reason);
    const current = entry.id ? strategies.get(entry.id) : undefined;
    if (entry.isDeleted) {
      // Another page may already have removed it: that is fine.
      if (!current) continue;
      strategies.delete(current.id);
      put.delete(current.id);
      removedIds.push(current.id);
      continue;
    }
    if (entry.id && !current) refuse("id", "unknown_entry");
    else if (!current && entry.name === undefined) refuse("name", "required");
    else if (!current && strategies.size >= MAX_STRATEGIES) refuse("name", "too_many_strategies");
    else {
      const members = membersOf(entry, rules, refuse);
      const isNewlyRequired = entry.clientCertificate === "required" && current?.clientCertificate !== "required";
      // It would refuse every signal.
      if (isNewlyRequired && !rules.seesCertificates) refuse("clientCertificate", "certificates_not_seen");
      // The list is sorted by age: this keeps entries of one save in the order in which they were posted.
      if (!current) youngestMs = Math.max(rules.now.getTime(), youngestMs + 1);
      const row = changed(entry, members, current ?? added(rules, new Date(youngestMs)));
      if (current && isSame(row, current)) continue;
      strategies.set(row.id, row);
      put.set(row.id, row);
    }
  }
  return { put: [...put.values()], removedIds, errors };
}

const NO_LIMITS: Omit<StrategyLimits, "timeZone"> = {
  maxPosition: null,
  maxOrdersPerDay: null,
  maxDailyLoss: null,
  maxDailyDrawdown: null,
  pyramiding: null,
  tradingHours: null,
};

/**
 * What a careful trader expects of a strategy that says nothing else: its accounts hold what it holds, it joins no
 * position whose beginning it hasn't seen, and where signals are missing it asks before it trades more than its signals
 * say. Limits are the trader's own business, so there are none.
 */
function added({ newId, userId, language }: SaveRules, createdAt: Date): StrategyRow {
  return {
    id: newId(),
    userId,
    name: "",
    mode: "target",
    onGap: "tell",
    start: "flat",
    state: "on",
    members: [],
    onProtectionRefused: "flatten",
    limits: { ...NO_LIMITS, timeZone: language === "ru" ? "Europe/Moscow" : "UTC" },
    roll: { daysBeforeExpiry: 0, onDisagreement: "refuse" },
    clientCertificate: "shown",
    createdAt,
  };
}

function changed(entry: StrategyEntry, members: StrategyRow["members"] | undefined, current: StrategyRow): StrategyRow {
  return {
    ...current,
    name: entry.name ?? current.name,
    mode: entry.mode ?? current.mode,
    onGap: entry.onGap ?? current.onGap,
    start: entry.start ?? current.start,
    members: members ?? current.members,
    onProtectionRefused: entry.onProtectionRefused ?? current.onProtectionRefused,
    limits: { ...current.limits, ...given(entry.limits) },
    roll: { ...current.roll, ...given(entry.roll) },
    clientCertificate: entry.clientCertificate ?? current.clientCertificate,
  };
}

/** Leaves out fields that are only undefined. */
function given<Fields extends object>(fields: Fields | null | undefined) {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
}

/** Returns an entry's members by their accounts' own ids; undefined if it doesn't list them. */
function membersOf(
  { members }: StrategyEntry,
  { accountIdOf }: SaveRules,
  refuse: (field: string, reason: string) => void,
): StrategyRow["members"] | undefined {
  const listed = new Set<string>();
  return members?.flatMap(({ accountId, sizing, isOn }, place) => {
    const id = accountIdOf(accountId);
    const field = `members.${place}.accountId`;
    if (id === undefined) refuse(field, "unknown_account");
    else if (listed.has(id)) refuse(field, "listed_twice");
    else {
      listed.add(id);
      return { accountId: id, sizing, isOn: isOn ?? true };
    }
    return [];
  });
}

/** Compares what a save may change. The storage may return the fields of an object in another order. */
function isSame(row: StrategyRow, current: StrategyRow): boolean {
  return JSON.stringify(row, inOrder) === JSON.stringify(current, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
