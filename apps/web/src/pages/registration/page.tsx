import { HOME_PAGE } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { logOut } from "../../core/session/api.ts";
import { selectUser } from "../../core/session/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { AuthTabs, RegistrationForm } from "../../features/auth/index.ts";
import { ChosenPlan } from "../../features/subscription/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";

/** Registration; users who are already signed in are asked to log out first. */
export function Component() {
  const { t } = useTranslation("auth");
  const user = useSelector(selectUser);
  const dispatch = useAppDispatch();
  // A user who has just signed up is on the way to the dashboard.
  const [isSigningUp, setIsSigningUp] = useState(false);
  if (user && !isSigningUp) {
    return (
      <PlainPage title={t("logged_in")}>
        <div className="flex flex-wrap gap-3">
          <Link to={HOME_PAGE} className={buttonClass()}>
            {t("to_dashboard")}
          </Link>
          <Button look="secondary" onClick={() => void dispatch(logOut())}>
            {t("log_out")}
          </Button>
        </div>
      </PlainPage>
    );
  }
  return (
    <AuthTabs title={t("registration")} current="registration">
      <ChosenPlan />
      <RegistrationForm onSubmit={() => setIsSigningUp(true)} />
    </AuthTabs>
  );
}
