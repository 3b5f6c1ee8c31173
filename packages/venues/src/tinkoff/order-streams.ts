/**
 * The streams of order states, one for each token: a user may have few (docs/venues/t-invest.md, Streams), so all that
 * follow accounts of one token share it.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Reason } from "@chartrelay/contract";
import { credentialsKey } from "../credentials-key.ts";
import type { StreamEvent, StreamListener, StreamState } from "../execution.ts";
import type { Credentials } from "../venue.ts";
import { readStreamedExecution, type StreamedOrder } from "./execution-state.ts";
import { openOrderStream, type StreamEnd, type StreamTerms } from "./order-stream.ts";

/** All in milliseconds. */
export interface StreamTimes {
  /** A change of the accounts needs a new stream: those that come together share one. */
  readonly gatherMs: number;
  /** The pause after the first break; it doubles with each in a row, and is shortened by up to half at random. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** A stream that lived so long has ended its row of breaks. */
  readonly steadyMs: number;
  /** The pause after one stream too many: T-Invest counts them every two minutes. */
  readonly tooManyMs: number;
}

export const STREAM_TIMES: StreamTimes = {
  gatherMs: 50,
  retryMs: 1_000,
  longestRetryMs: 30_000,
  steadyMs: 60_000,
  tooManyMs: 125_000,
};

export interface OrderStreams {
  /** Follows the account's orders until `signal` aborts. */
  follow(credentials: Credentials, listener: StreamListener, signal: AbortSignal, questions: StreamQuestions): void;
  close(): void;
}

export interface OrderStreamsOptions {
  readonly termsOf: (credentials: Credentials) => StreamTerms;
  readonly times: StreamTimes;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Waits until our address may open another stream. */
  readonly turn: (credentials: Credentials, signal: AbortSignal) => Promise<void>;
}

/** What a stream doesn't say, and what is asked with its token. */
export interface StreamQuestions {
  /** Asks which accounts the token can't use, and why; undefined if T-Invest doesn't say. May throw {NotSent}. */
  readonly findRefused: (
    accounts: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Reason> | undefined>;
  /** Whether an order ended with its session. */
  readonly hasExpired: (order: StreamedOrder) => boolean | Promise<boolean>;
}

export function createOrderStreams(options: OrderStreamsOptions): OrderStreams {
  const streams = new Map<string, TokenStream>();
  const forget = (key: string, stream: TokenStream) => {
    if (streams.get(key) === stream) streams.delete(key);
  };
  return {
    follow(credentials, listener, signal, questions) {
      if (signal.aborted) return;
      const key = credentialsKey(credentials);
      const stream: TokenStream =
        streams.get(key) ?? new TokenStream(options, credentials, questions, () => forget(key, stream));
      streams.set(key, stream);
      const leave = stream.join(credentials.apiKey, listener);
      signal.addEventListener("abort", leave, { once: true });
    },
    close() {
      for (const stream of streams.values()) stream.close();
    },
  };
}

/** An open connection. */
interface Connection {
  readonly accounts: ReadonlySet<string>;
  readonly close: () => void;
  liveSinceMs: number | undefined;
}

/** The stream of one token: a connection, and while its accounts change, the one that will replace it. */
class TokenStream {
  readonly #options: OrderStreamsOptions;
  readonly #credentials: Credentials;
  readonly #questions: StreamQuestions;
  readonly #onEmpty: () => void;
  readonly #listeners = new Map<string, Set<StreamListener>>();
  readonly #closing = new AbortController();
  #current: Connection | undefined;
  #next: Connection | undefined;
  #breaks = 0;
  /** Ends the pause before the next connection. */
  #pause: AbortController | undefined;

  constructor(options: OrderStreamsOptions, credentials: Credentials, questions: StreamQuestions, onEmpty: () => void) {
    this.#options = options;
    this.#credentials = credentials;
    this.#questions = questions;
    this.#onEmpty = onEmpty;
  }

  /** Adds a follower of an account; returns how it leaves. */
  join(account: string, listener: StreamListener): () => void {
    const listeners = this.#listeners.get(account) ?? new Set();
    this.#listeners.set(account, listeners.add(listener));
    listener.onState(this.#isLive(account) ? { kind: "live" } : { kind: "down", cause: "connecting" });
    this.#gather();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(account) === listeners) this.#listeners.delete(account);
      if (this.#listeners.size === 0) this.close();
      else this.#gather();
    };
  }

  close(): void {
    this.#closing.abort();
    this.#current?.close();
    this.#next?.close();
    [this.#current, this.#next] = [undefined, undefined];
    this.#onEmpty();
  }

  #isLive(account: string): boolean {
    return this.#current?.accounts.has(account) ?? false;
  }

  /** Opens a connection soon; a longer pause that has begun goes on. */
  #gather(): void {
    if (!this.#pause) this.#openAfter(this.#options.times.gatherMs);
  }

  #openAfter(ms: number): void {
    this.#pause?.abort();
    const pause = new AbortController();
    this.#pause = pause;
    void this.#waitAndOpen(ms, pause);
  }

  async #waitAndOpen(ms: number, pause: AbortController): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, pause.signal]);
    await delay(ms, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await this.#options.turn(this.#credentials, signal);
    if (signal.aborted) return;
    this.#pause = undefined;
    if (!this.#next && !this.#isUpToDate(this.#current)) this.#open();
  }

  #isUpToDate(connection: Connection | undefined): boolean {
    const accounts = connection?.accounts;
    return accounts?.size === this.#listeners.size && [...this.#listeners.keys()].every((one) => accounts.has(one));
  }

  #open(): void {
    const accounts = new Set(this.#listeners.keys());
    const terms = this.#options.termsOf(this.#credentials);
    const close = openOrderStream(terms, this.#credentials, [...accounts], {
      onLive: () => this.#live(connection),
      onOrder: (order) => this.#order(order),
      onEnd: (end) => this.#ended(connection, end),
    });
    const connection: Connection = { accounts, close, liveSinceMs: undefined };
    this.#next = connection;
  }

  /** The old connection stays until the new one stands, so that nothing falls between them; what comes twice doesn't matter. */
  #live(connection: Connection): void {
    const before = this.#current;
    connection.liveSinceMs = this.#options.monotonic();
    [this.#current, this.#next] = [connection, undefined];
    before?.close();
    for (const account of connection.accounts)
      if (!before?.accounts.has(account)) this.#tell(account, { kind: "live" });
    if (!this.#isUpToDate(connection)) this.#gather();
  }

  /** Events may come in any order, so others don't wait for a look at the calendar. */
  #order(order: StreamedOrder): void {
    const hasExpired = this.#questions.hasExpired(order);
    if (typeof hasExpired === "boolean") this.#pass(order, hasExpired);
    else void hasExpired.then((answer) => this.#pass(order, answer));
  }

  #pass(order: StreamedOrder, hasExpired: boolean): void {
    const event = eventOf(order, hasExpired);
    for (const listener of this.#listeners.get(order.accountId) ?? []) listener.onEvent(event);
  }

  #ended(connection: Connection, end: StreamEnd): void {
    const wasCurrent = this.#current === connection;
    if (wasCurrent) this.#current = undefined;
    else this.#next = undefined;
    if (end.kind === "refused") {
      void this.#refused(connection, end.reason);
      return;
    }
    this.#openAgain(connection, end, end.kind === "broken" ? end.cause : "too many streams");
  }

  #openAgain(connection: Connection, end: StreamEnd, cause: string): void {
    for (const account of connection.accounts) if (!this.#isLive(account)) this.#tell(account, { kind: "down", cause });
    this.#openAfter(this.#pauseAfter(connection, end));
  }

  /**
   * A refusal doesn't say which account it is for. Of several, those that the token can't use are left out, and the
   * others get a stream without them.
   */
  async #refused(connection: Connection, reason: Reason | null): Promise<void> {
    const asked = [...connection.accounts];
    if (asked.length === 1 || !isOfAccount(reason)) return this.#over(reason);
    const { signal } = this.#closing;
    const refused = await this.#questions.findRefused(asked, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (!refused) return this.#openAgain(connection, { kind: "broken", cause: "refused" }, "an account was refused");
    if (refused.size === 0) return this.#over(reason);
    for (const [account, why] of refused) this.#leaveOut(account, why);
    if (this.#listeners.size === 0) this.close();
    else this.#gather();
  }

  #leaveOut(account: string, reason: Reason | null): void {
    const listeners = this.#listeners.get(account) ?? [];
    this.#listeners.delete(account);
    for (const listener of listeners) listener.onState({ kind: "over", reason });
  }

  #pauseAfter({ liveSinceMs }: Connection, { kind }: StreamEnd): number {
    const { times, monotonic, random } = this.#options;
    if (kind === "too-many") return times.tooManyMs;
    const wasSteady = liveSinceMs !== undefined && monotonic() - liveSinceMs >= times.steadyMs;
    this.#breaks = wasSteady ? 1 : this.#breaks + 1;
    const pauseMs = Math.min(times.retryMs * 2 ** (this.#breaks - 1), times.longestRetryMs);
    return pauseMs * (1 - random() / 2);
  }

  /** Those that are live stay. */
  #over(reason: Reason | null): void {
    const refused = [...this.#listeners.keys()].filter((account) => !this.#isLive(account));
    if (!this.#current) this.close();
    for (const account of refused) this.#leaveOut(account, reason);
  }

  #tell(account: string, state: StreamState): void {
    for (const listener of this.#listeners.get(account) ?? []) listener.onState(state);
  }
}

/** What is wrong with one account, and not with the token. */
const OF_ACCOUNT: ReadonlySet<Reason | null> = new Set(["NO_RIGHT_TO_READ", "ACCOUNT_BLOCKED", "ACCOUNT_NOT_FOUND"]);

function isOfAccount(reason: Reason | null): boolean {
  return OF_ACCOUNT.has(reason);
}

/** Our order ids are UUIDs of version 7 (RFC 9562). */
const OUR_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * Every order has a request id, the trader's own as well: T-Invest makes one for an order that came without, and other
 * programs have theirs. One that can be ours needn't be: the follower knows its orders. A marker means that the broker
 * traded: it closed a position by force, for example.
 */
function eventOf(order: StreamedOrder, hasExpired: boolean): StreamEvent {
  const execution = readStreamedExecution(order, hasExpired);
  const isBrokers = order.marker !== "" && order.marker !== "MARKER_UNKNOWN";
  return execution && !isBrokers && OUR_ID.test(execution.clientOrderId)
    ? { kind: "execution", execution }
    : { kind: "foreign", symbol: order.ticker };
}
