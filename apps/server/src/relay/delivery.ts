/** The relay's view of what it carries: it knows no venue, no message and no HTTP. */
import type { Accepted, Found, Outcome, Rejected, ResendRule, Stage, Throttled } from "@chartrelay/contract";

/** A committed row on its way to its destination. */
export interface Delivery {
  readonly id: string;
  readonly lane: string;
  readonly partition: number;
  /** The order of acceptance within the lane. */
  readonly seq: number;
  /** Never sent after this, by this process's monotonic clock. */
  readonly expiresAtMonotonicMs: number;
  /** Intents recorded so far. More than none on a row that nobody is working on means: it may have been sent. */
  attempt: number;
  /** `queued` after an attempt: what became of that is settled so far that it may be sent again. */
  stage: Stage;
  /** How many of these intents came to nothing before anything was sent, as far as this node knows. */
  unsent?: number;
  /**
   * What its attempts are made with, as its destination numbers that: stored with the intent. An attempt that may have
   * arrived is looked up and sent again with this only. Null while it is free to go with whatever holds then.
   */
  pin: number | null;
  /** What a send of it was refused with while that, or an earlier one, may still come to light: its end, unless one does. */
  doubted?: Doubted;
  /** An earlier send may still come to light: a refusal of the next one settles nothing by itself. */
  mayComeToLight?: boolean;
  /** A later delivery of its lane went ahead while its outcome was unknown: sent now, it would come out of order. */
  isOvertaken?: boolean;
  /** It waited behind one whose outcome was unknown. */
  waitedForUnknown?: boolean;
  /** Just before the latest send and just after its answer, in microseconds since the Unix epoch. */
  sentAtUs?: number;
  answeredAtUs?: number;
  /** Just before the latest send of this process, by its monotonic clock. */
  sentAtMonotonicMs?: number;
  /** The destination's last answer to a send, as it may be kept: what is left to show when nobody can tell the outcome. */
  lastResponse?: string;
}

/** What a send was refused with while it, or an earlier one, may still come to light. */
export interface Doubted {
  readonly refusal: Rejected;
  /** No table lists it: the destination's words have to be confirmed. */
  readonly isUnlisted?: boolean;
  /** The destination said the same of two sends under one id. */
  readonly isRepeated?: boolean;
}

/** A part of it is out for good, and the next call sends the next part. */
export interface Partly {
  readonly kind: "partly";
}

/** How a delivery ended. */
export type Settlement = Accepted | Rejected;

/** Leave to send a delivery once. */
export interface Admitted {
  readonly kind: "admitted";
  /** What this send is made with; see `Delivery.pin`. */
  readonly pin: number | null;
  /** Whether it may go ahead of earlier deliveries of its lane whose outcomes are unknown. */
  readonly mayOvertake: boolean;
  send(signal: AbortSignal): Promise<Outcome | Partly>;
}

/** Where deliveries go. Its calls never reject: what goes wrong is an outcome. */
export interface Destination<D extends Delivery> {
  /** Deliveries of one group share a limit of concurrent calls: a venue. */
  group(delivery: D): string;
  /** Those of one party share a part of it: a user. */
  party(delivery: D): string;
  /** How a delivery whose outcome is unknown may be sent once more. */
  resend(delivery: D): ResendRule;
  /** Whether a delivery may be sent now. One with a pin is sent with that or not at all. */
  admit(delivery: D): Promise<Admitted | Rejected | Throttled>;
  /** Looks up what became of an earlier send, with its pin. Never asked where the resend rule is `repeat`. */
  find(delivery: D, signal: AbortSignal): Promise<Found>;
}

/** What is unsettled in a lane. */
export interface LaneCount {
  readonly lane: string;
  readonly partition: number;
  readonly deliveries: number;
  /** That of the last one. */
  readonly lastSeq: number;
}

/** The durable side of the relay. Each call commits before it settles, and rejects when the storage does not answer. */
export interface Journal<D extends Delivery> {
  /**
   * Records the intent to send, as attempt + 1, and what it is made with, if nobody else did, that still holds, and no
   * earlier delivery of the lane is unsettled, but for those that it may overtake. False: it is not ours to send now.
   */
  intend(delivery: D, pin: number | null): Promise<boolean>;
  /** Shows that the outcome of a send is being looked for, and its last answer. */
  unresolve(delivery: D): Promise<void>;
  /** Records how it ended, if nobody else sent it meanwhile. False: somebody did. */
  record(delivery: D, settlement: Settlement): Promise<boolean>;
  /** The unsettled deliveries of a lane, in order. */
  loadLane(lane: string): Promise<D[]>;
  /** The unsettled deliveries of partitions, in order within each lane. */
  loadPartitions(partitions: readonly number[]): Promise<D[]>;
  /** The lanes of partitions that have unsettled deliveries. */
  countLanes(partitions: readonly number[]): Promise<LaneCount[]>;
}

/** Who may call a destination when. */
export interface Turns {
  /**
   * Runs `call` once it is the turn of its group and its party. Calls at once when `owned` aborts: nothing is sent for
   * what isn't ours any more, and nobody should wait for it.
   */
  run<T>(group: string, party: string, call: () => Promise<T>, owned: AbortSignal): Promise<T>;
}
