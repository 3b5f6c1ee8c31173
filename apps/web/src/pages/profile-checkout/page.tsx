import type { LastCheckout } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { Checkout, loadLastCheckout, loadSubscription } from "../../features/subscription/index.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  let last: LastCheckout | null = null;
  await context.get(dispatchContext)(
    loadBehindSignIn(loadSubscription(), async (dispatch) => {
      // Without it, the page only doesn't say how the last payment ended.
      last = await dispatch(loadLastCheckout()).catch(() => null);
    }),
  );
  return last;
};

export function Component() {
  const { t } = useTranslation("checkout");
  return (
    <>
      <DashboardTitle>{t("title")}</DashboardTitle>
      <Checkout last={useLoaderData<LastCheckout | null>()} />
    </>
  );
}
