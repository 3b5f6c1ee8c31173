/** What the benches see and do in the simulated markets behind the product's back. */
import { absolute, compareDecimals, difference, product, sum, type VenueName } from "@chartrelay/contract";
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

/** What an account holds of its venue's instrument, in the market's units, less the fees that were paid in it. */
export function heldBy(sandbox: Sandbox, { venue, environment, account }: VenueKey): string {
  const market = sandbox.market(venue, environment);
  const instrument = instrumentAt(venue);
  const traded = market.positions(account).find((position) => position.instrument === instrument)?.quantity ?? "0";
  const asset = market.listings.get(instrument)?.baseAsset;
  const fees = market.fillsOf(account).filter(({ feeCurrency }) => feeCurrency === asset);
  return difference(
    traded,
    fees.reduce((total, { fee }) => sum(total, fee), "0"),
  );
}

/** Returns the least that a venue sells of its instrument, in the market's units. */
export function stepAt(sandbox: Sandbox, { venue, environment }: VenueKey): string {
  return sandbox.market(venue, environment).listings.get(instrumentAt(venue))?.quantityStep ?? "1";
}

/** Whether nothing of an account works, and less is held than its venue could sell: at spot, fees leave such a rest. */
export function isFlat(sandbox: Sandbox, key: VenueKey): boolean {
  if (compareDecimals(absolute(heldBy(sandbox, key)), stepAt(sandbox, key)) >= 0) return false;
  const orders = sandbox.market(key.venue, key.environment).ordersOf(key.account);
  return orders.every(({ state }) => state !== "working" && state !== "waiting");
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
