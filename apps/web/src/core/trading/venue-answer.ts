/** What a venue answered, short enough for a list. The whole answer is in the order's panel. */

type Json = Readonly<Record<string, unknown>>;

/** Where venues put their words: Alor and T-Invest `message`, Binance `msg`. */
const WORDS = ["msg", "message"] as const;
/** The numbers by which their documents explain a refusal. */
const CODES = ["code", "description"] as const;
const ORDER_IDS = ["orderNumber", "orderId"] as const;
const STATUSES = ["executionReportStatus", "status"] as const;
const MAX_LENGTH = 300;

/**
 * Returns the venue's own words with its code, or how an accepted order stands and the venue's number of it. What
 * isn't known to be either is shown as it is.
 */
export function answerInWords(answer: string): string {
  const json = objectIn(answer);
  return (json ? ofJson(json) : ofText(answer)).slice(0, MAX_LENGTH);
}

function ofJson(json: Json): string {
  const first = firstAnswerIn(json);
  if (first !== undefined) return answerInWords(first);
  const words = textAt(json, WORDS);
  const orderId = textAt(json, ORDER_IDS);
  const status = textAt(json, STATUSES).replace(/^EXECUTION_REPORT_STATUS_/, "");
  if (orderId !== "") return [status || words, orderId].filter(Boolean).join(" · ");
  const codes = CODES.map((name) => textAt(json, [name])).filter(Boolean);
  // T-Invest's own number says more than the code of the protocol under it.
  const code = codes.at(-1);
  if (words !== "") return code === undefined ? words : `${words} (${code})`;
  return Object.entries(json)
    .map(([name, value]) => `${name}: ${[value].flat().map(written).join(", ")}`)
    .join(" · ");
}

/** To a repeated request Alor answers with its first answer. */
function firstAnswerIn({ oldResponse }: Json): string | undefined {
  const body =
    typeof oldResponse === "object" && oldResponse !== null && "body" in oldResponse ? oldResponse.body : undefined;
  return body === undefined ? undefined : written(body);
}

/** A gateway's page says what happened in its title. */
function ofText(text: string): string {
  const title = /<title>\s*([^<]+?)\s*<\/title>/i.exec(text)?.[1];
  return title ?? text.trim();
}

function textAt(json: Json, names: readonly string[]): string {
  const found = names.map((name) => json[name]).find((value) => typeof value === "string" || typeof value === "number");
  return found === undefined ? "" : String(found);
}

const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function objectIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
