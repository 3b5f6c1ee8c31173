/** Carries out a call as its faults demand: what happens to the request, and to its answer. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FaultEffect, TransportFault, PartyFault } from "./faults.ts";

/** A party's answer. An object is sent as JSON, a string as plain text. */
export interface Answer {
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Does all of what the request asks at once, and returns what the party would answer; some answers arrive later. */
export type Perform = (faults: readonly PartyFault[]) => Answer | Promise<Answer>;

/** Returns a fault's answer to `path` in the party's own words; undefined if the party has none. */
export type Forge = (fault: TransportFault, path: string) => Answer | undefined;

/** Performs the call and answers it, unless `effect` prevents that. `signal` ends delays when the sandbox closes. */
export async function deliver(
  perform: Perform,
  effect: FaultEffect,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
  forge: Forge = () => undefined,
): Promise<void> {
  const { delayBeforeMs, delayAfterMs, transport, party } = effect;
  // By then the client may have disconnected; the request still takes effect.
  if (delayBeforeMs > 0 && !(await waited(delayBeforeMs, signal))) return drop(reply);
  const answer = takesEffect(transport) ? await perform(party) : undefined;
  if (delayAfterMs > 0 && !(await waited(delayAfterMs, signal))) return drop(reply);
  const forged = transport && forge(transport, request.url.split("?")[0] ?? "");
  if (forged) send(forged, reply);
  else if (transport) fail(transport, answer, reply);
  else if (answer) send(answer, reply);
}

async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}

function takesEffect(fault: TransportFault | undefined): boolean {
  switch (fault?.kind) {
    case undefined:
    case "accept-then-drop":
    case "accept-then-5xx":
      return true;
    case "drop":
    case "429":
    case "418":
    case "turned-away":
      return false;
    case "5xx":
    case "malformed":
    case "hang":
    case "outcome-unknown":
      return fault.executed;
  }
}

function fail(fault: TransportFault, answer: Answer | undefined, reply: FastifyReply): void {
  switch (fault.kind) {
    case "drop":
    case "accept-then-drop":
      return drop(reply);
    case "hang":
      reply.hijack();
      return;
    case "accept-then-5xx":
    case "5xx":
      return send(serverError(fault.status, fault.body), reply);
    case "429":
    case "418":
      return send({ status: Number(fault.kind), headers: retryAfter(fault.retryAfterS) }, reply);
    case "outcome-unknown":
    case "turned-away":
      return send(serverError(503, "json"), reply);
    case "malformed":
      if (fault.variant === "html") return send(page(200, "Technical works"), reply);
      return sendHalf(answer ?? { status: 200, body: { message: "success", orderNumber: "0" } }, reply);
  }
}

/** Returns the Retry-After header of a 429 or 418, if it has one. */
export function retryAfter(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function send({ status, body, headers }: Answer, reply: FastifyReply): void {
  void reply.code(status);
  if (headers) void reply.headers(headers);
  void reply.send(body);
}

function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function sendHalf({ status, body, headers }: Answer, reply: FastifyReply): void {
  const whole = Buffer.from(JSON.stringify(body ?? {}));
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    ...headers,
    "content-length": whole.length,
  });
  raw.write(whole.subarray(0, whole.length >> 1), () => raw.destroy());
}

const REASON_PHRASES: Readonly<Record<number, string>> = {
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Temporarily Unavailable",
  504: "Gateway Time-out",
};

function serverError(status: number, body: "json" | "html"): Answer {
  const phrase = REASON_PHRASES[status] ?? "";
  return body === "html" ? page(status, `${status} ${phrase}`) : { status, body: { message: phrase } };
}

function page(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html" },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr><center>nginx</center></body></html>`,
  };
}
