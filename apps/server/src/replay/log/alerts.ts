/** The alerts of a log as a strategy's webhook would read them. */
import {
  isCancel,
  parseOrderMessage,
  type ParsedOrderMessage,
  REPLAY_MAX_ALERTS,
  REPLAY_MAX_ORDERS,
} from "@chartrelay/contract";
import { alertsIn, type LogEntry } from "./alert-log.ts";

export interface Alert extends LogEntry {
  readonly body: Buffer;
  readonly parsed: ParsedOrderMessage;
  /** Null if neither the log nor the message says. */
  readonly firedAtMs: number | null;
}

export interface ReadLog {
  /** Oldest first. */
  readonly alerts: readonly Alert[];
  /** How many name another strategy or account. */
  readonly leftOut: number;
}

/**
 * Reads a log. TradingView exports the alerts of all strategies together, so if any of them names this one, those that name
 * another recipient are left out. If none does, the log is of another strategy or account, and all of it is replayed.
 */
export function readLog(log: string, strategyId: string): ReadLog {
  const all = alertsIn(log).map((each): Alert => {
    const body = Buffer.from(each.message);
    const parsed = parseOrderMessage(body);
    const signalTime = parsed.fields.signalTime === undefined ? Number.NaN : Date.parse(parsed.fields.signalTime);
    const firedAtMs = each.atMs ?? (Number.isNaN(signalTime) ? null : signalTime);
    return { ...each, body, parsed, firedAtMs };
  });
  const named = ({ parsed }: Alert) => parsed.strategy ?? parsed.account;
  const isNamed = all.some((alert) => named(alert) === strategyId);
  const alerts = isNamed ? all.filter((alert) => (named(alert) ?? strategyId) === strategyId) : all;
  return { alerts: oldestFirst(alerts), leftOut: all.length - alerts.length };
}

/** Why a log isn't replayed: a key of the `validation` texts. */
export type LogFault = "no_alerts" | "too_many_alerts";

/** Returns why a log can't be replayed for so many accounts; undefined if it can. */
export function faultOf({ alerts }: ReadLog, accounts: number): LogFault | undefined {
  if (alerts.length === 0) return "no_alerts";
  const isTooMuch = alerts.length > REPLAY_MAX_ALERTS || alerts.length * accounts > REPLAY_MAX_ORDERS;
  return isTooMuch ? "too_many_alerts" : undefined;
}

/** TradingView lists the newest alert first: a log whose times mostly fall is turned around, equal times included. */
function oldestFirst(alerts: readonly Alert[]): readonly Alert[] {
  const times = alerts.flatMap(({ firedAtMs }) => firedAtMs ?? []);
  const steps = times.map((time, index) => Math.sign(time - (times[index - 1] ?? time)));
  return steps.reduce((all, step) => all + step, 0) < 0 ? alerts.toReversed() : alerts;
}

/** Returns what a message asks for; undefined if it isn't understood. */
export function askedBy({ message, close, cancel }: ParsedOrderMessage) {
  return message ?? close ?? cancel;
}

/** Returns the message's ticker, in capitals, and the price that it names. */
export function tickerOf(parsed: ParsedOrderMessage): {
  readonly ticker: string | null;
  readonly price: string | null;
} {
  const asked = askedBy(parsed);
  const ticker = asked?.ticker ?? parsed.fields.ticker ?? null;
  const price = asked && !isCancel(asked) ? (asked.signalPrice ?? null) : null;
  return { ticker: ticker?.toUpperCase() ?? null, price };
}
