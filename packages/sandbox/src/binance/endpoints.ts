/**
 * Serves the routes of one environment: checks limits first, then key, clock and signature, then parameters, then
 * answers.
 */
import type { FastifyRequest } from "fastify";
import type { Operation } from "../calls.ts";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { PartyServer } from "../party-server.ts";
import { admit, admitKey, type Dialect } from "./admission.ts";
import type { BinanceKey } from "./api-keys.ts";
import { refuseParameters, SIGNED, type ParameterRules, type Parameters } from "./parameters.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readRequest, type SentRequest } from "./signed-request.ts";

/** A call that passed every check except those of its endpoint. */
export interface Call {
  readonly parameters: Parameters;
  readonly faults: readonly PartyFault[];
}
export interface SignedCall<Key> extends Call {
  readonly key: Key;
}

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** What a request is about, for faults and counts. */
  readonly operation: Operation | ((parameters: Parameters) => Operation);
  /** Its cost in REQUEST_WEIGHT. */
  readonly weight: number | ((parameters: Parameters) => number);
  /** It has this cost only when it fails: placing and cancelling an order (docs/venues/binance.md, Limits). */
  readonly isFreeOnSuccess?: true;
  /** Without those of every signed request. */
  readonly parameters: ParameterRules;
}
export type Endpoint<Key> = Route &
  (
    | { readonly security: "none"; readonly answer: (call: Call) => Answer }
    /** With a key, but not signed. */
    | { readonly security: "key"; readonly answer: (call: SignedCall<Key>) => Answer }
    | { readonly security: "read" | "trade"; readonly answer: (call: SignedCall<Key>) => Answer }
    /** For keys of both venues. */
    | { readonly security: "wallet"; readonly answer: (call: SignedCall<BinanceKey>) => Answer }
  );

/** What the endpoints of one environment share. */
export interface Gate<Key> {
  readonly dialect: Dialect;
  /** Finds a key of this venue. */
  readonly find: (apiKey: string) => Key | undefined;
  /** Finds a key of either venue. */
  readonly findAnywhere: (apiKey: string) => BinanceKey | undefined;
  readonly limits: RateLimits;
  /** The venue's own clock, in milliseconds. */
  readonly clock: () => number;
}

/** The right that each kind of endpoint needs. A stream's key needs the right to read, as the stream does. */
const RIGHTS = { trade: "trade", read: "read", key: "read", wallet: undefined } as const;

/** Adds a route for each endpoint. */
export function serveEndpoints<Key extends BinanceKey>(
  { app, serve }: PartyServer,
  gate: Gate<Key>,
  endpoints: readonly Endpoint<Key>[],
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => {
        const sent = readRequest(endpoint.method, request.url, request.headers["content-type"], request.text);
        const perform = (faults: readonly PartyFault[]): Answer => {
          const { headers, ...answer } = weighed(gate, endpoint, request, sent, faults);
          return { ...answer, headers: { ...gate.limits.weightHeaders(), ...headers } };
        };
        const { operation } = endpoint;
        return serve(request, reply, {
          operation: typeof operation === "string" ? operation : operation(parametersIn(sent)),
          account: apiKeyOf(request),
          perform,
        });
      },
    });
  }
}

function weighed<Key extends BinanceKey>(
  gate: Gate<Key>,
  endpoint: Endpoint<Key>,
  request: FastifyRequest,
  sent: SentRequest | Answer,
  faults: readonly PartyFault[],
): Answer {
  const weight = typeof endpoint.weight === "number" ? endpoint.weight : endpoint.weight(parametersIn(sent));
  const limited = gate.limits.takeRequest(weight);
  if (limited) return limited;
  const answer = "status" in sent ? sent : performed(gate, endpoint, request, sent, faults);
  if (endpoint.isFreeOnSuccess && answer.status === 200) gate.limits.giveBack(weight);
  return answer;
}

function performed<Key extends BinanceKey>(
  gate: Gate<Key>,
  endpoint: Endpoint<Key>,
  request: FastifyRequest,
  sent: SentRequest,
  faults: readonly PartyFault[],
): Answer {
  const { parameters } = sent;
  if (endpoint.security === "none") {
    return refuseParameters(parameters, endpoint.parameters) ?? endpoint.answer({ parameters, faults });
  }
  const rules = { ...endpoint.parameters, ...SIGNED, recvWindow: gate.dialect.recvWindow };
  const asker = {
    apiKey: apiKeyOf(request),
    ip: request.ip,
    right: RIGHTS[endpoint.security],
    isRevoked: faults.some(({ kind }) => kind === "unauthorized"),
  };
  if (endpoint.security === "key") {
    const key = admitKey(gate, asker);
    if ("status" in key) return key;
    return refuseParameters(parameters, endpoint.parameters) ?? endpoint.answer({ key, parameters, faults });
  }
  const signed = <Signer extends BinanceKey>(
    find: (apiKey: string) => Signer | undefined,
    answer: (call: SignedCall<Signer>) => Answer,
  ): Answer => {
    const key = admit({ dialect: gate.dialect, find, clock: gate.clock }, sent, asker);
    if ("status" in key) return key;
    return refuseParameters(parameters, rules) ?? answer({ key, parameters, faults });
  };
  return endpoint.security === "wallet"
    ? signed(gate.findAnywhere, endpoint.answer)
    : signed(gate.find, endpoint.answer);
}

function parametersIn(sent: SentRequest | Answer): Parameters {
  return "status" in sent ? new Map() : sent.parameters;
}

function apiKeyOf({ headers }: FastifyRequest): string | undefined {
  return headers["x-mbx-apikey"]?.toString();
}
