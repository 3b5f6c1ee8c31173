import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { boundedQueue, createPasswords } from "./passwords.ts";

// @covers E2
test("a password is stored as argon2id with m=47104, t=1, p=1, and salted", async () => {
  const passwords = await createPasswords();
  const [one, two] = await Promise.all([passwords.hash("correct horse"), passwords.hash("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify(one, "correct horse")).toBe(true);
  expect(await passwords.verify(one, "correct hors")).toBe(false);
});

// @covers E1
test("a password is compared in full, however long", async () => {
  const passwords = await createPasswords();
  const stored = await passwords.hash("я".repeat(1_023) + "a");
  expect(await passwords.verify(stored, "я".repeat(1_023) + "b")).toBe(false);
});

// @covers E9
test("without a stored hash the check fails and takes as long, so that timing doesn't reveal who exists", async () => {
  const passwords = await createPasswords();
  const stored = await passwords.hash("something");
  const took: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let sample = 0; sample < 15; sample += 1) {
    for (const [name, hashed] of [
      ["known", stored],
      ["unknown", undefined],
    ] as const) {
      const start = performance.now();
      expect(await passwords.verify(hashed, "anything")).toBe(false);
      took[name].push(performance.now() - start);
    }
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[7] ?? 0;
  const ratio = median(took.unknown) / median(took.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test("a hash with other parameters needs a rehash", async () => {
  const passwords = await createPasswords();
  expect(passwords.needsRehash(await passwords.hash("secret"))).toBe(false);
  expect(passwords.needsRehash(await hash("secret", { memoryCost: 8_192, timeCost: 1, parallelism: 1 }))).toBe(true);
  expect(
    passwords.needsRehash(await hash("secret", { memoryCost: 47_104, timeCost: 1, parallelism: 1, algorithm: 1 })),
  ).toBe(true);
});

// @covers E2
test("the queue runs two tasks at a time, in order, and refuses those that would wait too long", async () => {
  const inTurn = boundedQueue(2, 3);
  const started: number[] = [];
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const run = (task: number) =>
    inTurn(() => {
      started.push(task);
      return gates[task]?.promise ?? Promise.resolve();
    });
  const results = [0, 1, 2, 3, 4].map(run);
  await expect(run(5)).rejects.toMatchObject({ code: "too_many_requests" });
  expect(started).toEqual([0, 1]);

  gates[1]?.resolve();
  await results[1];
  expect(started).toEqual([0, 1, 2]);
  gates[0]?.reject(new Error("the hash failed"));
  await expect(results[0]).rejects.toThrow("the hash failed");
  expect(started).toEqual([0, 1, 2, 3]);

  for (const { resolve } of gates) resolve();
  await Promise.all(results.slice(2));
  expect(started).toEqual([0, 1, 2, 3, 4]);
});
