import type { Account } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { LinkTelegram } from "../accounts/index.ts";
import { CopyBox, TextBox } from "./copy-box.tsx";

/** The address for alerts that go to the account's Telegram chat; while there is no chat, how to get one. */
export function AlertAddress({ account }: { readonly account: Account }) {
  const { t } = useTranslation("builder");
  const { id, telegramChatId } = account;
  const address = `${location.origin}/api/v1/alerts?${new URLSearchParams({ account: id }).toString()}&chat_id=`;
  if (telegramChatId !== null) {
    return (
      <CopyBox
        label={t("alert_webhook")}
        copyLabel={t("copy_alert_webhook")}
        text={address + encodeURIComponent(telegramChatId)}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <TextBox label={t("alert_webhook")}>
        {address}
        <mark className="rounded-[4px] border border-dashed border-warning bg-warning/10 px-1.5 text-warning">
          {t("chat_blank")}
        </mark>
      </TextBox>
      <p className="text-14 text-muted">{t("alert_webhook_needs_chat")}</p>
      <div>
        <LinkTelegram account={account} label={t("link_chat")} className="px-4 text-14" />
      </div>
    </div>
  );
}
