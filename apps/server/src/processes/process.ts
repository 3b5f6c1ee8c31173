/** One process among several: serves what the supervisor assigns, and answers it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config.ts";
import { leavePort } from "../platform/http/leave-port.ts";
import { type Serving, serve } from "../serve.ts";
import { type Assignment, createChannel } from "./channel.ts";

/**
 * Serves as one of several processes. Returns the function that ends it: the others take its new connections from that
 * moment, and none of its clients is refused.
 * @throws what {@link serve} throws.
 */
export async function serveAssigned(settings: Config, stop: AbortSignal): Promise<() => Promise<void>> {
  const assignment = Promise.withResolvers<Assignment>();
  const serving = Promise.withResolvers<Serving>();
  const channel = createChannel(process, {
    serve: async (body) => {
      assignment.resolve(body);
      return (await serving.promise).started;
    },
    ping: () => null,
    metrics: async () => await (await serving.promise).app.metrics.registry.getMetricsAsJSON(),
  });
  const { name, simulated, seedsDemo } = await assignment.promise;
  const config =
    settings.mode === "sandbox" ? (await import("../sandbox-mode.ts")).withDemoSettings(settings) : settings;
  const collectMetrics = () => channel.ask("all metrics", null);
  const served = await serve({ config, simulated, seedsDemo, processName: name, collectMetrics }, stop);
  serving.resolve(served);
  return async () => {
    const { http, tls } = served.app;
    await Promise.all([http.server, tls?.server].map((server) => server && leavePort(server, delay)));
    await served.end();
  };
}
