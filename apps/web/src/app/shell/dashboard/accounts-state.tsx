import type { Overview } from "@chartrelay/contract";
import { CirclePause, CircleDashed, KeyRound, TriangleAlert, Zap, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { AccountLabel } from "../../../core/trading/account-label.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sumUp, troubledIds, type AccountsSum } from "./accounts-sum.ts";

/** The accounts' state in one line; a click lists the accounts. `day` is undefined until it is loaded. */
export function AccountsState({ day }: { readonly day: Overview | undefined }) {
  const { t } = useTranslation("profile");
  const id = useId();
  const [list, isOpen, setIsOpen] = usePopover();
  if (!day) return <Skeleton className="ml-2 h-4 w-16 tablet:w-40" />;
  if (day.accounts.length === 0) {
    return (
      <Link to="/profile/api" className="inline-flex min-h-11 min-w-0 items-center gap-1.5 px-2 text-14 link">
        <KeyRound aria-hidden className="size-4 shrink-0" />
        <span className="sr-only tablet:not-sr-only">{t("link_account")}</span>
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={t("accounts_state")}
        className="inline-flex h-11 min-w-0 items-center gap-3 overflow-hidden [anchor-name:--accounts] rounded-control px-2 text-14 whitespace-nowrap hover:bg-accent-soft tablet:h-9"
      >
        <Marks sum={sumUp(day)} />
      </button>
      <div
        ref={list}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("accounts_state")}
        className="fixed inset-[52px_auto_auto_12px] max-h-[70dvh] w-[min(26rem,calc(100vw-24px))] overflow-y-auto raised text-ink tablet:left-6 tablet:supports-[left:anchor(left)]:left-[anchor(left,24px)] [position-anchor:--accounts]"
      >
        {isOpen && <AccountList day={day} />}
      </div>
    </>
  );
}

const MARKS = [
  { of: "live", icon: Zap, colour: "text-accent" },
  { of: "demo", icon: CircleDashed, colour: "text-muted" },
  { of: "paused", icon: CirclePause, colour: "text-warning" },
  { of: "attention", icon: TriangleAlert, colour: "text-warning" },
] as const satisfies readonly { of: keyof AccountsSum; icon: LucideIcon; colour: string }[];

/** A number with its mark for each state that there is, and its word where there is room. */
function Marks({ sum }: { readonly sum: AccountsSum }) {
  const { t } = useTranslation("profile");
  const shown = MARKS.filter(({ of }) => sum[of] > 0);
  const gravest = shown.findLast(({ of }) => of === "paused" || of === "attention");
  const { icon: OnPhone, colour } = gravest ?? { icon: KeyRound, colour: "text-muted" };
  return (
    <>
      <span aria-hidden className="inline-flex items-center gap-1 tablet:hidden">
        <OnPhone className={classNames("size-4 shrink-0", colour)} />
        <span className="tabular">{gravest ? sum[gravest.of] : sum.live + sum.demo}</span>
      </span>
      <span className="inline-flex items-center gap-3 max-tablet:sr-only">
        {shown.map(({ of, icon: Icon, colour }) => (
          <span key={of} className="inline-flex items-center gap-1">
            <Icon aria-hidden className={classNames("size-4 shrink-0", colour)} />
            <span className="sr-only desktop:not-sr-only">{t(`accounts_${of}`, { count: sum[of] })}</span>
            <span aria-hidden className="tabular desktop:hidden">
              {sum[of]}
            </span>
          </span>
        ))}
      </span>
    </>
  );
}

function AccountList({ day }: { readonly day: Overview }) {
  const { t } = useTranslation("profile");
  const troubled = troubledIds(day);
  return (
    <>
      <ul className="flex flex-col divide-y divide-line text-14">
        {day.accounts.map((account) => (
          <li
            key={account.accountId}
            className="relative flex min-h-11 items-center justify-between gap-3 px-4 py-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto] hover:bg-accent-soft"
          >
            <Link
              to={`/profile/api?account=${encodeURIComponent(account.accountId)}`}
              className="min-w-0 after:absolute after:inset-0"
            >
              <AccountLabel account={account} isShort />
            </Link>
            {account.isPaused && <Sign icon={CirclePause} text={t("paused")} />}
            {troubled.has(account.accountId) && <Sign icon={TriangleAlert} text={t("needs_attention")} />}
          </li>
        ))}
      </ul>
      <p className="sticky bottom-0 border-t border-line bg-surface px-4 text-14">
        <Link to="/profile/api" className="inline-flex min-h-11 items-center link">
          {t("api")}
        </Link>
      </p>
    </>
  );
}

function Sign({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-12 text-warning">
      <Icon aria-hidden className="size-4" />
      {text}
    </span>
  );
}

/** Follows the browser's own popover, which closes on Esc and on a click elsewhere; another page closes it, too. */
function usePopover() {
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => panel.current?.hidePopover?.(), [key]);
  return [panel, isOpen, setIsOpen] as const;
}
