/** Plans an order when it is its turn: docs/decisions/sizing.md. Plain functions on decimal strings. */
import type {
  OrderSide,
  OrderType,
  PositionSide,
  Reason,
  SizingNotice,
  SizingRecord,
  StrategyLimits,
} from "@chartrelay/contract";
import type { Instrument, Worth } from "@chartrelay/venues";
import type { Instruction } from "./instruction.ts";

/** What was decided when a position was opened, kept with the ledger. */
export interface Scale {
  /** The quantity for one unit of TradingView's position, as the fraction `quantity` ÷ `units`. */
  readonly quantity: string;
  readonly units: string;
}

/** What a strategy holds of one instrument in one account, by its own fills. */
export interface StrategyHolding {
  /** Signed. At spot without the fees that were taken from the coins bought. */
  readonly quantity: string;
  /** The unfilled rest of its working orders, each at least 0. */
  readonly working: { readonly buy: string; readonly sell: string };
  /** Of the last plan that was placed; null if there is none. */
  readonly scale: Scale | null;
  /** How many orders have entered the present position. */
  readonly entries: number;
}

/** What plan() needs of an instrument. */
export interface PlannedInstrument extends Pick<Instrument, "lotSize" | "quantityStep" | "minQuantity"> {
  /** Whether an account may hold less than nothing of it: spot can't. */
  readonly canShort: boolean;
}

/** A price and what it takes to count money with it. */
export interface PlanPrice {
  /** As charts quote it. */
  readonly value: string;
  readonly worth: Worth | null;
  /** The least that an order of this type may be worth; null if there is no such rule. */
  readonly minAmount: string | null;
  readonly readAtMs: number;
}

export interface PlanEquity {
  readonly amount: string;
  /** In capitals. */
  readonly currency: string;
  readonly readAtMs: number;
}

/** What happened today in this account for the strategy, by the time zone of its limits. */
export interface Today {
  /** Orders of the strategy that were sent. */
  readonly orders: number;
  /**
   * By currency, in capitals: the profit since the day's start, realised and open, and the highest that it has been.
   * Null if it isn't known, because a price is missing, for example.
   */
  readonly profit: Readonly<Record<string, { readonly now: string; readonly peak: string }>> | null;
}

export interface PlanInput {
  readonly instruction: Instruction;
  /** The message's own terms. */
  readonly order: { readonly type: OrderType; readonly price?: string; readonly triggerPrice?: string };
  /** Null for an order of an account alone: it is traded as written. */
  readonly holding: StrategyHolding | null;
  readonly instrument: PlannedInstrument;
  readonly account: {
    /** Whether its user allows trading on margin. */
    readonly allowMargin: boolean;
    /** Whether long and short positions are held side by side: Binance futures in hedge mode. */
    readonly isHedged: boolean;
    /** Of what an exit would sell, what the account has free. Null where it isn't known, or doesn't limit. */
    readonly free: string | null;
  };
  readonly price: PlanPrice | null;
  readonly equity: PlanEquity | null;
  /** Null for an account alone. */
  readonly limits: StrategyLimits | null;
  /** Null if it isn't known. */
  readonly today: Today | null;
  /** What choosing the contract had to say: see roll.ts. */
  readonly notices: readonly SizingNotice[];
  readonly nowMs: number;
}

export type Plan =
  | {
      readonly kind: "place";
      readonly direction: OrderSide;
      readonly quantity: string;
      readonly positionSide?: PositionSide;
      readonly record: SizingRecord;
      /** To be kept with the ledger; null if none is known. */
      readonly scale: Scale | null;
      /** Whether it opens or enlarges the position: one entry more. */
      readonly isEntry: boolean;
    }
  /** A success: the account is where it should be. */
  | { readonly kind: "nothing"; readonly record: SizingRecord }
  /** The first leg's fill isn't known yet: plan again then. */
  | { readonly kind: "wait"; readonly record: SizingRecord }
  | { readonly kind: "refused"; readonly reason: Reason; readonly record: SizingRecord };

/** Returns what to do about an instruction now. Never throws for numbers that passed the parser. */
export function plan(_input: PlanInput): Plan {
  throw new Error("not built");
}
