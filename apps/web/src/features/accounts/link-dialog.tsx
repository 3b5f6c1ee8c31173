import type { Account } from "@chartrelay/contract";
import { CircleCheck, ExternalLink } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { useLoaded } from "../../core/use-loaded.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { isRecentSignInRequired, RecentSignInForm } from "../auth/index.ts";
import { linkTelegram } from "./api.ts";

interface LinkDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** A one-time code for the bot. The dialog notices automatically when the chat is linked. */
export default function LinkDialog({ account, onClose }: LinkDialogProps) {
  const { t } = useTranslation("accounts");
  const { id, telegramChatId } = account;
  const [chatBefore] = useState(telegramChatId);
  const load = useCallback(() => linkTelegram(id), [id]);
  const { value: link, error, reload } = useLoaded(load);
  const command = link && `/start ${link.code}`;
  const isLinked = telegramChatId !== null && telegramChatId !== chatBefore;
  return (
    <Dialog isOpen onClose={onClose} title={t("link_title")} description={!isLinked && t("link_step")}>
      <AccountLabel account={account} className="mb-4" />
      {isRecentSignInRequired(error) ? (
        <RecentSignInForm onProved={reload} />
      ) : (
        error !== undefined && <LoadFailed error={error} onRetry={reload} />
      )}
      {error === undefined && !link && (
        <OnItsWay className="flex flex-col gap-4">
          <Skeleton className="h-11" />
          <Skeleton className="mt-6 h-11" />
          <Skeleton className="h-5 w-56" />
        </OnItsWay>
      )}
      {link && command !== undefined && !isLinked && (
        <div className="flex flex-col gap-4">
          <a href={link.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t("link_open")}
            <ExternalLink aria-hidden className="size-4" />
          </a>
          <div className="flex flex-col gap-1">
            <p className="text-14 text-muted">{t("link_code")}</p>
            <span className="flex items-center rounded-control border border-line bg-page pl-3">
              <code className="min-w-0 grow font-mono text-14 break-all">{command}</code>
              <CopyButton text={command} label={t("link_copy")} />
            </span>
          </div>
          <p className="text-14 text-muted">
            {t("link_until")} <DateTime at={link.expiresAt} />
          </p>
        </div>
      )}
      <p role="status" className="flex items-center gap-2 font-medium text-ok empty:hidden">
        {isLinked && (
          <>
            <CircleCheck aria-hidden className="size-5 shrink-0" />
            {t("link_done")}
          </>
        )}
      </p>
      {isLinked && (
        <Button className="mt-5 w-full" onClick={onClose}>
          {t("done")}
        </Button>
      )}
    </Dialog>
  );
}
