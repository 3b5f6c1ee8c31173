/** Explains an order message without placing it: nothing is sent, nothing is stored. */
import {
  parseOrderMessage,
  roundedDown,
  type OrderField,
  type OrderMessage,
  type OrderVerdict,
  type ParsedOrderMessage,
  type Position,
  type Reason,
} from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { InstrumentError, type Credentials, type Instrument, type Venue, type Venues } from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import { SecretUnreadable } from "../../platform/security/secret-box.ts";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { refusalToSend } from "./admission.ts";
import { explainProblems, explainRepairs } from "./explain.ts";

/** The asker waits: a venue that takes longer is left out of the verdict. */
const INSTRUMENT_TIMEOUT_MS = 3_000;

export interface ValidatorParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentials">;
  /** The ids of a user's accounts. */
  readonly accountsOf: (userId: string) => Promise<readonly string[]>;
  readonly clock: Pick<Clock, "nowMs">;
  readonly onTrouble: (error: unknown) => void;
}

export interface AskedMessage {
  /** The body and its type, as TradingView would post them. */
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Who asks. */
  readonly userId: string;
  /** Whether it stands in the alert still, with placeholders that TradingView will fill in. */
  readonly isTemplate: boolean;
  readonly translate: Translate;
}

/** Why an order would be refused although its message is right. */
interface Objection {
  readonly field: string;
  readonly code: Reason;
  readonly candidates?: readonly string[];
}

/** What becomes of a message that is right in itself. */
interface Check {
  readonly objections: readonly Objection[];
  readonly instrument?: OrderVerdict["instrument"] | undefined;
  /** Why the venue doesn't say anything. */
  readonly unchecked?: Reason;
}

/**
 * Makes the function behind POST /orders/validate. What it says of an account and a venue comes from where the relay has it:
 * `refusalToSend`, and the adapter's own work before a send. It throws the storage's errors only.
 */
export function createValidator(parts: ValidatorParts): (message: AskedMessage) => Promise<OrderVerdict> {
  const check = async (account: LinkedAccount, { fields, message }: ParsedOrderMessage): Promise<Check> => {
    const venue = parts.venues[account.venue];
    const refusal = refusalToSend({ isDemo: account.isDemo, pin: null }, account, parts.clock.nowMs());
    const key = await openKey(parts.accounts, account.id);
    const objections: Objection[] = [];
    const reason = refusal ?? (typeof key === "string" ? key : null);
    if (reason !== null) objections.push({ field: "account", code: reason });
    if (typeof key === "string") return { objections, unchecked: key };
    if (fields.ticker === undefined) return { objections };
    const signal = AbortSignal.timeout(INSTRUMENT_TIMEOUT_MS);
    if (!message) {
      const found = await findInstrument(venue, fields.ticker, key, signal);
      const partly = "reason" in found ? judgeTicker(found) : fit(fields, venue, found);
      return { ...partly, objections: [...objections, ...partly.objections] };
    }
    const order = { clientOrderId: uuidv7(), message, allowMargin: account.allowMargin };
    const preview = await venue.preview(order, key, signal);
    if (preview.kind === "unclear") return { objections, unchecked: preview.reason };
    if (preview.kind === "ready") return { objections, instrument: fit(fields, venue, preview.instrument).instrument };
    const { reason: code, field = "account", candidates } = preview;
    // The venue's first word decides; what else would be wrong is told along with it.
    const found = await findInstrument(venue, fields.ticker, key, signal);
    const { objections: others = [], instrument = null } = "reason" in found ? {} : fit(fields, venue, found);
    const more = others.filter((other) => other.field !== field);
    return { objections: [...objections, { field, code, candidates }, ...more], instrument };
  };

  return async ({ body, contentType, userId, isTemplate, translate }) => {
    const parsed = parseOrderMessage(body, contentType, { isTemplate });
    const { account: named, repairs } = parsed;
    const problems = explainProblems(parsed.problems, translate);
    const account = named === undefined ? undefined : await parts.accounts.lookup(named);
    // Another's account is as unknown as one that doesn't exist.
    const isOwn = account?.userId === userId;
    if (named !== undefined && !isOwn) {
      const message = translate("problems:unknown_account");
      problems.push({ code: "unknown_account", field: "account", ...placeOf("account", parsed), message });
    }
    const checked: Check = isOwn ? await check(account, parsed) : { objections: [] };
    const { objections, instrument = null, unchecked } = checked;
    const { account: _, ...others } = parsed.fields;
    const fields = isOwn ? parsed.fields : others;
    const isRefused = problems.length > 0 || objections.length > 0;
    return {
      verdict: isRefused ? "refused" : repairs.length > 0 ? "repaired" : "ok",
      fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)])),
      repairs: explainRepairs(repairs, translate),
      problems,
      corrected: problems.length === 0 ? parsed.corrected : await inOurForm(parsed, userId),
      instrument,
      objections: objections.map((objection) => explainObjection(objection, parsed, translate)),
      unchecked: unchecked === undefined ? null : { code: unchecked, message: explainUnchecked(unchecked, translate) },
    };
  };

  /** A message that was written for another relay, as ours: for the user's account, where there is one only. */
  async function inOurForm({ toOurs }: ParsedOrderMessage, userId: string): Promise<string | null> {
    if (!toOurs) return null;
    const [account, ...others] = await parts.accountsOf(userId);
    return toOurs(account !== undefined && others.length === 0 ? account : "YOUR_ACCOUNT_ID");
  }

  async function findInstrument(
    venue: Venue,
    ticker: string,
    key: Credentials,
    signal: AbortSignal,
  ): Promise<Instrument | InstrumentError> {
    try {
      return await venue.instrument(ticker, key, signal);
    } catch (error) {
      if (error instanceof InstrumentError) return error;
      parts.onTrouble(error);
      return new InstrumentError("VENUE_UNAVAILABLE", "the adapter failed");
    }
  }
}

function placeOf(field: string, parsed: ParsedOrderMessage): Position {
  return parsed.placeOf(field as OrderField) ?? { line: 1, column: 1 };
}

/** What is known of a ticker that the venue doesn't tell the instrument of. */
function judgeTicker({ reason, candidates }: InstrumentError): Check {
  return IN_THE_TICKER.has(reason)
    ? { objections: [{ field: "ticker", code: reason, candidates }] }
    : { objections: [], unchecked: reason };
}

/** What only another ticker mends. For all else that a venue says, the message may be right. */
const IN_THE_TICKER: ReadonlySet<Reason> = new Set([
  "INSTRUMENT_NOT_FOUND",
  "INSTRUMENT_AMBIGUOUS",
  "INSTRUMENT_NOT_TRADABLE",
  "CONTINUOUS_FUTURES",
]);

/** The account's key, or why no order goes out with it. */
async function openKey(accounts: ValidatorParts["accounts"], accountId: string): Promise<Credentials | Reason> {
  try {
    const key = await accounts.credentials(accountId);
    if (!key) return "CREDENTIALS_MISSING";
    const { apiKey, secretKey, isDemo } = key;
    return key.keyRefusal === "KEY_MAY_WITHDRAW" ? key.keyRefusal : { apiKey, secretKey, isDemo };
  } catch (error) {
    if (error instanceof SecretUnreadable) return "CREDENTIALS_UNREADABLE";
    throw error;
  }
}

/** What the order would be at the instrument, and what of it the instrument doesn't take. */
function fit(
  { type, contracts, ...prices }: Partial<OrderMessage>,
  { oddQuantity }: Pick<Venue, "oddQuantity">,
  instrument: Instrument,
): Check {
  const { symbol, board, lotSize, tick, quantityStep } = instrument;
  const objections: Objection[] = [];
  const steps = contracts === undefined ? null : roundedDown(contracts, quantityStep);
  const isSent = steps !== null && steps !== "0" && (steps === contracts || oddQuantity === "rounded-down");
  if (steps !== null && !isSent) {
    const code = oddQuantity === "rounded-down" ? "QUANTITY_TOO_SMALL" : "QUANTITY_NOT_WHOLE_LOTS";
    objections.push({ field: "contracts", code });
  }
  // Beside a market order a price is only shown.
  for (const field of type === "MARKET" ? [] : (["price", "triggerPrice"] as const)) {
    const price = prices[field];
    if (price !== undefined && roundedDown(price, tick) !== price) objections.push({ field, code: "PRICE_OFF_TICK" });
  }
  return { objections, instrument: { symbol, board, lotSize, tick, quantityStep, quantity: isSent ? steps : null } };
}

function explainObjection(
  { field, code, candidates = [] }: Objection,
  parsed: ParsedOrderMessage,
  translate: Translate,
) {
  const problem = translate(`reasons:${code}`);
  const message =
    candidates.length === 0 ? problem : translate("message:candidates", { problem, candidates: candidates.join(", ") });
  return { code, field, ...placeOf(field, parsed), message };
}

function explainUnchecked(reason: Reason, translate: Translate): string {
  if (reason === "VENUE_UNAVAILABLE") return translate("message:unchecked_no_answer");
  return translate("message:unchecked", { reason: translate(`reasons:${reason}`) });
}
