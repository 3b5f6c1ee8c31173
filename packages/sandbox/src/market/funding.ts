/** Funding of perpetual contracts: at fixed times, the holders of one side pay those of the other. */
import { decimalOf, negated, product } from "@chartrelay/contract";
import { valueOf } from "./settlement.ts";
import type { Listing } from "./terms.ts";

/** At 00:00, 08:00 and 16:00 UTC. */
const EVERY_MS = 8 * 60 * 60_000;

/** Returns the first funding after `ms`; milliseconds since the Unix epoch. */
export function fundingAfter(ms: number): number {
  return (Math.floor(ms / EVERY_MS) + 1) * EVERY_MS;
}

/** Returns what a signed quantity gets at a price, negative if it pays: longs pay while the rate is above zero. */
export function fundingOf(listing: Listing, quantity: string, price: string, rate: string): string {
  return decimalOf(negated(product(valueOf(listing, quantity, price), rate)));
}
