import type { Account } from "@chartrelay/contract";
import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  MessageCircleOff,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { statesOf, type AccountState } from "./states.ts";

const LOOKS: Readonly<Record<AccountState["kind"], { readonly Icon: LucideIcon; readonly color: string }>> = {
  key_missing: { Icon: CircleAlert, color: "text-error" },
  key_refused: { Icon: CircleAlert, color: "text-error" },
  key_expired: { Icon: CircleAlert, color: "text-error" },
  paused: { Icon: CirclePause, color: "text-warning" },
  key_expires: { Icon: CalendarClock, color: "text-warning" },
  chat_problem: { Icon: CircleAlert, color: "text-warning" },
  ready: { Icon: CircleCheck, color: "text-ok" },
  key_unchecked: { Icon: CircleHelp, color: "text-muted" },
  no_chat: { Icon: MessageCircleOff, color: "text-muted" },
};

/** What there is to know about an account: what stops its orders comes first. */
export function AccountStates({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const [nowMs] = useState(Date.now);
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {statesOf(account, nowMs).map(({ kind, days }) => {
        const { Icon, color } = LOOKS[kind];
        return (
          <span key={kind} className={classNames("inline-flex items-center gap-1.5 text-14 font-medium", color)}>
            <Icon aria-hidden className="size-4 shrink-0" />
            {t(`state_${kind}`, { count: days })}
          </span>
        );
      })}
    </span>
  );
}
