/** What a spot account has. Binance knows balances only; here is what of them we call a position. */
import { compareDecimals, product, rounded, sum } from "@chartrelay/contract";
import * as z from "zod";
import type { Equity, Reading, ReadingOptions, VenueMoney, VenuePosition } from "../../execution.ts";
import type { Credentials } from "../../venue.ts";
import type { Environments } from "../environment.ts";
import { decimal } from "../execution-answer.ts";
import { ask, purposeOf } from "../executions.ts";

const ACCOUNT = { path: "/api/v3/account", parameters: { omitZeroBalances: "true" }, weight: 20 } as const;

/** What traders mostly quote coins in, the usual first. What is worth a fixed amount of money comes before coins. */
const QUOTES = ["USDT", "USDC", "FDUSD", "EUR", "TRY", "BRL", "BTC", "ETH", "BNB"] as const;
/** Money, even where it is traded against other money. */
const CASH: ReadonlySet<string> = new Set(
  "USDT USDC FDUSD TUSD DAI USD1 EURI EUR TRY BRL JPY MXN PLN RON ZAR ARS COP CZK UAH".split(" "),
);

/** All symbols' last prices at once. */
const PRICES = { path: "/api/v3/ticker/price", parameters: {}, weight: 4 } as const;
const WORTH_IN = "USDT";
const WORTH_DIGITS = 8;

const prices = z.array(z.object({ symbol: z.string(), price: decimal }));
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
  options?: ReadingOptions,
): Promise<Reading<readonly Balance[]>> {
  return ask(environments, { ...ACCOUNT, purpose: purposeOf(options) }, credentials, signal, (json) =>
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
  options?: ReadingOptions,
): Promise<Reading<readonly VenuePosition[]>> {
  const isTraded = await environments.of(credentials).symbols.traded(signal);
  const balances = await readBalances(environments, credentials, signal, options);
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

/**
 * Adds up what the account has, in USDT: Binance doesn't say. What has no price in USDT, such as a coin that isn't traded
 * any more, isn't counted.
 * @throws {NotSent} when we can't ask now.
 */
export async function readEquity(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<Equity>> {
  const [balances, listed] = await Promise.all([
    readBalances(environments, credentials, signal),
    ask(environments, PRICES, credentials, signal, (json) => prices.safeParse(json).data),
  ]);
  if (balances.kind !== "read") return balances;
  if (listed.kind !== "read") return listed;
  const priceOf = new Map(listed.value.map(({ symbol, price }) => [symbol, price]));
  const worth = ({ asset, free, locked }: Balance) =>
    product(sum(free, locked), asset === WORTH_IN ? "1" : (priceOf.get(asset + WORTH_IN) ?? "0"));
  const amount = balances.value.reduce((all, balance) => sum(all, worth(balance)), "0");
  return { ...balances, value: { amount: rounded(amount, WORTH_DIGITS), currency: WORTH_IN } };
}
