/** The text about an order in a chat: the order, its outcome, the reason, and how long it took. */
import { orderPath, type MessageProblem, type OrderSide, type OrderType, type Reason } from "@chartrelay/contract";
import { explainProblems } from "../../orders/index.ts";
import { accountInWords, escapeHtml, type ChatText, type ChatTextOf, type NamedAccount } from "../index.ts";
import { decimalInWords, secondsInWords } from "./in-words.ts";

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
}

export const ORDER_ACCEPTED = "order_accepted";
export const ORDER_REFUSED = "order_refused";
export const ORDER_UNRESOLVED = "order_unresolved";

/** Texts by kind; the data is an `OrderNotice`. */
export const ORDER_TEXTS: Readonly<Record<string, ChatTextOf>> = {
  [ORDER_ACCEPTED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    const headline = order.wasUnresolved ? "notices:order_resolved_accepted" : "notices:order_accepted";
    return composed(
      [`✅ ${wording.translate(headline)}`, ...described(order, wording), ...took(order, wording)],
      linkTo(order, wording),
      false,
    );
  },

  [ORDER_REFUSED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    const { translate } = wording;
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

/** A digest's lines have no room for links. */
function composed([headline = "", ...lines]: readonly string[], link: readonly string[], isFailure: boolean): ChatText {
  const html = [`<b>${headline}</b>`, ...lines, ...link].join("\n");
  return { html, line: [headline, ...lines].join(" · "), isFailure };
}

function linkTo({ id }: OrderNotice, { translate, publicUrl }: Wording): string[] {
  return id === undefined ? [] : [`<a href="${publicUrl}${orderPath(id)}">${translate("notices:open_order")}</a>`];
}

function headlineOfRefusal({ problem, reason, wasUnresolved }: OrderNotice): string {
  if (problem) return "notices:message_refused";
  if (reason === "OUTCOME_UNKNOWN") return "notices:order_lost";
  return wasUnresolved ? "notices:order_resolved_refused" : "notices:order_refused";
}

/** Describes an order: "Buy 10 SBER, limit 300.5", and where. */
function described(order: OrderNotice, { language, translate }: Wording): string[] {
  const { direction, quantity, ticker, type, price } = order;
  const where = escapeHtml(accountInWords(order, translate));
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
