/**
 * The buttons of the kill switch. A press counts only with a token of ours, in the conversation's own chat, by the person
 * who began it and still is the accounts' proven user, and once: the step that it leaves has to be the present one.
 */
import { type Language, STOP_LEVELS, type StopLevel, type StopScope } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Clock } from "../../platform/clock.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { advanceStopConversation, findStopConversation, type StopConversation, type StopTokens } from "../index.ts";
import type { Press } from "./cancel-button.ts";
import { accountsOfChat, type ChatViewParts } from "./chat-view.ts";
import { ownAccounts } from "./stop-command.ts";

export interface StopButtonParts extends ChatViewParts {
  readonly tokens: Pick<StopTokens, "read">;
  /** Pulls the kill switch; `conversationId` says where its proof is awaited. @throws {Problem} not_found; storage errors. */
  readonly pull: (
    subject: { readonly userId: string; readonly scope: StopScope; readonly subjectId: string | null },
    level: StopLevel,
    conversation: { readonly id: string; readonly chatId: string },
  ) => Promise<unknown>;
  readonly clock: Pick<Clock, "nowMs">;
  readonly log: RetryLog;
}

/**
 * Carries out a press. Returns what to tell the person who pressed, "" if the message itself says it, or undefined if the
 * press is about something else. Never rejects.
 */
export type PressStop = (press: Press, language: Language) => Promise<string | undefined>;

export function createPressStop(parts: StopButtonParts): PressStop {
  const { db, tokens, pull, clock, log } = parts;

  async function pressed({ token, chatId, personId }: Press): Promise<Said | undefined> {
    const press = tokens.read(token);
    if (!press) return undefined;
    const conversation = await findStopConversation(db, press.conversationId, chatId);
    if (!conversation || conversation.step !== press.step) return "stop_decided";
    if (personId === undefined || conversation.personId !== personId) return "stop_not_yours";
    if (clock.nowMs() > conversation.untilMs) return "stop_expired";
    const lead = async (to: Partial<StopConversation>) =>
      (await advanceStopConversation(db, conversation, to)) ? "" : "stop_decided";
    if (press.choice === null) return await lead({ step: "left" });
    if (press.step === "subject") {
      if (conversation.targets[press.choice] === undefined) return "stop_decided";
      return await lead({ step: "level", target: press.choice });
    }
    if (press.step === "level") {
      const level = STOP_LEVELS[press.choice];
      return level === undefined ? "stop_decided" : await lead({ step: "confirm", level });
    }
    const { target: chosen, level } = conversation;
    const target = conversation.targets[chosen ?? -1];
    if (!target || level === null) return "stop_decided";
    const own = ownAccounts(await accountsOfChat(parts, chatId), personId);
    if (!own.some(({ userId }) => userId === target.userId)) return "stop_not_yours";
    // First the stop, which two presses pull once; a crash in between leaves the button, and not a promise without a stop.
    await pull(target, level, { id: conversation.id, chatId });
    await lead({ step: "pulled" });
    return "stop_pulled";
  }

  return async (press, language) => {
    const translate = translator(language);
    try {
      const said = await pressed(press);
      return said === undefined || said === "" ? said : translate(`bot:${said}`);
    } catch (error) {
      log.willRetry(error);
      return translate("bot:stop_unanswered");
    }
  };
}

type Said = "" | "stop_decided" | "stop_not_yours" | "stop_expired" | "stop_pulled";
