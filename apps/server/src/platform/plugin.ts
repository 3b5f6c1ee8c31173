/** What every feature needs: settings, storage, clock, log, metrics, the bus, and a way to add API routes. */
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Config } from "../config.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import { WriteCheck } from "./db/write-check.ts";
import type { Failpoint } from "./failpoint.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createBus, type SharedBus } from "./pubsub.ts";
import { createRetryLog, type RetryLog } from "./retry-log.ts";
import type { KeyRing } from "./security/key-ring.ts";
import type { PasswordCost } from "./security/passwords.ts";
import { createSecretBox, type SecretBox } from "./security/secret-box.ts";

export interface PlatformOptions {
  readonly config: Config;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly failpoint: Failpoint;
  /** The cost of hashing a password; the recommended cost by default. */
  readonly passwordCost?: PasswordCost;
  /** Names this process among several of one server, in its metrics. */
  readonly processName?: string | undefined;
}

export interface Platform extends PlatformOptions {
  readonly secretBox: SecretBox;
  readonly bus: SharedBus;
  readonly metrics: Metrics;
  readonly log: RetryLog;
  readonly writeCheck: WriteCheck;
  /** Returns the product's public URL, for links in mails. */
  readonly publicUrl: () => string;
  /** Registers API routes, on nodes that serve the API. */
  readonly serve: (...routes: FastifyPluginAsync[]) => Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly platform: Platform;
  }
}

export const platform = fp<PlatformOptions>(
  async (app, options) => {
    const { config, database, clock, logger, keyRing } = options;
    const metrics = createMetrics(options.processName);
    metrics.gaugeBy("chartrelay_database_queries_waiting", "Queries that wait for a connection, by pool", "pool", () =>
      Object.fromEntries(database.pools().map(({ name, waiting }) => [name, waiting])),
    );
    app.decorate("platform", {
      ...options,
      secretBox: createSecretBox(keyRing),
      bus: createBus(),
      metrics,
      log: createRetryLog(logger, clock),
      writeCheck: new WriteCheck({ db: database.journal, clock }),
      publicUrl: () => config.publicUrl ?? `http://localhost:${(app.server.address() as AddressInfo | null)?.port}`,
      serve: async (...routes) => {
        if (config.role === "relay") return;
        for (const route of routes) await app.register(route, { prefix: "/api/v1" });
      },
    });
  },
  { name: "platform" },
);
