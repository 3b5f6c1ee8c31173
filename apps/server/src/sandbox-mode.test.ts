import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { startMissingSimulators } from "./sandbox-mode.ts";

/** Returns the simulated price of SBER at Alor after ten minutes. */
async function priceLater(settings: Readonly<Record<string, string>>): Promise<string | undefined> {
  const sandbox = await startMissingSimulators(readConfig(settings));
  onTestFinished(() => sandbox?.close());
  const market = sandbox?.market("ALOR_BROKER", "demo");
  market?.advance(600);
  return market?.price("SBER");
}

test("simulated prices walk by the seed, and stand still without one", async () => {
  expect(await priceLater({})).toBe("302.15");
  expect(await priceLater({ SANDBOX_WALK_SEED: "1" })).toMatch(/^30(?!2\.15$)/);
});
