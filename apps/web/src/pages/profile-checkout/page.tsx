import type { AskedDocument, LastCheckout } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import {
  Checkout,
  loadLastCheckout,
  loadMissingConsents,
  loadSubscription,
} from "../../features/subscription/index.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";

interface Loaded {
  last: LastCheckout | null;
  missing: readonly AskedDocument[];
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: Loaded = { last: null, missing: [] };
  await context.get(dispatchContext)(
    loadBehindSignIn(
      loadSubscription(),
      async (dispatch) => {
        // Without it, the page only doesn't say how the last payment ended.
        loaded.last = await dispatch(loadLastCheckout()).catch(() => null);
      },
      async (dispatch) => {
        loaded.missing = await dispatch(loadMissingConsents());
      },
    ),
  );
  return loaded;
};

export function Component() {
  const { t } = useTranslation("checkout");
  return (
    <>
      <DashboardTitle>{t("title")}</DashboardTitle>
      <Checkout {...useLoaderData<Loaded>()} />
    </>
  );
}
