/** The text about an order in a chat: the order, its outcome, the reason, and how long it took. */
import {
  absolute,
  orderPath,
  signOf,
  type CancelAction,
  type CancelTarget,
  type ExecutionState,
  type Language,
  type MessageProblem,
  type OrderSide,
  type OrderType,
  type Reason,
} from "@chartrelay/contract";
import { explainProblems } from "../../orders/index.ts";
import { accountInWords, escapeHtml, type ChatText, type ChatTextOf, type NamedAccount } from "../index.ts";
import { decimalInWords, secondsInWords } from "./in-words.ts";
import type { Slippage } from "./slippage.ts";

/** An order as stored in its message. */
export interface OrderNotice extends NamedAccount {
  /** Missing in messages that were stored before there was a page for each order. */
  readonly id?: string;
  /** Undefined if the message couldn't be understood. */
  readonly direction?: OrderSide;
  readonly quantity?: string;
  readonly ticker?: string;
  readonly type?: OrderType;
  readonly price?: string;
  /** From the alert's arrival to the venue's answer. */
  readonly tookUs?: number;
  readonly reason?: Reason;
  /** The venue's own words. */
  readonly venueWords?: string;
  /** What the ticker was probably meant to be. */
  readonly meantTicker?: string;
  /** The first problem of a refused message. */
  readonly problem?: MessageProblem;
  /** Whether its user got an earlier message that the outcome was unknown. */
  readonly wasUnresolved?: boolean;
  /** What became of it at the venue; undefined while nothing is known. */
  readonly execution?: ExecutionNotice;
  /** Whether whoever reads it there may cancel it, as long as it works. */
  readonly mayCancel?: boolean;
  /** What its message asks for instead of an order, and of which orders. */
  readonly action?: CancelAction;
  readonly cancels?: readonly CancelTarget[];
}

/** What became of an accepted order, as stored in its message. */
export interface ExecutionNotice {
  readonly state: ExecutionState;
  readonly filled: string;
  readonly averagePrice?: string;
  readonly reason?: Reason;
  /** Against its signal's price, if the message names one. */
  readonly slippage?: Slippage;
}

/** A message that cancels more orders than this leads to its page, which lists all. */
const MOST_TARGETS = 20;

export const ORDER_ACCEPTED = "order_accepted";
export const ORDER_REFUSED = "order_refused";
export const ORDER_UNRESOLVED = "order_unresolved";

/** Texts by kind; the data is an `OrderNotice`. */
export const ORDER_TEXTS: Readonly<Record<string, ChatTextOf>> = {
  [ORDER_ACCEPTED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    if (order.action) return cancelText(order, wording);
    if (order.reason !== undefined) return unneededText(order, order.reason, wording);
    const headline = order.wasUnresolved ? "notices:order_resolved_accepted" : "notices:order_accepted";
    const lines = [
      `✅ ${wording.translate(headline)}`,
      ...described(order, wording),
      ...executed(order, wording),
      ...took(order, wording),
    ];
    const text = composed(lines, linkTo(order, wording), false);
    if (!isWorking(order.execution?.state)) return { ...text, isFinal: order.execution !== undefined };
    if (!order.mayCancel || order.id === undefined) return text;
    return { ...text, button: { label: wording.translate("notices:cancel"), orderId: order.id } };
  },

  [ORDER_REFUSED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    const { translate } = wording;
    if (order.action && order.cancels) return cancelText(order, wording);
    const why = order.problem ? problemOf(order.problem, wording) : translate(`reasons:${order.reason}`);
    return composed(
      [
        `❌ ${translate(headlineOfRefusal(order))}`,
        ...described(order, wording),
        escapeHtml(why),
        ...(order.venueWords === undefined
          ? []
          : [translate("notices:venue_words", { words: escapeHtml(order.venueWords) })]),
        ...(order.meantTicker === undefined
          ? []
          : [translate("notices:did_you_mean", { ticker: escapeHtml(order.meantTicker) })]),
        ...took(order, wording),
      ],
      linkTo(order, wording),
      true,
    );
  },

  [ORDER_UNRESOLVED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    const { translate } = wording;
    return composed(
      [
        `⚠️ ${translate("notices:order_unresolved")}`,
        ...described(order, wording),
        translate("notices:order_unresolved_what"),
      ],
      linkTo(order, wording),
      true,
    );
  },
};

type Wording = Parameters<ChatTextOf>[1];

/** The text about an order that didn't have to be sent. */
function unneededText(order: OrderNotice, reason: Reason, wording: Wording): ChatText {
  const { translate } = wording;
  const lines = [
    `✅ ${translate("notices:order_unneeded")}`,
    ...described(order, wording),
    escapeHtml(translate(`reasons:${reason}`)),
  ];
  return { ...composed(lines, linkTo(order, wording), false), isFinal: true };
}

/** A digest's lines have no room for links. */
function composed([headline = "", ...lines]: readonly string[], link: readonly string[], isFailure: boolean): ChatText {
  const html = [`<b>${headline}</b>`, ...lines, ...link].join("\n");
  return { html, line: [headline, ...lines].join(" · "), isFailure };
}

function linkTo({ id }: OrderNotice, { translate, publicUrl }: Wording): string[] {
  return id === undefined ? [] : [`<a href="${publicUrl}${orderPath(id)}">${translate("notices:open_order")}</a>`];
}

/** The text about a message that cancels: each order that it asked for, and what has become of it. */
function cancelText(order: OrderNotice, wording: Wording): ChatText {
  const { translate, language } = wording;
  const { action, cancels = [], reason, ticker } = order;
  const isFailure = reason !== undefined;
  const headline = translate(isFailure ? "notices:cancel_failed" : "notices:cancel_done");
  const what = action === "cancelAll" || ticker === undefined ? translate("notices:cancel_all") : escapeHtml(ticker);
  const targets = cancels.slice(0, MOST_TARGETS).map(({ direction, quantity, ticker: name, ...target }) =>
    translate("notices:cancel_target", {
      order: `${translate(`notices:${direction}`)} ${decimalInWords(quantity, language)} ${escapeHtml(name)}`,
      outcome: outcomeInWords({ ...target, quantity }, wording),
    }),
  );
  const more = cancels.length - targets.length;
  const lines = [
    `${isFailure ? "⚠️" : "✅"} ${headline}`,
    `${what} · ${escapeHtml(accountInWords(order, translate))}`,
    ...(cancels.length === 0 ? [translate("notices:cancel_nothing")] : targets),
    ...(more > 0 ? [translate("notices:cancel_more", { more })] : []),
    ...(reason === undefined ? [] : [escapeHtml(translate(`reasons:${reason}`))]),
  ];
  const isFinal = !cancels.some(({ state }) => isWorking(state ?? undefined));
  return { ...composed(lines, linkTo(order, wording), isFailure), isFinal };
}

function outcomeInWords(
  { outcome, state, filledQuantity, quantity }: Omit<CancelTarget, "direction" | "ticker">,
  { translate, language }: Wording,
): string {
  const filled = decimalInWords(filledQuantity, language);
  if (state === "filled") return translate("notices:cancel_filled");
  if (state === "cancelled" || state === "expired") {
    const isPartly = filledQuantity !== "0";
    return isPartly
      ? translate("notices:cancel_partly", { filled, quantity: decimalInWords(quantity, language) })
      : translate(`notices:execution_${state}`);
  }
  return translate(`notices:cancel_${outcome === "refused" || outcome === "accepted" ? outcome : "unclear"}`);
}

/** What became of an order at its venue, in a line or two. */
function executed({ execution, quantity }: OrderNotice, { language, translate }: Wording): string[] {
  if (!execution) return [];
  const { state, filled, averagePrice, reason, slippage } = execution;
  if (state === "working") return [];
  const of = translate("notices:filled_of", {
    filled: decimalInWords(filled, language),
    quantity: decimalInWords(quantity ?? filled, language),
  });
  const at =
    averagePrice === undefined
      ? ""
      : `, ${translate("notices:at_price", { price: decimalInWords(averagePrice, language) })}`;
  return [
    `<b>${translate(`notices:execution_${state}`)}</b>: ${of}${at}`,
    ...(slippage ? [slippageInWords(slippage, language, translate)] : []),
    ...(reason === undefined ? [] : [escapeHtml(translate(`reasons:${reason}`))]),
  ];
}

function slippageInWords(
  { basisPoints, ticks, money, currency }: Slippage,
  language: Language,
  translate: Wording["translate"],
): string {
  const sign = signOf(basisPoints);
  if (sign === 0) return translate("notices:slippage_none");
  const shown = (value: string) => decimalInWords(absolute(value), language);
  const parts = [
    ...(ticks === null ? [] : [translate("notices:slippage_ticks", { ticks: shown(ticks) })]),
    translate("notices:slippage_bp", { points: shown(basisPoints) }),
    ...(money === null ? [] : [`${shown(money)} ${currency ?? ""}`.trim()]),
  ];
  return translate(sign > 0 ? "notices:slippage_worse" : "notices:slippage_better", { amount: parts.join(", ") });
}

function isWorking(state: ExecutionState | undefined): boolean {
  return state === "working" || state === "partiallyFilled";
}

function headlineOfRefusal({ problem, reason, wasUnresolved }: OrderNotice): string {
  if (problem) return "notices:message_refused";
  if (reason === "OUTCOME_UNKNOWN") return "notices:order_lost";
  return wasUnresolved ? "notices:order_resolved_refused" : "notices:order_refused";
}

/** Describes an order: "Buy 10 SBER, limit 300.5", and where. */
function described(order: OrderNotice, { language, translate }: Wording): string[] {
  const { action, direction, quantity, ticker, type, price } = order;
  const where = escapeHtml(accountInWords(order, translate));
  if (action !== undefined) {
    const what = action === "cancelAll" || ticker === undefined ? translate("notices:cancel_all") : escapeHtml(ticker);
    return [`${translate("notices:cancel")}: ${what} · ${where}`];
  }
  if (direction === undefined || ticker === undefined || quantity === undefined || type === undefined) return [where];
  const what = [translate(`notices:${direction}`), decimalInWords(quantity, language), escapeHtml(ticker)].join(" ");
  const at = price === undefined ? "" : ` ${decimalInWords(price, language)}`;
  return [`${what}, ${translate(`notices:${type}`)}${at} · ${where}`];
}

function problemOf(problem: MessageProblem, { translate }: Wording): string {
  const [explained] = explainProblems([problem], translate);
  if (!explained) return translate("reasons:BAD_MESSAGE");
  const { line, column, message } = explained;
  return translate("message:at", { line, column, problem: message });
}

function took({ tookUs }: OrderNotice, { language, translate }: Wording): string[] {
  return tookUs === undefined ? [] : [translate("notices:took", { seconds: secondsInWords(tookUs, language) })];
}
