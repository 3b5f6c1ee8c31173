/** Serves in this process: opens the storage, puts the parts together, listens, and ends it all in reverse order. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildApp, type App } from "./app.ts";
import { killerAt } from "./chaos.ts";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import { lockDataDir } from "./platform/data-dir.ts";
import { isStorageFailure } from "./platform/db/failure.ts";
import { claimDatabase } from "./platform/db/mode.ts";
import { openDatabase } from "./platform/db/open.ts";
import { createLogger } from "./platform/log.ts";
import { metricsServer } from "./platform/metrics.ts";
import { sandboxKeyRing } from "./platform/security/key-ring.ts";
import type { DemoUser } from "./sandbox-mode.ts";
import { mailServer, paymentSettings, telegramBot } from "./services.ts";
import { venueAddresses } from "./venue-addresses.ts";

/** The built web application; without it the server is only an API. `npm start` builds it. */
const WEB_DIRECTORY = join(import.meta.dirname, "../../web/dist");

/** Where a started server is found, and what it shows to a newcomer. */
export interface Started {
  /** The address that it listens on. */
  readonly listening: string;
  /** The address of the HTTPS listener, if there is one. */
  readonly tlsUrl: string | undefined;
  readonly metricsUrl: string;
  readonly demo: readonly DemoUser[];
}

export interface Serving {
  readonly started: Started;
  readonly app: App;
  readonly end: () => Promise<void>;
}

export interface ServeOptions {
  readonly config: Config;
  /** The simulators' settings, in the sandbox: they stand in for what isn't set. */
  readonly simulated: Readonly<Record<string, string>> | undefined;
  /** Whether to create the demo users, in the sandbox. */
  readonly seedsDemo: boolean;
  /** Names this process among several, in logs and metrics. */
  readonly processName?: string;
  /** What /metrics answers, if not only this process's metrics. */
  readonly collectMetrics?: () => Promise<string>;
}

/** Starts everything. @throws between two steps once `stop` is aborted. */
export async function serve(options: ServeOptions, stop: AbortSignal): Promise<Serving> {
  const { config, simulated, processName } = options;
  const logger = createLogger(config, { processName });
  const ends: (() => Promise<void> | void)[] = [];
  const end = async () => {
    for (const each of ends.splice(0).toReversed()) await each();
  };
  try {
    if (!config.database) ends.push(await lockDataDir(config.dataDir));
    const database = await openDatabase(config, (error) => logger.warn({ err: error }, "an idle connection broke"));
    ends.push(() => database.close());
    stop.throwIfAborted();
    await claimDatabase(database, config.mode);
    const app = await buildApp({
      config,
      database,
      keyRing: config.credentialsKeys ?? sandboxKeyRing(config.dataDir),
      clock: systemClock,
      logger,
      addresses: venueAddresses(config.addresses, simulated),
      mail: mailServer(config.mail, simulated),
      telegram: telegramBot(config.telegram, simulated),
      payments: paymentSettings(config.payments, simulated),
      failpoint: killerAt(config.killAt),
      webDirectory: existsSync(WEB_DIRECTORY) ? WEB_DIRECTORY : undefined,
      processName,
    });
    const { http } = app;
    ends.push(() => http.close());
    stop.throwIfAborted();
    const metricsHttp = metricsServer(app.metrics, { collect: options.collectMetrics, routes: app.monitoringRoutes });
    ends.push(() => metricsHttp.close());
    const metricsUrl = await metricsHttp.listen({ ...config.metrics });
    const listening = await http.listen({ host: config.host, port: config.port });
    const tlsUrl = await app.tls?.listen(config.host);
    let demo: DemoUser[] = [];
    if (options.seedsDemo) {
      const { seedDemo } = await import("./sandbox-mode.ts");
      // Alerts are already accepted: losing the database now isn't a failed start.
      demo = await seedDemo({ config, http, database, clock: systemClock }).catch((error: unknown) => {
        if (!isStorageFailure(error)) throw error;
        logger.warn({ err: error }, "the demo users could not all be made");
        return [];
      });
    }
    return { started: { listening, tlsUrl, metricsUrl, demo }, app, end };
  } catch (error) {
    await end();
    throw error;
  }
}
