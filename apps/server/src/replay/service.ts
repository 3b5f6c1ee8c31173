/** Takes a user's log to a replay of one of their strategies: one at a time for each user, and few at once here. */
import type { AccountDirectory } from "../accounts/index.ts";
import { Problem, fieldProblem } from "../platform/http/problem.ts";
import type { StrategyDirectory } from "../strategies/index.ts";
import type { Language } from "@chartrelay/contract";
import type { ReplayJob, RunReplay } from "./job.ts";

export interface ReplayServiceParts {
  readonly strategies: Pick<StrategyDirectory, "lookup">;
  readonly accounts: Pick<AccountDirectory, "lookup" | "webhookIdOf">;
  readonly clock: { nowMs(): number };
  readonly run: RunReplay;
  readonly onFailure: (error: unknown) => void;
  readonly stopping: AbortSignal;
}

export interface ReplayRequest {
  readonly userId: string;
  /** The strategy's own id, and the one by which messages name it. */
  readonly id: string;
  readonly strategyId: string;
  readonly log: string;
  readonly language: Language;
}

/** Each takes a processor and some 150 MB for seconds: the relay's own work comes first. */
const MOST_AT_ONCE = 1;
const RETRY_AFTER_S = 5;

/**
 * Creates the function that replays a log, and returns the report as JSON. It throws {Problem} unknown_strategy,
 * replay_running, replay_busy, replay_failed and validation_failed on `log`.
 */
export function createReplays(parts: ReplayServiceParts): (request: ReplayRequest) => Promise<Uint8Array> {
  const running = new Set<string>();

  const jobOf = async ({ id, strategyId, log, language }: ReplayRequest): Promise<ReplayJob> => {
    const strategy = await parts.strategies.lookup(id);
    if (!strategy) throw new Problem("unknown_strategy");
    const members = strategy.members.map(async ({ accountId }) => {
      const account = await parts.accounts.lookup(accountId);
      return account ? [{ account, shownId: await parts.accounts.webhookIdOf(accountId) }] : [];
    });
    const accounts = (await Promise.all(members)).flat();
    return { log, strategy, strategyId, accounts, language, nowMs: parts.clock.nowMs() };
  };

  return async (request) => {
    const { userId } = request;
    if (running.has(userId)) throw new Problem("replay_running", { retryAfterS: RETRY_AFTER_S });
    if (running.size >= MOST_AT_ONCE) throw new Problem("replay_busy", { retryAfterS: RETRY_AFTER_S });
    running.add(userId);
    try {
      const job = await jobOf(request);
      const answer = await parts.run(job, parts.stopping).catch((error: unknown) => {
        parts.onFailure(error);
        throw new Problem("replay_failed");
      });
      if (answer.kind === "refused") throw fieldProblem({ log: answer.fault });
      return answer.json;
    } finally {
      running.delete(userId);
    }
  };
}
