/** What the benches see and do in the simulated markets behind the product's back. */
import { absolute, compareDecimals, difference, product, type VenueName } from "@chartrelay/contract";
import type { Sandbox } from "@chartrelay/sandbox";
import { instrumentAt, type VenueKey } from "./venue-keys.ts";

/** Far enough below the market to rest. */
const BELOW_TICKS = "100";

/** Returns the limit of a buying order that rests in a venue's demo market. */
export function restingPrice(sandbox: Sandbox, venue: VenueName): string {
  const listing = sandbox.market(venue, "demo").listings.get(instrumentAt(venue));
  if (!listing) throw new Error(`${venue} doesn't list its instrument`);
  return difference(listing.price, product(BELOW_TICKS, listing.tick));
}

/** Whether nothing of an account works, and less is held than its venue could sell: at spot, fees leave such a rest. */
export function isFlat(sandbox: Sandbox, { venue, environment, account }: VenueKey): boolean {
  const market = sandbox.market(venue, environment);
  const isHeld = market.positions(account).some(({ instrument, quantity }) => {
    const step = market.listings.get(instrument)?.quantityStep ?? "1";
    return compareDecimals(absolute(quantity), step) >= 0;
  });
  return !isHeld && market.ordersOf(account).every(({ state }) => state !== "working" && state !== "waiting");
}

/** Leaves a buying order working that its account's trader placed by hand. */
export function placeByHand(sandbox: Sandbox, { venue, environment, account }: VenueKey, lots: number): void {
  sandbox.market(venue, environment).place({
    account,
    clientOrderId: null,
    instrument: instrumentAt(venue),
    side: "BUY",
    quantity: String(lots),
    limit: restingPrice(sandbox, venue),
    trigger: null,
    kind: "order",
    timeInForce: "day",
    expiresAtMs: null,
    reduceOnly: false,
  });
}
