/**
 * Binance's refusals: `{code, msg}`. The texts are those of binance-spot-api-docs, errors.md, and of the futures
 * documentation's page of error codes; those in neither were seen live.
 */
import type { Answer } from "../fault-delivery.ts";

/** Returns a refusal in the form of both venues. */
export function refused(code: number, msg: string, status = 400): Answer {
  return { status, body: { code, msg } };
}

export const BAD_KEY_FORMAT = refused(-2014, "API-key format invalid.", 401);
/** The same words for an unknown key, one of the other environment, a wrong address and a missing right. */
export const KEY_REJECTED = refused(-2015, "Invalid API-key, IP, or permissions for action.", 401);
export const BAD_SIGNATURE = refused(-1022, "Signature for this request is not valid.");
export const TOO_OLD = refused(-1021, "Timestamp for this request is outside of the recvWindow.");
export const TOO_EARLY = refused(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
export const UNKNOWN_SYMBOL = refused(-1121, "Invalid symbol.");
export const NO_SUCH_ORDER = refused(-2013, "Order does not exist.");
export const NOTHING_TO_CANCEL = refused(-2011, "Unknown order sent.");
/** A refusal that no list has: the answer of the fault "unlisted-refusal". */
export const UNLISTED = refused(-9777, "Order refused by a new rule.");
export const BAD_COMBINATION = refused(-1128, "Combination of optional parameters invalid.");

export function missing(name: string): Answer {
  return refused(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

export function bothMissing(one: string, other: string): Answer {
  return refused(-1102, `Param '${one}' or '${other}' must be sent, but both were empty/null!`);
}

export function notRequired(name: string): Answer {
  return refused(-1106, `Parameter '${name}' sent when not required.`);
}

export function invalid(name: string): Answer {
  return refused(-1130, `Data sent for parameter '${name}' is not valid.`);
}
