/** `POST /refresh` exchanges a refresh token for an access token. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import type { Portfolio, Portfolios } from "./portfolios.ts";
import { FORBIDDEN } from "./refusals.ts";

const readScope = ["OrdersRead", "Trades", "Personal", "Stats"];
const tradeScope = ["OrdersCreate"];
const fullScope = ["OrdersRead", "OrdersCreate", "Trades", "Personal", "Stats"];

const refreshBody = z.object({ token: z.string(), allowedPortfolios: z.array(z.string()).optional() });
const refreshQuery = z.object({ token: z.string().optional(), allowedPortfolios: z.string().optional() });

/**
 * Adds `POST /refresh`. The token may be in the query or the body; the body wins. 403 for an invalid, expired or
 * revoked one.
 */
export function refreshRoute(
  app: FastifyInstance,
  serve: Serve,
  portfolios: Portfolios,
  tokens: AccessTokens,
  now: () => number,
): void {
  app.post("/refresh", (request, reply) => {
    const asked = readRefresh(request.text, request.query);
    const opened = portfolios.openedBy(asked?.token ?? "");
    const perform = (faults: readonly PartyFault[]): Answer => {
      if (!asked || faults.some(({ kind }) => kind === "unauthorized")) return FORBIDDEN;
      const good = opened.filter(({ revoked, expiresAt }) => !revoked && Date.parse(expiresAt) > now());
      const allowed = good.filter(({ account }) => asked.allowedPortfolios?.includes(account) ?? true);
      if (allowed.length === 0) return FORBIDDEN;
      const scope = scopeOf(allowed);
      const names = allowed.map(({ account }) => account);
      return { status: 200, body: { AccessToken: tokens.issue(names, scope) } };
    };
    return serve(request, reply, { operation: "auth", account: opened[0]?.account, perform });
  });
}

/** A right that one of the portfolios has, the token has. */
function scopeOf(portfolios: readonly Portfolio[]): readonly string[] {
  if (portfolios.every(({ readOnly }) => readOnly)) return readScope;
  return portfolios.every(({ tradeOnly }) => tradeOnly) ? tradeScope : fullScope;
}

function readRefresh(body: string, query: unknown): z.output<typeof refreshBody> | undefined {
  try {
    if (body !== "") return refreshBody.parse(JSON.parse(body));
    const { token, allowedPortfolios } = refreshQuery.parse(query);
    const list = allowedPortfolios === undefined ? undefined : JSON.parse(allowedPortfolios);
    return refreshBody.parse({ token: token ?? "", ...(list && { allowedPortfolios: list }) });
  } catch {
    return undefined;
  }
}
