import { shortAccountId, type Alert } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { OldIdNote } from "../../core/trading/old-id.tsx";
import { Refusal } from "../../core/trading/refusal.tsx";
import { Status } from "../../core/trading/status.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Identifier } from "../../ui/identifier.tsx";
import { Json } from "../../ui/json.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";

interface AlertPanelProps {
  readonly alert: Alert;
  readonly onClose: () => void;
}

/** Everything about one alert. */
export default function AlertPanel({ alert, onClose }: AlertPanelProps) {
  const { t } = useTranslation("alerts");
  const { id, createdDate, status, reason, message, json, accountId, usedOldId, chatId } = alert;
  const { accountName: name, accountEnding: keyEnding, exchange, isDemo } = alert;
  return (
    <SidePanel title={t("alert")} onClose={onClose}>
      <Status status={status} of="alert" />
      {reason && <Refusal reason={reason} accountId={accountId} venue={undefined} isDemo={false} />}
      {usedOldId && <OldIdNote />}
      {message !== null && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>}
      {json !== null && <Json text={json} label={t("message")} />}
      <Facts>
        <Fact name={t("id")}>
          <Identifier id={id} copyLabel={t("copy_id")} />
        </Fact>
        <Fact name={t("date")}>
          <DateTime at={createdDate} isExact />
        </Fact>
        <Fact name={t("account")}>
          <span className="flex flex-col items-start gap-1">
            {exchange !== null && isDemo !== null && <AccountLabel account={{ name, keyEnding, exchange, isDemo }} />}
            <code className="font-mono text-12 text-muted">{shortAccountId(accountId)}</code>
          </span>
        </Fact>
        <Fact name={t("chat")}>{chatId === null ? "-" : <Identifier id={chatId} copyLabel={t("copy_id")} />}</Fact>
      </Facts>
    </SidePanel>
  );
}
