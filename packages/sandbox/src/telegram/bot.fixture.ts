import { onTestFinished } from "vitest";
import { startSandbox, type SandboxOptions } from "../index.ts";

interface Reply {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails where that isn't there
  readonly body: any;
}

/** Opens a simulated Telegram with a clock of its own, and the bot's functions to call it. */
export async function openTelegram(options: SandboxOptions = {}) {
  const clock = { nowMs: Date.parse("2026-03-02T10:00:00Z") };
  const sandbox = await startSandbox({ now: () => clock.nowMs, ...options });
  onTestFinished(() => sandbox.close());
  const { telegram, settings } = sandbox;
  const ask = async (method: string, parameters: object, token = telegram.botToken): Promise<Reply> => {
    const response = await fetch(`${settings["TELEGRAM_API_URL"]}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parameters),
    });
    return { status: response.status, body: await response.json() };
  };
  /** Sends to chat 1, a second after the previous message. */
  const send = (text: unknown, parse_mode?: string) => {
    clock.nowMs += 1_000;
    return ask("sendMessage", { chat_id: 1, text, parse_mode });
  };
  telegram.chat({ id: 1 });
  return { sandbox, telegram, clock, ask, send };
}
