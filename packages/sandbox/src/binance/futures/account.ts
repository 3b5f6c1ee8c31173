/** A futures account's wallet and positions: `account`, `balance` and `positionRisk`. */
import { absolute, compareDecimals, decimalOf, difference, product, sum, withDigits } from "@chartrelay/contract";
import type { Market } from "../../market/terms.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { Endpoint, SignedCall } from "../endpoints.ts";
import { SYMBOL } from "../parameters.ts";
import { UNKNOWN_SYMBOL } from "../refusals.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";
import { FUTURES_MARGIN_RATE } from "./listings.ts";
import { isHeld, openProfitOf, positionsOf, type FuturesPosition, type SideOf } from "./positions.ts";

const WALLET = "USDT";
const DIGITS = 8;
const NONE = "0.00000000";
const amount = (decimal: string) => withDigits(decimal, DIGITS);

/** Returns the endpoints about what an account has. `symbolsWithOrders` returns where it has open orders. */
export function accountEndpoints(
  parts: AccountParts,
  symbolsWithOrders: (account: string) => ReadonlySet<string>,
): readonly Endpoint<FuturesKey>[] {
  const ofKey = { method: "GET", security: "read", weight: 5, parameters: {} } as const;
  return [
    {
      ...ofKey,
      path: "/fapi/v2/account",
      operation: "auth",
      answer: ({ key }: SignedCall<FuturesKey>) => ({ status: 200, body: accountV2(key, parts) }),
    },
    {
      ...ofKey,
      path: "/fapi/v3/account",
      operation: "auth",
      answer: ({ key }: SignedCall<FuturesKey>) => ({ status: 200, body: account(key, parts) }),
    },
    {
      ...ofKey,
      path: "/fapi/v3/balance",
      operation: "money",
      answer: ({ key }: SignedCall<FuturesKey>) => ({ status: 200, body: balances(key, parts) }),
    },
    {
      ...ofKey,
      path: "/fapi/v3/positionRisk",
      operation: "positions",
      parameters: { symbol: SYMBOL },
      answer: ({ key, parameters }: SignedCall<FuturesKey>) => {
        const symbol = parameters.get("symbol");
        if (symbol !== undefined && !FUTURES_INSTRUMENTS.has(symbol)) return UNKNOWN_SYMBOL;
        return { status: 200, body: positionRisk(key, parts, symbolsWithOrders(key.account), symbol) };
      },
    },
  ];
}

/** What the answers are made of. */
export interface AccountParts {
  readonly market: Market;
  readonly sideOf: SideOf;
}

interface Wallet {
  readonly total: string;
  readonly available: string;
  readonly openProfit: string;
  readonly blocked: string;
}

/** Returns the wallet. An open profit adds to what may be used, an open loss takes from it. */
function walletOf({ account: name, insufficientFunds }: FuturesKey, { market, sideOf }: AccountParts): Wallet {
  const openProfit = positionsOf(name, market, sideOf).reduce(
    (all, position) => sum(all, openProfitOf(position, market.price(position.symbol))),
    "0",
  );
  const { total = "0", blocked = "0" } = market.balances(name).find(({ asset }) => asset === WALLET) ?? {};
  if (insufficientFunds) return { total: "0", available: "0", openProfit: "0", blocked: "0" };
  const available = difference(sum(total, openProfit), blocked);
  return { total, blocked, openProfit, available: compareDecimals(available, "0") < 0 ? "0" : available };
}

/** Returns the body of `/fapi/v3/account`. */
function account(key: FuturesKey, parts: AccountParts) {
  const wallet = walletOf(key, parts);
  const [total, available] = [amount(wallet.total), amount(wallet.available)];
  const [profit, margin] = [amount(wallet.openProfit), amount(wallet.blocked)];
  const marginBalance = amount(sum(wallet.total, wallet.openProfit));
  const held = positionsOf(key.account, parts.market, parts.sideOf).filter(isHeld);
  const margins = {
    initialMargin: margin,
    maintMargin: NONE,
    positionInitialMargin: margin,
    openOrderInitialMargin: NONE,
    unrealizedProfit: profit,
    crossUnPnl: profit,
  };
  return {
    totalInitialMargin: margin,
    totalMaintMargin: NONE,
    totalWalletBalance: total,
    totalUnrealizedProfit: profit,
    totalMarginBalance: marginBalance,
    totalPositionInitialMargin: margin,
    totalOpenOrderInitialMargin: NONE,
    totalCrossWalletBalance: total,
    totalCrossUnPnl: profit,
    availableBalance: available,
    maxWithdrawAmount: available,
    assets: [
      {
        asset: WALLET,
        walletBalance: total,
        marginBalance,
        crossWalletBalance: total,
        availableBalance: available,
        maxWithdrawAmount: available,
        updateTime: Math.floor(parts.market.nowMs()),
        ...margins,
      },
    ],
    positions: held.map((position) => ({
      symbol: position.symbol,
      positionSide: position.side,
      positionAmt: position.quantity,
      unrealizedProfit: amount(openProfitOf(position, parts.market.price(position.symbol))),
      isolatedMargin: NONE,
      notional: notionalOf(position, parts.market),
      isolatedWallet: NONE,
      initialMargin: NONE,
      maintMargin: NONE,
      updateTime: Math.floor(position.changedAtMs),
    })),
  };
}

/** Returns the older form, which also says what the account may do, though not the key. */
function accountV2(key: FuturesKey, parts: AccountParts): object {
  return {
    feeTier: 0,
    feeBurn: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    ...account(key, parts),
    // It describes each position at length; nobody here reads it.
    positions: [],
  };
}

/** Returns the body of `/fapi/v3/balance`. */
function balances(key: FuturesKey, parts: AccountParts): readonly object[] {
  const { total, available, openProfit } = walletOf(key, parts);
  return [
    {
      accountAlias: "SgsR",
      asset: WALLET,
      balance: amount(total),
      crossWalletBalance: amount(total),
      crossUnPnl: amount(openProfit),
      availableBalance: amount(available),
      maxWithdrawAmount: amount(available),
      marginAvailable: true,
      updateTime: Math.floor(parts.market.nowMs()),
    },
  ];
}

/** Returns the body of `/fapi/v3/positionRisk`: only symbols with a position or an open order. */
function positionRisk(
  { account: name, hedgeMode }: FuturesKey,
  { market, sideOf }: AccountParts,
  withOrders: ReadonlySet<string>,
  symbol: string | undefined,
): readonly object[] {
  const known = positionsOf(name, market, sideOf);
  const flat = [...withOrders].flatMap((other) =>
    (hedgeMode ? (["LONG", "SHORT"] as const) : (["BOTH"] as const)).map((side): FuturesPosition => ({
      symbol: other,
      side,
      quantity: "0",
      entryPrice: "0",
      realised: "0",
      changedAtMs: 0,
    })),
  );
  const isKnown = (one: FuturesPosition) =>
    known.some((other) => isHeld(other) && other.symbol === one.symbol && other.side === one.side);
  return [...known.filter(isHeld), ...flat.filter((one) => !isKnown(one))]
    .filter((position) => symbol === undefined || position.symbol === symbol)
    .map((position) => {
      const price = market.price(position.symbol);
      return {
        symbol: position.symbol,
        positionSide: position.side,
        positionAmt: position.quantity,
        entryPrice: position.entryPrice,
        breakEvenPrice: position.entryPrice,
        markPrice: amount(price),
        unRealizedProfit: amount(openProfitOf(position, price)),
        liquidationPrice: "0",
        isolatedMargin: "0",
        notional: notionalOf(position, market),
        marginAsset: WALLET,
        isolatedWallet: "0",
        initialMargin: amount(product(absolute(notionalOf(position, market)), FUTURES_MARGIN_RATE)),
        maintMargin: NONE,
        positionInitialMargin: NONE,
        openOrderInitialMargin: "0",
        adl: 0,
        bidNotional: "0",
        askNotional: "0",
        updateTime: Math.floor(position.changedAtMs),
      };
    });
}

function notionalOf({ symbol, quantity }: FuturesPosition, market: Market): string {
  return decimalOf(product(quantity, market.price(symbol)));
}
