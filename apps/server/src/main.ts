/** The process: reads the settings, puts the parts together, and shuts down cleanly however the start went. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "./app.ts";
import { killerAt } from "./chaos.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { MailNotEncrypted } from "./messaging/mail/index.ts";
import { AdminEmailTaken } from "./identity/users/index.ts";
import { systemClock } from "./platform/clock.ts";
import { DataDirInUseError, lockDataDir } from "./platform/data-dir.ts";
import { isStorageFailure } from "./platform/db/failure.ts";
import { claimDatabase, WrongModeError } from "./platform/db/mode.ts";
import { openDatabase } from "./platform/db/open.ts";
import { createLogger } from "./platform/log.ts";
import { metricsServer } from "./platform/metrics.ts";
import { sandboxKeyRing } from "./platform/security/key-ring.ts";
import { mailServer, paymentSettings, telegramBot } from "./services.ts";
import { isAnyUnset, venueAddresses } from "./venue-addresses.ts";

/** The built web application; without it the server is only an API. `npm start` builds it. */
const WEB_DIRECTORY = join(import.meta.dirname, "../../web/dist");
/** A shutdown that takes longer than a venue call may take is cut short; the next start recovers what it left. */
const STOP_TIMEOUT_MS = 15_000;

/** Starts everything and returns the function that ends it. @throws between two steps once `stop` is aborted. */
async function start(settings: Config, stop: AbortSignal): Promise<() => Promise<void>> {
  // Loaded only when needed, like the storages: each brings megabytes of code with it.
  const sandboxMode = settings.mode === "sandbox" ? await import("./sandbox-mode.ts") : undefined;
  const config = sandboxMode?.withDemoSettings(settings) ?? settings;
  const logger = createLogger(config);
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
    const keyRing = config.credentialsKeys ?? sandboxKeyRing(config.dataDir);
    const isSimulatorWanted =
      isAnyUnset(config.addresses) ||
      config.telegram.token === undefined ||
      config.payments.publicId === undefined ||
      config.mail === undefined;
    const sandbox = isSimulatorWanted ? await sandboxMode?.startSandbox() : undefined;
    if (sandbox) ends.push(() => sandbox.close());
    stop.throwIfAborted();
    const { http, metrics } = await buildApp({
      config,
      database,
      keyRing,
      clock: systemClock,
      logger,
      addresses: venueAddresses(config.addresses, sandbox?.settings),
      mail: mailServer(config.mail, sandbox?.settings),
      telegram: telegramBot(config.telegram, sandbox?.settings),
      payments: paymentSettings(config.payments, sandbox?.settings),
      failpoint: killerAt(config.killAt),
      webDirectory: existsSync(WEB_DIRECTORY) ? WEB_DIRECTORY : undefined,
    });
    ends.push(() => http.close());
    stop.throwIfAborted();
    const metricsHttp = metricsServer(metrics);
    ends.push(() => metricsHttp.close());
    const metricsUrl = await metricsHttp.listen({ ...config.metrics });
    const listening = await http.listen({ host: config.host, port: config.port });
    const url = config.publicUrl ?? `http://localhost:${new URL(listening).port}`;
    sandbox?.cloudPayments.notify({ url: `${listening}/api/v1/payments/cloudpayments` });
    if (sandboxMode) {
      // Alerts are already accepted: losing the database now isn't a failed start.
      const demo = await sandboxMode
        .seedDemo({ config, http, database, clock: systemClock })
        .catch((error: unknown) => {
          if (!isStorageFailure(error)) throw error;
          logger.warn({ err: error }, "the demo users could not all be made");
          return [];
        });
      sandboxMode.announceSandbox({ url, metricsUrl, sandbox, demo });
    } else logger.info({ url, metricsUrl }, "ready");
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

const OPERATOR_ERRORS = [DataDirInUseError, WrongModeError, AdminEmailTaken, MailNotEncrypted];

/** Returns one line for an error that the operator can fix; anything else is our bug and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Bad settings. ${error.message}`;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, stack } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code === "EADDRINUSE" || code === "EACCES") return `Can't start: ${message}`;
  if (isStorageFailure(error)) return `The database can't be reached: ${message || code}`;
  return stack ?? message;
}

/**
 * Cleanly shuts down what was started, once, however many signals come. A start that is under way ends before its next
 * step; the time limit counts from there, because one step may take long on a slow machine.
 */
function endOnSignal(started: Promise<() => Promise<void>>, stopping: AbortController): void {
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void started.then(
      (end) => {
        setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
        return end().then(() => process.exit(0));
      },
      // A failed start is explained below.
      () => undefined,
    );
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}

const stopping = new AbortController();
try {
  const started = start(readConfig(), stopping.signal);
  endOnSignal(started, stopping);
  await started;
} catch (error) {
  if (error !== stopping.signal.reason) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
