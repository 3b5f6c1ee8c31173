/** The leader's job that carries out stops: all that are in force and not proven, whoever began with them. */
import type { Bus } from "../platform/pubsub.ts";
import type { Job } from "../platform/jobs.ts";
import { listUnfinished, STOPS_CHANGED } from "./store.ts";
import { carryOut, type StopWorkParts } from "./work.ts";

/** The safety net for pulls that this node didn't hear of. */
const LOOK_INTERVAL_MS = 1_000;

export function createStopJob(parts: StopWorkParts & { readonly bus: Pick<Bus, "subscribe" | "publish"> }): Job {
  const { db, clock, log } = parts;
  let wake = new AbortController();
  parts.bus.subscribe(STOPS_CHANGED, () => wake.abort());

  return {
    async run(ended) {
      const underWay = new Map<string, Promise<void>>();
      const begin = (id: string) => {
        const work = carryOut(parts, id, ended)
          .catch(log.willRetry)
          .finally(() => underWay.delete(id));
        underWay.set(id, work);
      };
      while (!ended.aborted) {
        // A pull that comes during the query wakes the next wait.
        wake = new AbortController();
        const ids = await listUnfinished(db).catch((error: unknown) => {
          log.willRetry(error);
          return [];
        });
        for (const id of ids) if (!underWay.has(id)) begin(id);
        await clock.wait(LOOK_INTERVAL_MS, AbortSignal.any([ended, wake.signal]));
      }
      await Promise.all(underWay.values());
    },
  };
}
