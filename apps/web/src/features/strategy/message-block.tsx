import { strategyMessage } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AlertGuideButton } from "../tradingview-alert/index.ts";

/** What a strategy's code adds to each of its orders, so that the alert can name the contract. */
const PINE_ARGUMENT = "alert_message = syminfo.current_contract";

/** What to paste into the strategy's alert, and where. */
export function MessageBlock({ id }: { readonly id: string }) {
  const { t } = useTranslation("strategy");
  const [namesContract, setNamesContract] = useState(false);
  const message = strategyMessage(id, { namesContract });
  const address = `${location.origin}/api/v1/orders`;
  return (
    <Block title={t("message")} hint={t("message_hint")}>
      <div className="relative rounded-control border border-line bg-page">
        <pre
          tabIndex={0}
          role="region"
          aria-label={t("message")}
          className="overflow-x-auto p-3 pr-14 font-mono text-12 leading-5"
        >
          {message}
        </pre>
        <div className="absolute top-1 right-1">
          <CopyButton text={message} label={t("copy_message")} />
        </div>
      </div>
      <Switch
        label={t("names_contract")}
        hint={t("names_contract_hint")}
        isOn={namesContract}
        onChange={setNamesContract}
      />
      {namesContract && (
        <div className="flex items-center rounded-control border border-line bg-page">
          <code className="min-w-0 grow px-3 py-2 font-mono text-12 wrap-anywhere">{PINE_ARGUMENT}</code>
          <CopyButton text={PINE_ARGUMENT} label={t("copy_pine")} />
        </div>
      )}
      <div className="flex flex-col gap-1">
        <p className="text-14 font-medium">{t("webhook")}</p>
        <div className="flex items-center rounded-control border border-line bg-page">
          <p className="min-w-0 grow px-3 py-2 font-mono text-14 wrap-anywhere">{address}</p>
          <CopyButton text={address} label={t("copy_webhook")} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AlertGuideButton label={t("where")} className="px-4 text-14" message={message} address={address} />
        <p className="text-14 text-muted">{t("once")}</p>
      </div>
    </Block>
  );
}
