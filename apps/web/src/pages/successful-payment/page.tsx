import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PaymentEnd } from "../../features/subscription/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { OutcomePage } from "../../ui/outcome-page.tsx";

export function Component() {
  const { t } = useTranslation("payment");
  return (
    <OutcomePage outcome="ok" title={t("successful_title")}>
      <PaymentEnd>
        <p>{t("successful_1")}</p>
      </PaymentEnd>
      <p>{t("successful_2")}</p>
      <Link to="/" className={buttonClass("primary", "mt-2")}>
        {t("to_home")}
      </Link>
    </OutcomePage>
  );
}
