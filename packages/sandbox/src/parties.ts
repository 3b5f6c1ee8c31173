import type { VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";

/** The parties that the sandbox simulates, one folder each. */
export const PARTIES = [
  "ALOR_BROKER",
  "TINKOFF",
  "BINANCE_SPOT",
  "BINANCE_FUTURES",
  "TELEGRAM",
] as const satisfies readonly (VenueName | "TELEGRAM")[];
export type Party = (typeof PARTIES)[number];

/** A simulated party: its servers, and what it can be told. */
export interface SimulatedParty {
  /** By the product's setting that points there; not listening yet. */
  readonly servers: Readonly<Record<string, FastifyInstance>>;
  /** What the product's settings have behind each server's address; nothing when absent. */
  readonly basePath?: string;
  /** Forgets what happened; keeps registrations. */
  reset(): void;
}

/** A simulated venue. */
export interface SimulatedVenue<Registration> extends SimulatedParty {
  /** Makes a key known, or replaces what was known of it. Is given this venue's entries only. */
  register(entry: Registration): void;
  /** Forgets orders and what repeats are told by; keeps registrations. */
  reset(): void;
}
