/** Finds the one instrument at Alor that an alert's ticker names. */
import * as z from "zod";
import { readExactJson } from "../http/exact-json.ts";
import type { HttpAnswer } from "../http/client.ts";
import { turnedAway, unavailable } from "../not-sent.ts";
import { isContractOn, isMeant, type FuturesContract } from "../moscow-ticker.ts";
import type { ListedContract } from "../listed-contract.ts";
import { chainIn, codeOfAsset } from "../moscow-contracts.ts";
import { TickerGuesses } from "../likely-tickers.ts";
import { misspelt } from "../ticker-fault.ts";
import { SharedCache, type Loaded } from "../shared-cache.ts";
import { InstrumentError, type Credentials, type Instrument, type Worth } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { readTicker, type AlorExchange, type AlorTicker } from "./ticker.ts";

export interface AlorInstrument extends Instrument {
  readonly exchange: AlorExchange;
  /** Some fields of an order are only for derivatives. */
  readonly isDerivative: boolean;
  readonly worth: Worth | null;
}

export interface AlorInstruments {
  /**
   * @throws {InstrumentError} when the ticker names no instrument, or several.
   * @throws {NotSent} when Alor doesn't say.
   */
  get(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<AlorInstrument>;
  /**
   * Returns the contracts behind a continuous symbol; none for any other ticker.
   * @throws {NotSent} when Alor doesn't say.
   */
  contracts(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<readonly ListedContract[]>;
}

const FRESH_MS = 60 * 60_000;
const MAX_INSTRUMENTS = 10_000;
/** The contract's default of 25 could hide the intended instrument. */
const SEARCH_LIMIT = 100;

const positive = z.string().refine((text) => Number(text) > 0);
/** Numbers arrive as strings: see readExactJson. The tick is `minstep`; `pricestep` is its value in roubles. */
const security = z.object({
  symbol: z.string().min(1),
  shortname: z.string().nullish(),
  exchange: z.enum(["MOEX", "SPBX"]),
  market: z.string().nullish(),
  lotsize: positive,
  minstep: positive,
  pricestep: z.string().nullish(),
  facevalue: z.string().nullish(),
  currency: z.string().nullish(),
  cfiCode: z.string().nullish(),
  primary_board: z.string().min(1),
  /** A contract's last day: ISO 8601, without a zone or in UTC. */
  cancellation: z.string().nullish(),
});
type Security = z.infer<typeof security>;

/** Looks up tickers and caches them for an hour, shared by all accounts of an environment. */
export function createInstruments(environments: Environments): AlorInstruments {
  const cache = new SharedCache<AlorInstrument>(MAX_INSTRUMENTS, environments.now);
  const chains = new SharedCache<readonly ListedContract[]>(MAX_INSTRUMENTS, environments.now);
  const guesses = new TickerGuesses(environments.now);

  async function ask(path: string, credentials: Credentials): Promise<HttpAnswer> {
    // All callers for the ticker share it, so it has its own deadline, not the first caller's.
    const ownEnd = AbortSignal.timeout(2 * environments.timeouts.lookupMs);
    const request = { method: "GET", path, timeoutMs: environments.timeouts.lookupMs } as const;
    const { reply } = await environments.authorized(request, credentials, ownEnd);
    if (reply.kind !== "answer") throw unavailable();
    if (reply.status === 429) throw turnedAway(reply, environments.now());
    return reply;
  }

  async function load(ticker: AlorTicker, credentials: Credentials): Promise<Loaded<AlorInstrument>> {
    const found = await meantBy(ticker, credentials);
    return { value: toInstrument(found), freshUntil: environments.now() + FRESH_MS };
  }

  async function meantBy({ exchange, means }: AlorTicker, credentials: Credentials): Promise<Security> {
    if (means.kind === "named") {
      const { name } = means;
      const known = (await exact(exchange, name, credentials)) ?? (await inAnyCase(name, exchange, credentials));
      if (known) return known;
      const candidates = await meantInsteadOf(name, exchange, credentials);
      throw new InstrumentError("INSTRUMENT_NOT_FOUND", `Alor knows no ${name}`, candidates);
    }
    if (means.kind === "contract") {
      const found = (await searchFutures(means.code, exchange, credentials)).filter((one) => isContract(one, means));
      const only = theOnly(found, means.code);
      if (only) return only;
    }
    const { asset } = means;
    const candidates = contractsOn(asset, await searchFutures(asset, exchange, credentials));
    if (means.kind === "contract") {
      throw new InstrumentError("INSTRUMENT_NOT_FOUND", `Alor lists no ${means.code} of ${means.year}`, candidates);
    }
    throw new InstrumentError("CONTINUOUS_FUTURES", `${asset}1! is no contract`, candidates);
  }

  /** Shares are written in capitals. A future's code isn't (`SiZ6`), but TradingView writes it in capitals. */
  async function inAnyCase(
    name: string,
    exchange: AlorExchange,
    credentials: Credentials,
  ): Promise<Security | undefined> {
    const capitals = name.toUpperCase();
    const share = capitals === name ? undefined : await exact(exchange, capitals, credentials);
    const found = await searchFutures(name, exchange, credentials);
    const toTheLetter = found.filter((one) => isNamed(one, name));
    if (toTheLetter.length > 0) return theOnly(toTheLetter, name);
    const futures = found.filter((one) => namesOf(one).some((other) => other.toUpperCase() === capitals));
    return theOnly(share ? [share, ...futures] : futures, name);
  }

  /** Returns undefined when Alor doesn't know the symbol, or answers with a different one. */
  async function exact(exchange: AlorExchange, name: string, credentials: Credentials): Promise<Security | undefined> {
    const path = `/md/v2/Securities/${exchange}/${encodeURIComponent(name)}?format=Simple`;
    const answer = await ask(path, credentials);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw unavailable();
    const read = security.safeParse(readExactJson(answer.text));
    if (!read.success) throw unavailable();
    return isNamed(read.data, name) ? read.data : undefined;
  }

  /** Searches for what a name that Alor doesn't know was meant to be. */
  function meantInsteadOf(name: string, exchange: AlorExchange, credentials: Credentials): Promise<readonly string[]> {
    const scope = `${credentials.isDemo ? "demo" : "live"}:${exchange}`;
    return guesses.of(name, scope, async (part) =>
      (await search({ query: part, exchange }, credentials)).map(({ symbol }) => symbol),
    );
  }

  /**
   * Searches for futures. A future has two names, `SI-12.26` and `SiZ6` (docs/venues/alor.md, Instruments); the exact
   * route may know only one.
   */
  function searchFutures(
    query: string,
    exchange: AlorExchange,
    credentials: Credentials,
  ): Promise<readonly Security[]> {
    return search({ query, exchange, sector: "FORTS" }, credentials);
  }

  /** The exchange's short name is what contracts are told by; Alor's long one may be searched for as well. */
  async function loadChain(asset: string, credentials: Credentials): Promise<Loaded<readonly ListedContract[]>> {
    const queries = new Set([asset, codeOfAsset(asset)]);
    const found = await Promise.all([...queries].map((query) => searchFutures(query, "MOEX", credentials)));
    const listed = found.flat().flatMap((one) => listedContract(one, asset));
    const value = [...new Map(listed.map((contract) => [contract.symbol, contract])).values()];
    return { value, freshUntil: environments.now() + FRESH_MS };
  }

  async function search(
    wanted: { readonly query: string; readonly exchange: AlorExchange; readonly sector?: "FORTS" },
    credentials: Credentials,
  ): Promise<readonly Security[]> {
    const asked = new URLSearchParams({ ...wanted, limit: String(SEARCH_LIMIT), format: "Simple" });
    const answer = await ask(`/md/v2/Securities?${asked.toString()}`, credentials);
    if (answer.status !== 200) throw unavailable();
    const read = z.array(security).safeParse(readExactJson(answer.text));
    if (!read.success) throw unavailable();
    return read.data;
  }

  return {
    async get(ticker, credentials, signal) {
      const named = readTicker(ticker);
      if (typeof named === "string") throw misspelt(named, ticker, "Alor");
      const key = `${credentials.isDemo ? "demo" : "live"}:${JSON.stringify(named)}`;
      return cache.getByOwnKey(key, signal, () => load(named, credentials), isRejected);
    },
    async contracts(ticker, credentials, signal) {
      const { asset } = chainIn(ticker) ?? {};
      if (asset === undefined) return [];
      const key = `${credentials.isDemo ? "demo" : "live"}:${asset}`;
      return chains.getByOwnKey(key, signal, () => loadChain(asset, credentials), isRejected);
    },
  };
}

/** Whether a load failed because of the caller's key, which says nothing about other callers' keys. */
function isRejected({ kind }: { readonly kind: string }): boolean {
  return kind === "rejected";
}

/** Empty if it isn't one of the asset's futures, or its last day isn't known. */
function listedContract(one: Security, asset: string): readonly ListedContract[] {
  const [lastDay = ""] = (one.cancellation ?? "").split("T");
  const code = namesOf(one).find((name) => isContractOn(codeOfAsset(asset), name));
  if (code === undefined || !isFuture(one) || !/^\d{4}-\d\d-\d\d$/.test(lastDay)) return [];
  return [{ symbol: one.symbol, ticker: one.symbol, code, lastDay }];
}

function namesOf({ symbol, shortname }: Security): readonly string[] {
  return shortname ? [symbol, shortname] : [symbol];
}

function isNamed(one: Security, name: string): boolean {
  return namesOf(one).includes(name);
}

function isContract(one: Security, wanted: FuturesContract): boolean {
  const lastDay = new Date(one.cancellation ?? Number.NaN);
  return namesOf(one).some((name) => isMeant(wanted, name, lastDay));
}

function contractsOn(asset: string, found: readonly Security[]): readonly string[] {
  return [...new Set(found.flatMap(namesOf))].filter((name) => isContractOn(asset, name));
}

/** Returns the only instrument that was found under `name`; undefined if there is none. @throws {InstrumentError} */
function theOnly(found: readonly Security[], name: string): Security | undefined {
  const symbols = new Set(found.map(({ symbol }) => symbol));
  if (symbols.size > 1) {
    throw new InstrumentError("INSTRUMENT_AMBIGUOUS", `${name} names several instruments of Alor`, [...symbols]);
  }
  return found[0];
}

function toInstrument(one: Security): AlorInstrument {
  const { symbol, primary_board: board, lotsize: lotSize, minstep: tick, exchange } = one;
  const isDerivative = isFuture(one);
  return { symbol, board, lotSize, tick, quantityStep: "1", exchange, isDerivative, worth: worthOf(one) };
}

function isFuture({ market }: Security): boolean {
  return market === "FORTS";
}

/** A future's price is in points, a bond's in percent of its face value; debt instruments have CFI codes with D. */
function worthOf(one: Security): Worth | null {
  const { currency, cfiCode, minstep, pricestep, facevalue } = one;
  if (isFuture(one))
    return isPositive(pricestep) ? { value: pricestep, per: minstep, currency: "RUB", kind: "contract" } : null;
  if (!currency) return null;
  if (!cfiCode?.startsWith("D")) return { value: "1", per: "1", currency, kind: "price" };
  return isPositive(facevalue) ? { value: facevalue, per: "100", currency, kind: "clean-price" } : null;
}

function isPositive(number: string | null | undefined): number is string {
  return Number(number) > 0;
}
