/**
 * Faults: what goes wrong at a simulated party, for whom, and how often. fault-delivery.ts carries out the transport
 * faults.
 */
import { z } from "zod";
import { matches, OPERATIONS, type CallSubject } from "./calls.ts";
import { ENVIRONMENTS } from "./ledger.ts";
import { PARTIES } from "./parties.ts";

const target = {
  venue: z.enum(PARTIES).optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  account: z.string().optional(),
  operation: z.enum(OPERATIONS).default("order"),
  /** How many of the next matching calls it affects; all until reset if missing. */
  times: z.int().positive().optional(),
  /** Only every n-th matching call. */
  every: z.int().positive().default(1),
};
const ordersOnly = { operation: z.literal("order").default("order") };
const streamsOnly = { operation: z.literal("stream").default("stream") };
const latencyMs = z.int().min(0).max(600_000);
/** Whether the request took effect before the fault hid its answer. */
const executed = z.boolean();
const answerBody = z.enum(["json", "html"]);
const serverError = z.literal([500, 502, 503, 504]);

const FAULTS = [
  /** Adds a delay: on the way in or, if `executed`, on the way back. Can be combined with any other fault. */
  z.strictObject({ ...target, kind: z.literal("latency"), latencyMs, executed: executed.default(false) }),
  /** Accepts the request, then closes the connection without an answer. */
  z.strictObject({ ...target, kind: z.literal("accept-then-drop") }),
  /** Closes the connection before the request takes effect. */
  z.strictObject({ ...target, kind: z.literal("drop") }),
  /** Accepts the request, then a gateway in front of the venue fails. */
  z.strictObject({
    ...target,
    kind: z.literal("accept-then-5xx"),
    status: serverError.default(502),
    body: answerBody.default("html"),
  }),
  z.strictObject({
    ...target,
    kind: z.literal("5xx"),
    status: serverError.default(503),
    body: answerBody.default("json"),
    executed: executed.default(false),
  }),
  /** Too many requests; without `retryAfterS` there is no Retry-After header. */
  z.strictObject({ ...target, kind: z.literal("429"), retryAfterS: z.int().min(0).optional() }),
  /** Banned for continuing after a 429, as Binance does. */
  z.strictObject({ ...target, kind: z.literal("418"), retryAfterS: z.int().min(0).optional() }),
  /** Binance says that it doesn't know what became of the request. `coded: false`: a body without `code`. */
  z.strictObject({
    ...target,
    kind: z.literal("outcome-unknown"),
    variant: z.enum(["unknown-error", "timeout", "unexpected-response"]).default("unknown-error"),
    coded: z.boolean().default(true),
    executed: executed.default(false),
  }),
  /** Binance says that it did nothing, for now. `coded: false`: a body without `code`. */
  z.strictObject({
    ...target,
    kind: z.literal("turned-away"),
    variant: z.enum(["unavailable", "internal-error", "throttled", "maintenance"]).default("unavailable"),
    coded: z.boolean().default(true),
  }),
  /**
   * `html`: a page with status 200. `half-json`: the full length announced, half the body sent, then the connection
   * closed.
   */
  z.strictObject({
    ...target,
    kind: z.literal("malformed"),
    variant: z.enum(["html", "half-json"]).default("html"),
    executed: executed.default(false),
  }),
  /** Never answers; the connection stays open until the client gives up. */
  z.strictObject({ ...target, kind: z.literal("hang"), executed: executed.default(false) }),
  /** Refuses any token. Once, by default. */
  z.strictObject({ ...target, kind: z.literal("unauthorized"), times: z.int().positive().default(1) }),
  /** The exchange is clearing. `remembered`: a repeat of the request gets the same answer, as Alor documents. */
  z.strictObject({ ...target, ...ordersOnly, kind: z.literal("clearing"), remembered: z.boolean().default(true) }),
  /**
   * The venue sends a well-formed refusal that its documentation doesn't list. `executed`: it accepts the order
   * nevertheless.
   */
  z.strictObject({ ...target, ...ordersOnly, kind: z.literal("unlisted-refusal"), executed: executed.default(false) }),
  /**
   * The venue answers with success, and the exchange rejects the order afterwards: listed as rejected, never executed.
   */
  z.strictObject({ ...target, ...ordersOnly, kind: z.literal("exchange-rejects") }),
  /** Hides each order from its first `times` look-ups; for ever if missing. */
  z.strictObject({ ...target, kind: z.literal("not-found-at-first"), operation: z.literal("find").default("find") }),
  /** A triggered conditional order is listed only as the order that it became: no venue promises that it stays. */
  z.strictObject({ ...target, kind: z.literal("triggered-stop-moves"), operation: z.literal("find").default("find") }),
  /** Repeats get a plain copy of the first answer, the other of Alor's two documented forms. */
  z.strictObject({ ...target, ...ordersOnly, kind: z.literal("repeat-as-copy") }),
  /**
   * Repeats are refused as duplicates although the order can be found, the other of T-Invest's two documented forms.
   */
  z.strictObject({ ...target, ...ordersOnly, kind: z.literal("repeat-as-refusal") }),
  /** Telegram can't parse a message's markup, whatever it is; it accepts the same text without markup. */
  z.strictObject({ ...target, kind: z.literal("unparsable"), operation: z.literal("message").default("message") }),
  /** Hides each order from the first `times` requests for it, look-ups and repeats alike; for ever if missing. */
  z.strictObject({ ...target, kind: z.literal("report-missing"), operation: z.enum(OPERATIONS).optional() }),
  /** A stream's event is never sent. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("event-lost") }),
  /** It is sent later, maybe after others. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("event-late"), latencyMs }),
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("event-twice") }),
  /** It is sent after the next one. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("events-swapped") }),
  /** Instead of sending an event, the venue closes the connection. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("stream-cut") }),
  /** Instead of sending an event, the venue ends the account's events; where it has no word for that, the connection. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("stream-ended") }),
  /** Before an event, the venue announces that it will close the connection, where it has a word for that; then it does. */
  z.strictObject({
    ...target,
    ...streamsOnly,
    kind: z.literal("server-shutdown"),
    closesInMs: z.int().min(0).max(600_000).default(1_000),
  }),
  /** From an event on, a stream stays open and sends nothing more, not even signs of life. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("stream-silent") }),
  /** A new stream is refused, as if the venue were down. */
  z.strictObject({ ...target, ...streamsOnly, kind: z.literal("stream-refused") }),
] as const;
export const FAULT_KINDS = FAULTS.map((fault) => fault.shape.kind.value);

/** The body of `POST /__sandbox/faults`: one of these, or a list. */
export const faultInput = z.discriminatedUnion("kind", FAULTS, {
  error: (issue) =>
    issue.code === "invalid_union" ? `unknown kind; the kinds are ${FAULT_KINDS.join(", ")}` : undefined,
});
export type FaultInput = z.input<typeof faultInput>;
export type Fault = z.output<typeof faultInput>;
export type FaultKind = Fault["kind"];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

const CONDITIONS = [
  "not-found-at-first",
  "triggered-stop-moves",
  "repeat-as-copy",
  "repeat-as-refusal",
  "report-missing",
  "unparsable",
] as const;
/** Changes how the party behaves while it lasts: calls don't use it up, and it can be combined with any other fault. */
export type Condition = FaultOf<(typeof CONDITIONS)[number]>;
const ACTED_OUT = ["unauthorized", "clearing", "unlisted-refusal", "exchange-rejects"] as const;
/** Faults that only the party itself can simulate. */
export type PartyFault = Condition | FaultOf<(typeof ACTED_OUT)[number]>;
const EVENT_FAULTS = [
  "event-lost",
  "event-late",
  "event-twice",
  "events-swapped",
  "stream-cut",
  "stream-ended",
  "server-shutdown",
  "stream-silent",
] as const;
/** Faults that strike a stream's event. */
export type EventFault = FaultOf<(typeof EVENT_FAULTS)[number]>;
export type TransportFault = Exclude<Fault, PartyFault | EventFault | FaultOf<"latency" | "stream-refused">>;

/** What happens to one call. */
export interface FaultEffect {
  readonly delayBeforeMs: number;
  readonly delayAfterMs: number;
  readonly transport: TransportFault | undefined;
  readonly party: readonly PartyFault[];
}
const NOTHING: FaultEffect = { delayBeforeMs: 0, delayAfterMs: 0, transport: undefined, party: [] };

interface Standing {
  readonly fault: Fault;
  seen: number;
  /** Uses left; undefined if it lasts until reset. */
  left: number | undefined;
}

const isCondition = (fault: Fault): fault is Condition => CONDITIONS.some((kind) => kind === fault.kind);
const isEventFault = (fault: Fault): fault is EventFault => EVENT_FAULTS.some((kind) => kind === fault.kind);
const isRefusal = (fault: Fault): fault is FaultOf<"stream-refused"> => fault.kind === "stream-refused";
const isPartyFault = (fault: Fault): fault is PartyFault =>
  isCondition(fault) || ACTED_OUT.some((kind) => kind === fault.kind);

/** The active faults, in the order in which they were set. */
export class Faults {
  #standing: Standing[] = [];

  /** Adds faults to the active ones. @throws {z.ZodError} if an input isn't a fault. */
  set(...inputs: readonly FaultInput[]): void {
    const faults = inputs.map((input) => faultInput.parse(input));
    for (const fault of faults)
      this.#standing.push({ fault, seen: 0, left: isCondition(fault) ? undefined : fault.times });
  }

  reset(): void {
    this.#standing = [];
  }

  /** Returns each active fault with its remaining uses; null if it lasts until reset. */
  list(): readonly (Fault & { readonly left: number | null })[] {
    return this.#standing.map(({ fault, left }) => ({ ...fault, left: left ?? null }));
  }

  /**
   * Returns what happens to `subject` and uses it up: every matching delay and condition, and the first of the other
   * faults.
   */
  take(subject: CallSubject): FaultEffect {
    if (this.#standing.length === 0) return NOTHING;
    let [delayBeforeMs, delayAfterMs] = [0, 0];
    let transport: TransportFault | undefined;
    let struck = false;
    const party: PartyFault[] = [];
    for (const standing of this.#standing) {
      const { fault } = standing;
      if (isEventFault(fault) || isRefusal(fault)) continue;
      const exclusive = fault.kind !== "latency" && !isCondition(fault);
      if ((exclusive && struck) || !matches(fault, subject) || !use(standing)) continue;
      struck ||= exclusive;
      if (isPartyFault(fault)) party.push(fault);
      else if (fault.kind !== "latency") transport = fault;
      else if (fault.executed) delayAfterMs += fault.latencyMs;
      else delayBeforeMs += fault.latencyMs;
    }
    this.#standing = this.#standing.filter(({ left }) => left !== 0);
    return { delayBeforeMs, delayAfterMs, transport, party };
  }

  /** Returns what happens to a stream's next event, and uses it up. */
  takeForEvent(subject: CallSubject): EventFault | undefined {
    return this.#takeFirst(subject, isEventFault);
  }

  /** Returns whether a new stream is refused, and uses that up. */
  refusesStream(subject: CallSubject): boolean {
    return this.#takeFirst(subject, isRefusal) !== undefined;
  }

  #takeFirst<Kind extends Fault>(subject: CallSubject, isKind: (fault: Fault) => fault is Kind): Kind | undefined {
    let taken: Kind | undefined;
    for (const standing of this.#standing) {
      const { fault } = standing;
      if (taken || !isKind(fault) || !matches(fault, subject) || !use(standing)) continue;
      taken = fault;
    }
    this.#standing = this.#standing.filter(({ left }) => left !== 0);
    return taken;
  }
}

function use(standing: Standing): boolean {
  standing.seen += 1;
  if (standing.seen % standing.fault.every !== 0) return false;
  if (standing.left !== undefined) standing.left -= 1;
  return true;
}
