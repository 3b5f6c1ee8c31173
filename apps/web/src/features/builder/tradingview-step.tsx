import type { Account } from "@chartrelay/contract";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/copy-button.tsx";
import { AlertGuideButton } from "../tradingview-alert/index.ts";
import { AlertAddress } from "./alert-address.tsx";
import { CopyBox } from "./copy-box.tsx";
import { Step } from "./step.tsx";

interface TradingViewStepProps {
  readonly account: Account;
  /** The message to paste; undefined while it would be refused. */
  readonly message: string | undefined;
  /** The message is on the clipboard. */
  readonly onCopied: () => void;
}

/** What goes where in TradingView's alert dialog. */
export function TradingViewStep({ account, message, onCopied }: TradingViewStepProps) {
  const { t } = useTranslation("builder");
  const address = `${location.origin}/api/v1/orders`;
  return (
    <Step number={5} title={t("tradingview")} hint={t("tradingview_hint")}>
      <ol className="grid gap-4 desktop:grid-cols-3 desktop:gap-6">
        <Place title={t("place_alert")} where={t("place_alert_where")}>
          {message !== undefined && (
            <AlertGuideButton
              label={t("guide")}
              className="self-start px-4 text-14"
              message={message}
              address={address}
              onMessageCopied={onCopied}
            />
          )}
        </Place>
        <Place title={t("place_message")} where={t("place_message_where")}>
          {message === undefined ? (
            <p className="rounded-control border border-dashed border-line p-3 text-14 text-muted">
              {t("message_refused")}
            </p>
          ) : (
            <div className="flex items-center rounded-control border border-line bg-page">
              <p className="min-w-0 grow truncate px-3 py-2 font-mono text-14">{message.replaceAll(/\s+/g, " ")}</p>
              <CopyButton text={message} label={t("copy_message")} onCopied={onCopied} />
            </div>
          )}
        </Place>
        <Place title={t("place_webhook")} where={t("place_webhook_where")}>
          <CopyBox label={t("webhook")} copyLabel={t("copy_webhook")} text={address} />
        </Place>
      </ol>
      <details className="group rounded-control border border-line">
        <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-control px-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
          {t("to_telegram")}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <div className="flex flex-col gap-3 border-t border-line p-3">
          <p className="text-14 text-muted">{t("to_telegram_hint")}</p>
          <AlertAddress account={account} />
        </div>
      </details>
    </Step>
  );
}

interface PlaceProps {
  readonly title: ReactNode;
  readonly where: ReactNode;
  readonly children?: ReactNode;
}

/** A place in the dialog, and what goes there. */
function Place({ title, where, children }: PlaceProps) {
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <p className="font-medium">{title}</p>
      <p className="text-14 text-muted">{where}</p>
      {/* Side by side, the three end on one line. */}
      <div className="flex flex-col desktop:mt-auto">{children}</div>
    </li>
  );
}
