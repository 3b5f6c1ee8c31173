/** What a campaign is about: which storage, how many nodes, who is killed, and at which venues orders are. */
import type { StorageKind } from "../product/storage.ts";
import type { Victim } from "./plan.ts";

export const VENUE_CHOICES = ["alor", "all"] as const;
export type VenueChoice = (typeof VENUE_CHOICES)[number];

export interface Setting {
  readonly storage: StorageKind;
  readonly nodes: number;
  readonly victim: Victim;
  /** Alor executes an id once at most, which makes its recovery quick; at others an absence has to be confirmed. */
  readonly venues: VenueChoice;
}
