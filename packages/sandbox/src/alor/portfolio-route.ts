/** Routes about one portfolio: `/md/v2/Clients/{exchange}/{portfolio}/…` and its like. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Operation } from "../calls.ts";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import { isSimple } from "./market-data.ts";
import { FORBIDDEN, NOT_SIMULATED, UNAUTHORIZED } from "./refusals.ts";

interface Path {
  readonly exchange: string;
  readonly portfolio: string;
}
type Find = (path: Path, request: FastifyRequest, faults: readonly PartyFault[]) => Answer;

/** Adds a route, after a check of the token, its right, the portfolio and the format. */
export type AddRoute = (
  path: string,
  call: { readonly operation: Operation; readonly right: string },
  find: Find,
) => void;

export function portfolioRoute(
  app: FastifyInstance,
  serve: Serve,
  tokens: AccessTokens,
  root = "/md/v2/Clients",
): AddRoute {
  return (path, { operation, right }, find) => {
    app.get<{ Params: Path }>(`${root}/:exchange/:portfolio/${path}`, (request, reply) => {
      const { portfolio } = request.params;
      const perform = (faults: readonly PartyFault[]): Answer => {
        const rights = tokens.rights(request, faults);
        if (!rights) return UNAUTHORIZED;
        if (!rights.portfolios.has(portfolio) || !rights.scope.has(right)) return FORBIDDEN;
        return isSimple(request.query) ? find(request.params, request, faults) : NOT_SIMULATED;
      };
      return serve(request, reply, { operation, account: portfolio, perform });
    });
  };
}
