/**
 * Profit and loss of the user's fills, and what their execution cost. Money is a plain decimal string in the currency
 * that stands beside it; nothing is converted. Counted as docs/decisions/profit.md says.
 */
import * as z from "zod/mini";
import { namedAccount } from "./entities.ts";
import { ENVIRONMENTS, VENUES } from "./enumerations.ts";
import { choice, moment, soughtText } from "./orders.ts";
import { overviewQuery } from "./overview.ts";
import { pageQuery } from "./page.ts";

/** The longest period of a report. */
export const REPORT_MAX_DAYS = 366;
/** The period of a report that names none: so many days of the user's time zone, today included. */
export const REPORT_DEFAULT_DAYS = 30;

/** What a report counts; a filter that is missing or empty has no effect. */
export const reportFilter = z.object({
  /** Executed at this time or later; counted in quarters of an hour. */
  from: z.optional(moment),
  /** Executed before this time. */
  to: z.optional(moment),
  /** An account's id. */
  account: z.optional(soughtText),
  /**
   * Money of demo accounts isn't money, so one report counts one environment. Without this filter: that of `account`, else
   * live if there is a live account, else demo.
   */
  environment: choice(ENVIRONMENTS),
  /** The whole ticker; case doesn't matter. */
  ticker: z.optional(soughtText),
});
export type ReportFilter = z.infer<typeof reportFilter>;

/** `tz` decides when a day begins, as in the overview. */
export const reportQuery = z.extend(reportFilter, overviewQuery.shape);
export type ReportQuery = z.infer<typeof reportQuery>;

const figures = {
  currency: z.string(),
  /** Profit of what was closed, by average cost, before fees. */
  realised: z.string(),
  /** Paid in this currency; negative for rebates. */
  fees: z.string(),
  /** Funding of perpetual contracts at Binance futures: negative is paid. "0" elsewhere. */
  funding: z.string(),
  /** `realised` − `fees` + `funding`. */
  net: z.string(),
  /** How many fills it counts; a fee in another currency doesn't count its fill again. */
  fills: z.number(),
};

/** Unrealised profit of what our fills add up to, at the venue's last price; null while no price is known. */
const open = z.nullable(z.string());

/** How far fills were from the price for which the alert was sent. Positive is worse than the signal. */
const slippage = {
  /** In the currency beside it. */
  money: z.string(),
  /** Of the value at the signal's price. */
  basisPoints: z.string(),
  /** Price steps, on average by quantity; null where a step isn't known. */
  ticks: z.nullable(z.string()),
};

/** Milliseconds, from the alert's own time to the fill; null where a time isn't known. */
const delays = {
  signalToReceivedMs: z.nullable(z.number()),
  receivedToSentMs: z.nullable(z.number()),
  sentToFilledMs: z.nullable(z.number()),
};

/** GET /reports/me */
export const report = z.object({
  from: z.string(),
  to: z.string(),
  /** Whose money it counts. */
  environment: z.enum(ENVIRONMENTS),
  /** A row for each currency in which something was earned or paid. */
  totals: z.array(z.object({ ...figures, open })),
  /** Days of the user's time zone with a fill, oldest first. */
  days: z.array(
    z.object({
      /** As 2026-11-21. */
      day: z.string(),
      ...figures,
      /** The sum of `net` in this currency from the report's first day to this one. */
      running: z.string(),
    }),
  ),
  instruments: z.array(
    z.object({
      instrument: z.object({ exchange: z.enum(VENUES), ticker: z.string() }),
      ...figures,
      open,
      /** When the price behind `open` was read; null without one. */
      pricedAt: z.nullable(z.string()),
    }),
  ),
  accounts: z.array(z.object({ accountId: z.string(), ...namedAccount.shape, ...figures, open })),
  /** By the name of the strategy, or the one that messages give in `strategy`; null: without one. What is realised counts for the order that closed. */
  strategies: z.array(z.object({ strategy: z.nullable(z.string()), ...figures })),
  cost: z.object({
    /** Averages over the fills of which the times are known. */
    ...delays,
    /** Of the fills whose message had a `signalPrice`, by currency. */
    slippage: z.array(z.object({ currency: z.string(), fills: z.number(), ...slippage })),
  }),
  /** Fills that aren't counted yet, because the venue hasn't said what their price is worth in money. */
  uncounted: z.number(),
});
export type Report = z.infer<typeof report>;

/** GET /reports/me/orders: the cost of execution of each order with a fill, latest first. */
export const orderCost = z.object({
  id: z.string(),
  accountId: z.string(),
  instrument: z.object({ exchange: z.enum(VENUES), ticker: z.string() }),
  /** The strategy's name, or the one that the message gives; null without one. */
  strategy: z.nullable(z.string()),
  quantity: z.string(),
  averagePrice: z.string(),
  /** When the last of its fills took place. */
  filledAt: z.string(),
  signalPrice: z.nullable(z.string()),
  signalTime: z.nullable(z.string()),
  ...delays,
  currency: z.nullable(z.string()),
  /** Null without a signal's price. */
  slippage: z.nullable(z.object({ ...slippage, money: z.nullable(z.string()) })),
  fees: z.array(z.object({ currency: z.string(), amount: z.string() })),
});
export type OrderCost = z.infer<typeof orderCost>;

export const orderCostQuery = z.extend(pageQuery, reportFilter.shape);
export type OrderCostQuery = z.infer<typeof orderCostQuery>;
