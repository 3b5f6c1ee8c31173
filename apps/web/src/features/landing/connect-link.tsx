import { HOME_PAGE } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { selectUser } from "../../core/session/slice.ts";
import { buttonClass } from "../../ui/button.tsx";

/** Leads visitors to the tariffs, and signed-in users to the dashboard: specification, section 1. */
export function ConnectLink() {
  const { t } = useTranslation("landing");
  const user = useSelector(selectUser);
  return (
    <Link to={user ? HOME_PAGE : "/#tariffs"} preventScrollReset={!user} className={buttonClass("primary")}>
      {t("connect")}
    </Link>
  );
}
