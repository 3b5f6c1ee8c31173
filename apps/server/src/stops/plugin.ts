import fp from "fastify-plugin";
import type { ClosingUnderStop } from "../positions/index.ts";
import { createClosingUnderStop } from "./by-hand.ts";
import { createStopJob } from "./job.ts";
import { concludeConversations, notifyOfStop } from "./notify.ts";
import { createPresentStop } from "./present.ts";
import { stopRoutes } from "./routes.ts";
import { createStops, logOfStrategy, STOP_CHANGED, type Stops } from "./service.ts";
import type { StopRow, StopState } from "./stop-row.ts";
import { listStops } from "./store.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly stops: Stops;
    readonly closingUnderStop: ClosingUnderStop;
  }
}

/** The kill switch: stops new orders, cancels ours, closes what they opened, and proves it. */
export const stops = fp(
  async (app) => {
    const { database, clock, bus, failpoint, log, serve } = app.platform;
    const { accountDirectory: accounts, strategyDirectory: strategies, venues, questionVenues, cluster } = app;
    const { outbox } = app.messaging;
    const common = { database, accounts, strategies };
    app.decorate("stops", createStops({ ...common, clock, bus }));
    const node = () => cluster.name;
    app.decorate("closingUnderStop", createClosingUnderStop({ db: database, clock, node, bus }));
    const present = createPresentStop(common);

    /** Tells the user's pages and, if the state has changed, their chats. */
    const onChanged = async (stop: StopRow, before: StopState): Promise<void> => {
      bus.publish(STOP_CHANGED, stop.userId);
      if (stop.state === before || stop.state === "working") return;
      const [listed] = await listStops(database, stop.userId, stop.id);
      if (!listed) return;
      const shown = await present(listed);
      await database.orm.transaction(async (tx) => {
        await notifyOfStop(outbox, tx, stop, shown);
        const kind = stop.state === "proven" ? "stopProven" : "stopUnproven";
        const details = { level: stop.level, ...(shown.tookMs !== null && { tookMs: String(shown.tookMs) }) };
        await logOfStrategy(tx, stop, new Date(clock.nowMs()), kind, details);
      });
      await concludeConversations(database.outbox, stop, shown);
    };

    app.jobs.add(
      createStopJob({
        db: database.outbox,
        accounts,
        venues,
        questionVenues,
        askToCancel: app.executions.askToCancel,
        node,
        clock,
        failpoint,
        bus,
        onChanged,
        log,
      }),
    );
    await serve(stopRoutes(app.stops, app.guards));
  },
  {
    name: "stops",
    dependencies: ["positions", "orders", "messaging", "account directory", "strategy directory", "identity", "jobs"],
  },
);
