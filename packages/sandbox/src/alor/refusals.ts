/**
 * What Alor says when it says no. Its description gives refusals no shape (docs/venues/alor.md, Contradictions 3); the texts
 * are those seen live (docs/venues/alor.md, Errors) and those of the exchange that it passes on.
 */
import type { Answer } from "../fault-delivery.ts";

/** 401 and 403 come without a body. */
export const UNAUTHORIZED: Answer = { status: 401 };
export const FORBIDDEN: Answer = { status: 403 };

export function notFound(message: string): Answer {
  return { status: 404, body: { code: "NotFound (404)", message } };
}

/** Alor has more formats of its answers than the simulator: better said than silently answered in another one. */
export const NOT_SIMULATED: Answer = { status: 501, body: { message: "Only the Simple format is simulated" } };

/** A request that Alor's gateway refused before it reached the exchange. */
export function refused(message: string): Answer {
  return { status: 400, body: { message } };
}

export const UNREADABLE = refused(
  "Provided json can't be properly deserialised, perhaps you made an error or forgot some field",
);

/** A refusal of the exchange. */
export function exchangeRefused(message: string, code = "ExchangeUndefinedError"): Answer {
  return { status: 400, body: { code, message } };
}

export const CLEARING = exchangeRefused(
  "В данный момент на бирже проводится клиринг. Попробуйте повторить операцию позже",
);
/** In words that nobody has seen: what the fault "unlisted-refusal" answers. */
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

/** Told in the list of stop orders, not answered: the description's own example of why a triggered one came to nothing. */
export const OFF_TICK_AT_TRIGGER = "Цена не кратна минимальному шагу цены.";
