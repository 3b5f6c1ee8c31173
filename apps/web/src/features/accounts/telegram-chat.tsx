import type { Account } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Reason } from "../../core/trading/reason.tsx";
import { Button } from "../../ui/button.tsx";
import { LinkTelegram } from "./link-telegram.tsx";

interface TelegramChatProps {
  /** Undefined for an account that isn't saved yet. */
  readonly account: Account | undefined;
  /** Undefined if there is no chat to unlink. */
  readonly onUnlink: (() => void) | undefined;
  /** The chat id field. */
  readonly children: ReactNode;
}

/** Where the account's messages go, why they can't if they can't, and buttons to link a chat and to unlink it. */
export function TelegramChat({ account, onUnlink, children }: TelegramChatProps) {
  const { t } = useTranslation("accounts");
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-x-4 gap-y-3 tablet:grid-cols-2">
        {children}
        {account ? (
          // On the line of the field, which has a label above it.
          <div className="flex flex-wrap items-start gap-2 tablet:pt-6">
            <LinkTelegram
              account={account}
              label={t(onUnlink ? "link_other" : "link_telegram")}
              className="px-4 text-14"
            />
            {onUnlink && (
              <Button look="quiet" className="px-4 text-14" onClick={onUnlink}>
                {t("unlink_telegram")}
              </Button>
            )}
          </div>
        ) : (
          <p className="text-14 text-muted tablet:pt-9">{t("save_first")}</p>
        )}
      </div>
      {account && account.chatProblem !== null && <Reason code={account.chatProblem} />}
    </div>
  );
}
