import { CLIENT_CERTIFICATE_RULES } from "@chartrelay/contract";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSite } from "../../core/site.ts";
import { Block } from "../../ui/block.tsx";
import { Choice } from "./choice.tsx";
import type { SettingsValues } from "./values.ts";

/**
 * Whether signals must come with TradingView's certificate. Offered where the installation sees certificates, and to
 * strategies that require it from when it did: they take no signal until that is changed.
 */
export function SenderBlock() {
  const { t } = useTranslation("strategy-settings");
  const { seesCertificates = false } = useSite();
  const { formState } = useFormContext<SettingsValues>();
  const isRequired = formState.defaultValues?.clientCertificate === "required";
  if (!seesCertificates && !isRequired) return null;
  return (
    <Block title={t("sender")} hint={t(seesCertificates ? "sender_hint" : "sender_not_seen")}>
      <Choice name="clientCertificate" options={CLIENT_CERTIFICATE_RULES} title={t("clientCertificate")} columns={2} />
    </Block>
  );
}
