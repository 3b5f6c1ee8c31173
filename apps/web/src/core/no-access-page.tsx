import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { DashboardTitle } from "../ui/page-title.tsx";

/** What a page for administrators shows to everybody else. */
export function NoAccessPage({ title }: { readonly title: string }) {
  const { t } = useTranslation(["profile", "ui"]);
  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{title}</DashboardTitle>
      <div className="card">
        <Empty
          title={t("no_access", { ns: "ui" })}
          reason={t("no_access_reason", { ns: "ui" })}
          action={
            <Link to="/profile/orders" className={buttonClass("secondary")}>
              {t("to_orders")}
            </Link>
          }
        />
      </div>
    </div>
  );
}
