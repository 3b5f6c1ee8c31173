import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { NoAccessPage } from "../../core/no-access-page.tsx";
import { selectIsAdmin } from "../../core/session/slice.ts";
import { RelayHealth } from "../../features/relay-health/index.ts";

/** The relay's health, or 'no access' for users who aren't admins. */
export function Component() {
  const { t } = useTranslation("relay-health");
  const isAdmin = useSelector(selectIsAdmin);
  if (isAdmin) return <RelayHealth />;
  return <NoAccessPage title={t("title")} />;
}
