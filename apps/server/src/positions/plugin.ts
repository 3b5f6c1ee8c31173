import fp from "fastify-plugin";
import { EXECUTION_CHANGED } from "../orders/index.ts";
import { type ClosingUnderStop, createClosing } from "./close.ts";
import { createHoldingsReader, type HoldingsReader } from "./reader.ts";
import { createRefresh } from "./refresh.ts";
import { positionRoutes } from "./routes.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly holdings: HoldingsReader;
  }
}

/** What accounts hold, read from their venues when a page asks and after they trade, and closing it by hand. */
export const positions = fp(
  async (app) => {
    const { database: db, clock, bus, log, serve } = app.platform;
    const { accountDirectory: accounts, strategyDirectory: strategies, venues, questionVenues, takeOrder: take } = app;
    const reader = createHoldingsReader({ venues, accounts, db, clock, log });
    app.decorate("holdings", reader);
    // The kill switch comes after positions: nobody closes one before all is ready.
    const stops: ClosingUnderStop = {
      covering: (account, ticker) => app.closingUnderStop.covering(account, ticker),
      close: (...order) => app.closingUnderStop.close(...order),
    };
    const close = createClosing({ db, accounts, venues: questionVenues, reader, take, stops, clock, log });
    const stopping = new AbortController();
    const refresh = createRefresh({ reader, accounts, clock, bus, log, stopping: stopping.signal });
    bus.subscribe(EXECUTION_CHANGED, ({ accountId, fills }) => {
      if (fills.length > 0) void refresh(accountId);
    });
    app.addHook("onClose", async () => stopping.abort());
    await serve(positionRoutes({ db, accounts, strategies, reader }, close, app.guards));
  },
  {
    name: "positions",
    dependencies: ["signals", "orders", "account directory", "strategy directory", "venues", "identity"],
  },
);
