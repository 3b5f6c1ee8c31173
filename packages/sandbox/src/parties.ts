import { VENUE_MANIFESTS, type VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";

/** A venue, or the messenger. */
export type Party = VenueName | "TELEGRAM";
/** The parties that the sandbox simulates, one folder each. */
export const PARTIES: readonly Party[] = [...VENUE_MANIFESTS.map(({ name }) => name), "TELEGRAM"];

/** A simulated party: its servers and how to control it. */
export interface SimulatedParty {
  /** Keyed by the product's setting that points to the server; not listening yet. */
  readonly servers: Readonly<Record<string, FastifyInstance>>;
  /** The path that the product's settings add to each server's address; none if missing. */
  readonly basePath?: string;
  /** Forgets what happened; keeps registrations. */
  reset(): void;
}

/** What the registrations of all venues have in common. */
export interface VenueRegistration {
  readonly venue: VenueName;
}

/**
 * A simulated venue. It opens its two markets, live and demo, with `Shared.markets`, which the control routes read; the
 * sandbox resets, advances and closes them.
 */
export interface SimulatedVenue<Registration> extends SimulatedParty {
  /** Registers a key, or replaces what was known about it. Only receives this venue's entries. */
  register(entry: Registration): void;
  /** Forgets orders and what repeats are recognised by; keeps registrations. */
  reset(): void;
}
