/** What the funding of perpetual contracts has brought and cost: docs/venues/binance.md, Futures: funding. */
import * as z from "zod";
import type { FundingPayment, Period, Reading } from "../../execution.ts";
import type { Credentials } from "../../venue.ts";
import type { Environments } from "../environment.ts";
import { decimal, integer } from "../execution-answer.ts";
import { ask } from "../executions.ts";
import { tickerOf } from "../ticker.ts";

const INCOME = { path: "/fapi/v1/income", weight: 30 } as const;
/** The longest page that Binance sends. */
const PAGE_LENGTH = 1_000;

const incomes = z.array(
  z
    .object({ symbol: z.string(), income: decimal, asset: z.string(), time: integer, tranId: integer })
    .transform(({ symbol, income, asset, time, tranId }): FundingPayment => ({
      paymentId: tranId,
      symbol,
      // Only perpetual contracts have funding.
      ticker: tickerOf({ symbol, isPerpetual: true }),
      amount: income,
      currency: asset.toUpperCase(),
      atMs: Number(time),
    })),
);

/**
 * Reads a period's payments, page by page.
 * @throws {NotSent} when we can't ask now.
 */
export async function readFunding(
  environments: Environments,
  { fromMs, toMs }: Period,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<readonly FundingPayment[]>> {
  /** By id: while pages are read, a payment may move from one to the next. */
  const payments = new Map<string, FundingPayment>();
  for (let page = 1; ; page += 1) {
    const parameters = {
      incomeType: "FUNDING_FEE",
      startTime: String(Math.floor(fromMs)),
      endTime: String(Math.floor(toMs)),
      page: String(page),
      limit: String(PAGE_LENGTH),
    };
    const reading = await ask(
      environments,
      { ...INCOME, parameters },
      credentials,
      signal,
      (json) => incomes.safeParse(json).data,
    );
    if (reading.kind !== "read") return reading;
    for (const payment of reading.value) payments.set(payment.paymentId, payment);
    if (reading.value.length >= PAGE_LENGTH) continue;
    return { ...reading, value: [...payments.values()].toSorted((one, other) => one.atMs - other.atMs) };
  }
}
