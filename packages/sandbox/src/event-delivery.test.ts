import { expect, onTestFinished, test, vi } from "vitest";
import { EventDelivery } from "./event-delivery.ts";
import { Faults, type FaultInput } from "./faults.ts";

const AT = { venue: "TINKOFF", environment: "live" } as const;

/** Delivers the numbers 1 to 4 to account A after setting a fault, waits, and returns what arrived. */
function deliver(fault: FaultInput, waitMs = 0): readonly (number | "cut")[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const faults = new Faults();
  faults.set(fault);
  const arrived: (number | "cut")[] = [];
  const channel = { send: (message: number) => void arrived.push(message), cut: () => void arrived.push("cut") };
  const delivery = new EventDelivery<number>(faults, AT, channel);
  for (const message of [1, 2, 3, 4]) delivery.deliver(message, "A");
  vi.advanceTimersByTime(waitMs);
  return arrived;
}

test.each<[FaultInput, number, readonly (number | "cut")[]]>([
  [{ kind: "event-lost", times: 1 }, 0, [2, 3, 4]],
  [{ kind: "event-lost", every: 2 }, 0, [1, 3]],
  [{ kind: "event-late", latencyMs: 50, times: 1 }, 49, [2, 3, 4]],
  [{ kind: "event-late", latencyMs: 50, times: 1 }, 50, [2, 3, 4, 1]],
  [{ kind: "event-twice", times: 2 }, 0, [1, 1, 2, 2, 3, 4]],
  [{ kind: "events-swapped", times: 1 }, 0, [2, 1, 3, 4]],
  [{ kind: "events-swapped", times: 3 }, 0, [1, 2, 4, 3]],
  [{ kind: "events-swapped", every: 4 }, 1_000, [1, 2, 3, 4]],
  [{ kind: "stream-cut", times: 1 }, 0, ["cut", 2, 3, 4]],
  [{ kind: "stream-ended", times: 1 }, 0, ["cut", 2, 3, 4]],
  [{ kind: "server-shutdown", closesInMs: 50, times: 1 }, 49, [1, 2, 3, 4]],
  [{ kind: "server-shutdown", closesInMs: 50, times: 1 }, 50, [1, 2, 3, 4, "cut"]],
  [{ kind: "stream-silent", times: 1 }, 0, []],
  [{ kind: "stream-silent", account: "B" }, 0, [1, 2, 3, 4]],
  [{ kind: "event-lost", venue: "ALOR_BROKER" }, 0, [1, 2, 3, 4]],
  [{ kind: "drop", operation: "stream" }, 0, [1, 2, 3, 4]],
])("%o strikes a stream's events: after %i ms %j have arrived", (fault, waitMs, arrived) => {
  expect(deliver(fault, waitMs)).toEqual(arrived);
});

test("faults of streams strike no requests, and a refusal only new streams", () => {
  const faults = new Faults();
  faults.set({ kind: "event-lost", times: 1 }, { kind: "stream-refused", times: 1 });
  const stream = { ...AT, operation: "stream", account: "A" } as const;
  expect(faults.take(stream)).toMatchObject({ transport: undefined, party: [] });
  expect([faults.refusesStream(stream), faults.refusesStream(stream)]).toEqual([true, false]);
  expect([faults.takeForEvent(stream)?.kind, faults.takeForEvent(stream)]).toEqual(["event-lost", undefined]);
  expect(faults.list()).toEqual([]);
});
