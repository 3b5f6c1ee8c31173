import fp from "fastify-plugin";
import type { RunReplay } from "./job.ts";
import { replayRoutes } from "./routes.ts";
import { createReplays } from "./service.ts";

/** Runs alert logs through strategies before they trade. It knows of strategies and accounts what they are set to, and no key. */
export const replays = fp<{ readonly run: RunReplay }>(
  async (app, { run }) => {
    const { database, clock, logger, serve } = app.platform;
    const { strategyDirectory: strategies, accountDirectory: accounts } = app;
    const stopping = new AbortController();
    const onFailure = (error: unknown) => logger.error({ err: error }, "a replay failed");
    const service = createReplays({ strategies, accounts, clock, run, onFailure, stopping: stopping.signal });
    app.addHook("onClose", async () => stopping.abort());
    await serve(replayRoutes(service, database, app.guards));
  },
  { name: "replays", dependencies: ["account directory", "strategy directory", "identity"] },
);
