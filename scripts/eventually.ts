import { vi } from "vitest";

/**
 * Retries `look` until it no longer throws, and returns its result. The wait ends as soon as it succeeds, so a long
 * timeout doesn't slow down passing tests, and a busy machine doesn't fail them.
 */
export function eventually<Found>(
  look: () => Found | Promise<Found>,
  { timeout = 40_000, interval }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<Found> {
  return vi.waitFor(look, { timeout, ...(interval !== undefined && { interval }) });
}
