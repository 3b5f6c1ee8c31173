import { vi } from "vitest";

/**
 * Looks again and again until `look` throws no longer, and gives what it gave. What comes, comes at once and ends the wait: a
 * long limit slows down no test that passes, and lets none fail because the machine is busy.
 */
export function eventually<Found>(
  look: () => Found | Promise<Found>,
  { timeout = 20_000, interval }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<Found> {
  return vi.waitFor(look, { timeout, ...(interval !== undefined && { interval }) });
}
