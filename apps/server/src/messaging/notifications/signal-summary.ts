/**
 * One message for a strategy's signal that made several orders: how many of its accounts are done, and why the others
 * aren't. It is revised as they finish.
 */
import { type ExecutionState, orderPath, type Reason, type Status } from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import { type MemberOutcome, outcomeOf } from "../../strategies/index.ts";
import { accountInWords, escapeHtml, type ChatTextOf, type NamedAccount, type NewMessage } from "../index.ts";
import type { OrderToNotify } from "./orders-to-notify.ts";
import { isWanted } from "./recipients.ts";

export const SIGNAL_SUMMARY = "signal_summary";

/** Returns the key of the summary of a signal's orders. */
const summaryKey = (signalId: string): string => `signal:${signalId}:summary`;

/** A member that isn't done, as stored in the message. */
interface OpenMember extends NamedAccount {
  readonly orderId: string;
  readonly outcome: MemberOutcome;
  readonly reason: Reason | null;
}

/** A summary as stored in its message. */
interface SummaryNotice {
  readonly strategy: string;
  readonly ticker: string;
  /** By outcome. */
  readonly counts: Readonly<Partial<Record<MemberOutcome, number>>>;
  readonly refused: readonly OpenMember[];
}

/** A longer list leads to the website. */
const MOST_MEMBERS = 20;

interface MemberRow extends NamedAccount {
  readonly signalId: string;
  readonly orderId: string;
  readonly strategy: string | null;
  readonly ticker: string | null;
  readonly status: Status;
  readonly reason: Reason | null;
  readonly state: ExecutionState | null;
  readonly filledQuantity: string | null;
  readonly executionReason: Reason | null;
}

// Its chat may be its user's own, or one account's: the summary goes where its first order's notification would.
const MEMBERS = `
select orders.signal_id as "signalId", orders.id as "orderId",
  coalesce(strategies.name, former_strategies.name) as strategy, orders.ticker, orders.status, orders.reason,
  orders.execution_state as state, orders.filled_quantity as "filledQuantity", orders.execution_reason as "executionReason",
  orders.venue, orders.is_demo as "isDemo", accounts.name, accounts.key_ending as "keyEnding"
from orders left join accounts on accounts.id = orders.account_id
  left join strategies on strategies.id = orders.strategy_id
  left join former_strategies on former_strategies.id = orders.strategy_id
where orders.signal_id = any($1::uuid[]) and orders.strategy_id is not null
order by orders.seq`;

/** Returns whether an order is one of several of its signal, which are notified of together. */
export function isSummarised({ signalOrders, action }: Pick<OrderToNotify, "signalOrders" | "action">): boolean {
  return signalOrders > 1 && action === null;
}

/** Returns the summaries of these orders' signals, with what has become of all their orders. @throws storage errors. */
export async function summariesOf(db: Queryable, changed: readonly OrderToNotify[]): Promise<NewMessage[]> {
  const bySignal = Map.groupBy(changed, ({ signalId }) => signalId);
  if (bySignal.size === 0) return [];
  const rows = Map.groupBy(await db.query<MemberRow>(MEMBERS, [[...bySignal.keys()]]), ({ signalId }) => signalId);
  return [...bySignal].flatMap(([signalId, [first]]) => {
    const members = rows.get(signalId) ?? [];
    return first ? summaryFor(first, signalId, members) : [];
  });
}

function summaryFor(
  { userId, chat, language, notifications }: OrderToNotify,
  signalId: string,
  members: readonly MemberRow[],
): NewMessage[] {
  if (chat === null || language === null || notifications === null) return [];
  const notice = noticeOf(members);
  const isFailure = notice.refused.some(({ reason }) => reason !== "ACCOUNT_PAUSED");
  if (!isWanted(notifications, isFailure ? "failure" : "routine")) return [];
  const data = { ...notice };
  return [
    { userId, channel: "TELEGRAM", address: chat, language, kind: SIGNAL_SUMMARY, data, key: summaryKey(signalId) },
  ];
}

function noticeOf(members: readonly MemberRow[]): SummaryNotice {
  const told = members.map(({ state, ...member }) => ({ member, ...outcomeOf({ ...member, executionState: state }) }));
  const counts: Partial<Record<MemberOutcome, number>> = {};
  for (const { outcome } of told) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return {
    strategy: members[0]?.strategy ?? "",
    ticker: members[0]?.ticker ?? "",
    counts,
    refused: told
      .filter(({ outcome }) => outcome === "refused")
      .map(({ member: { orderId, name, venue, keyEnding, isDemo }, outcome, reason }) => {
        return { orderId, name: name ?? null, venue, keyEnding: keyEnding ?? null, isDemo, outcome, reason };
      }),
  };
}

/** "Trend: 5 of 6 done, 1 refused", and why. */
export const SUMMARY_TEXT: ChatTextOf = (data, { translate, publicUrl }) => {
  const { strategy, ticker, counts, refused } = data as unknown as SummaryNotice;
  const count = (...outcomes: readonly MemberOutcome[]) => outcomes.reduce((all, one) => all + (counts[one] ?? 0), 0);
  const done = count("done", "nothingToDo");
  const of = count("done", "nothingToDo", "refused", "working", "waiting");
  const parts = [
    translate("notices:summary_done", { done, of }),
    ...(refused.length > 0 ? [translate("notices:summary_refused", { orders: refused.length })] : []),
    ...(count("working") > 0 ? [translate("notices:summary_working", { orders: count("working") })] : []),
    ...(count("waiting") > 0 ? [translate("notices:summary_waiting", { orders: count("waiting") })] : []),
  ];
  const isOver = count("working", "waiting") === 0;
  const sign = refused.length > 0 ? "⚠️" : isOver ? "✅" : "⏳";
  const headline = `${sign} ${escapeHtml(strategy)}, ${escapeHtml(ticker)}: ${parts.join(", ")}`;
  const shown = refused.slice(0, MOST_MEMBERS);
  const why = shown.map((member) => {
    const name = escapeHtml(accountInWords(member, translate));
    const reason = member.reason === null ? "" : `: ${escapeHtml(translate(`reasons:${member.reason}`))}`;
    return { name, reason, link: `<a href="${publicUrl}${orderPath(member.orderId)}">${name}</a>` };
  });
  const more = refused.length - shown.length;
  const rest = more > 0 ? [translate("notices:cancel_more", { more })] : [];
  return {
    html: [`<b>${headline}</b>`, ...why.map(({ link, reason }) => link + reason), ...rest].join("\n"),
    line: [headline, ...why.map(({ name, reason }) => name + reason), ...rest].join(" · "),
    isFailure: refused.length > 0,
    isFinal: isOver,
  };
};
