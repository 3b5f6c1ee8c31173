/** Whether every message arrives, once and in order, when Telegram throttles some calls and loses some responses. */
import { generate } from "../load/generator.ts";
import type { StorageKind } from "../product/storage.ts";
import { nowMs } from "../product/child.ts";
import { waitFor } from "../product/wait.ts";
import { reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany } from "./ground.ts";

/** Ten times Telegram's overall limit of 30 a second, on both sides, so that a run takes one minute instead of six. */
const PER_SECOND = 300;
/** The most that a chat gets one by one: more would be merged into a digest. */
const MESSAGES_A_CHAT = 10;
const CHATS = 1_000;
const CHATS_IN_SHORT = 100;
const FIRST_CHAT = 5_000_000_000;
const POSTED_PER_SECOND = 500;
const CONNECTIONS = 20;
const ARRIVAL_TIMEOUT_MS = 600_000;
/** One call in so many: 5 % are throttled and 2 % fail, half of those after Telegram took the message. */
const EVERY = { throttled: 20, failed: 100, lost: 100 };

/** Runs the case and prints its result. */
export async function measureNotifications(storage: StorageKind, { isShort }: { isShort: boolean }): Promise<void> {
  await onGround(storage, async (ground) => {
    const { telegram, faults, calls } = ground.sandbox;
    const product = await ground.product({ TELEGRAM_MESSAGES_PER_SECOND: String(PER_SECOND) });
    const { accounts } = await signUpMany(ground, product, "notifications", { accounts: 10 });
    const chats = Array.from({ length: isShort ? CHATS_IN_SHORT : CHATS }, (_, index) => FIRST_CHAT + index);
    telegram.chat(...chats.map((id) => ({ id })));
    telegram.limit({ overall: PER_SECOND });
    const target = { venue: "TELEGRAM", operation: "message" } as const;
    faults.set({ ...target, kind: "429", retryAfterS: 1, every: EVERY.throttled });
    faults.set({ ...target, kind: "5xx", status: 500, every: EVERY.failed });
    faults.set({ ...target, kind: "5xx", status: 502, body: "html", executed: true, every: EVERY.lost });

    const total = chats.length * MESSAGES_A_CHAT;
    const startedAtMs = nowMs();
    const alerts = Array.from({ length: total }, (_, index) => {
      const account = accounts[index % accounts.length] ?? "";
      const path = `/alerts?account=${account}&chat_id=${chats[index % chats.length]}`;
      return { path, body: textOf(Math.floor(index / chats.length)), atMs: (index * 1_000) / POSTED_PER_SECOND };
    });
    const posted = await generate("schedule", { origin: product.origin, connections: CONNECTIONS, alerts });
    const seen = () => chats.map((chat) => telegram.sent(chat).map(({ text }) => text));
    const missingIn = (texts: readonly string[]) => MESSAGES_A_CHAT - new Set(texts).size;
    const arrived = await waitFor(() => (seen().every((texts) => missingIn(texts) === 0) ? nowMs() : undefined), {
      withinMs: ARRIVAL_TIMEOUT_MS,
      everyMs: 500,
    });

    const shown = seen();
    const received = shown.reduce((sum, texts) => sum + texts.length, 0);
    const missing = shown.reduce((sum, texts) => sum + missingIn(texts), 0);
    const asked = calls.count(target);
    const exceeded = Object.values(telegram.exceeded()).reduce((sum, count) => sum + count, 0);
    reportCase(
      "notifications",
      {
        storage,
        messages: total,
        chats: chats.length,
        perSecondInAll: PER_SECOND,
        calls: asked,
        seconds: rounded(((arrived ?? nowMs()) - startedAtMs) / 1_000),
        twice: received - (total - missing),
      },
      {
        refused: { is: posted.filter(({ status }) => status !== 200).length, atMost: 0 },
        missing: { is: missing, atMost: 0 },
        twiceWithoutALostAnswer: {
          is: Math.max(0, received - (total - missing) - Math.ceil(asked / EVERY.lost)),
          atMost: 0,
        },
        chatsOutOfOrder: { is: shown.filter((texts) => !isInOrder(texts)).length, atMost: 0 },
        overTheLimits: { is: exceeded, atMost: 0 },
      },
    );
  });
}

function textOf(index: number): string {
  return `message ${String(index).padStart(3, "0")}`;
}

/** A message that arrived twice may only have done so twice in a row. */
function isInOrder(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || text >= (texts[index - 1] ?? ""));
}
