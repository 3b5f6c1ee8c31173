/** What a futures account has: positions, and the wallet that is their margin. */
import { compareDecimals, decimalOf, difference } from "@chartrelay/contract";
import * as z from "zod";
import type { Equity, Reading, ReadingOptions, VenueMoney, VenuePosition } from "../../execution.ts";
import type { Credentials } from "../../venue.ts";
import type { Environments } from "../environment.ts";
import { decimal } from "../execution-answer.ts";
import { ask, purposeOf } from "../executions.ts";
import { tickerOf } from "../ticker.ts";

const POSITIONS = { path: "/fapi/v3/positionRisk", parameters: {}, weight: 5 } as const;
const BALANCE = { path: "/fapi/v3/balance", parameters: {}, weight: 5 } as const;

const ACCOUNT = { path: "/fapi/v3/account", parameters: {}, weight: 5 } as const;
const MODE = { path: "/fapi/v1/positionSide/dual", parameters: {}, weight: 30 } as const;

/** What a futures account is worth is counted in dollars, of which one USDT is taken for one. */
const DOLLAR = "USDT";

/** Contracts that expire have their day in the name, and aren't perpetuals. */
const EXPIRING = /_\d{6}$/;

const positions = z.array(
  z.object({
    symbol: z.string(),
    /** BOTH in one-way mode. */
    positionSide: z.enum(["BOTH", "LONG", "SHORT"]),
    positionAmt: decimal,
    entryPrice: decimal,
    markPrice: decimal,
    unRealizedProfit: decimal,
    marginAsset: z.string(),
  }),
);
const worth = z.object({ totalMarginBalance: decimal });
const mode = z.object({ dualSidePosition: z.boolean() });
const balances = z.array(z.object({ asset: z.string(), balance: decimal, availableBalance: decimal }));

/**
 * Reads the open positions; in hedge mode a symbol may have two, one long and one short.
 * @throws {NotSent} when we can't ask now.
 */
export function readPositions(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
  options?: ReadingOptions,
): Promise<Reading<readonly VenuePosition[]>> {
  return ask(environments, { ...POSITIONS, purpose: purposeOf(options) }, credentials, signal, (json) =>
    positions
      .safeParse(json)
      .data?.filter(({ positionAmt }) => compareDecimals(positionAmt, "0") !== 0)
      .map(({ symbol, positionSide, positionAmt, entryPrice, markPrice, unRealizedProfit, marginAsset }) => ({
        symbol,
        ticker: tickerOf({ symbol, isPerpetual: !EXPIRING.test(symbol) }),
        ...(positionSide !== "BOTH" && { positionSide }),
        quantity: positionAmt,
        averagePrice: entryPrice,
        price: markPrice,
        openProfit: unRealizedProfit,
        currency: marginAsset,
      })),
  );
}

/**
 * Reads the wallet. An open profit may be used at once, so nothing of the wallet may be blocked although there are
 * positions.
 * @throws {NotSent} when we can't ask now.
 */
export function readMoney(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<readonly VenueMoney[]>> {
  return ask(environments, BALANCE, credentials, signal, (json) =>
    balances
      .safeParse(json)
      .data?.filter(({ balance, availableBalance }) => [balance, availableBalance].some((one) => one !== "0"))
      .map(({ asset, balance, availableBalance }) => ({
        currency: asset.toUpperCase(),
        free: availableBalance,
        blocked: compareDecimals(balance, availableBalance) > 0 ? difference(balance, availableBalance) : "0",
      })),
  );
}

/**
 * Reads the wallet with what open positions have won or lost.
 * @throws {NotSent} when we can't ask now.
 */
export function readEquity(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<Equity>> {
  return ask(environments, ACCOUNT, credentials, signal, (json) => {
    const { data } = worth.safeParse(json);
    return data && { amount: decimalOf(data.totalMarginBalance), currency: DOLLAR };
  });
}

/**
 * Reads whether the account is in hedge mode.
 * @throws {NotSent} when we can't ask now.
 */
export function readMode(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<boolean>> {
  return ask(environments, MODE, credentials, signal, (json) => mode.safeParse(json).data?.dualSidePosition);
}
