/** Runs replays each in a thread of its own, so that they hold up nobody's alert, and end with it whatever they do. */
import { getCompileCacheDir } from "node:module";
import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import type { ReplayAnswer, ReplayJob, RunReplay } from "./replay/index.ts";

/** A log of 1,000 alerts takes seconds: docs/decisions/replay.md. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 384;

/** What the thread is given. */
export interface ReplayTask {
  readonly job: ReplayJob;
  readonly priority: number;
  /** Where Node.js keeps what this process has compiled, which its threads don't know; undefined if it keeps nothing. */
  readonly compiled: string | undefined;
}

/**
 * Returns what runs a replay in a thread. It is given no environment: none of the settings' secrets are its business.
 * @param priority the thread's, as os.setPriority takes it; the lowest by default, so that replays wait for alerts
 */
export function inThread(priority: number = constants.priority.PRIORITY_LOW): RunReplay {
  return (job, signal) => runInThread({ job, priority, compiled: getCompileCacheDir() }, signal);
}

function runInThread(workerData: ReplayTask, signal: AbortSignal): Promise<ReplayAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("replay-worker.ts", import.meta.url), {
      workerData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const end = (settle: () => void) => {
      stop.removeEventListener("abort", onStop);
      settle();
      void worker.terminate();
    };
    const onStop = () => end(() => reject(new Error("the replay was stopped, or took too long")));
    stop.addEventListener("abort", onStop);
    worker.once("message", (answer: ReplayAnswer) => end(() => resolve(answer)));
    worker.once("error", (error) => end(() => reject(error)));
    worker.once("exit", () => end(() => reject(new Error("the replay ended without an answer"))));
  });
}
