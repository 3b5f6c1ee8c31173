import { useTranslation } from "react-i18next";
import type { LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/thunk.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { Checkout, loadSubscription } from "../../features/subscription/index.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  await context.get(dispatchContext)(loadBehindSignIn(loadSubscription()));
  return null;
};

export function Component() {
  const { t } = useTranslation("checkout");
  return (
    <>
      <DashboardTitle>{t("title")}</DashboardTitle>
      <Checkout />
    </>
  );
}
