/** OrdersService: what an order would cost, and how large it could be. */
import { compareDecimals, decimalOf, product, sum, wholeTimes } from "@chartrelay/contract";
import type { Market } from "../market/terms.ts";
import type { TinkoffAccount } from "./accounts.ts";
import { FEE_RATE, lastPriceOf, listingOf, marketNameAt, valueOf, type Listing } from "./listings.ts";
import { accountOf, addMethod, type Asked } from "./method.ts";
import { askerOf, type OrderEntry } from "./orders.ts";
import { moneyOf, nineDigits } from "./order-state.ts";
import { fromQuotation, isInt64, toQuotation } from "./quotation.ts";
import { refused } from "./refusals.ts";
import type { Answer } from "../fault-delivery.ts";

/** Adds GetMaxLots and GetOrderPrice. */
export function estimateMethods(orderEntry: OrderEntry): void {
  const { market } = orderEntry;
  const about = (asked: Asked, answer: (account: TinkoffAccount, listing: Listing) => Answer): Answer => {
    const account = accountOf(asked, orderEntry.accounts);
    if ("status" in account) return account;
    const { instrumentId } = asked.json;
    if (typeof instrumentId !== "string" || instrumentId === "") return refused(30237);
    const listing = listingOf(instrumentId);
    if (!listing) return refused(50002);
    return listing.isTradedByApi ? answer(account, listing) : refused(30052);
  };

  addMethod(orderEntry, "OrdersService/GetMaxLots", (asked) =>
    about(asked, (account, listing) => {
      const { price = toQuotation(lastPriceOf(listing, market)) } = asked.json;
      const quoted = fromQuotation(price);
      if (quoted === undefined || compareDecimals(quoted, "0") <= 0) return refused(30018);
      const held = String(Math.max(0, askerOf(orderEntry, account).heldLots(listing)));
      return { status: 200, body: maxLots(market, account, listing, quoted, held) };
    }),
  );

  addMethod(orderEntry, "OrdersService/GetOrderPrice", (asked) =>
    about(asked, (_, listing) => {
      const { price, quantity } = asked.json;
      if (price === undefined) return refused(30017);
      const quoted = fromQuotation(price);
      if (quoted === undefined || compareDecimals(quoted, "0") <= 0) return refused(30018);
      if (!isInt64(quantity) || BigInt(quantity) <= 0n) return refused(30016);
      return { status: 200, body: orderPrice(listing, quoted, quantity) };
    }),
  );
}

function maxLots(
  market: Market,
  { account, noMargin }: TinkoffAccount,
  listing: Listing,
  price: string,
  held: string,
): object {
  const { currency } = listing.instrument;
  const name = marketNameAt(listing);
  const order = { account, instrument: name, side: "BUY", limit: price, quantity: "1" } as const;
  const terms = { clientOrderId: null, trigger: null, kind: "order", timeInForce: "day", expiresAtMs: null } as const;
  const { free } = market.requirement({ ...order, ...terms, reduceOnly: false });
  const value = valueOf(listing, price, "1");
  const share = listing.kind === "FUTURES" ? (market.listings.get(name)?.marginRate ?? "1") : "1";
  const lots = compareDecimals(free, "0") > 0 ? wholeTimes(free, product(value, sum(share, FEE_RATE))) : "0";
  const buy = { buyMoneyAmount: toQuotation(nineDigits(free)), buyMaxLots: lots, buyMaxMarketLots: lots };
  const sell = { sellMaxLots: held };
  return {
    currency: currency.toLowerCase(),
    buyLimits: buy,
    buyMarginLimits: buy,
    sellLimits: sell,
    // Whoever may go short may sell as much as buy.
    sellMarginLimits: noMargin ? sell : { sellMaxLots: sum(held, lots) },
  };
}

function orderPrice(listing: Listing, price: string, lots: string): object {
  const { currency } = listing.instrument;
  const value = valueOf(listing, price, lots);
  const fee = decimalOf(product(value, FEE_RATE));
  const money = (amount: string) => moneyOf(currency, amount);
  return {
    totalOrderAmount: money(sum(value, fee)),
    initialOrderAmount: money(value),
    lotsRequested: lots,
    executedCommission: money(fee),
    executedCommissionRub: money(fee),
    serviceCommission: money("0"),
    dealCommission: money(fee),
  };
}
