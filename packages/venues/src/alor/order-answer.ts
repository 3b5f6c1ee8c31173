/** What Alor's answer to an order says about the order. */
import type { Outcome, Reason } from "@chartrelay/contract";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { refusalOf, toOutcome, type Verdict } from "../verdict.ts";
import { ERROR_TABLE, type Row } from "./error-table.ts";

export interface OrderReading {
  readonly outcome: Outcome;
  /**
   * The X-REQID was used before, by a request that executed nothing, and will return that request's answer for ever:
   * the order can only be retried under another one.
   */
  readonly isSpent: boolean;
}

/** Reads the answer to an order. `response`: the answer in the form that may be kept. Times in milliseconds. */
export function readOrderAnswer(answer: HttpAnswer, response: string, nowMs: number): OrderReading {
  return read(answer, { response, nowMs, repeats: 0 });
}

/**
 * Returns the reason in a refusal's text, as an order list gives it for an order that was rejected after it was
 * accepted.
 */
export function reasonOf(message: string): Reason {
  const verdict = ERROR_TABLE.find(({ text }) => text?.test(message))?.verdict;
  return verdict?.kind === "rejected" ? verdict.reason : "VENUE_REFUSED";
}

/** Returns what the error table says of an answer to a command, with its code, in lower case, and message. */
export function judge(answer: Answer): {
  readonly verdict: Verdict | undefined;
  readonly code: string;
  readonly message: string;
} {
  const body = readBody(answer.text);
  const verdict = ERROR_TABLE.find((row) => fits(row, answer.status, body))?.verdict;
  return { verdict, code: body?.code ?? "", message: body?.message ?? "" };
}

interface Reader {
  readonly response: string;
  readonly nowMs: number;
  /** How many answers this one was wrapped in. */
  readonly repeats: number;
}

type Answer = Pick<HttpAnswer, "status" | "headers" | "text">;
type JsonObject = Readonly<Record<string, unknown>>;

const MAX_REPEATS = 3;

function read(answer: Answer, reader: Reader): OrderReading {
  const body = readBody(answer.text);
  const old = answer.status === 400 ? body?.json["oldResponse"] : undefined;
  if (old !== undefined) return readOld(old, reader);

  const { response, nowMs, repeats } = reader;
  if (answer.status === 200 && body && isSuccess(body.json))
    return { outcome: { kind: "accepted", response }, isSpent: false };
  const row = ERROR_TABLE.find((candidate) => fits(candidate, answer.status, body));
  const outcome = toOutcome(row?.verdict, {
    response,
    cause: `HTTP ${answer.status}`,
    waitMs: retryAfterMs(answer.headers, nowMs),
    refusal: body && refusalOf(answer.status, [body.code, body.message]),
  });
  return { outcome, isSpent: repeats > 0 && (outcome.kind === "throttled" || answer.status === 401) };
}

/**
 * Reads the answer to a repeated X-REQID: 400 with the first answer inside, which counts as if it came now
 * (docs/venues/alor.md, Repeating a request). Its body was a string in the contract's older examples and is an object
 * in the current ones.
 */
function readOld(old: unknown, reader: Reader): OrderReading {
  if (isObject(old) && typeof old["statusCode"] === "number" && reader.repeats < MAX_REPEATS) {
    const text = typeof old["body"] === "string" ? old["body"] : JSON.stringify(old["body"] ?? {});
    return read({ status: old["statusCode"], headers: {}, text }, { ...reader, repeats: reader.repeats + 1 });
  }
  return { outcome: { kind: "unknown", cause: "unreadable oldResponse", response: reader.response }, isSpent: false };
}

/** Returns whether a 200 names the order; otherwise it doesn't prove that there is one. */
function isSuccess({ message, orderNumber }: JsonObject): boolean {
  if (message !== "success") return false;
  return typeof orderNumber === "number" || (typeof orderNumber === "string" && /^[\w-]+$/.test(orderNumber));
}

interface Body {
  readonly json: JsonObject;
  /** In lower case; empty if there is none. */
  readonly code: string;
  readonly message: string;
}

/** Returns undefined for what Alor itself doesn't write: a gateway's page, or a truncated answer. */
function readBody(text: string): Body | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("<")) return undefined;
  if (!/^[{["]/.test(trimmed)) return { json: {}, code: "", message: trimmed };
  let json: unknown;
  try {
    json = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  if (typeof json === "string") return { json: {}, code: "", message: json };
  if (!isObject(json)) return undefined;
  const message = typeof json["message"] === "string" ? json["message"] : "";
  return { json, code: codeIn(json["code"]), message };
}

/** Returns the name in `OrderToCancelNotFound (404)`: the number alone could be an HTTP status. */
function codeIn(code: unknown): string {
  if (typeof code !== "string" && typeof code !== "number") return "";
  return /^(\w+)(?:\s*\(\d+\))?$/.exec(String(code).trim().toLowerCase())?.[1] ?? "";
}

function fits({ status = 400, codes, text, anyBody }: Row, answered: number, body: Body | undefined): boolean {
  if (status !== answered) return false;
  if (!body) return anyBody === true;
  if (!codes && !text) return true;
  return text?.test(body.message) === true || codes?.includes(body.code) === true;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
