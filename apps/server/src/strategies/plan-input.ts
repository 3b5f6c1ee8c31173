/** What a plan is made of, and what it says. */
import type {
  OrderMessage,
  OrderSide,
  PositionSide,
  Reason,
  SizingNotice,
  SizingRecord,
  StrategyLimits,
} from "@chartrelay/contract";
import type { Instrument } from "@chartrelay/venues";
import type { PlanEquity, PlanPrice } from "./entry-size.ts";
import type { Fraction } from "./fraction.ts";
import type { Instruction } from "./instruction.ts";
import type { Today } from "./limits.ts";
import type { Held } from "./target.ts";

/** What a strategy holds of one instrument in one account, by its own fills. */
export interface StrategyHolding extends Held {
  /** How many orders have entered the present position. */
  readonly entries: number;
  /**
   * The part of `working` that market orders are about to fill. An order against it waits for that: it would miss what
   * isn't held yet, and the position would stay open.
   */
  readonly filling?: { readonly buy: string; readonly sell: string };
  /** The part of `working` that rests at the venue, order by order. */
  readonly resting?: readonly RestingOrder[];
}

/** What an order waits for: its type and prices. */
export interface OrderTerms extends Pick<OrderMessage, "type"> {
  readonly price?: string | null | undefined;
  readonly triggerPrice?: string | null | undefined;
}

/** An order of a strategy that waits at its venue for a price. */
export interface RestingOrder extends OrderTerms {
  readonly id: string;
  readonly direction: OrderSide;
  /** It has been asked to go for so long that nothing else may wait for it any more. */
  readonly isStuck?: boolean;
}

/** What plan() needs of an instrument. */
export interface PlannedInstrument extends Pick<Instrument, "lotSize" | "quantityStep" | "minQuantity"> {
  /** Whether an account may hold less than nothing of it: spot can't. */
  readonly canShort: boolean;
}

export interface PlanInput {
  readonly instruction: Instruction;
  /** The message's own terms. */
  readonly order: Pick<OrderMessage, "type" | "price" | "triggerPrice">;
  /** `quantity` at spot is without the fees that were taken from the coins bought. Null: an order for an account alone. */
  readonly holding: StrategyHolding | null;
  readonly instrument: PlannedInstrument;
  readonly account: {
    /** Whether its user allows trading on margin. */
    readonly allowMargin: boolean;
    /** Whether long and short positions are held side by side: Binance futures in hedge mode. */
    readonly isHedged: boolean;
    /** At spot, what the account has free of the coins that an exit sells. Null where it isn't known, or doesn't limit. */
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
      /** Above zero, in whole steps. Of an account alone, as written. */
      readonly quantity: string;
      /** Only in hedge mode. */
      readonly positionSide?: PositionSide;
      readonly record: SizingRecord;
      /** To be kept with the ledger; null if none is known. */
      readonly scale: Fraction | null;
      /** Whether it opens or enlarges the position: one entry more. */
      readonly isEntry: boolean;
    }
  /** A success: the account is where it should be. */
  | { readonly kind: "nothing"; readonly record: SizingRecord }
  /** A newer position replaces orders that rest: cancel them, and plan again once they have ended. */
  | { readonly kind: "replace"; readonly orderIds: readonly string[]; readonly record: SizingRecord }
  /** The first leg's fill isn't known yet, or that of an order the other way: plan again then. */
  | { readonly kind: "wait"; readonly record: SizingRecord }
  | { readonly kind: "refused"; readonly reason: Reason; readonly record: SizingRecord };
