import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Returns what reaches the console of four messages, one of each level. */
async function heard(isDevelopment: boolean): Promise<string[]> {
  vi.stubEnv("DEV", isDevelopment);
  vi.resetModules();
  const { log } = await import("./log.ts");
  const words: string[] = [];
  const weights = ["debug", "info", "warn", "error"] as const;
  for (const weight of weights) vi.spyOn(console, weight).mockImplementation((word) => void words.push(String(word)));
  for (const weight of weights) log[weight](weight);
  return words;
}

// @covers S9.32
test("the console shows everything in development, and only warnings and errors otherwise", async () => {
  expect(await heard(true)).toEqual(["debug", "info", "warn", "error"]);
  expect(await heard(false)).toEqual(["warn", "error"]);
});

test("a request that ended because its user signed out is no warning", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const [{ log }, { UserLeft }] = [await import("./log.ts"), await import("./client.ts")];
  log.warn("a load failed", new UserLeft());
  expect(warn).not.toHaveBeenCalled();
  log.warn("a load failed", new Error("network"));
  expect(warn).toHaveBeenCalledOnce();
});
