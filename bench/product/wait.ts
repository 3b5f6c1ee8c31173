import { setTimeout as delay } from "node:timers/promises";
import { nowMs } from "./child.ts";

/** Polls until `condition` returns a value, and returns it; undefined after a timeout. Errors count as "not yet". */
export async function waitFor<T>(
  condition: () => Promise<T | undefined> | T | undefined,
  { withinMs, everyMs = 25 }: { readonly withinMs: number; readonly everyMs?: number },
): Promise<T | undefined> {
  const deadline = nowMs() + withinMs;
  while (nowMs() < deadline) {
    const met = await Promise.resolve()
      .then(condition)
      .catch(() => undefined);
    if (met !== undefined) return met;
    await delay(everyMs);
  }
  return undefined;
}
