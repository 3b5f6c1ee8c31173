/**
 * Works out what an order with an instruction trades, when it is its turn: reads what its strategy holds, the instrument
 * and whatever the sizing and the limits need, and asks strategies/plan. Without what a size or a limit needs, an entry is
 * refused, never guessed.
 */
import {
  type OrderMessage,
  type Reason,
  type Rejected,
  type StrategyLimits,
  type Throttled,
} from "@chartrelay/contract";
import { chainIn, type Credentials, type Instrument, InstrumentError, type PresentPrice } from "@chartrelay/venues";
import type { LinkedAccount } from "../../accounts/index.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  closesOnly,
  dayIn,
  type Instruction,
  type LedgerEntry,
  NEVER_HELD,
  plan,
  type Plan,
  type PlanInput,
  roll,
  type Rolled,
  type StrategyHolding,
} from "../../strategies/index.ts";
import type { QueuedOrder } from "../order.ts";
import type { MustWait, Planned, Unneeded } from "../state.ts";
import type { PlanBooks } from "./books.ts";
import { readToday } from "./today.ts";
import { canShort, type PlanReadings } from "./venue-readings.ts";

/** An order to be planned, with its message. */
export interface PlannedOrder extends Pick<QueuedOrder, "id" | "accountId" | "partition" | "strategyId" | "signalId"> {
  readonly instruction: Instruction;
  readonly message: Pick<OrderMessage, "ticker" | "type" | "price" | "triggerPrice">;
}

export interface PlanFor {
  readonly account: LinkedAccount;
  readonly key: Credentials;
  /** Of its strategy; null for an account alone. */
  readonly limits: StrategyLimits | null;
  /** Returns whether an order that rests has been asked to go for so long that nothing waits for it any more. */
  readonly isStuck?: (orderId: string) => boolean;
}

export type PlanOutcome =
  | { readonly kind: "place"; readonly planned: Planned }
  | MustWait
  | Throttled
  | ((Rejected | Unneeded) & { readonly planned?: Planned });

/** @throws storage errors. */
export type Planner = (order: PlannedOrder, given: PlanFor) => Promise<PlanOutcome>;

export interface PlannerParts {
  readonly books: PlanBooks;
  readonly readings: PlanReadings;
  readonly clock: Pick<Clock, "nowMs">;
}

export function createPlanner(parts: PlannerParts): Planner {
  return async (order, given) => {
    const { id, accountId, partition, strategyId = null, instruction } = order;
    const { account, key } = given;
    const reading = parts.books.ledger({ strategyId, accountId, partition }, id);
    // It is awaited below; until then, nobody else listens for its failure.
    reading.catch(() => undefined);
    try {
      if (instruction.leg === 2 && (await parts.books.hasClosingFailed(order)))
        return { kind: "rejected", reason: "CLOSING_FAILED", response: null };
      const chosen = await choose(parts, order, given, reading);
      if (chosen.kind === "nothing") return { kind: "unneeded", reason: "NOTHING_TO_DO" };
      if (chosen.kind === "refused") return { kind: "rejected", reason: chosen.reason, response: null };
      const { ticker, notices } = chosen;
      const instrument = await parts.readings.instrument(account, ticker, key);
      const asked = { order, given, ticker, instrument, notices, ledger: reading };
      const input = await gather(parts, asked);
      return input ? outcomeOf(plan(input), asked) : UNKNOWN_MODE;
    } catch (error) {
      if (error instanceof InstrumentError) return outcomeOfTicker(error);
      throw error;
    }
  };
}

const UNKNOWN_MODE: Throttled = { kind: "throttled", reason: "VENUE_UNAVAILABLE", response: null };

interface Asked {
  readonly order: PlannedOrder;
  readonly given: PlanFor;
  /** What names the instrument at the venue. */
  readonly ticker: string;
  readonly instrument: Instrument;
  /** What choosing the contract had to say. */
  readonly notices: PlanInput["notices"];
  readonly ledger: Promise<readonly LedgerEntry[]>;
}

/** MOEX counts the days of its contracts in Moscow. */
const EXCHANGE_TIME_ZONE = "Europe/Moscow";

/** Returns what names the order's instrument at the venue: its ticker or, for a continuous symbol, a contract. */
async function choose(
  { readings, clock }: PlannerParts,
  { instruction, message: { ticker } }: PlannedOrder,
  { account, key }: PlanFor,
  ledger: Promise<readonly LedgerEntry[]>,
): Promise<Rolled> {
  if (!chainIn(ticker)) return { kind: "contract", ticker, notices: [] };
  const [contracts, held] = await Promise.all([readings.contracts(account, ticker, key), ledger]);
  return roll({ instruction, contracts, held, today: dayIn(EXCHANGE_TIME_ZONE, clock.nowMs()) });
}

/** Reads what the plan needs, all at once; undefined if the account's mode isn't known. */
async function gather({ books, readings, clock }: PlannerParts, asked: Asked): Promise<PlanInput | undefined> {
  const { order, given, ticker, instrument, notices } = asked;
  const { account, key, limits } = given;
  const { id, strategyId = null, instruction, message } = order;
  const needs = needsOf(instruction, limits);
  const [ledger, price, equity, isHedged] = await Promise.all([
    asked.ledger,
    needs.price ? readings.price(account, ticker, key) : null,
    needs.equity ? readings.equity(account, key) : null,
    readings.isHedged(account, key),
  ]);
  if (isHedged === null) return undefined;
  const entry = ledger.find(({ symbol }) => symbol === instrument.symbol);
  // What an account alone is told to trade is traded as written; only a position is compared with what is held.
  const isAsWritten = strategyId === null && instruction.kind === "delta";
  const { lotSize, symbol } = instrument;
  const nowMs = clock.nowMs();
  const today =
    strategyId === null || limits === null || closesOnly(instruction)
      ? null
      : await readToday(books, readings, {
          strategyId,
          orderId: id,
          account,
          key,
          limits,
          nowMs,
          instrument: { symbol, lotSize, price },
        });
  return {
    instruction,
    order: message,
    holding: isAsWritten ? null : holdingOf(entry, given.isStuck),
    instrument: { ...instrument, canShort: canShort(account.venue) },
    account: { allowMargin: account.allowMargin, isHedged, free: null },
    price: price && priceOf(price, message.type),
    equity,
    limits,
    today,
    notices,
    nowMs,
  };
}

/** What was decided when the position was opened ends with it. */
function holdingOf(entry: LedgerEntry | undefined, isStuck: PlanFor["isStuck"] = () => false): StrategyHolding {
  if (!entry) return NEVER_HELD;
  const { quantity, working, filling, scale, entries } = entry;
  const isFlat = quantity === "0" && working.buy === "0" && working.sell === "0";
  const resting = entry.resting.map((order) => ({ ...order, isStuck: isStuck(order.id) }));
  return { quantity, working, filling, resting, scale: isFlat ? null : scale, entries: isFlat ? 0 : entries };
}

function priceOf({ price, worth, values, readAtMs }: PresentPrice, type: OrderMessage["type"]): PlanInput["price"] {
  const { min } = values[type === "LIMIT" || type === "STOP_LIMIT" ? "limit" : "market"];
  return { value: price, worth, minAmount: min, readAtMs };
}

/** A price costs a call to the venue, so one is read only for what is counted in money. */
function needsOf(instruction: Instruction, limits: StrategyLimits | null) {
  const { sizing, size } = instruction;
  const isEntry = !closesOnly(instruction);
  const isOfEquity = size.equityPercent !== undefined || sizing.kind === "equityPercent";
  const isOfMoney = isOfEquity || size.money !== undefined || sizing.kind === "money";
  const isLimited = limits !== null && (limits.maxDailyLoss !== null || limits.maxDailyDrawdown !== null);
  return { price: isEntry && (isOfMoney || isLimited), equity: isEntry && isOfEquity };
}

function outcomeOf(planned: Plan, { order, ticker, instrument }: Asked): PlanOutcome {
  const isEntry = planned.kind === "place" && planned.isEntry;
  const kept: Planned = {
    sizing: { record: planned.record, symbol: instrument.symbol, isEntry },
    contract: ticker === order.message.ticker ? null : ticker,
    terms: null,
  };
  switch (planned.kind) {
    case "place": {
      const { direction, quantity, positionSide, scale } = planned;
      return {
        kind: "place",
        planned: { ...kept, terms: { direction, quantity, scale, ...(positionSide && { positionSide }) } },
      };
    }
    case "nothing":
      return { kind: "unneeded", reason: "NOTHING_TO_DO", planned: kept };
    case "replace":
      return { kind: "mustWait", cancels: planned.orderIds };
    case "wait":
      return { kind: "mustWait" };
    case "refused":
      return refused(planned.reason, kept);
  }
}

function refused(reason: Reason, planned: Planned): Rejected & { readonly planned: Planned } {
  return { kind: "rejected", reason, response: null, planned };
}

function outcomeOfTicker({ reason, candidates }: InstrumentError): Rejected | Throttled {
  if (reason === "VENUE_UNAVAILABLE" || reason === "VENUE_THROTTLED")
    return { kind: "throttled", reason, response: null };
  return { kind: "rejected", reason, response: candidates.length === 0 ? null : JSON.stringify({ candidates }) };
}
