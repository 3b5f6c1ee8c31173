/** The simulated Alor: two environments that share only the catalogue, each with an API and a token server. */
import { ALOR } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { AccessTokens } from "./jwt.ts";
import { ALOR_MARKET } from "./listings.ts";
import { lookUpRoutes } from "./look-ups.ts";
import { marketDataRoutes } from "./market-data.ts";
import { refreshRoute } from "./oauth.ts";
import { OrderBook } from "./order-book.ts";
import { orderRoutes } from "./orders.ts";
import { Portfolios, type Portfolio } from "./portfolios.ts";
import { notFound } from "./refusals.ts";

export interface AlorOptions {
  /** Lifetime of an access token in seconds. Default 1800: docs/venues/alor.md, Auth. */
  readonly accessTokenLifeS?: number;
}

/** Creates both environments; their servers aren't listening yet. */
export function createAlor(shared: Shared, { accessTokenLifeS = 1800 }: AlorOptions = {}): SimulatedVenue<Portfolio> {
  const live = createEnvironment(shared, "live", accessTokenLifeS, 18_995_978_560n);
  const demo = createEnvironment(shared, "demo", accessTokenLifeS, 40_915_300_000n);
  const environments = { live, demo };
  return {
    servers: {
      [ALOR.addresses.apiUrl.setting]: live.api,
      [ALOR.addresses.oauthUrl.setting]: live.oauth,
      [ALOR.addresses.demoApiUrl.setting]: demo.api,
      [ALOR.addresses.demoOauthUrl.setting]: demo.oauth,
    },
    register: (portfolio) => environments[portfolio.environment].portfolios.register(portfolio),
    reset: () => {
      live.book.reset();
      demo.book.reset();
    },
  };
}

function createEnvironment(
  shared: Shared,
  environment: Environment,
  accessTokenLifeS: number,
  firstOrderNumber: bigint,
) {
  const { now, ledger } = shared;
  const market = shared.markets.open("ALOR_BROKER", environment, ALOR_MARKET);
  const portfolios = new Portfolios();
  const tokens = new AccessTokens(now, accessTokenLifeS);
  const book = new OrderBook(firstOrderNumber);

  const api = partyServer(shared, "ALOR_BROKER", environment);
  marketDataRoutes(api.app, api.serve, tokens, now, market);
  lookUpRoutes(api.app, api.serve, tokens, book);
  orderRoutes(api.app, api.serve, { environment, tokens, portfolios, book, ledger, now });

  const oauth = partyServer(shared, "ALOR_BROKER", environment);
  refreshRoute(oauth.app, oauth.serve, portfolios, tokens, now);

  for (const { app } of [api, oauth]) {
    app.setNotFoundHandler((request, reply) => {
      const { status, body } = notFound(`No such resource: ${request.method} ${request.url.split("?")[0]}`);
      return reply.code(status).send(body);
    });
  }
  return { api: api.app, oauth: oauth.app, portfolios, book };
}
