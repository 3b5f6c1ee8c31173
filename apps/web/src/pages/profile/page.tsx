import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import type { LoaderFunction } from "react-router";
import { loadUser } from "../../core/session/api.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { selectUser } from "../../core/session/slice.ts";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { AccountData, EmailConfirmation, PersonalData } from "../../features/profile/index.ts";
import { loadSubscription, SubscriptionBlock } from "../../features/subscription/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  await context.get(dispatchContext)(loadBehindSignIn(loadUser(), loadSubscription()));
  return null;
};

/** Three blocks: account data, personal data and subscription (specification, section 2). */
export function Component() {
  const { t } = useTranslation(["settings", "ui"]);
  const user = useSelector(selectUser);
  if (!user) return <Empty title={t("no_data", { ns: "ui" })} />;
  return (
    <div className="flex max-w-[760px] flex-col gap-6">
      <DashboardTitle>{t("profile")}</DashboardTitle>
      <EmailConfirmation user={user} />
      <AccountData user={user} />
      <PersonalData user={user} />
      <SubscriptionBlock />
    </div>
  );
}
