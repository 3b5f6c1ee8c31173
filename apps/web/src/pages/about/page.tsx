import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PlainPage } from "../../ui/plain-page.tsx";

export function Component() {
  const { t } = useTranslation("landing");
  return (
    <PlainPage title={t("about")}>
      <Link to="/profile" className="link">
        {t("about_test_profile")}
      </Link>
    </PlainPage>
  );
}
