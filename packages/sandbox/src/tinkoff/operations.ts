/** OperationsService: what an account holds. */
import { compareDecimals, difference, signOf, sum } from "@chartrelay/contract";
import type { Answer } from "../fault-delivery.ts";
import type { TinkoffAccount } from "./accounts.ts";
import { guaranteeOf, holdingsOf, piecesOf, type Holding } from "./holdings.ts";
import { lastPriceOf, pieceValueOf, valueOf, type Listing } from "./listings.ts";
import { accountOf, addMethod, type Gateway, type MethodName } from "./method.ts";
import { moneyOf, nineDigits } from "./order-state.ts";
import { toQuotation } from "./quotation.ts";

/** How far what an account holds lags behind its orders, in milliseconds. */
export interface Lags {
  readonly positionsMs: number;
  readonly portfolioMs: number;
}

export interface OperationsGateway extends Gateway {
  readonly lags: Lags;
}

/** Adds GetPositions, GetPortfolio and GetWithdrawLimits. */
export function operationMethods(gateway: OperationsGateway): void {
  const ofAccount = (name: MethodName, describe: (account: TinkoffAccount) => object) =>
    addMethod(gateway, name, (asked): Answer => {
      const account = accountOf(asked, gateway.accounts);
      return "status" in account ? account : { status: 200, body: describe(account) };
    });
  ofAccount("OperationsService/GetPositions", (account) => positions(gateway, account));
  ofAccount("OperationsService/GetPortfolio", (account) => portfolio(gateway, account));
  ofAccount("OperationsService/GetWithdrawLimits", (account) => withdrawLimits(gateway, account));
}

/** Returns GetPositions' answer. */
export function positions(gateway: OperationsGateway, { account, limitsLoading }: TinkoffAccount): object {
  const held = holdingsOf(gateway.market, account, gateway.lags.positionsMs);
  const { money, blocked } = moneyIn(gateway, account);
  const isFuture = ({ listing }: Holding) => listing.kind === "FUTURES";
  return {
    money,
    blocked,
    securities: held.filter((one) => !isFuture(one)).map(securityPosition),
    limitsLoadingInProgress: limitsLoading,
    futures: held.filter(isFuture).map(futurePosition),
    options: [],
    accountId: account,
  };
}

/** Returns what GetPositions says of any instrument. `balance` is what orders don't block. */
export function futurePosition({ listing, lots, blockedLots }: Holding): object {
  const { figi, uid, ticker, classCode } = listing;
  return {
    figi,
    blocked: piecesOf(listing, blockedLots),
    balance: piecesOf(listing, difference(lots, blockedLots)),
    positionUid: uid,
    instrumentUid: uid,
    ticker,
    classCode,
  };
}

/** Returns what GetPositions says of a security. */
export function securityPosition(holding: Holding): object {
  return { ...futurePosition(holding), exchangeBlocked: false, instrumentType: holding.listing.kind.toLowerCase() };
}

/** Returns the account's money by currency: what is free, what orders block, and the margin of its futures. */
export function moneyIn({ market }: Gateway, account: string) {
  const balances = market.balances(account);
  const all = balances.map(({ asset, total, blocked }) => {
    const guarantee = asset === "RUB" ? guaranteeOf(market, account) : "0";
    const byOrders = compareDecimals(blocked, guarantee) > 0 ? difference(blocked, guarantee) : "0";
    return { asset, free: difference(total, blocked), byOrders, guarantee };
  });
  return {
    money: all.map(({ asset, free }) => moneyOf(asset, free)),
    blocked: all.map(({ asset, byOrders }) => moneyOf(asset, byOrders)),
    blockedGuarantee: all.map(({ asset, guarantee }) => moneyOf(asset, guarantee)),
  };
}

function withdrawLimits(gateway: Gateway, { account }: TinkoffAccount): object {
  return moneyIn(gateway, account);
}

function portfolio({ market, lags }: OperationsGateway, { account }: TinkoffAccount): object {
  // The account's own roubles aren't among the positions: only what it has traded.
  const held = holdingsOf(market, account, lags.portfolioMs).filter(({ lots }) => signOf(lots) !== 0);
  const worth = ({ listing, lots }: Holding) => valueOf(listing, lastPriceOf(listing, market), lots);
  const rubles = (holdings: readonly Holding[]) =>
    moneyOf(
      "RUB",
      holdings.reduce((all, holding) => sum(all, worth(holding)), "0"),
    );
  // Of a future the account owns what it has won, not what the contract is worth.
  const owned = ({ listing, position, lots }: Holding) =>
    listing.kind === "FUTURES"
      ? valueOf(listing, difference(lastPriceOf(listing, market), position.averagePrice), lots)
      : valueOf(listing, lastPriceOf(listing, market), lots);
  const cash = market.balances(account).find(({ asset }) => asset === "RUB")?.total ?? "0";
  const total = held.reduce((all, holding) => sum(all, owned(holding)), cash);
  const ofKind = (kind: Listing["kind"]) => rubles(held.filter(({ listing }) => listing.kind === kind));
  return {
    totalAmountShares: ofKind("SHARE"),
    totalAmountBonds: ofKind("BOND"),
    totalAmountEtf: ofKind("ETF"),
    totalAmountCurrencies: ofKind("CURRENCY"),
    totalAmountFutures: ofKind("FUTURES"),
    totalAmountOptions: moneyOf("RUB", "0"),
    totalAmountSp: moneyOf("RUB", "0"),
    totalAmountPortfolio: moneyOf("RUB", nineDigits(total)),
    expectedYield: toQuotation("0"),
    positions: held.map((holding) => portfolioPosition(holding, lastPriceOf(holding.listing, market))),
    accountId: account,
    virtualPositions: [],
  };
}

function portfolioPosition({ listing, position, lots, blockedLots }: Holding, price: string): object {
  const { figi, uid, ticker, classCode, kind, instrument } = listing;
  const { averagePrice } = position;
  const money = (amount: string) => moneyOf(instrument.currency, amount);
  const profit = valueOf(listing, difference(price, averagePrice), lots);
  return {
    figi,
    instrumentType: kind.toLowerCase(),
    quantity: toQuotation(piecesOf(listing, lots)),
    averagePositionPrice: money(pieceValueOf(listing, averagePrice)),
    expectedYield: toQuotation(nineDigits(profit)),
    averagePositionPricePt: toQuotation(kind === "FUTURES" ? nineDigits(averagePrice) : "0"),
    currentPrice: money(pieceValueOf(listing, price)),
    averagePositionPriceFifo: money(pieceValueOf(listing, averagePrice)),
    quantityLots: toQuotation(lots),
    blocked: false,
    blockedLots: toQuotation(blockedLots),
    positionUid: uid,
    instrumentUid: uid,
    expectedYieldFifo: toQuotation(nineDigits(profit)),
    ticker,
    classCode,
  };
}
