import { useTranslation } from "react-i18next";
import { DashboardTitle } from "../../ui/page-title.tsx";

export function Component() {
  const { t } = useTranslation("strategies");
  return <DashboardTitle>{t("title")}</DashboardTitle>;
}
