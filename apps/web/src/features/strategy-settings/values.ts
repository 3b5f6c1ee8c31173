/** The form of a strategy's settings. Its rules are the API's own: packages/contract/src/strategies.ts. */
import {
  strategyEntry,
  type ClientCertificateRule,
  type OnGap,
  type RollRule,
  type SizingKind,
  type Strategy,
  type StrategyEntry,
  type StrategyMode,
  type StrategyStart,
} from "@chartrelay/contract";

export interface MemberValues {
  accountId: string;
  kind: SizingKind;
  value: string;
  isOn: boolean;
}

/** Numbers are as typed; an empty one is no limit. */
export interface SettingsValues {
  name: string;
  members: MemberValues[];
  mode: StrategyMode;
  onGap: OnGap;
  start: StrategyStart;
  maxPosition: string;
  maxOrdersPerDay: string;
  maxDailyLoss: string;
  maxDailyDrawdown: string;
  pyramiding: string;
  /** In which the days of the limits begin. */
  timeZone: string;
  hasHours: boolean;
  hoursZone: string;
  days: number[];
  from: string;
  to: string;
  daysBeforeExpiry: string;
  onDisagreement: RollRule["onDisagreement"];
  clientCertificate: ClientCertificateRule;
}

const WORKDAYS = [1, 2, 3, 4, 5];

/** Returns what a new strategy begins with. `zone` is the reader's time zone. */
export const newValues = (zone: string): SettingsValues => ({
  name: "",
  members: [],
  mode: "target",
  onGap: "tell",
  start: "flat",
  maxPosition: "",
  maxOrdersPerDay: "",
  maxDailyLoss: "",
  maxDailyDrawdown: "",
  pyramiding: "",
  timeZone: zone,
  hasHours: false,
  hoursZone: zone,
  days: WORKDAYS,
  from: "10:00",
  to: "18:30",
  daysBeforeExpiry: "0",
  onDisagreement: "refuse",
  clientCertificate: "shown",
});

/** Returns a saved strategy as the form shows it. */
export function valuesOf({ limits, roll, members, ...strategy }: Strategy): SettingsValues {
  const { tradingHours: hours, timeZone } = limits;
  return {
    name: strategy.name,
    members: members.map(({ accountId, sizing, isOn }) => ({ accountId, ...sizing, isOn })),
    mode: strategy.mode,
    onGap: strategy.onGap,
    start: strategy.start,
    maxPosition: limits.maxPosition ?? "",
    maxOrdersPerDay: String(limits.maxOrdersPerDay ?? ""),
    maxDailyLoss: limits.maxDailyLoss ?? "",
    maxDailyDrawdown: limits.maxDailyDrawdown ?? "",
    pyramiding: String(limits.pyramiding ?? ""),
    timeZone,
    hasHours: hours !== null,
    hoursZone: hours?.timeZone ?? timeZone,
    days: hours?.days ?? WORKDAYS,
    from: hours?.from ?? "10:00",
    to: hours?.to ?? "18:30",
    daysBeforeExpiry: String(roll.daysBeforeExpiry),
    onDisagreement: roll.onDisagreement,
    clientCertificate: strategy.clientCertificate,
  };
}

/** A decimal comma is what half of our traders type. */
const typed = (text: string) => text.trim().replace(",", ".") || null;
/** What isn't a number stays wrong, for the API's rules to say so. */
const wholeOf = (text: string) => (text.trim() === "" ? null : Number(text.trim()));

/** Returns the form in the form that the API takes; without an id it makes a strategy. */
export const entryOf = (values: SettingsValues, id?: string): StrategyEntry => ({
  ...(id !== undefined && { id }),
  name: values.name,
  mode: values.mode,
  onGap: values.onGap,
  start: values.start,
  members: values.members.map(({ accountId, kind, value, isOn }) => ({
    accountId,
    sizing: { kind, value: typed(value) ?? "" },
    isOn,
  })),
  limits: {
    maxPosition: typed(values.maxPosition),
    maxOrdersPerDay: wholeOf(values.maxOrdersPerDay),
    maxDailyLoss: typed(values.maxDailyLoss),
    maxDailyDrawdown: typed(values.maxDailyDrawdown),
    pyramiding: wholeOf(values.pyramiding),
    tradingHours: values.hasHours
      ? { timeZone: values.hoursZone, days: values.days, from: values.from, to: values.to }
      : null,
    timeZone: values.timeZone,
  },
  roll: { daysBeforeExpiry: wholeOf(values.daysBeforeExpiry) ?? 0, onDisagreement: values.onDisagreement },
  clientCertificate: values.clientCertificate,
});

/** Returns the field of the form that a path in the API's entry stands for, as in `members.0.sizing.value`. */
export function fieldOf(path: string): string {
  return path
    .replace(/^(members\.\d+)\.sizing\./, "$1.")
    .replace(/^limits\.tradingHours\.timeZone$/, "hoursZone")
    .replace(/^limits\.tradingHours\.(\w+).*$/, "$1")
    .replace(/^(?:limits|roll)\./, "");
}

/** What the API's rules say of these values: a key of the `validation` texts for each field, the first that it breaks. */
export function problemsOf(values: SettingsValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const { error } = strategyEntry.safeParse(entryOf(values));
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOf(path.join("."));
    if (!problems.has(field)) problems.set(field, message);
  }
  return problems;
}
