/** A conversation about the kill switch as its chat shows it. */
import { STOP_LEVELS } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { type ChatTextOf, escapeHtml, type StopButton, type StopConversation, type StopTarget } from "../index.ts";

export const stopConversationText: ChatTextOf = (data, { translate, publicUrl }) => {
  const conversation = data as unknown as StopConversation;
  const { id, step, targets, target: chosen, level } = conversation;
  const target = targets[chosen ?? -1];
  const subject = target ? subjectOf(target, translate) : "";
  const how = level === null ? "" : translate(`bot:stop_level_${level}`);
  const html = escapeHtml(
    step === "subject"
      ? translate("bot:stop_what")
      : step === "level"
        ? translate("bot:stop_how", { subject })
        : step === "confirm"
          ? translate("bot:stop_sure", { subject, how })
          : step === "pulled"
            ? translate("bot:stop_working", { subject, how })
            : translate("bot:stop_left"),
  );
  const link = `<a href="${publicUrl}/profile/positions">${escapeHtml(translate("notices:stop_page"))}</a>`;
  const stopButtons = buttonsOf(conversation, translate).map(({ label, choice }): StopButton => ({
    label,
    press: { conversationId: id, step: step === "level" || step === "confirm" ? step : "subject", choice },
  }));
  const line = html.split("\n")[0] ?? "";
  return { html: step === "pulled" ? `${html}\n${link}` : html, line, isFailure: false, stopButtons };
};

interface Choice {
  readonly label: string;
  readonly choice: number | null;
}

function buttonsOf({ step, targets }: StopConversation, translate: Translate): Choice[] {
  const leave = { label: translate("bot:stop_leave"), choice: null };
  switch (step) {
    case "subject":
      return [...targets.map((target, choice) => ({ label: subjectOf(target, translate), choice })), leave];
    case "level":
      return [...STOP_LEVELS.map((level, choice) => ({ label: translate(`bot:stop_level_${level}`), choice })), leave];
    case "confirm":
      return [{ label: translate("bot:stop_yes"), choice: 0 }, leave];
    default:
      return [];
  }
}

function subjectOf({ scope, name }: StopTarget, translate: Translate): string {
  return scope === "all" ? translate("bot:stop_everything") : translate(`bot:stop_${scope}`, { name: name ?? "" });
}
