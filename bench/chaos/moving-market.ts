/** Plays a seed's market at the simulated venues: prices that walk, and what happens to the orders meanwhile. */
import { setTimeout as delay } from "node:timers/promises";
import { product, sum } from "@chartrelay/contract";
import type { Market, MarketOrder, Sandbox } from "@chartrelay/sandbox";
import { cancelOrder, type Trader } from "../product/trader.ts";
import { instrumentAt, type Terms, type VenueKey } from "../product/venue-keys.ts";
import type { Happening, MarketPlan, OrderTerms } from "./market-plan.ts";

const DAY_S = 86_400;

/** The market of one account, and the one instrument that it trades there. */
export interface AccountMarket {
  readonly key: VenueKey;
  readonly market: Market;
  readonly instrument: string;
}

/** Returns the markets of a seed's accounts, by the accounts' numbers. */
export function marketsOf(sandbox: Sandbox, keys: readonly VenueKey[]): AccountMarket[] {
  return keys.map((key) => {
    const { venue, environment } = key;
    return { key, market: sandbox.market(venue, environment), instrument: instrumentAt(venue) };
  });
}

export class MovingMarket {
  readonly #accounts: readonly AccountMarket[];
  readonly #plan: MarketPlan;
  #isOver = false;
  #played: Promise<void> = Promise.resolve();
  readonly #cancelling = new Set<Promise<void>>();

  constructor(accounts: readonly AccountMarket[], plan: MarketPlan) {
    this.#accounts = accounts;
    this.#plan = plan;
  }

  /** Puts prices where they begin, and has them walk. */
  open(): void {
    this.#eachOnce(({ market, instrument }) => {
      market.setVolume(instrument, null);
      market.setPrice(instrument, market.listings.get(instrument)?.price ?? "");
      market.walk(instrument, this.#plan.walk);
    });
  }

  /** Returns an order's terms with its price. */
  termsOf(account: number, { side, limitTicks }: OrderTerms): Terms {
    return { side, price: limitTicks === null ? null : this.#priceAt(account, limitTicks) };
  }

  /** Lets things happen, over and over, until the market is quiet. */
  play(trader: Trader, originOf: () => string): void {
    this.#played = (async () => {
      while (!this.#isOver) {
        for (const { pauseMs, ...happening } of this.#plan.happenings) {
          await delay(pauseMs);
          if (this.#isOver) return;
          this.#happen(happening, trader, originOf);
        }
      }
    })();
  }

  /** Ends half the orders that are still open, and stops. From then on nothing happens. */
  async quieten(trader: Trader, originOf: () => string): Promise<void> {
    this.#isOver = true;
    await this.#played;
    const { ending } = this.#plan;
    for (const [number, order] of this.#open().entries()) {
      if (number % 2 > 0) continue;
      if (ending === "volume" || ending === "jump") this.#fill(order);
      else this.#end(order, ending, trader, originOf);
    }
    await Promise.all(this.#cancelling);
    // Whatever rests is not reached any more.
    this.#eachOnce(({ market, instrument }) => market.setPrice(instrument, market.price(instrument)));
  }

  /** Ends the seed, however far it came, and leaves nothing open for the nodes to follow. */
  clear(): void {
    this.#isOver = true;
    for (const order of this.#open()) this.#marketOf(order)?.cancel(order, "hand");
    this.#eachOnce(({ market, instrument }) => market.setVolume(instrument, null));
  }

  #happen(happening: Happening, trader: Trader, originOf: () => string): void {
    if ("pick" in happening) {
      const open = this.#open();
      const order = open[Math.floor(happening.pick * open.length)];
      if (order) this.#end(order, happening.kind, trader, originOf);
      return;
    }
    const account = this.#accounts[happening.account];
    if (!account) return;
    const { market, instrument, key } = account;
    switch (happening.kind) {
      case "trade by hand":
        market.trade({ account: key.account, instrument, side: "BUY", quantity: String(happening.lots) });
        return;
      case "volume":
        market.setVolume(instrument, happening.lots === null ? null : String(happening.lots));
        return;
      case "jump":
        market.setPrice(instrument, this.#priceAt(happening.account, happening.ticks));
        market.walk(instrument, this.#plan.walk);
        return;
      case "session ends":
        this.#passDay(market);
    }
  }

  /** Prices stand meanwhile: a day's walk is long. Binance's orders work until they are cancelled. */
  #passDay(market: Market): void {
    const walking = this.#accounts.filter((each) => each.market === market);
    if (walking.some(({ key }) => key.venue.startsWith("BINANCE"))) return;
    for (const { instrument } of walking) market.setPrice(instrument, market.price(instrument));
    market.advance(DAY_S);
    for (const { instrument } of walking) market.walk(instrument, this.#plan.walk);
  }

  #end(
    order: MarketOrder,
    how: "cancel" | "cancelled by hand" | "cancelled by the venue",
    trader: Trader,
    originOf: () => string,
  ): void {
    const id = order.clientOrderId;
    if (how !== "cancel") this.#marketOf(order)?.cancel(order, how === "cancelled by hand" ? "hand" : "venue");
    else if (id !== null) {
      // It may come while no node lives, cross a fill, or be refused: how the order ended is what counts.
      const cancelling = Promise.resolve()
        .then(() => cancelOrder(originOf(), trader, id))
        .catch(() => undefined)
        .finally(() => this.#cancelling.delete(cancelling));
      this.#cancelling.add(cancelling);
    }
  }

  /** Has the market reach an order. */
  #fill(order: MarketOrder): void {
    const market = this.#marketOf(order);
    const { instrument, limit } = order;
    market?.setVolume(instrument, null);
    if (limit !== null) market?.setPrice(instrument, limit);
  }

  /** The accounts' open orders. */
  #open(): MarketOrder[] {
    return this.#accounts.flatMap(({ market, key }) =>
      market.ordersOf(key.account).filter(({ state }) => state === "working" || state === "waiting"),
    );
  }

  #marketOf({ account }: MarketOrder): Market | undefined {
    return this.#accounts.find(({ key }) => key.account === account)?.market;
  }

  #priceAt(account: number, ticks: number): string {
    const { market, instrument } = this.#accounts[account] ?? {};
    const listing = instrument === undefined ? undefined : market?.listings.get(instrument);
    if (!listing) throw new Error(`account ${account} trades nothing`);
    return sum(listing.price, product(String(ticks), listing.tick));
  }

  #eachOnce(act: (account: AccountMarket) => void): void {
    for (const account of new Map(this.#accounts.map((each) => [each.market, each])).values()) act(account);
  }
}
