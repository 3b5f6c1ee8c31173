/** What a stop closes: what our fills hold of one instrument in an account, except for what was closed by hand. */
import {
  absolute,
  difference,
  negated,
  type PositionSide,
  roundedDown,
  signOf,
  smallerOf,
  sum,
} from "@chartrelay/contract";

/** A part of what the account holds by our fills. Quantities are signed. */
export interface Part {
  /** Whose ledger it is: a strategy's or the account's, by its own id; null for what no ledger counts. */
  readonly ledger: string | null;
  readonly quantity: string;
}

/** What the venue says of the instrument: one row, or two in hedge mode. */
export interface HeldRow {
  readonly quantity: string;
  readonly positionSide?: PositionSide;
}

export interface Held {
  /** What the stop may close. */
  readonly parts: readonly Part[];
  /** What all our fills add up to: more than the parts if other strategies hold something, too. */
  readonly ours: string;
  readonly rows: readonly HeldRow[];
}

/** An order that closes a part, or some of it. */
export interface Closing {
  readonly ledger: string | null;
  /** Signed, as what it closes: positive for a long position, which it sells. */
  readonly quantity: string;
  readonly positionSide?: PositionSide;
}

/**
 * Returns what to close of one instrument. Parts that offset each other are closed already: only what they add up to is
 * open at the venue. What was closed by hand isn't closed again, so that no order opens anything.
 * @param step the instrument's smallest step of quantity; less than a step of a part stays
 */
export function closingsOf(held: Held, step: string): Closing[] {
  return ([1, -1] as const).flatMap((side) => {
    const own = held.parts.filter(({ quantity }) => signOf(quantity) === side);
    let left = closable(held, side);
    return own.flatMap(({ ledger, quantity }): Closing[] => {
      const share = smallerOf(absolute(quantity), left);
      const closed = roundedDown(share, step);
      left = difference(left, share);
      if (signOf(closed) === 0) return [];
      const positionSide = hedgeRow(held.rows, side)?.positionSide;
      return [{ ledger, quantity: side > 0 ? closed : negated(closed), ...(positionSide && { positionSide }) }];
    });
  });
}

/** Returns how much may be closed on a side: long (1) or short (-1). Not negative. */
function closable({ parts, ours, rows }: Held, side: 1 | -1): string {
  if (isHedged(rows)) {
    // The two sides don't offset each other.
    const own = total(parts.filter(({ quantity }) => signOf(quantity) === side));
    return smallerOf(absolute(own), absolute(hedgeRow(rows, side)?.quantity ?? "0"));
  }
  const open = total(parts);
  if (signOf(open) !== side) return "0";
  const byHand = heldByHand({ ours, rows });
  const left = signOf(byHand) === -side ? difference(absolute(open), absolute(byHand)) : absolute(open);
  return signOf(left) > 0 ? left : "0";
}

/** Returns what a venue holds beyond our fills, signed: opened by hand or, on the other side, closed by hand. */
export function heldByHand({ ours, rows }: Pick<Held, "ours" | "rows">): string {
  return difference(total(rows), ours);
}

/** Returns the sum of quantities. */
export function total(rows: readonly { readonly quantity: string }[]): string {
  return rows.reduce((all, { quantity }) => sum(all, quantity), "0");
}

function isHedged(rows: readonly HeldRow[]): boolean {
  return rows.some(({ positionSide }) => positionSide !== undefined);
}

function hedgeRow(rows: readonly HeldRow[], side: 1 | -1): HeldRow | undefined {
  return rows.find(({ positionSide }) => positionSide === (side > 0 ? "LONG" : "SHORT"));
}
