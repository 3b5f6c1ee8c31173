/** What an account holds: positions and money (docs/venues/t-invest.md, Positions). */
import { absolute, negated, quotient, signOf, sum } from "@chartrelay/contract";
import * as z from "zod";
import type { Equity, Executions, Reading, ReadingOptions, VenueMoney, VenuePosition } from "../execution.ts";
import type { Credentials } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { money, quotation } from "./execution-state.ts";
import type { TinkoffInstrument, TinkoffInstruments } from "./instruments.ts";
import { fromQuotation, type TextQuotation } from "./quotation.ts";
import { mapReading, read, turnFor } from "./read.ts";

const pieces = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .default("0");
const held = z.object({ instrumentUid: z.string().default(""), balance: pieces, blocked: pieces });
const positionsAnswer = z.object({
  securities: z.array(held).default([]),
  futures: z.array(held).default([]),
  limitsLoadingInProgress: z.boolean().default(false),
});
const portfolioAnswer = z.object({
  positions: z
    .array(
      z.object({
        instrumentUid: z.string().default(""),
        quantity: quotation.default({}),
        averagePositionPrice: money.optional(),
        averagePositionPricePt: quotation.optional(),
        currentPrice: money.optional(),
        expectedYield: quotation.optional(),
      }),
    )
    .default([]),
});
const worthAnswer = z.object({ totalAmountPortfolio: money });
type Valued = z.output<typeof portfolioAnswer>["positions"][number];
const limitsAnswer = z.object({
  money: z.array(money).default([]),
  blocked: z.array(money).default([]),
  blockedGuarantee: z.array(money).default([]),
});

/** Creates the calls that concern holdings; each may throw {NotSent} and {InstrumentError}. */
export function holdingCalls(
  environments: Environments,
  instruments: TinkoffInstruments,
): Pick<Executions, "positions" | "money" | "equity"> {
  return {
    positions: (credentials, signal, options) => positions({ environments, instruments }, credentials, signal, options),
    async money(credentials, signal) {
      const asked = { body: { accountId: credentials.apiKey }, schema: limitsAnswer };
      const reading = await read(environments, "OperationsService/GetWithdrawLimits", asked, credentials, signal);
      return mapReading(reading, readMoney, "money");
    },
    async equity(credentials, signal) {
      const asked = { body: { accountId: credentials.apiKey }, schema: worthAnswer };
      const reading = await read(environments, "OperationsService/GetPortfolio", asked, credentials, signal);
      return mapReading(reading, readWorth, "worth");
    },
  };
}

/**
 * Positions come from GetPositions, and what they are worth from GetPortfolio, which learns of a fill later: while the
 * two disagree on a quantity, that position has no price.
 */
async function positions(
  { environments, instruments }: { readonly environments: Environments; readonly instruments: TinkoffInstruments },
  credentials: Credentials,
  signal: AbortSignal,
  options?: ReadingOptions,
): Promise<Reading<readonly VenuePosition[]>> {
  const body = { accountId: credentials.apiKey };
  const ask = <Schema extends z.ZodType>(method: "GetPositions" | "GetPortfolio", schema: Schema) =>
    read(environments, `OperationsService/${method}`, { body, schema }, credentials, signal, turnFor(options));
  const counted = await ask("GetPositions", positionsAnswer);
  if (counted.kind !== "read") return counted;
  if (counted.value.limitsLoadingInProgress) return { kind: "unknown", cause: "limits are loading" };
  const all = [...counted.value.securities, ...counted.value.futures]
    .map(({ instrumentUid, balance, blocked }) => ({ uid: instrumentUid, pieces: sum(balance, blocked) }))
    .filter((one) => signOf(one.pieces) !== 0);
  if (all.length === 0) return { ...counted, value: [] };
  const valued = await ask("GetPortfolio", portfolioAnswer);
  const values = valued.kind === "read" ? valued.value.positions : [];
  const value = await Promise.all(
    all.map(async (one) =>
      describe(
        await instruments.held(one.uid, credentials, signal),
        one.pieces,
        values.find(
          ({ instrumentUid, quantity }) => instrumentUid === one.uid && fromQuotation(quantity) === one.pieces,
        ),
      ),
    ),
  );
  return { ...counted, value };
}

/** Digits after the point of lots that aren't whole. */
const LOT_DIGITS = 9;

function describe(instrument: TinkoffInstrument, count: string, worth: Valued | undefined): VenuePosition {
  const { symbol, board, lotSize, kind, currency, isInMoscow } = instrument;
  const lots = quotient(absolute(count), lotSize, LOT_DIGITS);
  // Which unit the prices of futures and bonds have isn't documented, except for this one field.
  const isShare = kind === "other";
  const average = isShare ? worth?.averagePositionPrice : kind === "future" ? worth?.averagePositionPricePt : undefined;
  return {
    symbol,
    // A ticker alone would name the one that trades in Moscow.
    ticker: isInMoscow ? symbol : `${board}:${symbol}`,
    quantity: signOf(count) < 0 ? negated(lots) : lots,
    averagePrice: decimalIn(average),
    price: isShare ? decimalIn(worth?.currentPrice) : null,
    openProfit: decimalIn(worth?.expectedYield),
    currency: currency === "" ? null : currency,
  };
}

function decimalIn(value: TextQuotation | undefined): string | null {
  return (value && fromQuotation(value)) ?? null;
}

function readWorth({ totalAmountPortfolio: total }: z.output<typeof worthAnswer>): Equity | undefined {
  const amount = fromQuotation(total);
  return amount === undefined ? undefined : { amount, currency: total.currency.toUpperCase() };
}

/** `money` is what is free; orders and the margin of futures are counted apart. */
function readMoney({ money: free, blocked, blockedGuarantee }: z.output<typeof limitsAnswer>): readonly VenueMoney[] {
  const inCurrency = (amounts: readonly z.output<typeof money>[], currency: string) =>
    amounts
      .filter((one) => one.currency.toUpperCase() === currency)
      .reduce((all, amount) => sum(all, fromQuotation(amount) ?? "0"), "0");
  const all = [...free, ...blocked, ...blockedGuarantee];
  const currencies = new Set(all.map(({ currency }) => currency.toUpperCase()).filter((name) => name !== ""));
  return Array.from(currencies, (currency) => ({
    currency,
    free: inCurrency(free, currency),
    blocked: sum(inCurrency(blocked, currency), inCurrency(blockedGuarantee, currency)),
  }));
}
