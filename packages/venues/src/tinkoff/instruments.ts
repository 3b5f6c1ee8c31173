/**
 * Finds the one instrument at T-Invest that an alert's ticker names (docs/venues/tradingview.md, Tickers;
 * docs/pitfalls.md, V14).
 */
import * as z from "zod";
import { readExactJson } from "../http/exact-json.ts";
import {
  isContractOn,
  isMeant,
  readMoscowTicker,
  type FuturesContract,
  type MoscowTicker,
  type NamedInstrument,
} from "../moscow-ticker.ts";
import type { ListedContract } from "../listed-contract.ts";
import { chainIn, codeOfAsset } from "../moscow-contracts.ts";
import { refused, throttledFor, unavailable, type NotSent } from "../not-sent.ts";
import { TickerGuesses } from "../likely-tickers.ts";
import { misspelt } from "../ticker-fault.ts";
import { SharedCache, type Loaded } from "../shared-cache.ts";
import { InstrumentError, type Credentials, type Instrument } from "../venue.ts";
import { KEPT_FOR_ORDERS, type Environments } from "./environment.ts";
import { fromQuotation } from "./quotation.ts";
import { isKeyRefused, readRefusal } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";

export interface TinkoffInstrument extends Instrument {
  readonly uid: string;
  /** Some fields of an order aren't for derivatives. */
  readonly isDerivative: boolean;
  /** Futures and bonds: the way charts quote them. */
  readonly isQuotedInPoints: boolean;
  readonly isTradedByApi: boolean;
  readonly kind: "future" | "bond" | "other";
  /** In capitals; empty if T-Invest doesn't say. */
  readonly currency: string;
  /** The name of its trading calendar; empty if T-Invest doesn't say. */
  readonly calendar: string;
  /** Whether our messages' tickers can name it: it trades in Moscow. */
  readonly isInMoscow: boolean;
}

export interface TinkoffInstruments {
  /**
   * @throws {InstrumentError} when the ticker names no instrument, or several.
   * @throws {NotSent} when T-Invest doesn't say.
   */
  get(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<TinkoffInstrument>;
  /**
   * Returns the instrument of a position.
   * @throws {NotSent} when T-Invest doesn't say.
   */
  held(uid: string, credentials: Credentials, signal: AbortSignal): Promise<TinkoffInstrument>;
  /**
   * Returns the contracts behind a continuous symbol; none for any other ticker.
   * @throws {NotSent} when T-Invest doesn't say.
   */
  contracts(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<readonly ListedContract[]>;
  /** Makes the next order for the ticker ask again: a new lot size, for example, comes with a new uid. */
  forget(ticker: string, credentials: Credentials, instrument: TinkoffInstrument): void;
}

const FRESH_MS = 60 * 60_000;
const MAX_INSTRUMENTS = 10_000;

const FUTURES_CLASS = "SPBFUT";
/**
 * The main markets of the Moscow exchange, by T-Invest's names; only TQBR was found in its documentation, the rest are
 * known from use (docs/venues/t-invest.md, Instruments). A market that is missing here is refused, never mistaken for
 * another.
 */
const MOSCOW_CLASSES: ReadonlySet<string> = new Set(["TQBR", "TQPI", "TQTF", "TQOB", "TQCB", "CETS", FUTURES_CLASS]);

/** Numbers arrive as strings: see readExactJson. proto3 omits values that are zero, false or empty. */
const listed = z.object({ ticker: z.string(), classCode: z.string(), uid: z.string().min(1) });
type Listed = z.infer<typeof listed>;
const listing = z.object({ instruments: z.array(listed).default([]) });
const instrumentAnswer = z.object({
  instrument: listed.extend({
    lot: z.string().regex(/^[1-9]\d*$/),
    minPriceIncrement: z.object({ units: z.string().optional(), nano: z.string().optional() }).optional(),
    apiTradeAvailableFlag: z.boolean().default(false),
    instrumentKind: z.string().default(""),
    lastTradeDate: z.string().default(""),
    currency: z.string().default(""),
    exchange: z.string().default(""),
  }),
});
type InstrumentDetails = z.infer<typeof instrumentAnswer>["instrument"];

/** Looks up tickers and caches them for an hour, shared by all accounts of an environment. */
export function createInstruments(environments: Environments): TinkoffInstruments {
  const cache = new SharedCache<TinkoffInstrument>(MAX_INSTRUMENTS, environments.now);
  /** By uid. */
  const held = new SharedCache<TinkoffInstrument>(MAX_INSTRUMENTS, environments.now);
  const chains = new SharedCache<readonly ListedContract[]>(MAX_INSTRUMENTS, environments.now);
  const guesses = new TickerGuesses(environments.now);

  /** Returns undefined when T-Invest knows no such instrument. */
  async function ask<Schema extends z.ZodType>(
    method: "FindInstrument" | "GetInstrumentBy" | "FutureBy",
    body: object,
    schema: Schema,
    credentials: Credentials,
    options?: { readonly kept: number },
  ): Promise<z.output<Schema> | undefined> {
    // All callers for the ticker share it, so it has its own deadline, not the first caller's.
    const reply = await environments.call(`InstrumentsService/${method}`, body, credentials, options);
    if (reply.kind !== "answer") throw unavailable();
    if (reply.status === 429) throw throttledFor(resetMs(reply.headers, environments.now()));
    if (isKeyRefused(reply)) throw refused("CREDENTIALS_REFUSED");
    if (readRefusal(reply)?.number === 50002) return undefined;
    const read = schema.safeParse(reply.status === 200 ? readExactJson(reply.text) : undefined);
    if (!read.success) throw unavailable();
    return read.data;
  }

  async function find(
    query: string,
    credentials: Credentials,
    options?: { readonly kept: number },
  ): Promise<readonly Listed[]> {
    const found = await ask("FindInstrument", { query }, listing, credentials, options);
    return (found?.instruments ?? []).filter(({ classCode }) => MOSCOW_CLASSES.has(classCode));
  }

  async function exact(
    method: "GetInstrumentBy" | "FutureBy",
    one: Pick<Listed, "uid">,
    credentials: Credentials,
    options?: { readonly kept: number },
  ): Promise<InstrumentDetails> {
    const body = { idType: "INSTRUMENT_ID_TYPE_UID", id: one.uid };
    const found = await ask(method, body, instrumentAnswer, credentials, options);
    // It was listed a moment ago, under this uid.
    if (found?.instrument.uid !== one.uid) throw unavailable();
    return found.instrument;
  }

  async function named({ name }: NamedInstrument, credentials: Credentials): Promise<InstrumentDetails> {
    const only = theOnly(await find(name, credentials), name);
    if (only) return exact("GetInstrumentBy", only, credentials);
    const candidates = await guesses.of(name, credentials.isDemo ? "demo" : "live", async (part) =>
      (await find(part, credentials, { kept: KEPT_FOR_ORDERS })).map(({ ticker }) => ticker),
    );
    throw new InstrumentError("INSTRUMENT_NOT_FOUND", `T-Invest knows no ${name}`, candidates);
  }

  async function contract(wanted: FuturesContract, credentials: Credentials): Promise<InstrumentDetails> {
    const codes = (await find(wanted.code, credentials)).filter(
      ({ ticker, classCode }) => classCode === FUTURES_CLASS && ticker.toUpperCase() === wanted.code,
    );
    const found = await Promise.all(codes.map((one) => exact("FutureBy", one, credentials)));
    const meant = found.filter(({ ticker, lastTradeDate }) => isMeant(wanted, ticker, new Date(lastTradeDate)));
    const only = theOnly(meant, meant[0]?.ticker ?? "");
    if (only) return only;
    const candidates = await contractsOn(wanted.asset, credentials);
    throw new InstrumentError("INSTRUMENT_NOT_FOUND", `T-Invest lists no ${wanted.code} of ${wanted.year}`, candidates);
  }

  async function loadChain(asset: string, credentials: Credentials): Promise<Loaded<readonly ListedContract[]>> {
    const code = codeOfAsset(asset);
    const listed = (await find(code, credentials)).filter(
      ({ ticker, classCode }) => classCode === FUTURES_CLASS && isContractOn(code, ticker),
    );
    const found = await Promise.all(listed.map((one) => exact("FutureBy", one, credentials)));
    return { value: found.flatMap(listedContract), freshUntil: environments.now() + FRESH_MS };
  }

  async function contractsOn(asset: string, credentials: Credentials): Promise<readonly string[]> {
    const found = (await find(asset, credentials)).filter(({ classCode }) => classCode === FUTURES_CLASS);
    return found.map(({ ticker }) => ticker).filter((ticker) => isContractOn(asset, ticker));
  }

  async function load(meant: MoscowTicker, credentials: Credentials): Promise<Loaded<TinkoffInstrument>> {
    if (meant.kind === "continuous") {
      const candidates = await contractsOn(meant.asset, credentials);
      throw new InstrumentError("CONTINUOUS_FUTURES", `${meant.asset}1! is no contract`, candidates);
    }
    const found = await (meant.kind === "named" ? named(meant, credentials) : contract(meant, credentials));
    return { value: toInstrument(found), freshUntil: environments.now() + FRESH_MS };
  }

  return {
    async get(ticker, credentials, signal) {
      const meant = readMoscowTicker(ticker);
      if (typeof meant === "string") throw misspelt(meant, ticker, "T-Invest");
      return cache.getByOwnKey(keyOf(meant, credentials), signal, () => load(meant, credentials), failedByToken);
    },
    async held(uid, credentials, signal) {
      const load = async () => ({
        value: toInstrument(await exact("GetInstrumentBy", { uid }, credentials, { kept: KEPT_FOR_ORDERS })),
        freshUntil: environments.now() + FRESH_MS,
      });
      return held.getByOwnKey(`${credentials.isDemo ? "demo" : "live"}:${uid}`, signal, load, failedByToken);
    },
    async contracts(ticker, credentials, signal) {
      const { asset } = chainIn(ticker) ?? {};
      if (asset === undefined) return [];
      const key = `${credentials.isDemo ? "demo" : "live"}:${asset}`;
      return chains.getByOwnKey(key, signal, () => loadChain(asset, credentials), failedByToken);
    },
    forget(ticker, credentials, instrument) {
      const meant = readMoscowTicker(ticker);
      if (typeof meant !== "string") cache.forget(keyOf(meant, credentials), instrument);
    },
  };
}

/** Empty if its last day isn't known. */
function listedContract({ ticker, lastTradeDate }: InstrumentDetails): readonly ListedContract[] {
  const [lastDay = ""] = lastTradeDate.split("T");
  return /^\d{4}-\d\d-\d\d$/.test(lastDay) ? [{ symbol: ticker, ticker, code: ticker, lastDay }] : [];
}

function keyOf(meant: MoscowTicker, { isDemo }: Credentials): string {
  return `${isDemo ? "demo" : "live"}:${JSON.stringify(meant)}`;
}

/** Returns whether the token is to blame: it may have expired, or have no request left this minute. */
export function failedByToken({ kind, reason }: NotSent["outcome"]): boolean {
  return kind === "rejected" || reason === "VENUE_THROTTLED";
}

/**
 * Returns the one called exactly `name`, or else the one that matches in any case; undefined if there is none. A ticker
 * alone isn't unique; with its class code it is.
 * @throws {InstrumentError} when there are several.
 */
export function theOnly<One extends Listed>(found: readonly One[], name: string): One | undefined {
  const toTheLetter = found.filter(({ ticker }) => ticker === name);
  const inAnyCase = found.filter(({ ticker }) => ticker.toUpperCase() === name.toUpperCase());
  const named = toTheLetter.length > 0 ? toTheLetter : inAnyCase;
  const [first, ...others] = named;
  if (others.length > 0) {
    const candidates = named.map(({ ticker, classCode }) => `${ticker} (${classCode})`);
    throw new InstrumentError("INSTRUMENT_AMBIGUOUS", `${name} names several instruments of T-Invest`, candidates);
  }
  return first;
}

function toInstrument(one: InstrumentDetails): TinkoffInstrument {
  const tick = fromQuotation(one.minPriceIncrement ?? {});
  // Without a price step, we can't check any price.
  if (tick === undefined || Number(tick) <= 0)
    throw new InstrumentError("INSTRUMENT_NOT_TRADABLE", `T-Invest tells no price step of ${one.ticker}`);
  const isDerivative = one.classCode === FUTURES_CLASS;
  const isBond = one.instrumentKind === "INSTRUMENT_TYPE_BOND";
  return {
    symbol: one.ticker,
    board: one.classCode,
    lotSize: one.lot,
    tick,
    quantityStep: "1",
    uid: one.uid,
    isDerivative,
    isQuotedInPoints: isDerivative || isBond,
    isTradedByApi: one.apiTradeAvailableFlag,
    kind: isDerivative ? "future" : isBond ? "bond" : "other",
    currency: one.currency.toUpperCase(),
    calendar: one.exchange,
    isInMoscow: MOSCOW_CLASSES.has(one.classCode),
  };
}
