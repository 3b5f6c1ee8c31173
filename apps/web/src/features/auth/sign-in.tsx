import { useTranslation } from "react-i18next";
import { AuthTabs } from "./auth-tabs.tsx";
import { LoginForm } from "./login-form.tsx";

export default function SignIn() {
  const { t } = useTranslation("auth");
  return (
    <AuthTabs title={t("title")} current="authorization">
      <LoginForm />
    </AuthTabs>
  );
}
