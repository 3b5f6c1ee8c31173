/** Texts for things about to end, and for a payment. */
import { PLAN_TERMS, type Plan } from "@chartrelay/contract";
import { accountInWords, escapeHtml, type ChatText, type ChatTextOf, type NamedAccount } from "../index.ts";
import { momentInWords } from "./in-words.ts";

export const SUBSCRIPTION_ENDS = "subscription_ends";
export const SUBSCRIPTION_ENDED = "subscription_ended";
export const KEY_ENDS = "key_ends";
export const KEY_ENDED = "key_ended";
export const PAYMENT_RECEIVED = "payment_received";

/** An end that is near or has passed. If it is near, it is within `days` days. */
export interface EndNotice {
  readonly endsAt: string;
  readonly days?: number;
}
export interface KeyEndNotice extends EndNotice, NamedAccount {}
export interface PaymentNotice {
  readonly plan: Plan;
  readonly amountKopecks: number;
  readonly proUntil: string;
}

export const REMINDER_TEXTS: Readonly<Record<string, ChatTextOf>> = {
  [SUBSCRIPTION_ENDS]: (data, { language, translate }) => {
    const { endsAt, days = 0 } = data as unknown as EndNotice;
    return lines(true, `⏳ ${translate("notices:subscription_ends", { count: days })}`, [
      translate("notices:subscription_ends_what", { moment: momentInWords(Date.parse(endsAt), language) }),
    ]);
  },
  [SUBSCRIPTION_ENDED]: (_, { translate }) =>
    lines(true, `⛔ ${translate("notices:subscription_ended")}`, [translate("notices:subscription_ended_what")]),
  [KEY_ENDS]: (data, { language, translate }) => {
    const { endsAt, days = 0, ...account } = data as unknown as KeyEndNotice;
    const name = escapeHtml(accountInWords(account, translate));
    return lines(true, `🔑 ${translate("notices:key_ends", { count: days, name })}`, [
      translate("notices:key_ends_what", { moment: momentInWords(Date.parse(endsAt), language) }),
    ]);
  },
  [KEY_ENDED]: (data, { translate }) => {
    const name = escapeHtml(accountInWords(data as unknown as KeyEndNotice, translate));
    return lines(true, `🔑 ${translate("notices:key_ended", { name })}`, [translate("notices:key_ended_what")]);
  },
  [PAYMENT_RECEIVED]: (data, { language, translate }) => {
    const { plan, amountKopecks, proUntil } = data as unknown as PaymentNotice;
    const rubles = new Intl.NumberFormat(language === "ru" ? "ru-RU" : "en-GB", {
      style: "currency",
      currency: "RUB",
      minimumFractionDigits: amountKopecks % 100 === 0 ? 0 : 2,
    }).format(amountKopecks / 100);
    return lines(false, `💳 ${translate("notices:payment_received", { amount: rubles })}`, [
      translate("notices:payment_received_what", {
        count: PLAN_TERMS[plan].months,
        moment: momentInWords(Date.parse(proUntil), language),
      }),
    ]);
  },
};

function lines(isFailure: boolean, headline: string, more: readonly string[]): ChatText {
  return { html: [`<b>${headline}</b>`, ...more].join("\n"), line: [headline, ...more].join(" · "), isFailure };
}
