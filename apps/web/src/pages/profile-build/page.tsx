import type { Strategy } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link, useLoaderData, useLocation, useRevalidator, useSearchParams, type LoaderFunction } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { fetchStrategies } from "../../core/trading/strategies.ts";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { MessageBuilder } from "../../features/builder/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

interface Loaded {
  /** Undefined if they couldn't be loaded, which leaves the accounts to choose from. */
  readonly strategies?: readonly Strategy[];
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: { strategies?: readonly Strategy[] } = {};
  await context.get(dispatchContext)(
    loadBehindSignIn(loadAccounts(), async (dispatch) => {
      const strategies = await dispatch(fetchStrategies()).catch(() => undefined);
      if (strategies) loaded.strategies = strategies.filter(({ isDeleted }) => !isDeleted);
    }),
  );
  return loaded;
};

/** The message for TradingView's alert: built, checked, tried and copied in one place. */
export function Component() {
  const { t } = useTranslation("builder");
  const accounts = useSelector(selectAccounts);
  const dispatch = useAppDispatch();
  const revalidator = useRevalidator();
  const { state, key } = useLocation();
  const loaded = useLoaderData<Loaded | undefined>();
  const [search] = useSearchParams();
  useLive({
    onEvent: (topic) => topic === "account" && void dispatch(loadAccounts()),
    onMissed: () => void revalidator.revalidate(),
  });
  const handedOver = messageIn(state);
  const [first, ...others] = accounts ?? [];

  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{t("title")}</DashboardTitle>
      {!accounts && <LoadFailed onRetry={() => void revalidator.revalidate()} />}
      {accounts && !first && (
        <div className="card">
          <Empty
            title={t("no_account_title")}
            reason={t("no_account")}
            action={
              <Link to="/profile/api" className={buttonClass()}>
                {t("to_keys")}
              </Link>
            }
          />
        </div>
      )}
      {first && (
        <MessageBuilder
          // Another message from another page begins anew.
          key={handedOver && key}
          accounts={[first, ...others]}
          strategies={loaded?.strategies}
          initial={handedOver}
          accountId={search.get("account") ?? undefined}
        />
      )}
    </div>
  );
}

/** Returns the message that another page passed on to be checked. */
function messageIn(state: unknown): string {
  const message = typeof state === "object" && state !== null && "message" in state ? state.message : undefined;
  return typeof message === "string" ? message : "";
}
