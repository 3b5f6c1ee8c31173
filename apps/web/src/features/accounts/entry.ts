/** An entry of the form, and its rules: specification, section 5. */
import {
  accountEntry,
  ACCOUNT_FIELDS,
  MASKED_KEY,
  ON_UNKNOWN_OUTCOME,
  type Account,
  type AccountEntry,
  type OnUnknownOutcome,
  type VenueName,
} from "@chartrelay/contract";
import * as z from "zod/mini";

export interface Entry {
  /** Empty for a new one. */
  readonly id: string;
  readonly name: string;
  readonly exchange: VenueName | "";
  readonly apiKey: string;
  readonly secretKey: string;
  readonly telegramChatId: string;
  readonly isDemo: boolean;
  readonly allowMargin: boolean;
  readonly isPaused: boolean;
  readonly onUnknownOutcome: OnUnknownOutcome;
  readonly isDeleted: boolean;
}

/** An exchange is required, unless the entry is deleted or already created. */
const entry = z
  .object({
    id: z.string(),
    name: accountEntry.shape.name,
    exchange: z.string(),
    apiKey: z.string(),
    secretKey: z.string(),
    telegramChatId: accountEntry.shape.telegramChatId,
    isDemo: z.boolean(),
    allowMargin: z.boolean(),
    isPaused: z.boolean(),
    onUnknownOutcome: z.enum(ON_UNKNOWN_OUTCOME),
    isDeleted: z.boolean(),
  })
  .check(
    z.refine(({ id, exchange, isDeleted }) => isDeleted || id !== "" || exchange !== "", {
      error: "required",
      path: ["exchange"],
    }),
  );
export const entriesForm = z.object({ entries: z.array(entry) });

export interface EntriesForm {
  entries: Entry[];
}

/** Returns a saved account as the form shows it. */
export const entryOf = ({ name, telegramChatId, ...account }: Account): Entry => ({
  id: account.id,
  name: name ?? "",
  exchange: account.exchange,
  apiKey: account.apiKey,
  secretKey: account.secretKey,
  telegramChatId: telegramChatId ?? "",
  isDemo: account.isDemo,
  allowMargin: account.allowMargin,
  isPaused: account.isPaused,
  onUnknownOutcome: account.onUnknownOutcome,
  isDeleted: false,
});

/** Returns a new entry, with an empty id; it is a demo account unless the user has PRO. */
export const newEntry = (isPro: boolean): Entry => ({
  id: "",
  name: "",
  exchange: "",
  apiKey: "",
  secretKey: "",
  telegramChatId: "",
  isDemo: !isPro,
  allowMargin: false,
  isPaused: false,
  onUnknownOutcome: "wait",
  isDeleted: false,
});

/** Returns whether two lists hold the same entries in the same order. */
export const areSame = (some: readonly Entry[], others: readonly Entry[]): boolean =>
  some.length === others.length && some.every((entry, index) => isSame(entry, others[index]));

const isSame = (one: Entry, other: Entry | undefined): boolean =>
  (Object.keys(one) as (keyof Entry)[]).every((field) => one[field] === other?.[field]);

/**
 * Merges what was saved, as the API lists it, with what was entered on the form after it was sent. If another page has
 * changed the list meanwhile, or an entry was removed from it, nobody can tell which entry is which: then it returns
 * what was saved.
 */
export function withEnteredSince(saved: readonly Entry[], sent: readonly Entry[], entered: readonly Entry[]): Entry[] {
  // The API keeps the order of the entries it is sent.
  const kept = sent.flatMap((before, index) => (before.isDeleted ? [] : [{ before, now: entered[index] ?? before }]));
  const isSameList =
    kept.length === saved.length &&
    kept.every(({ before }, index) => before.id === "" || before.id === saved[index]?.id);
  if (!isSameList || entered.length < sent.length) return [...saved];
  const changed = kept.map(({ before, now }) =>
    Object.entries(now).filter(([field, value]) => value !== before[field as keyof Entry]),
  );
  return [
    ...saved.map((entry, index) => ({ ...entry, ...Object.fromEntries(changed[index] ?? []) })),
    ...entered.slice(sent.length),
  ];
}

/** Returns an entry in the form that the API takes. */
export const toPayload = ({ exchange, ...rest }: Entry): AccountEntry => ({ ...rest, exchange: exchange || null });

/** Fields of every entry; the exchange is chosen only once. */
const FIELDS: ReadonlySet<string> = new Set(ACCOUNT_FIELDS);

/** Returns whether an API error, keyed as `<index>.<field>`, has a field on the form. */
export function hasField(entries: readonly Entry[], field: string): boolean {
  const [index, name = ""] = field.split(".");
  const entry = entries[Number(index)];
  if (!entry || entry.isDeleted) return false;
  // The exchange is chosen only once, and only a saved account can be paused.
  if (name === "exchange") return entry.id === "";
  return FIELDS.has(name);
}

export const isMasked = (key: string) => key === MASKED_KEY;
