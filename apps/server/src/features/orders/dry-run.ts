/**
 * What the relay would do with a message that is right in itself, found out where the relay finds it out: the account's state,
 * the use of the message's id, the key, and the adapter's own work before a send. Nothing is sent and nothing is stored.
 */
import {
  roundedDown,
  type OrderMessage,
  type OrderVerdict,
  type ParsedOrderMessage,
  type Reason,
} from "@chartrelay/contract";
import {
  InstrumentError,
  type Credentials,
  type Instrument,
  type Rights,
  type Venue,
  type Venues,
} from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { maskOf, refusalOfKey, type CommittedRow } from "../webhook/index.ts";
import type { KeyedOrder } from "./accept-sql.ts";
import { keyToSend, refusalToSend } from "./admission.ts";
import { bodyHashOf } from "./row.ts";

/** The asker waits: a venue that takes longer is left out of the verdict. */
const VENUE_TIMEOUT_MS = 3_000;

export interface DryRunParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "credentialsOf">;
  /** The order that used an alert's key, while that isn't free. */
  readonly useOfKey: (alert: KeyedOrder) => Promise<CommittedRow | undefined>;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  readonly onTrouble: (error: unknown) => void;
}

/** Why an order would be refused although its message is right. */
export interface Objection {
  readonly field: string;
  readonly code: Reason;
  /** Tickers that would have been exact. */
  readonly candidates?: readonly string[];
  /** The order that used the message's id. */
  readonly usedBy?: CommittedRow;
}

export interface DryRun {
  /** In the order in which the relay would meet them: the first decides. */
  readonly objections: readonly Objection[];
  /** The order that an equal message made so lately that this one would count as the same, sent again. */
  readonly resendOf?: CommittedRow;
  readonly instrument?: OrderVerdict["instrument"] | undefined;
  readonly unchecked?: Unchecked | undefined;
}

/**
 * Why the venue wasn't asked, or didn't say anything. Of an order that nothing speaks against: what the venue tells of it only
 * once it is placed. Where the venue has tried the order that is the money for it, elsewhere its limits and hours, too.
 */
export type Unchecked = Reason | "MONEY_UNTRIED" | "ORDER_UNTRIED";

/** Makes the function that goes the relay's way with a message up to the send. It throws the storage's errors only. */
export function createDryRun(
  parts: DryRunParts,
): (account: LinkedAccount, parsed: ParsedOrderMessage, body: Uint8Array) => Promise<DryRun> {
  const { accounts, clock, onTrouble } = parts;

  async function useOfId(
    { id: accountId, isPaused }: LinkedAccount,
    { account: named, problems, fields: { id } }: ParsedOrderMessage,
    body: Uint8Array,
  ): Promise<CommittedRow | undefined> {
    // A paused account's alerts and bad ones are refused before, and use up nothing.
    if (named === undefined || id === undefined || isPaused || problems.length > 0) return undefined;
    return await parts.useOfKey({
      accountId,
      bodyHash: bodyHashOf(body),
      idempotencyKey: maskOf(named).text(id),
      receivedAtMonotonicMs: clock.monotonicMs(),
    });
  }

  return async (account, parsed, body) => {
    const usedBy = await useOfId(account, parsed, body);
    const code = usedBy && refusalOfKey(usedBy);
    if (usedBy && !code) return { objections: [], resendOf: usedBy };
    const objections: Objection[] = code ? [{ field: "id", code, usedBy }] : [];
    const refusal = refusalToSend({ isDemo: account.isDemo, pin: null }, account, clock.nowMs());
    const key = await keyToSend(accounts, account, onTrouble);
    const unusable =
      typeof key === "string" ? key : account.keyRefusal === "KEY_MAY_WITHDRAW" ? account.keyRefusal : null;
    const reason = refusal ?? unusable;
    if (reason !== null) objections.push({ field: "account", code: reason });
    if (typeof key === "string" || unusable !== null)
      return { objections, unchecked: unusable ?? "CREDENTIALS_MISSING" };
    const venue = parts.venues[account.venue];
    const told = await askVenue(venue, account, parsed, key, onTrouble);
    const untried = parsed.message && venue.triesOrders ? "MONEY_UNTRIED" : "ORDER_UNTRIED";
    const isTaken = parsed.problems.length + objections.length + told.objections.length === 0;
    return { unchecked: isTaken ? untried : undefined, ...told, objections: [...objections, ...told.objections] };
  };
}

async function askVenue(
  venue: Venue,
  { allowMargin }: LinkedAccount,
  { fields, message, problems }: ParsedOrderMessage,
  key: Credentials,
  onTrouble: (error: unknown) => void,
): Promise<DryRun> {
  const { ticker } = fields;
  if (ticker === undefined) return { objections: [] };
  const signal = AbortSignal.timeout(VENUE_TIMEOUT_MS);
  const findInstrument = async (): Promise<Instrument | InstrumentError> => {
    try {
      return await venue.instrument(ticker, key, signal);
    } catch (error) {
      if (error instanceof InstrumentError) return error;
      onTrouble(error);
      return new InstrumentError("VENUE_UNAVAILABLE", "the adapter failed");
    }
  };
  if (!message) {
    const found = await findInstrument();
    const judged = "reason" in found ? judgeTicker(found) : fit(fields, venue, found);
    return problems.length > 0 ? judged : withKey(judged, await venue.check(key, signal));
  }
  const preview = await venue.preview({ clientOrderId: uuidv7(), message, allowMargin }, key, signal);
  if (preview.kind === "unclear") {
    const found = await findInstrument();
    const { instrument } = "reason" in found ? {} : fit(fields, venue, found);
    return { objections: [], instrument, unchecked: preview.reason };
  }
  if (preview.kind === "ready")
    return { objections: [], instrument: fit(fields, venue, preview.instrument).instrument };
  const { reason: code, field = FIELDS[code] ?? "account", candidates } = preview;
  const objection = { field, code, candidates };
  if (field === "ticker") return { objections: [objection] };
  // The venue's first word decides; what else would be wrong is told along with it.
  const found = await findInstrument();
  const { objections = [], instrument } = "reason" in found ? {} : fit(fields, venue, found);
  return { objections: [objection, ...objections.filter((other) => other.field !== field)], instrument };
}

/** What is known of a template, which is no order yet, with what the venue says of the key that its orders will be sent with. */
function withKey(judged: DryRun, rights: Rights): DryRun {
  if (rights.kind === "unclear") return { unchecked: "VENUE_UNAVAILABLE", ...judged };
  const code = rights.kind === "refused" ? rights.reason : rights.mayTrade ? null : "NO_RIGHTS";
  return code === null ? judged : { ...judged, objections: [...judged.objections, { field: "account", code }] };
}

/** What a refusal is about that names no field. What isn't here is the account's. */
const FIELDS: Readonly<Partial<Record<Reason, keyof OrderMessage>>> = {
  ORDER_TYPE_NOT_SUPPORTED: "type",
  ORDER_TYPE_FORBIDDEN: "type",
  ORDER_VALUE_OUT_OF_LIMITS: "contracts",
  QUANTITY_NOT_ALLOWED: "contracts",
  QUANTITY_TOO_LARGE: "contracts",
  QUANTITY_TOO_SMALL: "contracts",
  PRICE_OFF_TICK: "price",
  PRICE_OUT_OF_LIMITS: "price",
  HEDGE_MODE: "positionSide",
  INSTRUMENT_NOT_FOUND: "ticker",
  INSTRUMENT_NOT_TRADABLE: "ticker",
  INSTRUMENT_FORBIDDEN: "ticker",
};

/** What is known of a ticker that the venue doesn't tell the instrument of. */
function judgeTicker({ reason, candidates }: InstrumentError): DryRun {
  return IN_THE_TICKER.has(reason)
    ? { objections: [{ field: "ticker", code: reason, candidates }] }
    : { objections: [], unchecked: reason };
}

/** What only another ticker mends. For all else that a venue says, the message may be right. */
const IN_THE_TICKER: ReadonlySet<Reason> = new Set([
  "INSTRUMENT_NOT_FOUND",
  "INSTRUMENT_AMBIGUOUS",
  "CONTRACT_AT_SPOT",
  "DELIVERY_CONTRACT",
  "OTHER_EXCHANGE",
  "NOT_A_TICKER",
  "INSTRUMENT_NOT_TRADABLE",
  "CONTINUOUS_FUTURES",
]);

/** What the order would be at the instrument, and what of it the instrument doesn't take. */
function fit(
  { type, contracts, ...prices }: Partial<OrderMessage>,
  { oddQuantity }: Pick<Venue, "oddQuantity">,
  instrument: Instrument,
): DryRun {
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
