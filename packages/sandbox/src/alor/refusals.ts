/**
 * Alor's refusals. Its description gives them no shape (docs/venues/alor.md, Contradictions 3); the texts are those
 * seen live (docs/venues/alor.md, Errors) and those of the exchange that Alor passes on.
 */
import type { Answer } from "../fault-delivery.ts";

/** 401 and 403 come without a body. */
export const UNAUTHORIZED: Answer = { status: 401 };
export const FORBIDDEN: Answer = { status: 403 };

export function notFound(message: string): Answer {
  return { status: 404, body: { code: "NotFound (404)", message } };
}

/** Alor has more answer formats than the simulator: it says so rather than silently answering in another format. */
export const NOT_SIMULATED: Answer = { status: 501, body: { message: "Only the Simple format is simulated" } };

/** Returns a refusal by Alor's gateway, before the request reached the exchange. */
export function refused(message: string): Answer {
  return { status: 400, body: { message } };
}

export const UNREADABLE = refused(
  "Provided json can't be properly deserialised, perhaps you made an error or forgot some field",
);

/** Returns a refusal by the exchange. */
export function exchangeRefused(message: string, code = "ExchangeUndefinedError"): Answer {
  return { status: 400, body: { code, message } };
}

export const CLEARING = exchangeRefused(
  "В данный момент на бирже проводится клиринг. Попробуйте повторить операцию позже",
);
/** A text that nobody has ever seen: the answer of the fault "unlisted-refusal". */
export const UNLISTED = exchangeRefused("(777) Order refused by a new rule", "SomethingNew (777)");
export const NO_MONEY = exchangeRefused("(579) Нехватка средств по лимитам клиента.");
export const NOT_TRADING = exchangeRefused("(133) Security is not currently trading");
export const INVALID_QUANTITY = exchangeRefused("(144) Invalid quantity");
export const OUT_OF_LIMITS = exchangeRefused("Цена сделки вне лимита");
export const MARGIN_NOT_ALLOWED = refused(
  "Для клиента с начальным уровнем риска (КНУР) заявка возможна только с флагом allowMargin",
);
export const UNKNOWN_INSTRUMENT = refused("Неизвестный инструмент в заявке");

export function offTick(minstep: string): Answer {
  return exchangeRefused(`(167) Minimum price step: ${minstep}`);
}

/**
 * Appears in the list of stop orders, not in an answer: the description's own example of why a triggered order failed.
 */
export const OFF_TICK_AT_TRIGGER = "Цена не кратна минимальному шагу цены.";
