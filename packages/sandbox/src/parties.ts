import { VENUE_MANIFESTS, type VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import type { Environment } from "./ledger.ts";
import type { Market } from "./market/terms.ts";

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

/** A simulated venue. */
export interface SimulatedVenue<Registration> extends SimulatedParty {
  /** The markets where its orders are executed. The sandbox resets and closes them. */
  readonly markets?: Readonly<Record<Environment, Market>>;
  /** Registers a key, or replaces what was known about it. Only receives this venue's entries. */
  register(entry: Registration): void;
  /** Forgets orders and what repeats are recognised by; keeps registrations. */
  reset(): void;
}
