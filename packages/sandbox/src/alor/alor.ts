/** The simulated Alor: two environments that share only the catalogue, each with an API and a token server. */
import { ALOR } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { estimateRoute } from "./estimate.ts";
import { holdingsRoutes } from "./holdings.ts";
import { AccessTokens } from "./jwt.ts";
import { ALOR_MARKET } from "./listings.ts";
import { lookUpRoutes } from "./look-ups.ts";
import { marketDataRoutes } from "./market-data.ts";
import { refreshRoute } from "./oauth.ts";
import { OrderBook } from "./order-book.ts";
import { orderRoutes } from "./orders.ts";
import { Portfolios, type Portfolio } from "./portfolios.ts";
import { notFound } from "./refusals.ts";
import { streamServer } from "./stream.ts";
import { createFeeds } from "./subscriptions.ts";

export interface AlorOptions {
  /** Lifetime of an access token in seconds. Default 1800: docs/venues/alor.md, Auth. */
  readonly accessTokenLifeS?: number;
  /** Whether the order that a conditional one becomes has its comment, which Alor doesn't document. Default: yes. */
  readonly keepsTriggeredComment?: boolean;
}

/** Creates both environments; their servers aren't listening yet. */
export function createAlor(shared: Shared, options: AlorOptions = {}): SimulatedVenue<Portfolio> {
  const live = createEnvironment(shared, "live", options, 18_995_978_560n);
  const demo = createEnvironment(shared, "demo", options, 40_915_300_000n);
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
  { accessTokenLifeS = 1800, keepsTriggeredComment = true }: AlorOptions,
  firstOrderNumber: bigint,
) {
  const { now, ledger } = shared;
  const portfolios = new Portfolios();
  const tokens = new AccessTokens(now, accessTokenLifeS);
  const market = shared.markets.open("ALOR_BROKER", environment, ALOR_MARKET);
  const book = new OrderBook(market, { firstNumber: firstOrderNumber, keepsTriggeredComment });

  const api = partyServer(shared, "ALOR_BROKER", environment);
  marketDataRoutes(api.app, api.serve, tokens, market);
  lookUpRoutes(api.app, api.serve, tokens, book);
  holdingsRoutes(api.app, api.serve, tokens, { market, book, portfolios });
  orderRoutes(api.app, api.serve, { environment, tokens, portfolios, book, market, ledger });
  estimateRoute(api.app, api.serve, tokens, market);
  const feeds = createFeeds(market, book, portfolios);
  streamServer(api.app, { shared, environment, market, tokens, feeds });

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
