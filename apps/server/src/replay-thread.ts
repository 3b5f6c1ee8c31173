/** Runs replays each in a thread of its own, so that they hold up nobody's alert, and end with it whatever they do. */
import { Worker } from "node:worker_threads";
import type { ReplayAnswer, ReplayJob, RunReplay } from "./replay/index.ts";

/** A log of 1,000 alerts takes seconds: docs/decisions/replay.md. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 384;

/** Runs a replay in a thread. It is given no environment: none of the settings' secrets are its business. */
export const replayInThread: RunReplay = (job: ReplayJob, signal: AbortSignal) =>
  new Promise<ReplayAnswer>((resolve, reject) => {
    const worker = new Worker(new URL("replay-worker.ts", import.meta.url), {
      workerData: job,
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
