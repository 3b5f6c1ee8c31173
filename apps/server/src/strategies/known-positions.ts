/** What is held beside what the last signals asked for: pure functions. */
import {
  absolute,
  difference,
  negated,
  product,
  ratio,
  roundedDown,
  signOf,
  type StrategyPosition,
  type VenueName,
} from "@chartrelay/contract";
import type { Asked, Held } from "./position-rows.ts";

/** A position before its money is known. */
export interface KnownPosition extends Pick<
  StrategyPosition,
  "accountId" | "ticker" | "contract" | "quantity" | "target" | "drift"
> {
  readonly venue: VenueName;
  /** Null if nothing was ever filled. */
  readonly symbol: string | null;
}

/**
 * Joins what is held with what the last signal of each ticker asked for. A continuous symbol's position is in the
 * contract of its last order; of what is left in another contract, nothing should be held.
 */
export function positionsOf(held: readonly Held[], asked: readonly Asked[]): KnownPosition[] {
  const place = ({ accountId, ticker }: Pick<Held, "accountId" | "ticker">) => `${accountId} ${ticker}`;
  const last = new Map(asked.map((each) => [place(each), each]));
  const rows = held.map((row): KnownPosition => {
    const wanted = last.get(place(row));
    const isPresent = !wanted || (wanted.contract ?? row.contract) === row.contract;
    return positionOf(row, isPresent ? targetOf(wanted, row) : "0");
  });
  const isHeld = (each: Asked) =>
    held.some((row) => place(row) === place(each) && (each.contract ?? row.contract) === row.contract);
  const missing = asked
    .filter((each) => !isHeld(each))
    .map((each) => {
      const { accountId, venue, ticker } = each;
      const nothing = { accountId, venue, symbol: null, ticker, contract: each.contract ?? ticker, quantity: "0" };
      return positionOf({ ...nothing, scale: null }, targetOf(each, { scale: null }));
    })
    .filter(({ drift }) => drift !== null && signOf(drift) !== 0);
  const order = ({ accountId, ticker, contract }: KnownPosition) => `${accountId} ${ticker} ${contract}`;
  return [...rows, ...missing].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}

function positionOf(
  { accountId, venue, ticker, contract, quantity, ...row }: Omit<Held, "symbol"> & { readonly symbol: string | null },
  target: string | null,
): KnownPosition {
  const drift = target === null ? null : difference(quantity, target);
  return { accountId, venue, symbol: row.symbol, ticker, contract, quantity, target, drift };
}

/**
 * Returns what should be held by the last signal, in the units of messages at the venue: TradingView's position at the
 * scale at which the present one was opened or, if nothing is held, at which it would be. Null if no signal says.
 */
function targetOf(asked: Asked | undefined, { scale }: Pick<Held, "scale">): string | null {
  if (!asked) return null;
  if (asked.kind === "close") return "0";
  if (asked.to === null) return null;
  if (signOf(asked.to) === 0) return "0";
  const { sizing } = asked;
  const exact = scale
    ? ratio(product(asked.to, scale.numerator), scale.denominator)
    : sizing?.kind === "multiplier"
      ? product(asked.to, sizing.value)
      : null;
  if (exact === null) return asked.after;
  // Spot can't be short: flat instead.
  if (asked.venue === "BINANCE_SPOT" && signOf(exact) < 0) return "0";
  const size = asked.quantityStep === null ? absolute(exact) : roundedDown(absolute(exact), asked.quantityStep);
  return signOf(exact) < 0 && signOf(size) !== 0 ? negated(size) : size;
}
