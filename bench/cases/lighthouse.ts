/** Lighthouse's score by the clock for the landing page, on its slow phone. What it finds without a clock: e2e/lighthouse.test.ts. */
import { audit } from "../browser/lighthouse.ts";
import type { StorageKind } from "../product/storage.ts";
import { median, reportCase } from "./figures.ts";
import { onGround } from "./ground.ts";

const RUNS = 3;
const MIN_SCORE = 98;

/** Prints the case. */
export async function measureLighthouse(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product();
    const scores: number[] = [];
    while (scores.length < RUNS) scores.push((await audit(`${product.origin}/`, ["performance"])).performance);
    reportCase("lighthouse", { storage, scores }, { performance: { is: median(scores), atLeast: MIN_SCORE } });
  });
}
