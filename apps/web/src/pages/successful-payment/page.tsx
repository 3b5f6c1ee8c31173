import { useTranslation } from "react-i18next";
import { PlainPage } from "../../ui/plain-page.tsx";

export function Component() {
  const { t } = useTranslation("payment");
  return <PlainPage title={t("successful_title")} />;
}
