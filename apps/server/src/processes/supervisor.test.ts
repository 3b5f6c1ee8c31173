import { pino } from "pino";
import { expect, test } from "vitest";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { type Exit, ProcessFailed, Supervisor } from "./supervisor.ts";

const KILLED: Exit = { code: null, signal: "SIGKILL" };
const FAILED: Exit = { code: 1, signal: null };

/** Processes that live in memory. Each works at once, unless `failing` says that the next ones end before. */
function world(count: number) {
  const clock = new VirtualClock();
  const forks: { readonly name: string; readonly isFirst: boolean; readonly atMs: number; end(exit: Exit): void }[] =
    [];
  const signals: string[] = [];
  const state = { failing: 0, answersPings: true };
  const supervisor = new Supervisor<string>({
    count,
    clock,
    logger: pino({ enabled: false }),
    fork: (name, isFirst) => {
      const exited = Promise.withResolvers<Exit>();
      forks.push({ name, isFirst, atMs: clock.monotonicMs(), end: exited.resolve });
      const fails = state.failing > 0;
      if (fails) {
        state.failing -= 1;
        exited.resolve(FAILED);
      }
      return {
        pid: forks.length,
        ready: fails ? new Promise<string>(() => undefined) : Promise.resolve(`ready ${name}`),
        exited: exited.promise,
        ping: () => (state.answersPings ? Promise.resolve() : new Promise(() => undefined)),
        kill: (signal) => {
          signals.push(signal);
          exited.resolve(signal === "SIGTERM" ? { code: 0, signal: null } : KILLED);
        },
      };
    },
  });
  const namesOf = () => [...supervisor.ready.keys()].toSorted();
  return { clock, forks, signals, state, supervisor, namesOf };
}

test("the first process starts alone, then the others, and only the first is told so", async () => {
  const { forks, supervisor, namesOf } = world(3);
  expect(await supervisor.start()).toBe("ready 1");
  expect(namesOf()).toEqual(["1", "2", "3"]);
  expect(forks.map(({ name, isFirst }) => [name, isFirst])).toEqual([
    ["1", true],
    ["2", false],
    ["3", false],
  ]);
});

test("a process that fails at the start ends the start", async () => {
  const { state, supervisor } = world(2);
  state.failing = 1;
  await expect(supervisor.start()).rejects.toThrow(ProcessFailed);
});

test("a process that dies is replaced, and later each time while it keeps dying", async () => {
  const { clock, forks, supervisor } = world(2);
  await supervisor.start();
  const gaps: number[] = [];
  for (let death = 0; death < 7; death += 1) {
    const diedAtMs = clock.monotonicMs();
    const before = forks.length;
    forks.at(death === 0 ? 0 : -1)?.end(KILLED);
    await clock.runUntil(() => forks.length > before);
    gaps.push((forks.at(-1)?.atMs ?? 0) - diedAtMs);
    expect(forks.at(-1)?.name).toBe("1");
  }
  // Pings pass some of the time, in steps of a second.
  expect(gaps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(supervisor.restarts).toBe(7);
});

test("a process that worked for more than a minute is replaced at once", async () => {
  const { clock, forks, supervisor } = world(2);
  await supervisor.start();
  await clock.runUntil(() => clock.monotonicMs() > 61_000);
  const diedAtMs = clock.monotonicMs();
  forks[1]?.end(KILLED);
  await clock.runUntil(() => forks.length === 3);
  expect(forks.at(-1)).toMatchObject({ name: "2", atMs: diedAtMs });
});

test("a replacement that fails is tried again while another process works", async () => {
  const { clock, forks, state, supervisor, namesOf } = world(2);
  await supervisor.start();
  state.failing = 3;
  forks[0]?.end(KILLED);
  await clock.runUntil(() => namesOf().length === 2);
  expect(namesOf()).toEqual(["1", "2"]);
  expect(forks).toHaveLength(6);
});

test("the supervisor gives up when no process works and none can be started", async () => {
  const { clock, forks, state, supervisor } = world(2);
  await supervisor.start();
  let failure: ProcessFailed | undefined;
  void supervisor.failed.then((error) => {
    failure = error;
  });
  state.failing = 100;
  forks[0]?.end(KILLED);
  forks[1]?.end(KILLED);
  await clock.runUntil(() => failure !== undefined);
  expect(failure?.exit).toEqual(FAILED);
});

test("a process that reacts to nothing for 15 seconds is killed", async () => {
  const { clock, signals, state, supervisor } = world(2);
  await supervisor.start();
  await clock.runUntil(() => clock.monotonicMs() >= 60_000);
  expect(signals).toEqual([]);
  state.answersPings = false;
  const hungAtMs = clock.monotonicMs();
  await clock.runUntil(() => signals.length === 2);
  expect(signals).toEqual(["SIGKILL", "SIGKILL"]);
  expect(clock.monotonicMs() - hungAtMs).toBeLessThanOrEqual(16_000);
});

test("stopping ends every process and replaces none", async () => {
  const { clock, forks, signals, supervisor } = world(3);
  await supervisor.start();
  expect(await supervisor.stop()).toBe(true);
  expect(signals).toEqual(["SIGTERM", "SIGTERM", "SIGTERM"]);
  await clock.runUntil(() => false);
  expect(forks).toHaveLength(3);
});
