import fp from "fastify-plugin";
import { recordSteps } from "./recorder.ts";
import { firstStepsRoutes } from "./routes.ts";

/** A new user's first steps, which tick themselves. */
export const firstSteps = fp(
  async (app) => {
    const { database, clock, bus, log, serve } = app.platform;
    const lastRecord = recordSteps({ database, clock, bus, log });
    await serve(firstStepsRoutes({ database, clock, bus }, app.guards));
    app.addHook("onClose", lastRecord);
  },
  { name: "first steps", dependencies: ["identity", "signals", "message check"] },
);
