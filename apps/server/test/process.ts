import type { VirtualClock } from "./virtual-clock.ts";

/** A change of a process's wall clock. */
export interface ClockStep {
  readonly afterCalls: number;
  readonly byMs: number;
}

/** One life of the process, with its own clock. Once dead it neither acts nor gets answers. */
export class Process {
  readonly clock: VirtualClock;
  readonly #clockSteps: readonly ClockStep[];
  #calls = 0;
  #left: number;
  readonly #onDeath: () => void;

  constructor(callsToLive: number, clock: VirtualClock, clockSteps: readonly ClockStep[], onDeath: () => void) {
    this.#left = callsToLive;
    this.clock = clock;
    this.#clockSteps = clockSteps;
    this.#onDeath = onDeath;
  }

  async call<T>(act: () => T): Promise<T> {
    if (this.#left <= 0) return await new Promise<never>(() => undefined);
    this.#left -= 1;
    this.#calls += 1;
    for (const { afterCalls, byMs } of this.#clockSteps) if (afterCalls === this.#calls) this.clock.step(byMs);
    const result = act();
    if (this.#left > 0) return result;
    // Its last action took effect, but it never learns the result.
    this.#onDeath();
    return await new Promise<never>(() => undefined);
  }
}
