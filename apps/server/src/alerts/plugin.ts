import fp from "fastify-plugin";
import { MESSAGE_ENDED } from "../messaging/index.ts";
import { ALERT_CHANGED } from "./index.ts";
import { alertListRoutes } from "./routes.ts";

/** Alerts to chats, as their users see them. */
export const alerts = fp(
  async (app) => {
    const { database, clock, bus, serve } = app.platform;
    await serve(alertListRoutes({ database, clock, accounts: app.accountDirectory }, app.guards));
    bus.subscribe(MESSAGE_ENDED, ({ message }) => {
      for (const { userId, alertId } of [message, ...message.together])
        if (userId !== null && alertId !== null) bus.publish(ALERT_CHANGED, { userId, id: alertId });
    });
  },
  { name: "alerts", dependencies: ["account directory", "identity"] },
);
