import { useTranslation } from "react-i18next";
import { PlainPage } from "../../ui/plain-page.tsx";

export function Component() {
  const { t } = useTranslation("legal");
  return <PlainPage title={t("offer")} />;
}
