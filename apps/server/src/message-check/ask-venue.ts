/** Asks a venue about a message without placing an order. */
import {
  isForAccount,
  roundedDown,
  venueMessage,
  type OrderMessage,
  type OrderVerdict,
  type ParsedOrderMessage,
  type Reason,
} from "@chartrelay/contract";
import {
  InstrumentError,
  type Credentials,
  type Instrument,
  type PriceReading,
  type Rights,
  type Venue,
} from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import type { LinkedAccount } from "../accounts/index.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { estimateOrder, type Estimate } from "./estimate.ts";

/** The user is waiting: the verdict leaves out a venue that takes longer, and first of all its price. */
const VENUE_TIMEOUT_MS = 3_000;
const PRICE_TIMEOUT_MS = 2_000;

/** Why an order would be refused although its message is valid. */
export interface Objection {
  readonly field: string;
  readonly code: Reason;
  /** Exact tickers to use instead. */
  readonly candidates?: readonly string[];
}

export interface VenuesWord {
  /** The first is the one that the relay would run into. */
  readonly objections: readonly Objection[];
  readonly instrument?: OrderVerdict["instrument"] | undefined;
  readonly estimate?: Estimate;
  /** Why the venue's opinion is missing. */
  readonly unchecked?: Reason;
}

/**
 * Asks a venue, with an account's key, about a message without placing it. For an order it checks everything that the
 * adapter checks before a send, for a template the ticker and the key, for an invalid message only the ticker. Meanwhile
 * it reads the instrument's price. Never throws.
 */
export async function askVenue(
  venue: Venue,
  account: Pick<LinkedAccount, "allowMargin">,
  parsed: ParsedOrderMessage,
  key: Credentials,
  log: RetryLog,
): Promise<VenuesWord> {
  const { ticker } = parsed.fields;
  const [word, reading] = await Promise.all([
    judge(venue, account, parsed, key, log),
    ticker === undefined || parsed.cancel ? undefined : readPrice(venue, ticker, key),
  ]);
  if (!word.instrument || !reading) return word;
  return { ...word, estimate: estimateOrder(parsed.fields, word.instrument, reading) };
}

/** Reads the price, or says that it is unknown: the verdict doesn't wait for it, not even for its turn to be asked. */
async function readPrice(venue: Venue, ticker: string, key: Credentials): Promise<PriceReading> {
  const signal = AbortSignal.timeout(PRICE_TIMEOUT_MS);
  const late = new Promise<PriceReading>((resolve) => {
    signal.addEventListener("abort", () => resolve({ kind: "unknown", reason: "VENUE_UNAVAILABLE" }), { once: true });
  });
  return await Promise.race([venue.price(ticker, key, signal), late]);
}

async function judge(
  venue: Venue,
  { allowMargin }: Pick<LinkedAccount, "allowMargin">,
  { fields, message: posted, problems }: ParsedOrderMessage,
  key: Credentials,
  log: RetryLog,
): Promise<VenuesWord> {
  const { ticker } = fields;
  const signal = AbortSignal.timeout(VENUE_TIMEOUT_MS);
  // Any other order gets its side and size only when it is sent: until then it is a template.
  const message = posted && isForAccount(posted) ? venueMessage(posted, posted) : undefined;
  const isTemplate = !message && problems.length === 0;
  if (ticker === undefined)
    return isTemplate ? withKey({ objections: [] }, await venue.check(key, signal)) : { objections: [] };
  const findInstrument = async (): Promise<Instrument | InstrumentError> => {
    try {
      return await venue.instrument(ticker, key, signal);
    } catch (error) {
      if (error instanceof InstrumentError) return error;
      log.willRetry(error);
      return new InstrumentError("VENUE_UNAVAILABLE", "the adapter failed");
    }
  };
  if (!message) {
    const found = await findInstrument();
    const judged = "reason" in found ? judgeTicker(found) : fit(fields, venue, found);
    return isTemplate ? withKey(judged, await venue.check(key, signal)) : judged;
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
  // The venue's first objection decides; the others are reported along with it.
  const found = await findInstrument();
  const { objections = [], instrument } = "reason" in found ? {} : fit(fields, venue, found);
  return { objections: [objection, ...objections.filter((other) => other.field !== field)], instrument };
}

/** Adds the venue's verdict on the key to what is known about a template, whose orders will be sent with that key. */
function withKey(judged: VenuesWord, rights: Rights): VenuesWord {
  if (rights.kind === "unclear") return { unchecked: "VENUE_UNAVAILABLE", ...judged };
  const code = rights.kind === "refused" ? rights.reason : rights.mayTrade ? null : "NO_RIGHTS";
  return code === null ? judged : { ...judged, objections: [...judged.objections, { field: "account", code }] };
}

/** The field that a refusal is about if it doesn't name one; all others are about the account. */
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

/** Judges a ticker for which the venue returned no instrument. */
function judgeTicker({ reason, candidates }: InstrumentError): VenuesWord {
  return IN_THE_TICKER.has(reason)
    ? { objections: [{ field: "ticker", code: reason, candidates }] }
    : { objections: [], unchecked: reason };
}

/** Refusals that only a different ticker fixes. After any other refusal the message may still be valid. */
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

/** Returns what the order would be at the instrument, and which of its values the instrument doesn't allow. */
function fit(
  { type, contracts, ...prices }: Partial<OrderMessage>,
  { oddQuantity }: Pick<Venue, "oddQuantity">,
  instrument: Instrument,
): VenuesWord {
  const { symbol, board, lotSize, tick, quantityStep } = instrument;
  const objections: Objection[] = [];
  const steps = contracts === undefined ? null : roundedDown(contracts, quantityStep);
  const isSent = steps !== null && steps !== "0" && (steps === contracts || oddQuantity === "rounded-down");
  if (steps !== null && !isSent) {
    const code = oddQuantity === "rounded-down" ? "QUANTITY_TOO_SMALL" : "QUANTITY_NOT_WHOLE_LOTS";
    objections.push({ field: "contracts", code });
  }
  // A market order's price is only shown.
  for (const field of type === "MARKET" ? [] : (["price", "triggerPrice"] as const)) {
    const price = prices[field];
    if (price !== undefined && roundedDown(price, tick) !== price) objections.push({ field, code: "PRICE_OFF_TICK" });
  }
  return { objections, instrument: { symbol, board, lotSize, tick, quantityStep, quantity: isSent ? steps : null } };
}
