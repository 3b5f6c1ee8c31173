/**
 * Runs a log through a strategy: the real parser, chain, planner and adapters, against simulated venues that belong to this
 * replay alone. It touches no storage and no account: docs/decisions/replay.md.
 */
import {
  type LinkVerdict,
  type ReplayOrder,
  type ReplayReport,
  type ReplayRow,
  absolute,
  compareDecimals,
  difference,
  signOf,
} from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import type { Venues } from "@chartrelay/venues";
import { createPlanner, createPlanReadings, explainProblems } from "../orders/index.ts";
import { type KnownPosition, type LinkedStrategy, positionsOf } from "../strategies/index.ts";
import { type Alert, type ReadLog, tickerOf } from "./log/index.ts";
import { createReplayBooks } from "./books.ts";
import type { ReplayClock } from "./clock.ts";
import { createFollowing, positionAfter, type ReleasedAlert } from "./following.ts";
import type { SimulatedMarket } from "./market.ts";
import { createPriceSetter } from "./prices.ts";
import { createTrading, type ReplayAccount, type Result } from "./trading.ts";

export interface ReplayParts {
  readonly strategy: LinkedStrategy;
  /** Its member accounts, as they are at the simulated venues. */
  readonly accounts: readonly ReplayAccount[];
  readonly venues: Venues;
  readonly market: SimulatedMarket;
  readonly clock: ReplayClock;
  /** In the user's language. */
  readonly translate: Translate;
}

/** A report before its accounts are named, with accounts by their own ids. */
export type BareReport = Omit<ReplayReport, "accounts" | "tookMs">;

/** What no log says of an alert's time: it is so much later than the one before. */
const APART_MS = 1_000;
/** How many findings a row shows of a message that isn't understood. */
const MOST_PROBLEMS = 3;

export async function replay({ alerts, leftOut }: ReadLog, parts: ReplayParts): Promise<BareReport> {
  const { strategy, venues, market, clock, translate } = parts;
  const accounts = new Map(parts.accounts.map((each) => [each.account.id, each]));
  const books = createReplayBooks();
  const readings = createPlanReadings({ venues, clock });
  const planner = createPlanner({ books, readings, clock });
  const trading = createTrading({ venues, accounts, planner, books, market, clock, limits: strategy.limits });
  const setPrice = createPriceSetter(readings, parts.accounts, market);
  const lookup = async (id: string) => accounts.get(id)?.account;
  const holdings = async () => {
    const held = books.held().filter(({ quantity }) => signOf(quantity) !== 0);
    const byAccount = Map.groupBy([...held, ...books.working()], ({ accountId }) => accountId);
    return new Map(
      [...byAccount].map(([accountId, own]) => [accountId, [...new Set(own.map(({ symbol }) => symbol))]]),
    );
  };
  const following = createFollowing(strategy, {
    accounts: { lookup, named: async () => undefined },
    holdings,
    clock,
  });
  /** What fees have taken from the coins bought isn't a difference. */
  const isEqual = ({ accountId, symbol, drift }: KnownPosition) =>
    drift === null || compareDecimals(absolute(drift), symbol === null ? "0" : books.feesIn(accountId, symbol)) <= 0;
  const tradingView = new Map<string, string>();
  const replayed: { readonly row: ReplayRow; readonly results: readonly Result[] }[] = [];

  const trade = async (released: ReleasedAlert): Promise<void> => {
    const { alert, orders } = released;
    const { ticker } = tickerOf(alert.parsed);
    const position = positionAfter(alert);
    if (ticker !== null && position !== null && released.link?.verdict !== "late") tradingView.set(ticker, position);
    const byAccount = [...Map.groupBy(orders, ({ accountId }) => accountId).values()];
    const results: Result[] = [];
    // Orders of one account go one after another, as in its queue.
    const tradeOwn = async (own: typeof orders) => {
      for (const order of own) results.push(await trading.trade(order));
    };
    await Promise.all(byAccount.map(tradeOwn));
    replayed.push({ row: rowOf(released, results, positionsOf(books.held(), trading.asked())), results });
  };

  const rowOf = (
    { alert, link, refusal }: ReleasedAlert,
    results: readonly Result[],
    positions: readonly KnownPosition[],
  ): ReplayRow => {
    const { entry, firedAtMs, parsed } = alert;
    const { ticker } = tickerOf(parsed);
    const orders = results.map((result): ReplayOrder => {
      const own = positions.filter((each) => each.accountId === result.accountId && each.ticker === ticker);
      const [first] = result.contract === null ? own : own.filter(({ contract }) => contract === result.contract);
      const position = first?.quantity ?? "0";
      return { ...result, isRounded: isRounded(result), position, target: targetOf(own) };
    });
    const isOff = positions.some((each) => each.ticker === ticker && !isEqual(each));
    const isRefused = refusal !== null || results.some(({ outcome }) => outcome === "refused");
    return {
      entry,
      at: firedAtMs === null ? null : new Date(firedAtMs).toISOString(),
      ticker,
      problems: explainProblems(parsed.problems.slice(0, MOST_PROBLEMS), translate).map(({ message }) => message),
      repairs: parsed.repairs.length,
      refusal,
      link,
      tradingView: positionAfter(alert),
      orders,
      isRounded: orders.some((order) => order.isRounded),
      isDifferent: isRefused || isOff || (link !== null && !IN_ORDER.has(link.verdict)),
    };
  };

  const releaseUntil = async (untilMs: number): Promise<void> => {
    for (let endMs = following.holdEndsAtMs(); endMs !== null && endMs <= untilMs; endMs = following.holdEndsAtMs()) {
      clock.moveTo(endMs);
      for (const released of await following.releaseDue()) await trade(released);
    }
  };

  for (const [index, alert] of alerts.entries()) {
    const atMs = alert.firedAtMs ?? clock.nowMs() + (index === 0 ? 0 : APART_MS);
    await releaseUntil(atMs);
    clock.moveTo(atMs);
    const { ticker, price } = tickerOf(alert.parsed);
    if (ticker !== null && price !== null) {
      await setPrice(ticker, price);
      trading.readWorking();
    }
    for (const released of await following.take(alert)) await trade(released);
  }
  await releaseUntil(Infinity);
  trading.readWorking();
  const positions = positionsOf(books.held(), trading.asked()).map((each) => {
    const { accountId, ticker, contract, quantity, target } = each;
    const there = tradingView.get(ticker) ?? null;
    return { accountId, ticker, contract, quantity, target, tradingView: there, isEqual: isEqual(each) };
  });
  return { ...summaryOf(replayed), leftOut, positions, isEqual: positions.every((each) => each.isEqual) };
}

const IN_ORDER: ReadonlySet<LinkVerdict> = new Set(["start", "next"]);

/** What one member should hold in all, over the contracts of a continuous symbol; null if no signal says. */
function targetOf(own: readonly KnownPosition[]): string | null {
  return own.find(({ target }) => target !== null && signOf(target) !== 0)?.target ?? own[0]?.target ?? null;
}

/** What was cut to what is held, or to a limit, wasn't rounded: that is off by a step or more. */
function isRounded({ sizing }: Result): boolean {
  if (sizing === null || sizing.after === null || sizing.exact === null || sizing.exact === sizing.after) return false;
  return compareDecimals(absolute(difference(sizing.exact, sizing.after)), sizing.quantityStep) < 0;
}

type Summary = Omit<BareReport, "leftOut" | "positions" | "isEqual">;

/** Counts at the end: resting orders may have been filled since. */
function summaryOf(replayed: readonly { readonly row: ReplayRow; readonly results: readonly Result[] }[]): Summary {
  const rows = replayed.map(({ row, results }) => ({
    ...row,
    orders: row.orders.map((order, index) => ({ ...order, ...results[index] })),
  }));
  const orders = rows.flatMap((row) => row.orders);
  const count = (matches: (row: ReplayRow) => boolean) => rows.filter(matches).length;
  return {
    alerts: rows.length,
    unreadable: count(({ refusal }) => refusal === "BAD_MESSAGE"),
    sent: orders.filter(({ quantity, outcome }) => quantity !== null && outcome !== "refused").length,
    refused: orders.filter(({ outcome }) => outcome === "refused").length,
    rounded: count((row) => row.isRounded),
    gaps: count(({ link }) => link?.verdict === "gap" || link?.verdict === "restarted"),
    duplicates: count(({ link }) => link?.verdict === "duplicate"),
    different: count(({ isDifferent }) => isDifferent),
    rows,
  };
}

/** Returns when a replay's clock starts. */
export function startOf({ alerts }: { readonly alerts: readonly Alert[] }, nowMs: number): number {
  return alerts.find(({ firedAtMs }) => firedAtMs !== null)?.firedAtMs ?? nowMs;
}
