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
import { SecretUnreadable } from "../../platform/security/secret-box.ts";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { explainProblems, explainRepairs } from "./explain.ts";

/** The asker waits: a venue that takes longer is left out of the verdict. */
const INSTRUMENT_TIMEOUT_MS = 3_000;

export interface ValidatorParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentials">;
  readonly onTrouble: (error: unknown) => void;
}

export interface AskedMessage {
  /** The body and its type, as TradingView would post them. */
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Who asks. */
  readonly userId: string;
  readonly translate: Translate;
}

/** Why an order would be refused although its message is right. */
interface Objection {
  readonly field: OrderField;
  readonly code: Reason;
  readonly candidates?: readonly string[];
}

/** What the account's venue says to a message. */
interface Check {
  readonly objections?: readonly Objection[];
  readonly instrument?: OrderVerdict["instrument"];
  /** Why it doesn't say anything. */
  readonly unchecked?: Reason;
}

/** Makes the function behind POST /orders/validate. It throws the storage's errors only. */
export function createValidator(parts: ValidatorParts): (message: AskedMessage) => Promise<OrderVerdict> {
  const check = async ({ id, venue: name }: LinkedAccount, fields: Partial<OrderMessage>): Promise<Check> => {
    const venue = parts.venues[name];
    const key = await openKey(parts.accounts, id);
    if (typeof key === "string") return { unchecked: key };
    if (fields.ticker === undefined) return {};
    try {
      const signal = AbortSignal.timeout(INSTRUMENT_TIMEOUT_MS);
      return fit(fields, venue, await venue.instrument(fields.ticker, key, signal));
    } catch (error) {
      if (!(error instanceof InstrumentError)) {
        parts.onTrouble(error);
        return { unchecked: "VENUE_UNAVAILABLE" };
      }
      const { reason, candidates } = error;
      return IN_THE_TICKER.has(reason)
        ? { objections: [{ field: "ticker", code: reason, candidates }] }
        : { unchecked: reason };
    }
  };

  return async ({ body, contentType, userId, translate }) => {
    const parsed = parseOrderMessage(body, contentType);
    const { account: named, repairs } = parsed;
    const problems = explainProblems(parsed.problems, translate);
    const account = named === undefined ? undefined : await parts.accounts.lookup(named);
    // Another's account is as unknown as one that doesn't exist.
    const isOwn = account?.userId === userId;
    if (named !== undefined && !isOwn) {
      const message = translate("problems:unknown_account");
      problems.push({ code: "unknown_account", field: "account", ...placeOf("account", parsed), message });
    }
    const { objections = [], instrument = null, unchecked } = isOwn ? await check(account, parsed.fields) : {};
    const { account: _, ...others } = parsed.fields;
    const fields = isOwn ? parsed.fields : others;
    const isRefused = problems.length > 0;
    return {
      verdict: isRefused ? "refused" : repairs.length > 0 ? "repaired" : "ok",
      fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)])),
      repairs: explainRepairs(repairs, translate),
      problems,
      corrected: isRefused ? null : parsed.corrected,
      instrument,
      objections: objections.map((objection) => explainObjection(objection, parsed, translate)),
      unchecked: unchecked === undefined ? null : { code: unchecked, message: explainUnchecked(unchecked, translate) },
    };
  };
}

function placeOf(field: OrderField, parsed: ParsedOrderMessage): Position {
  return parsed.placeOf(field) ?? { line: 1, column: 1 };
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
    const { allowMargin: _, keyRefusal, ...credentials } = key;
    return keyRefusal === "KEY_MAY_WITHDRAW" ? keyRefusal : credentials;
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
