import type { Stop } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import {
  Navigate,
  useLocation,
  useLoaderData,
  useRevalidator,
  type LoaderFunction,
  useSearchParams,
} from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { AccountsForm, loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { FirstStepsLine } from "../../features/first-steps/index.ts";
import { tryFetchStops, useStops } from "../../features/stops/index.ts";
import { loadSubscription, selectSubscription } from "../../features/subscription/index.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

interface Loaded {
  readonly stops?: Stop[];
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: { stops?: Stop[] } = {};
  const load = loadBehindSignIn(loadAccounts(), loadSubscription(), async (dispatch) => {
    const stops = await dispatch(tryFetchStops());
    if (stops) loaded.stops = stops;
  });
  await context.get(dispatchContext)(load);
  return loaded;
};

/** The keys. */
export function Component() {
  const { t } = useTranslation("accounts");
  const accounts = useSelector(selectAccounts);
  const isPro = useSelector(selectSubscription)?.type === "PRO";
  const { value: stops, reload: reloadStops } = useStops(useLoaderData<Loaded | undefined>()?.stops);
  const dispatch = useAppDispatch();
  const revalidator = useRevalidator();
  const { state, hash } = useLocation();
  const [params] = useSearchParams();
  useLive({
    onEvent: (topic, payload) => {
      if (topic === "account" || namedOldId(payload)) void dispatch(loadAccounts());
      if (topic === "subscription") void dispatch(loadSubscription());
    },
    onMissed: () => void revalidator.revalidate(),
  });
  // Where the check of a message was before it had a page of its own.
  if (hash === "#check") return <Navigate to="/profile/build" state={state} replace />;

  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{t("title")}</DashboardTitle>
      {accounts ? (
        <AccountsForm
          accounts={accounts}
          isPro={isPro}
          soughtId={params.get("account") ?? undefined}
          stops={stops}
          onStop={reloadStops}
        />
      ) : (
        <LoadFailed onRetry={() => void revalidator.revalidate()} />
      )}
      <FirstStepsLine />
    </div>
  );
}

/** Returns whether an order or an alert says that an old identifier is still in use, which its account shows. */
function namedOldId(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "usedOldId" in payload && payload.usedOldId === true;
}
