/** An account in a market: its orders, fills, positions and balances. */
import { absolute, compareDecimals, decimalOf, difference, product, signOf, sum } from "@chartrelay/contract";
import { remainingOf, type OrderRecord } from "./order.ts";
import { afterTrade, averagePriceOf, FLAT, signed, type Position } from "./position.ts";
import { blockedBy, changesOf, marginOf, type Amount } from "./settlement.ts";
import type {
  Listing,
  MarketBalance,
  MarketFill,
  MarketFunding,
  MarketPosition,
  NewMarketOrder,
  Requirement,
} from "./terms.ts";

/** What an account knows of its market. */
export interface AccountMarket {
  readonly listing: (instrument: string) => Listing;
  /** What accounts have of each currency and asset until they are funded. */
  readonly initialBalances: ReadonlyMap<string, string>;
  /** The last price. */
  readonly price: (instrument: string) => string;
}

/** Fills are counted when somebody looks, so that placing an order costs no more than the order. */
export class Account {
  readonly name: string;
  readonly orders: OrderRecord[] = [];
  readonly openOrders = new Set<OrderRecord>();
  readonly fills: MarketFill[] = [];
  readonly funding: MarketFunding[] = [];
  readonly #market: AccountMarket;
  readonly #positions = new Map<string, Position>();
  #totals: Map<string, string>;
  #isFunded = false;
  #countedFills = 0;

  constructor(name: string, market: AccountMarket) {
    this.name = name;
    this.#market = market;
    this.#totals = new Map(market.initialBalances);
  }

  get isFunded(): boolean {
    return this.#isFunded;
  }

  fund(balances: Readonly<Record<string, string>>): void {
    this.#count();
    this.#totals = new Map(Object.entries(balances));
    this.#isFunded = true;
  }

  /** Books what funding brought or cost. */
  addFunding(funding: MarketFunding): void {
    this.#count();
    this.funding.push(funding);
    this.#totals.set(funding.asset, sum(this.#totals.get(funding.asset) ?? "0", funding.amount));
  }

  positions(): readonly MarketPosition[] {
    this.#count();
    return Array.from(this.#positions.keys(), (instrument) => this.position(instrument));
  }

  position(instrument: string): MarketPosition {
    const position = this.#positionIn(instrument);
    const { unitValue } = this.#market.listing(instrument);
    return {
      account: this.name,
      instrument,
      quantity: position.quantity,
      averagePrice: averagePriceOf(position),
      realisedProfit: decimalOf(product(position.realised, unitValue)),
    };
  }

  balances(): readonly MarketBalance[] {
    this.#count();
    return Array.from(this.#totals.keys(), (asset) => this.balance(asset));
  }

  balance(asset: string): MarketBalance {
    this.#count();
    return { account: this.name, asset, total: this.#totals.get(asset) ?? "0", blocked: this.#blocked(asset) };
  }

  /** Returns what a reduce-only order may still trade: the position on the other side. */
  reducible({ instrument, side }: NewMarketOrder): string {
    const { quantity } = this.#positionIn(instrument);
    return signOf(quantity) === (side === "BUY" ? -1 : 1) ? absolute(quantity) : "0";
  }

  requirement(order: NewMarketOrder): Requirement {
    const { asset, amount } = this.#blockedBy(order, order.quantity);
    const { total, blocked } = this.balance(asset);
    const free = difference(total, blocked);
    return { asset, amount, free, isCovered: !this.#isFunded || compareDecimals(amount, free) <= 0 };
  }

  #positionIn(instrument: string): Position {
    this.#count();
    return this.#positions.get(instrument) ?? FLAT;
  }

  #count(): void {
    for (; this.#countedFills < this.fills.length; this.#countedFills += 1) {
      const fill = this.fills[this.#countedFills];
      if (fill) this.#add(fill);
    }
  }

  #add(fill: MarketFill): void {
    const { instrument, side } = fill.order;
    const before = this.#positions.get(instrument) ?? FLAT;
    const after = afterTrade(before, signed(side, fill.quantity), fill.price);
    this.#positions.set(instrument, after);
    const realised = difference(after.realised, before.realised);
    for (const { asset, amount } of changesOf(this.#market.listing(instrument), fill, realised))
      this.#totals.set(asset, sum(this.#totals.get(asset) ?? "0", amount));
  }

  #blocked(asset: string): string {
    const amounts: Amount[] = [];
    for (const [instrument, position] of this.#positions)
      amounts.push(marginOf(this.#market.listing(instrument), position));
    for (const order of this.openOrders)
      if (order.state === "working") amounts.push(this.#blockedBy(order, remainingOf(order)));
    return amounts.reduce((blocked, { asset: of, amount }) => (of === asset ? sum(blocked, amount) : blocked), "0");
  }

  #blockedBy(order: NewMarketOrder, quantity: string): Amount {
    const { instrument } = order;
    return blockedBy(
      this.#market.listing(instrument),
      order,
      quantity,
      this.#market.price(instrument),
      this.#positionIn(instrument),
    );
  }
}
