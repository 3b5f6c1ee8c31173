import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLive, SILENCE_LIMIT_MS, type LiveLineParts } from "./live-line.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose connections the test opens, writes to and breaks, and what the page sees of them. */
function stage(isOnline = true) {
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  const received: string[] = [];
  const pauses: number[] = [];
  const end = new AbortController();
  let isServerUp = true;
  const network = { onGone: () => undefined as void };
  const parts: LiveLineParts = {
    open: async (signal) => {
      if (!isServerUp) throw new TypeError("nobody answers");
      const body = new ReadableStream<Uint8Array>({
        start(line) {
          lines.push(line);
          signal.addEventListener("abort", () => line.error(signal.reason));
        },
      });
      return new Response(body);
    },
    onState: (state) => received.push(state),
    onEvent: ({ event, data }) => received.push(`${event} ${data}`),
    onReopened: () => received.push("look again"),
    isOnline: () => isOnline,
    watchNetwork: (onGone) => {
      network.onGone = onGone;
      return () => undefined;
    },
    wait: async (ms) => {
      pauses.push(ms);
      await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
  const done = keepLive(parts, end.signal);
  return {
    received,
    pauses,
    done,
    end: () => end.abort(),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    write: (text: string) => lines.at(-1)?.enqueue(new TextEncoder().encode(text)),
    break: () => lines.at(-1)?.error(new TypeError("network error")),
    takeNetwork: () => network.onGone(),
    takeServer: (isUp: boolean) => void (isServerUp = isUp),
  };
}

test("events arrive as they were sent, however the network splits them", async () => {
  const { received, write, pass } = stage();
  await pass(0);
  write('event: order\ndata: {"id"');
  await pass(0);
  write(':"1"}\n\n: still here\n\nevent: alert\r\ndata: {}\r\n\r\n');
  await pass(0);
  expect(received).toEqual(["connecting", "live", 'order {"id":"1"}', "alert {}"]);
});

test("a broken connection is reopened, and the page is notified so that it reloads its data", async () => {
  const { received, pass, break: cut } = stage();
  await pass(0);
  cut();
  await pass(600);
  expect(received).toEqual(["connecting", "live", "reconnecting", "live", "look again"]);
});

test("a server that stays away is polled less and less often, and found when it is back", async () => {
  const { received, pauses, pass, takeServer, write } = stage();
  await pass(0);
  takeServer(false);
  write("data: x\n\n");
  await pass(SILENCE_LIMIT_MS + 60_000);
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  takeServer(true);
  await pass(15_000);
  expect(received.slice(-2)).toEqual(["live", "look again"]);
});

test("a connection that is silent for too long is dead", async () => {
  const { received, write, pass } = stage();
  await pass(0);
  await pass(SILENCE_LIMIT_MS - 1);
  write(": still here\n\n");
  await pass(SILENCE_LIMIT_MS - 1);
  expect(received).toEqual(["connecting", "live"]);
  await pass(1);
  expect(received).toEqual(["connecting", "live", "reconnecting"]);
});

test("without a network it says offline, even if nothing closed the open connection", async () => {
  const { received, pass, takeNetwork } = stage(false);
  await pass(0);
  takeNetwork();
  await pass(0);
  expect(received.at(-1)).toBe("offline");
});

test("it ends when the page is closed", async () => {
  const { received, done, end, pass } = stage();
  await pass(0);
  end();
  await pass(0);
  await done;
  expect(received).toEqual(["connecting", "live"]);
});
