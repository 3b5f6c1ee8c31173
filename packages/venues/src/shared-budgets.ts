/**
 * Budgets of one outgoing address, which is what venues count. Programs that leave by the same address share them; how
 * they tell each other is up to whoever implements this. Budgets are named by the host that they are for.
 */
export interface SharedBudgets {
  /**
   * Adds to the weight that all have used, or set aside, in a minute of the venue's, and returns the sum. What a dead
   * program set aside stays in it until the minute ends.
   * @throws if the others can't be reached.
   */
  use(host: string, minute: number, weight: number): Promise<number>;
  /**
   * Reserves the starts of requests, so that no more than `perSecond` of all start within any second. Returns for each
   * in how many milliseconds it may start, in ascending order. `count` is `perSecond` at most.
   * @throws if the others can't be reached.
   */
  reserve(host: string, count: number, perSecond: number): Promise<readonly number[]>;
  /** Tells the others that the venue answers nothing from this address for a while, in milliseconds. */
  close(host: string, forMs: number): void;
  /** Calls the handler when another one says so. */
  onClosed(host: string, handler: (forMs: number) => void): void;
}
