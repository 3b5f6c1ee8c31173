/** The markets of all simulated venues: venues open theirs here, and the control routes find them. */
import type { VenueName } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import { createMarket, type MarketOptions } from "./market.ts";
import type { Market, MarketFill } from "./terms.ts";
import type { WalkTerms } from "./walk.ts";

/** How a venue's market trades. */
export interface VenueMarketTerms extends Omit<MarketOptions, "now"> {
  /** The id by which the venue names a fill. Default: the fill's sequence. */
  readonly tradeIdOf?: (fill: MarketFill) => string;
}

/** One environment of one venue. */
export interface VenueMarket {
  readonly venue: VenueName;
  readonly environment: Environment;
  readonly market: Market;
  readonly tradeIdOf: (fill: MarketFill) => string;
}

export class Markets {
  readonly #opened: VenueMarket[] = [];
  readonly #now: () => number;
  readonly #walk: WalkTerms | undefined;

  /** If `walk` is given, every price walks from the start. */
  constructor(now: () => number, walk?: WalkTerms) {
    this.#now = now;
    this.#walk = walk;
  }

  /** Opens the market of a venue's environment. Each venue does this once for live and once for demo. */
  open(venue: VenueName, environment: Environment, terms: VenueMarketTerms): Market {
    const { tradeIdOf = ({ sequence }) => String(sequence), ...options } = terms;
    const market = createMarket({ ...options, now: this.#now });
    if (this.#walk) for (const { instrument } of terms.listings) market.walk(instrument, this.#walk);
    this.#opened.push({ venue, environment, market, tradeIdOf });
    return market;
  }

  /** Returns the markets of a venue, or of all; of one environment, or of both. */
  of(venue?: VenueName, environment?: Environment): readonly VenueMarket[] {
    return this.#opened.filter(
      (one) =>
        (venue === undefined || one.venue === venue) && (environment === undefined || one.environment === environment),
    );
  }

  /** Returns the market of one environment. @throws {RangeError} if the venue has none. */
  get(venue: VenueName, environment: Environment): Market {
    const [found] = this.of(venue, environment);
    if (!found) throw new RangeError(`${venue} has no market`);
    return found.market;
  }

  /** The markets' time, milliseconds since the Unix epoch, with what `advance` has added. */
  nowMs(): number {
    return this.#opened[0]?.market.nowMs() ?? this.#now();
  }

  /** Moves every market's clock. */
  advance(seconds: number): void {
    for (const { market } of this.#opened) market.advance(seconds);
  }

  reset(): void {
    for (const { market } of this.#opened) market.reset();
  }

  close(): void {
    for (const { market } of this.#opened) market.close();
  }
}
