/** A campaign's settings: which storage, how many nodes, what is killed, and which venues orders go to, in what market. */
import type { StorageKind } from "../product/storage.ts";
import type { Victim } from "./plan.ts";

export const VENUE_CHOICES = ["alor", "all"] as const;
export type VenueChoice = (typeof VENUE_CHOICES)[number];

/** Whether prices stand still and every order fills at once, or move, and orders rest, fill in parts and end in every way. */
export const MARKETS = ["still", "moving"] as const;
export type MarketChoice = (typeof MARKETS)[number];

export interface Setting {
  readonly storage: StorageKind;
  readonly nodes: number;
  readonly victim: Victim;
  /** Alor executes an id at most once, so recovery is quick; elsewhere an order's absence must be confirmed first. */
  readonly venues: VenueChoice;
  readonly market: MarketChoice;
}
