import { useTranslation } from "react-i18next";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const { t } = useTranslation("profile");
  return <PageTitle>{t("users")}</PageTitle>;
}
