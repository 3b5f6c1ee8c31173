import type { Component } from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import { WriteCheck } from "../platform/db/write-check.ts";
import { alertmanagerRoute } from "./alertmanager.ts";
import { createComponentsJob, type ComponentsParts } from "./components.ts";
import { createLatencySums } from "./latency-sums.ts";
import { StatusMonitor } from "./monitor.ts";
import { feedRoute, statusRoutes } from "./routes.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly serviceStatus: {
      readonly monitor: StatusMonitor;
      /** For the private port, where Alertmanager posts. */
      readonly alertmanager: FastifyPluginAsync;
    };
  }
}

export interface StatusOptions {
  /** Which services are set up, beside the venues. */
  readonly services: Readonly<Record<ComponentsParts["services"][number], boolean>>;
}

/** The public status page: components, latency, uptime and incidents. */
export const status = fp<StatusOptions>(
  async (app, options) => {
    const { config, database, clock, log, logger, serve, publicUrl } = app.platform;
    const db = database.outbox;
    const venues = config.offeredVenues;
    const services = (["telegram", "mail", "payments"] as const).filter((name) => options.services[name]);
    const environments = config.mode === "live" ? (["live"] as const) : (["live", "demo"] as const);
    app.jobs.add(createLatencySums({ db, clock, log }));
    app.jobs.add(createComponentsJob({ db, clock, log, venues, services, environments }));

    // Not the platform's, which keeps an answer for a second: /readyz must not get one from before it was asked.
    const writeCheck = new WriteCheck({ db: database.journal, clock });
    const components: readonly Component[] = ["alerts", ...venues, ...services];
    const monitor = new StatusMonitor({ database, writeCheck, clock, log, components });
    // A node that takes no alerts shows no page, and counts no uptime.
    const onChange = async () => (config.role === "relay" ? undefined : await monitor.refresh());
    app.decorate("serviceStatus", {
      monitor,
      alertmanager: alertmanagerRoute({ database, clock, logger, onChange }),
    });
    if (config.role === "relay") return;
    await serve(statusRoutes(monitor));
    await app.register(feedRoute({ monitor, brand: config.site.brand, origin: publicUrl }));
    app.addHook("onReady", () => monitor.start());
    app.addHook("onClose", () => monitor.stop());
  },
  { name: "status", dependencies: ["platform", "jobs"] },
);
