import fp from "fastify-plugin";
import { createClosing } from "./close.ts";
import { createHoldingsReader } from "./reader.ts";
import { positionRoutes } from "./routes.ts";

/** What accounts hold, read from their venues when a page asks and after each fill, and closing it by hand. */
export const positions = fp(
  async (app) => {
    const { database, clock, log, serve } = app.platform;
    const { accountDirectory: accounts, venues, questionVenues, takeOrder: take } = app;
    const read = createHoldingsReader({ venues, accounts, db: database, clock, log });
    const close = createClosing({ db: database, accounts, venues: questionVenues, read, take, clock, log });
    await serve(positionRoutes({ db: database, accounts, read }, close, app.guards));
  },
  { name: "positions", dependencies: ["signals", "account directory", "venues", "identity"] },
);
