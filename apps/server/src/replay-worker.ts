/**
 * The thread of one replay. Loading the venues takes longer than most replays do, so a log that can't be replayed is
 * refused before.
 */
import { enableCompileCache } from "node:module";
import { platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { resolveDrizzleByFile } from "./quick-start.ts";
import { faultOf, readLog } from "./replay/log/index.ts";
import type { ReplayAnswer } from "./replay/index.ts";
import type { ReplayTask } from "./replay-thread.ts";

const { job, priority, compiled } = workerData as ReplayTask;
// On Linux each thread has a priority of its own; elsewhere this would lower the whole relay's.
if (platform() === "linux") setPriority(priority);
if (compiled !== undefined) enableCompileCache(compiled);

const answer = await answerTo();
parentPort?.postMessage(answer, answer.kind === "report" ? [answer.json.buffer] : []);

async function answerTo(): Promise<ReplayAnswer> {
  const log = readLog(job.log, job.strategyId);
  const fault = faultOf(log, job.accounts.length);
  if (fault) return { kind: "refused", fault };
  resolveDrizzleByFile();
  const { runReplay } = await import("./replay-run.ts");
  return { kind: "report", json: await runReplay(log, job) };
}
