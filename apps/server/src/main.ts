/**
 * The program: reads the settings, serves in this process or supervises several that do, and shuts down cleanly however
 * the start went.
 */
import cluster from "node:cluster";
import { ConfigError } from "./config-error.ts";
import { readConfig, type Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import { resolveDrizzleByFile } from "./quick-start.ts";
import type { Started } from "./serve.ts";

/** A shutdown that takes longer than a venue call may take is cut short; the next start recovers what it left. */
const STOP_TIMEOUT_MS = 15_000;
/** The supervisor waits a little longer than its processes take at most. */
const SUPERVISOR_STOP_TIMEOUT_MS = 18_000;

resolveDrizzleByFile();
const stopping = new AbortController();

interface Running {
  readonly started: Started;
  readonly end: () => Promise<void>;
}

/** Starts everything and returns the function that ends it. @throws between two steps once stopping begins. */
async function start(settings: Config): Promise<() => Promise<void>> {
  const { signal } = stopping;
  // Modules are loaded only when needed: each brings megabytes of code with it, and a supervisor needs few.
  if (cluster.isWorker) return await (await import("./processes/process.ts")).serveAssigned(settings, signal);

  const sandboxMode = settings.mode === "sandbox" ? await import("./sandbox-mode.ts") : undefined;
  const config = sandboxMode?.withDemoSettings(settings) ?? settings;
  const sandbox = await sandboxMode?.startMissingSimulators(config);
  let running: Running;
  try {
    signal.throwIfAborted();
    const options = { config, simulated: sandbox?.settings, seedsDemo: sandboxMode !== undefined };
    running =
      config.processes === 1
        ? await (await import("./serve.ts")).serve(options, signal)
        : await (await import("./processes/supervise.ts")).supervise({ ...options, clock: systemClock }, signal);
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
  const { listening, tlsUrl, metricsUrl, demo } = running.started;
  sandbox?.cloudPayments.notify({ url: `${listening}/api/v1/payments/cloudpayments` });
  const url = config.publicUrl ?? `http://localhost:${new URL(listening).port}`;
  if (sandboxMode) sandboxMode.announceSandbox({ url, tlsUrl, metricsUrl, sandbox, demo });
  else (await import("./platform/log.ts")).createLogger(config).info({ url, tlsUrl, metricsUrl }, "ready");
  return async () => {
    await running.end();
    await sandbox?.close();
  };
}

/**
 * Cleanly shuts down what was started, once, however many signals come. A start that is under way ends before its next
 * step; the time limit counts from there, because one step may take long on a slow machine.
 */
function endOnSignal(started: Promise<() => Promise<void>>, timeoutMs: number): void {
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void started.then(
      async (end) => {
        setTimeout(() => process.exit(1), timeoutMs).unref();
        await end();
        process.exit();
      },
      // A failed start is explained below.
      () => undefined,
    );
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}

async function describe(error: unknown): Promise<string | undefined> {
  if (error instanceof ConfigError) return `Bad settings. ${error.message}`;
  return (await import("./explain.ts")).explain(error);
}

try {
  const config = readConfig();
  const started = start(config);
  endOnSignal(started, config.processes > 1 && cluster.isPrimary ? SUPERVISOR_STOP_TIMEOUT_MS : STOP_TIMEOUT_MS);
  await started;
} catch (error) {
  if (error !== stopping.signal.reason) {
    const line = await describe(error);
    if (line !== undefined) console.error(line);
    process.exitCode = 1;
  }
  // The channel to the supervisor would keep this process alive.
  if (cluster.isWorker) process.exit();
}
