/** Code that a page loads when it is needed, which may be when the network is away. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { untilWorthTrying } from "../lib/worth-trying.ts";

/** The last failure counts: a file that is missing at the server stays missing. */
const PAUSES_MS = [500, 2_000, 8_000] as const;
/** The network may be back without the browser saying so. */
const OFFLINE_PAUSE_MS = 15_000;

/**
 * As React's `lazy`, except that a dropped connection doesn't fail the whole page: the part's fallback stays until its
 * code is there. Offline it waits for the network, however long that takes.
 */
export const late = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadPatiently(load));

async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  let failures = 0;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const pause = PAUSES_MS[failures];
      if (pause === undefined) throw error;
      if (navigator.onLine) failures += 1;
      await untilWorthTrying(navigator.onLine ? pause : OFFLINE_PAUSE_MS);
    }
  }
}
