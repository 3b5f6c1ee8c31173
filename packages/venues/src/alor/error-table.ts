/**
 * What Alor's refusals mean. The first row that fits decides; what no row names is unknown, never rejected.
 *
 * There is no row for "any well-formed 400". Alor documents no list of its errors and no shape for an ordinary refusal
 * (docs/venues/alor.md, Not established; Contradictions 3), and some of the 400s seen live leave the order's fate open
 * ("Command Timeout"). A refusal that is missing here costs a look-up and a notification to the user; a wrong row costs
 * an order that was executed and reported as refused.
 *
 * Sources: `contract` = contracts/alor/openapi.yml. `facts` = docs/venues/alor.md, Errors. `bots` = texts that
 * open-source terminals and bots for Alor match, seen live by their authors. `aloria` = the names and numbers of the
 * trading system's ErrorCode, and its texts, as an open-source client of Alor (aloria, order_failure.dart) lists them;
 * not checked live.
 */
import { rejected, UNKNOWN, type Verdict } from "../verdict.ts";

/** All given conditions must hold, except that one of `codes` and `text` is enough if both are given. */
export interface Row {
  /** 400 by default. */
  readonly status?: number;
  /** Names in lower case, or plain numbers: Alor writes `NotEnoughCash`, `NotEnoughCash (401)` or `401`. */
  readonly codes?: readonly string[];
  /** Matched against the answer's message. */
  readonly text?: RegExp;
  /** The answer's body doesn't matter: whatever it is, the status means that nothing was done. */
  readonly anyBody?: boolean;
  readonly verdict: Verdict;
  readonly source: string;
}

export const ERROR_TABLE: readonly Row[] = [
  // Decided by the status alone.
  {
    status: 401,
    verdict: rejected("CREDENTIALS_REFUSED"),
    source: "contract: the JWT is missing, expired or of the other environment",
  },
  { status: 403, verdict: rejected("NO_RIGHTS"), source: "contract" },
  { status: 404, verdict: rejected("INSTRUMENT_NOT_FOUND"), source: "contract: no resource with the given parameters" },
  {
    status: 429,
    anyBody: true,
    verdict: { kind: "throttled", reason: "VENUE_THROTTLED" },
    source: "contract, for reads: too many requests at once",
  },

  // The command left Alor and no answer came back in time, or Alor itself doesn't know: there may be an order.
  { text: /command timeout/i, codes: ["commandresponsetimeout", "900"], verdict: UNKNOWN, source: "facts; aloria" },
  {
    codes: ["revertnotgenerated", "402", "unknownerror", "408"],
    verdict: UNKNOWN,
    source: "aloria: failures of the system",
  },

  {
    text: /request with such x-(alor-)?reqid was already handled/i,
    verdict: UNKNOWN,
    source: "contract: a repeat's own words; without the old answer they say nothing of the order",
  },

  {
    text: /клиринг/i,
    verdict: { kind: "throttled", reason: "CLEARING" },
    source: "facts: ExchangeUndefinedError, retry minutes later",
  },
  {
    text: /security is (not currently trading|in break period)|HALT_INSTRUMENT|INSTR_NOTRADE|session.{0,20}closed|сейчас эта сессия не ид[её]т/i,
    codes: ["exchangetradingisstopped", "306"],
    verdict: rejected("MARKET_CLOSED"),
    source: "facts; bots; aloria",
  },

  // Prices.
  {
    text: /minimum price step|не кратна (минимальному )?шагу цены/i,
    verdict: rejected("PRICE_OFF_TICK"),
    source: "facts; contract: field_TriggeringError",
  },
  {
    text: /BAD_PRICE_LIMITS|цена (сделки вне|заявки за пределами) лимита/i,
    codes: ["exchangelimitexceeded", "301", "internalerrorwithprices", "409"],
    verdict: rejected("PRICE_OUT_OF_LIMITS"),
    source: "bots; aloria",
  },

  // Money and uncovered positions. The risk check uses one code for both, and only its text tells which.
  {
    text: /allowMargin/i,
    codes: ["lowriskmarginalforbidden", "413"],
    verdict: rejected("MARGIN_NOT_ALLOWED"),
    source: "contract: flag_AllowMargin; aloria",
  },
  {
    text: /недоступен в маржу/i,
    codes: ["instrumentcantbeshortselled", "405"],
    verdict: rejected("UNCOVERED_NOT_ALLOWED"),
    source: "aloria",
  },
  {
    text: /нехватка средств|недостаточно (свободных )?(денежных )?средств|insufficient funds|not enough (cash|money|funds)/i,
    codes: ["notenoughcash", "401", "insufficientclientfunds", "309", "ordercreatesuncoveredrisk", "400"],
    verdict: rejected("INSUFFICIENT_FUNDS"),
    source: "bots: «Нехватка средств по лимитам клиента» seen live; aloria",
  },

  // Instruments and rights.
  {
    text: /BAD_INSTRUMENT|неизвестный инструмент в заявке/i,
    verdict: rejected("INSTRUMENT_NOT_FOUND"),
    source: "bots",
  },
  {
    codes: ["instrumentinboardforbiddenforclient", "406", "invalidcomplexproductcategory", "410"],
    verdict: rejected("INSTRUMENT_FORBIDDEN"),
    source: "aloria",
  },
  {
    text: /PROHIBITION_CH/,
    codes: ["clientblocked", "407"],
    verdict: rejected("ACCOUNT_BLOCKED"),
    source: "bots; aloria",
  },

  // What the exchange doesn't accept in this order.
  {
    text: /BAD_AMOUNT|invalid quantity|minimum available value of the quantity/i,
    codes: ["exchangeincorrectquantity", "304"],
    verdict: rejected("QUANTITY_NOT_ALLOWED"),
    source: "bots; aloria",
  },
  { codes: ["noorderpricefound", "411"], verdict: rejected("NO_MARKET_PRICE"), source: "aloria" },
  { codes: ["forbiddenordertype", "412"], verdict: rejected("ORDER_TYPE_FORBIDDEN"), source: "aloria" },

  // Refused before it went anywhere, for reasons that only the answer's own text explains.
  {
    text: /provided json can't be properly deserialised/i,
    verdict: rejected("VENUE_REFUSED"),
    source: "facts; contract's older text",
  },
  { text: /BAD_FLAGS/, verdict: rejected("VENUE_REFUSED"), source: "bots" },
];
