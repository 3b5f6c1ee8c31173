import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { selectUser } from "../../core/session/slice.ts";
import { buttonClass } from "../../ui/button.tsx";

/** Leads visitors to the registration, and signed-in users to where the key goes. */
export function StartLink() {
  const { t } = useTranslation("brokers");
  const isSignedIn = useSelector(selectUser) !== undefined;
  return (
    <Link to={isSignedIn ? "/profile/api" : "/registration"} className={buttonClass("primary", "shrink-0")}>
      {t(isSignedIn ? "to_keys" : "start")}
    </Link>
  );
}
