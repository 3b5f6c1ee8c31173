/** Bounds how many calls go to one group of destinations at a time. Waiters are served first come, first served. */
export class Concurrency {
  readonly #limit: number;
  readonly #groups = new Map<string, { active: number; waiting: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs `call` as soon as its group has room. A lane has one call at most, so no lane can crowd out another. */
  async run<T>(group: string, call: () => Promise<T>): Promise<T> {
    const state = this.#groups.get(group) ?? { active: 0, waiting: [] };
    this.#groups.set(group, state);
    if (state.active >= this.#limit) await new Promise<void>((resolve) => state.waiting.push(resolve));
    else state.active += 1;
    try {
      return await call();
    } finally {
      // A waiter inherits the place, so a newcomer can't slip in between.
      const next = state.waiting.shift();
      if (next) next();
      else state.active -= 1;
    }
  }
}
