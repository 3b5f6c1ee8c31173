import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useRevalidator, type LoaderFunction } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { FirstStepsLine } from "../../features/first-steps/index.ts";
import { OrderTest } from "../../features/orders/index.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  await context.get(dispatchContext)(loadBehindSignIn(loadAccounts()));
  return null;
};

/** A test order, and its path as it happens. */
export function Component() {
  const { t } = useTranslation("orders");
  const accounts = useSelector(selectAccounts);
  const revalidator = useRevalidator();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{t("test_order")}</DashboardTitle>
        {accounts && <LiveSign />}
      </div>
      {accounts ? <OrderTest accounts={accounts} /> : <LoadFailed onRetry={() => void revalidator.revalidate()} />}
      <FirstStepsLine />
    </div>
  );
}
