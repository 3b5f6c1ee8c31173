import type { Account } from "@chartrelay/contract";
import { CircleAlert, CircleCheck, CircleHelp, CirclePause, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

type Word = "paused" | "key_missing" | "key_refused" | "chat_problem" | "key_unchecked" | "ready";

const LOOKS: Readonly<Record<Word, { readonly Icon: LucideIcon; readonly color: string }>> = {
  paused: { Icon: CirclePause, color: "text-warning" },
  key_missing: { Icon: CircleAlert, color: "text-error" },
  key_refused: { Icon: CircleAlert, color: "text-error" },
  chat_problem: { Icon: CircleAlert, color: "text-warning" },
  key_unchecked: { Icon: CircleHelp, color: "text-muted" },
  ready: { Icon: CircleCheck, color: "text-ok" },
};

/** Returns the most important thing about an account: what stops its orders comes first. */
function wordFor({ apiKey, secretKey, keyRefusal, keyCheckedAt, chatProblem, isPaused }: Account): Word {
  if (apiKey === "" || secretKey === "") return "key_missing";
  if (keyRefusal !== null) return "key_refused";
  if (isPaused) return "paused";
  if (chatProblem !== null) return "chat_problem";
  return keyCheckedAt === null ? "key_unchecked" : "ready";
}

export function AccountState({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const word = wordFor(account);
  const { Icon, color } = LOOKS[word];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 text-14 font-medium", color)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`state_${word}`)}
    </span>
  );
}
