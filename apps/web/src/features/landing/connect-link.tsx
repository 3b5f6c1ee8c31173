import { HOME_PAGE } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";

/** Leads visitors to the tariffs, and signed-in users to the dashboard: specification, section 1. */
export function ConnectLink() {
  const { t } = useTranslation("landing");
  const text = t("connect");
  return <Island name="session-link" props={{ visitor: { to: "/#tariffs", text }, user: { to: HOME_PAGE, text } }} />;
}
