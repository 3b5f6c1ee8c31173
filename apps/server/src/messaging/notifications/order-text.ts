/** What a chat is shown of an order: what it was, what became of it, why, and how long it took. */
import type { MessageProblem, OrderSide, OrderType, Reason, VenueName } from "@chartrelay/contract";
import { explainProblems } from "../../orders/index.ts";
import { escapeHtml, type ChatText, type ChatTextOf } from "../index.ts";
import { decimalInWords, secondsInWords } from "./in-words.ts";

/** An order as its message carries it. */
export interface OrderNotice {
  readonly venue: VenueName;
  readonly isDemo: boolean;
  /** Undefined in a message that could not be understood. */
  readonly direction?: OrderSide;
  readonly quantity?: string;
  readonly ticker?: string;
  readonly type?: OrderType;
  readonly price?: string;
  /** From the alert's arrival to the venue's answer. */
  readonly tookUs?: number;
  readonly reason?: Reason;
  /** What the venue itself said of it. */
  readonly venueWords?: string;
  /** Its first problem, when the message was refused. */
  readonly problem?: MessageProblem;
  /** Its user was told before that the outcome wasn't known. */
  readonly wasUnresolved?: boolean;
}

export const ORDER_ACCEPTED = "order_accepted";
export const ORDER_REFUSED = "order_refused";
export const ORDER_UNRESOLVED = "order_unresolved";

/** By kind; the data is a `OrderNotice`. */
export const ORDER_TEXTS: Readonly<Record<string, ChatTextOf>> = {
  [ORDER_ACCEPTED]: (data, wording) => {
    const order = data as unknown as OrderNotice;
    const headline = order.wasUnresolved ? "notices:order_resolved_accepted" : "notices:order_accepted";
    return composed(
      [`✅ ${wording.translate(headline)}`, ...described(order, wording), ...took(order, wording)],
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
        ...took(order, wording),
      ],
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
      true,
    );
  },
};

type Wording = Parameters<ChatTextOf>[1];

function composed([headline = "", ...lines]: readonly string[], isFailure: boolean): ChatText {
  return { html: [`<b>${headline}</b>`, ...lines].join("\n"), line: [headline, ...lines].join(" · "), isFailure };
}

function headlineOfRefusal({ problem, reason, wasUnresolved }: OrderNotice): string {
  if (problem) return "notices:message_refused";
  if (reason === "OUTCOME_UNKNOWN") return "notices:order_lost";
  return wasUnresolved ? "notices:order_resolved_refused" : "notices:order_refused";
}

/** "Buy 10 SBER, limit 300.5", and where. */
function described(
  { direction, quantity, ticker, type, price, venue, isDemo }: OrderNotice,
  wording: Wording,
): string[] {
  const { language, translate } = wording;
  const where = accountInWords({ venue, isDemo }, translate);
  if (direction === undefined || ticker === undefined || quantity === undefined || type === undefined) return [where];
  const what = [translate(`notices:${direction}`), decimalInWords(quantity, language), escapeHtml(ticker)].join(" ");
  const at = price === undefined ? "" : ` ${decimalInWords(price, language)}`;
  return [`${what}, ${translate(`notices:${type}`)}${at} · ${where}`];
}

/** A venue by its name, and whether its demo environment is meant. */
export function accountInWords(
  { venue, isDemo }: Pick<OrderNotice, "venue" | "isDemo">,
  translate: Wording["translate"],
): string {
  const name = translate(`notices:${venue}`);
  return isDemo ? translate("notices:demo", { name }) : name;
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
