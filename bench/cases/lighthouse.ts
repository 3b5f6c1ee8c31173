/** Lighthouse's performance score of the landing page on its slow phone. Other categories: e2e/lighthouse.test.ts. */
import { audit } from "../browser/lighthouse.ts";
import type { StorageKind } from "../product/storage.ts";
import { median, reportCase } from "./figures.ts";
import { onGround } from "./ground.ts";

const RUNS = 3;
const MIN_SCORE = 98;

/** Runs the case and prints its result. */
export async function measureLighthouse(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product();
    const scores: number[] = [];
    while (scores.length < RUNS) scores.push((await audit(`${product.origin}/`, ["performance"])).performance);
    reportCase("lighthouse", { storage, scores }, { performance: { is: median(scores), atLeast: MIN_SCORE } });
  });
}
