/** From an alert's ticker to the one instrument that it names at T-Invest (docs/venues/tradingview.md, Tickers; docs/pitfalls.md, V14). */
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
import { refused, throttledFor, unavailable, type NotSent } from "../not-sent.ts";
import { misspelt } from "../ticker-fault.ts";
import { SharedCache, type Loaded } from "../shared-cache.ts";
import { InstrumentError, type Credentials, type Instrument } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { fromQuotation } from "./quotation.ts";
import { isKeyRefused, readRefusal } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";

export interface TinkoffInstrument extends Instrument {
  readonly uid: string;
  /** Some fields of an order are not for derivatives. */
  readonly isDerivative: boolean;
  /** Futures and bonds: as charts quote them. */
  readonly isQuotedInPoints: boolean;
  readonly isTradedByApi: boolean;
}

export interface TinkoffInstruments {
  /**
   * @throws {InstrumentError} when the ticker names none or several.
   * @throws {NotSent} when T-Invest doesn't say.
   */
  get(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<TinkoffInstrument>;
  /** Makes the next order for the ticker ask again: a new lot, for one, comes with a new uid. */
  forget(ticker: string, credentials: Credentials, instrument: TinkoffInstrument): void;
}

const FRESH_MS = 60 * 60_000;
const MAX_INSTRUMENTS = 10_000;

const FUTURES_CLASS = "SPBFUT";
/**
 * The main markets of the Moscow exchange by T-Invest's names; only TQBR was read in its documentation, the rest is known
 * from use (docs/venues/t-invest.md, Instruments). A market that is missing here is refused, never taken for another.
 */
const MOSCOW_CLASSES: ReadonlySet<string> = new Set(["TQBR", "TQPI", "TQTF", "TQOB", "TQCB", "CETS", FUTURES_CLASS]);

/** Numbers arrive as strings: see readExactJson. proto3 leaves out what is zero, false or empty. */
const listed = z.object({ ticker: z.string(), classCode: z.string(), uid: z.string().min(1) });
type Listed = z.infer<typeof listed>;
const listing = z.object({ instruments: z.array(listed).default([]) });
const told = z.object({
  instrument: listed.extend({
    lot: z.string().regex(/^[1-9]\d*$/),
    minPriceIncrement: z.object({ units: z.string().optional(), nano: z.string().optional() }).optional(),
    apiTradeAvailableFlag: z.boolean().default(false),
    instrumentKind: z.string().default(""),
    lastTradeDate: z.string().default(""),
  }),
});
type Told = z.infer<typeof told>["instrument"];

/** Looks tickers up and remembers them for an hour, for all accounts of an environment together. */
export function createInstruments(environments: Environments): TinkoffInstruments {
  const cache = new SharedCache<TinkoffInstrument>(MAX_INSTRUMENTS, environments.now);

  /** Undefined when T-Invest knows no such instrument. */
  async function ask<Schema extends z.ZodType>(
    method: "FindInstrument" | "GetInstrumentBy" | "FutureBy",
    body: object,
    schema: Schema,
    credentials: Credentials,
  ): Promise<z.output<Schema> | undefined> {
    // Shared by all who ask for the ticker, so it has its own end, not that of the first asker.
    const reply = await environments.call(`InstrumentsService/${method}`, body, credentials);
    if (reply.kind !== "answer") throw unavailable();
    if (reply.status === 429) throw throttledFor(resetMs(reply.headers, environments.now()));
    if (isKeyRefused(reply)) throw refused("CREDENTIALS_REFUSED");
    if (readRefusal(reply)?.number === 50002) return undefined;
    const read = schema.safeParse(reply.status === 200 ? readExactJson(reply.text) : undefined);
    if (!read.success) throw unavailable();
    return read.data;
  }

  async function find(query: string, credentials: Credentials): Promise<readonly Listed[]> {
    const found = await ask("FindInstrument", { query }, listing, credentials);
    return (found?.instruments ?? []).filter(({ classCode }) => MOSCOW_CLASSES.has(classCode));
  }

  async function exact(method: "GetInstrumentBy" | "FutureBy", one: Listed, credentials: Credentials): Promise<Told> {
    const body = { idType: "INSTRUMENT_ID_TYPE_UID", id: one.uid };
    const found = await ask(method, body, told, credentials);
    // It was listed a moment ago, under this uid.
    if (found?.instrument.uid !== one.uid) throw unavailable();
    return found.instrument;
  }

  async function named({ name }: NamedInstrument, credentials: Credentials): Promise<Told> {
    return exact("GetInstrumentBy", theOnly(await find(name, credentials), name), credentials);
  }

  async function contract(wanted: FuturesContract, credentials: Credentials): Promise<Told> {
    const codes = (await find(wanted.code, credentials)).filter(
      ({ ticker, classCode }) => classCode === FUTURES_CLASS && ticker.toUpperCase() === wanted.code,
    );
    const found = await Promise.all(codes.map((one) => exact("FutureBy", one, credentials)));
    const meant = found.filter(({ ticker, lastTradeDate }) => isMeant(wanted, ticker, new Date(lastTradeDate)));
    if (meant.length > 0) return theOnly(meant, meant[0]?.ticker ?? "");
    const candidates = await contractsOn(wanted.asset, credentials);
    throw new InstrumentError("INSTRUMENT_NOT_FOUND", `T-Invest lists no ${wanted.code} of ${wanted.year}`, candidates);
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
    forget(ticker, credentials, instrument) {
      const meant = readMoscowTicker(ticker);
      if (typeof meant !== "string") cache.forget(keyOf(meant, credentials), instrument);
    },
  };
}

function keyOf(meant: MoscowTicker, { isDemo }: Credentials): string {
  return `${isDemo ? "demo" : "live"}:${JSON.stringify(meant)}`;
}

/** A token may have ended, or have no request left this minute. */
function failedByToken({ kind, reason }: NotSent["outcome"]): boolean {
  return kind === "rejected" || reason === "VENUE_THROTTLED";
}

/** The one called `name` to the letter, else the one in any case. A ticker alone isn't unique, with its class code it is. */
export function theOnly<One extends Listed>(found: readonly One[], name: string): One {
  const toTheLetter = found.filter(({ ticker }) => ticker === name);
  const inAnyCase = found.filter(({ ticker }) => ticker.toUpperCase() === name.toUpperCase());
  const named = toTheLetter.length > 0 ? toTheLetter : inAnyCase;
  const [first, ...others] = named;
  if (others.length > 0) {
    const candidates = named.map(({ ticker, classCode }) => `${ticker} (${classCode})`);
    throw new InstrumentError("INSTRUMENT_AMBIGUOUS", `${name} names several instruments of T-Invest`, candidates);
  }
  if (first) return first;
  throw new InstrumentError("INSTRUMENT_NOT_FOUND", `T-Invest knows no ${name}`);
}

function toInstrument(one: Told): TinkoffInstrument {
  const tick = fromQuotation(one.minPriceIncrement ?? {});
  // Without a step no price can be checked.
  if (tick === undefined || Number(tick) <= 0)
    throw new InstrumentError("INSTRUMENT_NOT_TRADABLE", `T-Invest tells no price step of ${one.ticker}`);
  const isDerivative = one.classCode === FUTURES_CLASS;
  return {
    symbol: one.ticker,
    board: one.classCode,
    lotSize: one.lot,
    tick,
    quantityStep: "1",
    uid: one.uid,
    isDerivative,
    isQuotedInPoints: isDerivative || one.instrumentKind === "INSTRUMENT_TYPE_BOND",
    isTradedByApi: one.apiTradeAvailableFlag,
  };
}
