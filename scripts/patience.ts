/**
 * Vitest's setup of every test file: how long a test waits for what it expects. What comes, comes at once and ends the wait: a
 * long limit slows down no test that passes, and lets none fail because the machine is busy.
 */
import { vi } from "vitest";

/** As `expect.poll` has it in vitest.config.ts; the default of `vi.waitFor`, a second, can't be set there. */
const PATIENCE_MS = 20_000;

const waitFor = vi.waitFor;
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });
