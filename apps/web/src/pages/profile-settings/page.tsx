import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { selectUser } from "../../core/session/slice.ts";
import { AuditLog, OpenableBlock, Preferences, Sessions, TwoFactor, YourData } from "../../features/profile/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

/** How the product behaves for this user, who is signed in, what was done, and what is kept. */
export function Component() {
  const { t } = useTranslation(["settings", "ui"]);
  const user = useSelector(selectUser);
  if (!user) return <Empty title={t("no_data", { ns: "ui" })} />;
  return (
    <div className="flex max-w-[760px] flex-col gap-6">
      <DashboardTitle>{t("title")}</DashboardTitle>
      <Preferences user={user} />
      <OpenableBlock id="sessions" title={t("sessions")} hint={t("sessions_hint")}>
        {() => <Sessions />}
      </OpenableBlock>
      <OpenableBlock id="two-factor" title={t("two_factor")} hint={t("two_factor_hint")}>
        {() => <TwoFactor />}
      </OpenableBlock>
      <OpenableBlock id="log" title={t("audit")} hint={t("audit_hint")}>
        {() => <AuditLog />}
      </OpenableBlock>
      <OpenableBlock id="data" title={t("your_data")} hint={t("your_data_hint")}>
        {() => <YourData user={user} />}
      </OpenableBlock>
    </div>
  );
}
