import { CLIENT_CERTIFICATE_RULES } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { Choice } from "./following-block.tsx";

/** Whether only TradingView may fire. */
export function CertificateBlock() {
  const { t } = useTranslation("strategy-settings");
  return (
    <Block title={t("certificate")} hint={t("certificate_hint")}>
      <Choice name="clientCertificate" options={CLIENT_CERTIFICATE_RULES} title={t("certificate_rule")} columns={2} />
    </Block>
  );
}
