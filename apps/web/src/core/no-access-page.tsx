import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { NoAccess } from "../ui/no-access.tsx";
import { DashboardTitle } from "../ui/page-title.tsx";

/** What a page for administrators shows to everybody else. */
export function NoAccessPage({ title }: { readonly title: string }) {
  const { t } = useTranslation("profile");
  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{title}</DashboardTitle>
      <NoAccess
        way={
          <Link to="/profile/orders" className={buttonClass("secondary")}>
            {t("to_orders")}
          </Link>
        }
      />
    </div>
  );
}
