/**
 * Long and short beside each other: in hedge mode an instrument has two positions in one account, and the sum of our fills
 * says nothing of either. What it adds up to may even be zero while both are open.
 */
import { difference, signOf, sum } from "@chartrelay/contract";
import { ledgerOwner } from "../strategies/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Part } from "./closings.ts";

/** What the fills of one ledger's orders for a side add up to, signed. */
export interface HeldSide {
  readonly accountId: string;
  readonly symbol: string;
  /** As in {@link Part}. */
  readonly ledger: string | null;
  readonly side: "LONG" | "SHORT";
  readonly quantity: string;
}

// Only there do orders name a side.
const SIDES = `
with hedging as (
  select id from accounts where id = any($1::text[]) and venue = 'BINANCE_FUTURES'
  union select id from former_accounts where id = any($1::text[]) and venue = 'BINANCE_FUTURES'
)
select fills.account_id as "accountId", symbol, ${ledgerOwner("orders")} as ledger, extras ->> 'positionSide' as side,
  trim_scale(sum(case when side = 'BUY' then fills.quantity::numeric else -fills.quantity::numeric end))::text as quantity
from hedging join fills on fills.account_id = hedging.id join orders on orders.id = order_id
where extras ->> 'positionSide' in ('LONG', 'SHORT')
group by 1, 2, 3, 4`;

/** Returns what our fills hold on each side. @throws storage errors. */
export async function heldSides(db: Queryable, accounts: readonly string[]): Promise<HeldSide[]> {
  return await db.query<HeldSide>(SIDES, [accounts]);
}

/** Splits a part into its long and its short position; what no order named a side for counts on its own sign's. */
export function splitBySide(part: Part, sides: readonly Pick<HeldSide, "ledger" | "side" | "quantity">[]): Part[] {
  const held = (side: HeldSide["side"]) =>
    sides.find((each) => each.ledger === part.ledger && each.side === side)?.quantity ?? "0";
  const [long, short] = [held("LONG"), held("SHORT")];
  const rest = difference(part.quantity, sum(long, short));
  const isLong = signOf(rest) > 0;
  return [isLong ? sum(long, rest) : long, isLong ? short : sum(short, rest)]
    .filter((quantity) => signOf(quantity) !== 0)
    .map((quantity) => ({ ledger: part.ledger, quantity }));
}
