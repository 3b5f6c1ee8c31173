import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { selectUser } from "../../core/session/slice.ts";
import { AuthTabs } from "../../features/auth/index.ts";
import { PlainPage } from "../../ui/plain-page.tsx";

export function Component() {
  const { t } = useTranslation("auth");
  const user = useSelector(selectUser);
  if (user) return <PlainPage title={t("logged_in")} />;
  return <AuthTabs title={t("registration")}>{t("registration")}</AuthTabs>;
}
