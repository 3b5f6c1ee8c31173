/** Edits beside messages, in virtual time: an edit takes only what messages leave. */
import { expect, test } from "vitest";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { ChatPace } from "./chat-pace.ts";

const never = new AbortController().signal;

function pacing(perSecond = 30) {
  const clock = new VirtualClock();
  const pace = new ChatPace({ clock, perSecond, share: () => 1 });
  const send = (chat: string) =>
    pace.run(
      "TELEGRAM",
      chat,
      async () => {
        pace.asking(chat);
        return clock.monotonicMs();
      },
      never,
    );
  const edit = (chat: string) => {
    const waitMs = pace.beginEdit(chat);
    if (waitMs === 0) pace.endEdit(chat);
    return waitMs;
  };
  /** Plays a scene in virtual time. */
  const play = async (scene: () => Promise<void>) => {
    let isOver = false;
    const played = scene().finally(() => (isOver = true));
    await clock.runUntil(() => isOver);
    await played;
  };
  return { clock, send, edit, play };
}

test("an edit waits for a second after a message, but a message doesn't wait after an edit", async () => {
  const { clock, send, edit, play } = pacing();
  await play(async () => {
    await send("1");
    expect(edit("1")).toBeGreaterThanOrEqual(1_000);
    await clock.wait(1_100);
    expect(edit("1")).toBe(0);
    expect(edit("1")).toBeGreaterThan(0);
    const before = clock.monotonicMs();
    expect(await send("1")).toBe(before);
  });
});

test("edits take a fifth of what the bot may send in a second, so the rest is there for messages", async () => {
  const { clock, send, edit, play } = pacing(10);
  await play(async () => {
    const made = Array.from({ length: 10 }, (_, chat) => edit(String(chat))).filter((waitMs) => waitMs === 0);
    expect(made).toHaveLength(3);
    const before = clock.monotonicMs();
    const sent = await Promise.all(Array.from({ length: 7 }, (_, chat) => send(String(100 + chat))));
    expect(sent).toEqual(Array.from({ length: 7 }, () => before));
  });
});

test("in a group, edits and messages share the minute, of which edits take at most half", async () => {
  const { clock, edit, play } = pacing();
  await play(async () => {
    let made = 0;
    for (let second = 0; second < 30; second += 1) {
      if (edit("-5") === 0) made += 1;
      await clock.wait(1_100);
    }
    expect(made).toBe(10);
  });
});
