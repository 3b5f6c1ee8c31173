/** What a spot account has. Binance knows balances only; here is what of them we call a position. */
import { compareDecimals, sum } from "@chartrelay/contract";
import * as z from "zod";
import type { Reading, VenueMoney, VenuePosition } from "../../execution.ts";
import type { Credentials } from "../../venue.ts";
import type { Environments } from "../environment.ts";
import { decimal } from "../execution-answer.ts";
import { ask } from "../executions.ts";

const ACCOUNT = { path: "/api/v3/account", parameters: { omitZeroBalances: "true" }, weight: 20 } as const;

/** What traders mostly quote coins in, the usual first. What is worth a fixed amount of money comes before coins. */
const QUOTES = ["USDT", "USDC", "FDUSD", "EUR", "TRY", "BRL", "BTC", "ETH", "BNB"] as const;
/** Money, even where it is traded against other money. */
const CASH: ReadonlySet<string> = new Set(
  "USDT USDC FDUSD TUSD DAI USD1 EURI EUR TRY BRL JPY MXN PLN RON ZAR ARS COP CZK UAH".split(" "),
);

const account = z.object({
  balances: z.array(z.object({ asset: z.string(), free: decimal, locked: decimal })),
});
type Balance = z.output<typeof account>["balances"][number];

/** Returns the ticker of an asset against its usual quote; undefined for money, and for what trades against none. */
function pairOf(asset: string, isTraded: (symbol: string) => boolean): { symbol: string; quote: string } | undefined {
  if (CASH.has(asset)) return undefined;
  const quote = QUOTES.find((one) => one !== asset && isTraded(asset + one));
  return quote && { symbol: asset + quote, quote };
}

async function readBalances(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<readonly Balance[]>> {
  return ask(environments, ACCOUNT, credentials, signal, (json) =>
    account.safeParse(json).data?.balances.filter(({ free, locked }) => compareDecimals(sum(free, locked), "0") > 0),
  );
}

/**
 * Reads the coins in the account, each as a position in its pair with the usual quote, whoever bought them and for
 * whatever. Binance doesn't say what they cost.
 * @throws {NotSent} when we can't ask now.
 */
export async function readPositions(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<readonly VenuePosition[]>> {
  const isTraded = await environments.of(credentials).symbols.traded(signal);
  const balances = await readBalances(environments, credentials, signal);
  if (balances.kind !== "read") return balances;
  const value = balances.value.flatMap(({ asset, free, locked }): VenuePosition[] => {
    const pair = pairOf(asset, isTraded);
    if (!pair) return [];
    return [
      {
        symbol: pair.symbol,
        ticker: pair.symbol,
        quantity: sum(free, locked),
        averagePrice: null,
        price: null,
        openProfit: null,
        currency: pair.quote,
      },
    ];
  });
  return { ...balances, value };
}

/**
 * Reads what the account has and isn't a position.
 * @throws {NotSent} when we can't ask now.
 */
export async function readMoney(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<readonly VenueMoney[]>> {
  const isTraded = await environments.of(credentials).symbols.traded(signal);
  const balances = await readBalances(environments, credentials, signal);
  if (balances.kind !== "read") return balances;
  const value = balances.value
    .filter(({ asset }) => !pairOf(asset, isTraded))
    .map(({ asset, free, locked }) => ({ currency: asset.toUpperCase(), free, blocked: locked }));
  return { ...balances, value };
}
