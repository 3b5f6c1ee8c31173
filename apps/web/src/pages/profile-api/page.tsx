import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLocation, useRevalidator, type LoaderFunction } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { dispatchContext, useAppDispatch } from "../../core/thunk.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { AccountsForm, loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { MessageBuilder, MessageCheck } from "../../features/builder/index.ts";
import { FirstStepsLine } from "../../features/first-steps/index.ts";
import { loadSubscription, selectSubscription } from "../../features/subscription/index.ts";
import { Block } from "../../ui/block.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  await context.get(dispatchContext)(loadBehindSignIn(loadAccounts(), loadSubscription()));
  return null;
};

/** The keys, and beside them the message that uses them. */
export function Component() {
  const { t } = useTranslation(["accounts", "builder"]);
  const accounts = useSelector(selectAccounts);
  const isPro = useSelector(selectSubscription)?.type === "PRO";
  const dispatch = useAppDispatch();
  const revalidator = useRevalidator();
  const { state } = useLocation();
  useLive({
    onEvent: (topic, payload) => {
      if (topic === "account" || namedOldId(payload)) void dispatch(loadAccounts());
      if (topic === "subscription") void dispatch(loadSubscription());
    },
    onMissed: () => void revalidator.revalidate(),
  });
  const handedOver = messageIn(state);

  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{t("title")}</DashboardTitle>
      {accounts ? (
        <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
          <AccountsForm accounts={accounts} isPro={isPro} />
          <div className="flex flex-col gap-6">
            <Block title={t("builder_title", { ns: "builder" })} hint={t("builder_hint", { ns: "builder" })}>
              <MessageBuilder accounts={accounts} />
            </Block>
            <Block id="check" title={t("check_title", { ns: "builder" })} hint={t("check_hint", { ns: "builder" })}>
              <MessageCheck key={handedOver} initial={handedOver} />
            </Block>
          </div>
        </div>
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

/** Returns the message that another page passed on to be checked. */
function messageIn(state: unknown): string {
  const message = typeof state === "object" && state !== null && "message" in state ? state.message : undefined;
  return typeof message === "string" ? message : "";
}
