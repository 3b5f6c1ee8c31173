/** The supervisor's part: runs the server in several processes, with node:cluster. */
import cluster from "node:cluster";
import { once } from "node:events";
import { hostname } from "node:os";
import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import { createLogger } from "../platform/log.ts";
import type { Started } from "../serve.ts";
import { type Channel, createChannel } from "./channel.ts";
import { metricsOfAll } from "./metrics.ts";
import { type Child, type Exit, Supervisor } from "./supervisor.ts";

export interface SuperviseOptions {
  readonly config: Config;
  /** The simulators' settings, in the sandbox: they run in this process. */
  readonly simulated: Readonly<Record<string, string>> | undefined;
  readonly seedsDemo: boolean;
  readonly clock: Clock;
}

/**
 * Runs the server in `config.processes` processes, which share its ports. Returns once all of them serve. If one day
 * none serves and none can be started, this process ends with exit code 1.
 * @throws {ProcessFailed} if one ends before it serves, and the reason of `stop` once it is aborted.
 */
export async function supervise(
  { config, simulated, seedsDemo, clock }: SuperviseOptions,
  stop: AbortSignal,
): Promise<{ started: Started; end: () => Promise<void> }> {
  const logger = createLogger(config, { processName: "supervisor" });
  // All processes accept from one queue, which outlives each of them: docs/decisions/processes.md.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const environment = settingsOfProcesses(config);
  const channels = new Map<string, Channel>();
  const collect = metricsOfAll({
    clock,
    configured: config.processes,
    restarts: () => supervisor.restarts,
    channels: () => [...supervisor.ready.keys()].flatMap((name) => channels.get(name) ?? []),
  });

  const fork = (name: string, isFirst: boolean): Child<Started> => {
    const worker = cluster.fork(environment);
    // A process that just died can't be written to: its exit says more.
    worker.on("error", (error) => logger.debug({ err: error }, "a process could not be reached"));
    const channel = createChannel(worker, { "all metrics": collect });
    channels.set(name, channel);
    return {
      pid: worker.process.pid,
      ready: channel.ask("serve", { name, simulated, seedsDemo: seedsDemo && isFirst }),
      exited: once(worker, "exit").then(([code, signal]): Exit => ({ code, signal })),
      ping: () => channel.ask("ping", null),
      kill: (signal) => void worker.process.kill(signal),
    };
  };
  const supervisor = new Supervisor({ count: config.processes, fork, clock, logger });

  const stopEarly = () => void supervisor.stop();
  stop.addEventListener("abort", stopEarly);
  try {
    const started = await supervisor.start();
    stop.throwIfAborted();
    void supervisor.failed.then(async (error) => {
      logger.fatal({ err: error }, "no process serves any more, and none can be started");
      await supervisor.stop();
      process.exit(1);
    });
    return {
      started,
      end: async () => {
        if (!(await supervisor.stop())) process.exitCode = 1;
      },
    };
  } catch (error) {
    await supervisor.stop();
    throw stop.aborted ? stop.reason : error;
  }
}

/**
 * Returns what the processes of one node get besides the settings: they leave by one address, so they share the venues'
 * budgets.
 */
function settingsOfProcesses({ egressGroup }: Pick<Config, "egressGroup">): Record<string, string> {
  const ofThisNode = `${hostname()
    .replaceAll(/[^\w.-]/g, "-")
    .slice(0, 50)}-${process.pid}`;
  return { EGRESS_GROUP: egressGroup ?? ofThisNode };
}
