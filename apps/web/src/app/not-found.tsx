import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../ui/button.tsx";

export function Component() {
  const { t } = useTranslation("shell");
  return (
    <div className="container-page py-24 text-center">
      <p aria-hidden className="font-mono text-56 font-semibold text-accent tabular">
        404
      </p>
      <h1 className="mt-2 text-28 font-semibold">{t("not_found")}</h1>
      <p className="mx-auto mt-3 max-w-[44ch] text-muted">{t("not_found_reason")}</p>
      <Link to="/" className={buttonClass("primary", "mt-8")}>
        {t("to_home")}
      </Link>
    </div>
  );
}
