import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";

/** Leads visitors to the registration, and signed-in users to where the key goes. */
export function StartLink() {
  const { t } = useTranslation("brokers");
  const visitor = { to: "/registration", text: t("start") };
  const user = { to: "/profile/api", text: t("to_keys") };
  return <Island name="session-link" props={{ visitor, user }} />;
}
