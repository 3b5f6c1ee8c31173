/**
 * What a signal asks of one account, as the accepting commit stores it with the order. The order itself is planned when
 * it is its turn, with what is held, the price and the money of that moment (plan.ts).
 */
import { signOf, type OrderSide, type RollRule, type Sizing, type VenueName } from "@chartrelay/contract";
import { isContinuous } from "@chartrelay/venues";

/** Plain decimal strings; positions and changes are signed, in TradingView's units. */
export interface Instruction {
  /**
   * `delta`: trades the signal's own change. `target`: brings what is held to the position. `close`: closes what is
   * held.
   */
  readonly kind: "delta" | "target" | "close";
  /** As the message writes it. */
  readonly ticker: string;
  /** Of a delta: the message's direction. Null if only positions are known. */
  readonly side: OrderSide | null;
  /** TradingView's position before and after; null if the message doesn't say. A target has `to` at least. */
  readonly from: string | null;
  readonly to: string | null;
  /** TradingView's own change; null if the message doesn't say. */
  readonly traded: string | null;
  /** The size that the message states; at most one of them. */
  readonly size: {
    readonly contracts?: string;
    readonly money?: string;
    readonly equityPercent?: string;
  };
  /** The member's sizing as of the accepting commit; {@link AS_WRITTEN} for an account alone. */
  readonly sizing: Sizing;
  /** How a continuous symbol becomes a contract; null for an account alone. */
  readonly roll: RollRule | null;
  readonly signalPrice: string | null;
  readonly currentContract: string | null;
  /** A reversal that can't be one order is two: the first closes, the second opens once that is filled. Otherwise null. */
  readonly leg: 1 | 2 | null;
}

/** The sizing of an order for an account alone. */
export const AS_WRITTEN: Sizing = { kind: "multiplier", value: "1" };

/** Whether an instruction only closes what is held, and never opens. */
export function closesOnly({ kind, to, leg }: Pick<Instruction, "kind" | "to" | "leg">): boolean {
  return kind === "close" || leg === 1 || (to !== null && signOf(to) === 0);
}

/** SQL for whether an order's instruction {@link closesOnly}. */
export const isClosingOnly = (orders: string) =>
  `(${orders}.instruction ->> 'kind' = 'close' or ${orders}.instruction ->> 'leg' = '1' or (${orders}.instruction ->> 'to')::numeric = 0)`;

type Led = Pick<Instruction, "kind" | "ticker" | "from" | "to">;

/**
 * Returns the legs of a signal's order: one, or two for a reversal where the opening may not be in the same order as the
 * closing. At Binance futures that would need a position mode that nobody can know here; of a continuous symbol, what is
 * held may be an older contract than the one to open. An order to a position may be a reversal if nobody says from where.
 */
export function legsOf(venue: VenueName, { kind, ticker, from, to }: Led): readonly Instruction["leg"][] {
  if (kind === "close" || to === null || signOf(to) === 0) return [null];
  const mayReverse = from === null ? kind === "target" : signOf(from) * signOf(to) < 0;
  return mayReverse && (venue === "BINANCE_FUTURES" || isContinuous(ticker)) ? [1, 2] : [null];
}

/** Returns the legs of an order that joins TradingView's position from wherever the account is, as after a gap. */
export function legsToPosition(venue: VenueName, instruction: Led): readonly Instruction["leg"][] {
  const { kind } = instruction;
  return legsOf(venue, { ...instruction, kind: kind === "close" ? kind : "target", from: null });
}
