import { describe, expect, test } from "vitest";
import { FairLimiter } from "./fair-limiter.ts";

/** Calls that end on demand, and the order in which they began. */
class Calls {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly #concurrency: FairLimiter;

  constructor(perGroup: number, perParty: number) {
    this.#concurrency = new FairLimiter({ perGroup, perParty });
  }

  /** Requests a call to `group`; the first letter of `name` is the party. */
  ask(name: string, group = "venue"): void {
    void this.#concurrency.run(group, name.charAt(0), () => {
      this.begun.push(name);
      return new Promise<void>((resolve) => this.#ends.set(name, resolve));
    });
  }

  async end(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#ends.get(name)?.();
      await new Promise(setImmediate);
    }
  }
}

describe("promise 5: no neighbour effect", () => {
  // @covers P5
  test("a party with many waiting calls doesn't delay another party's first call", async () => {
    const calls = new Calls(2, 2);
    for (let index = 0; index < 500; index += 1) calls.ask(`a${index}`);
    calls.ask("b0");
    await calls.end("a0");
    expect(calls.begun).toEqual(["a0", "a1", "a2"]);
    await calls.end("a1");
    expect(calls.begun).toEqual(["a0", "a1", "a2", "b0"]);
    calls.ask("c0");
    await calls.end("a2");
    await calls.end("b0");
    expect(calls.begun.slice(4).toSorted()).toEqual(["a3", "c0"]);
  });

  test("a party whose calls never end uses only its own share", async () => {
    const calls = new Calls(8, 2);
    for (const name of ["a0", "a1", "a2", "a3", "b0", "b1"]) calls.ask(name);
    expect(calls.begun).toEqual(["a0", "a1", "b0", "b1"]);
    await calls.end("b0");
    expect(calls.begun).toEqual(["a0", "a1", "b0", "b1"]);
    await calls.end("a0");
    expect(calls.begun).toEqual(["a0", "a1", "b0", "b1", "a2"]);
  });

  test("parties whose calls never end leave a slot for the next one, however many they are", () => {
    const calls = new Calls(128, 16);
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    for (const letter of letters) for (let index = 0; index < 50; index += 1) calls.ask(`${letter}${index}`);
    for (const letter of letters) expect(calls.begun).toContain(`${letter}0`);
  });

  test("a party alone gets its whole share, and less the more the others use", () => {
    const calls = new Calls(128, 16);
    for (let index = 0; index < 50; index += 1) calls.ask(`a${index}`);
    expect(calls.begun).toHaveLength(16);
    for (let index = 0; index < 50; index += 1) calls.ask(`b${index}`);
    expect(calls.begun).toHaveLength(16 + 14);
  });

  test("a full venue delays only its own calls", () => {
    const calls = new Calls(1, 1);
    calls.ask("a0", "one");
    calls.ask("b0", "one");
    calls.ask("a1", "other");
    expect(calls.begun).toEqual(["a0", "a1"]);
  });
});

test("a failed call frees its slot like any other", async () => {
  const concurrency = new FairLimiter({ perGroup: 1, perParty: 1 });
  const failed = concurrency.run("venue", "a", () => Promise.reject(new Error("lost")));
  const next = concurrency.run("venue", "a", () => Promise.resolve("served"));
  await expect(failed).rejects.toThrow("lost");
  expect(await next).toBe("served");
});
