import { VENUE_MANIFESTS, type VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";

/** A venue, or the messenger. */
export type Party = VenueName | "TELEGRAM";
/** The parties that the sandbox simulates, one folder each. */
export const PARTIES: readonly Party[] = [...VENUE_MANIFESTS.map(({ name }) => name), "TELEGRAM"];

/** A simulated party: its servers, and what it can be told. */
export interface SimulatedParty {
  /** By the product's setting that points there; not listening yet. */
  readonly servers: Readonly<Record<string, FastifyInstance>>;
  /** What the product's settings have behind each server's address; nothing when absent. */
  readonly basePath?: string;
  /** Forgets what happened; keeps registrations. */
  reset(): void;
}

/** What is common to the registrations of all venues. */
export interface VenueRegistration {
  readonly venue: VenueName;
}

/** A simulated venue. */
export interface SimulatedVenue<Registration> extends SimulatedParty {
  /** Makes a key known, or replaces what was known of it. Is given this venue's entries only. */
  register(entry: Registration): void;
  /** Forgets orders and what repeats are told by; keeps registrations. */
  reset(): void;
}
