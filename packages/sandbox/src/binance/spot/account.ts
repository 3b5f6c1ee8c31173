/** A spot account's balances, as `/api/v3/account` and the stream return them. */
import { compareDecimals, difference } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { Market } from "../../market/terms.ts";
import type { SpotKey } from "../api-keys.ts";
import { amount } from "./orders.ts";

export interface Balance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}

/**
 * Returns the account's balances. One that was never funded may sell what it doesn't have; here it has nothing of it,
 * since no balance at Binance is below zero.
 */
export function balancesOf({ account, insufficientFunds }: SpotKey, market: Market): readonly Balance[] {
  return market.balances(account).map(({ asset, total, blocked }) => ({
    asset,
    free: amount(insufficientFunds ? "0" : orNothing(difference(total, blocked))),
    locked: amount(insufficientFunds ? "0" : blocked),
  }));
}

function orNothing(decimal: string): string {
  return compareDecimals(decimal, "0") < 0 ? "0" : decimal;
}

export function account(key: SpotKey, market: Market, omitZero: boolean): Answer {
  const balances = balancesOf(key, market);
  const isEmpty = ({ free, locked }: Balance) => compareDecimals(free, "0") === 0 && compareDecimals(locked, "0") === 0;
  return {
    status: 200,
    body: {
      makerCommission: 10,
      takerCommission: 10,
      buyerCommission: 0,
      sellerCommission: 0,
      commissionRates: { maker: "0.00100000", taker: "0.00100000", buyer: "0.00000000", seller: "0.00000000" },
      // Of the account, not of the key: apiRestrictions shows whether a key may trade.
      canTrade: true,
      canWithdraw: true,
      canDeposit: true,
      brokered: false,
      requireSelfTradePrevention: false,
      preventSor: false,
      updateTime: Math.floor(market.nowMs()),
      accountType: "SPOT",
      balances: omitZero ? balances.filter((balance) => !isEmpty(balance)) : balances,
      permissions: ["SPOT"],
      uid: 354_937_868,
    },
  };
}
