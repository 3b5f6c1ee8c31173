import { strategyPath } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { fetchStrategies } from "../../core/trading/strategies.ts";
import { loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { SettingsForm } from "../../features/strategy-settings/index.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";
import type { Strategy } from "@chartrelay/contract";

interface Loaded {
  readonly strategies?: readonly Strategy[];
}

export const loader: LoaderFunction = async ({ context }) => {
  const loaded: { strategies?: readonly Strategy[] } = {};
  const load = loadBehindSignIn(loadAccounts(), async (dispatch) => {
    const strategies = await dispatch(fetchStrategies()).catch(() => undefined);
    if (strategies) loaded.strategies = strategies;
  });
  await context.get(dispatchContext)(load);
  return loaded;
};

/** Makes a strategy. It leads to the strategy's page, where the message for TradingView waits. */
export function Component() {
  const { t } = useTranslation("strategy-settings");
  const loaded = useLoaderData<Loaded | undefined>();
  const accounts = useSelector(selectAccounts);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  return (
    <div className="flex flex-col gap-4">
      <DashboardTitle>{t("new_title")}</DashboardTitle>
      {accounts && loaded?.strategies ? (
        <SettingsForm
          strategies={loaded.strategies}
          accounts={accounts}
          onSaved={({ id }) => void navigate(strategyPath(id))}
        />
      ) : (
        <div className="card">
          <LoadFailed onRetry={() => void revalidator.revalidate()} />
        </div>
      )}
    </div>
  );
}
