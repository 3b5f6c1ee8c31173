/** What a replay's worker is given, and what it gives back. Both can be passed between threads. */
import type { Language } from "@chartrelay/contract";
import type { LinkedAccount } from "../accounts/index.ts";
import type { LinkedStrategy } from "../strategies/index.ts";
import type { LogFault } from "./log/index.ts";

/** No key is part of it: at the simulated venues, accounts have keys of the replay's own. */
export interface ReplayJob {
  readonly log: string;
  readonly strategy: LinkedStrategy;
  /** The id by which messages name it. */
  readonly strategyId: string;
  /** Its members, with the ids by which messages name them. */
  readonly accounts: readonly { readonly account: LinkedAccount; readonly shownId: string }[];
  readonly language: Language;
  readonly nowMs: number;
}

export type ReplayAnswer =
  /** The report as JSON in UTF-8: written where it is made, so that the relay's thread isn't held up by megabytes of it. */
  | { readonly kind: "report"; readonly json: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly fault: LogFault };

/** Runs a replay apart from the relay. @throws when it fails, or takes too long, or `signal` aborts. */
export type RunReplay = (job: ReplayJob, signal: AbortSignal) => Promise<ReplayAnswer>;
