import type { Strategy } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link, useLoaderData, useParams, useRevalidator, useSearchParams, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { fetchStrategies } from "../../features/strategies/index.ts";
import { StrategyPage, tabOf } from "../../features/strategy/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";

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

/** Another tab is another part of the page, not other data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname;

const TOPICS: ReadonlySet<string> = new Set(["strategy", "account"]);

/** One strategy, at an address of its own. */
export function Component() {
  const { t } = useTranslation("strategy");
  const { id } = useParams();
  const [search] = useSearchParams();
  const loaded = useLoaderData<Loaded | undefined>();
  const accounts = useSelector(selectAccounts);
  const revalidator = useRevalidator();
  const reload = () => void revalidator.revalidate();
  useLiveReload(TOPICS, reload);
  const strategy = loaded?.strategies?.find((each) => each.id === id);
  if (!loaded?.strategies || !accounts) {
    return (
      <div className="card">
        <LoadFailed onRetry={reload} />
      </div>
    );
  }
  if (!strategy) {
    return (
      <div className="card">
        <h1 className="sr-only">{t("missing")}</h1>
        <Empty
          title={t("missing")}
          reason={t("missing_reason")}
          action={
            <Link to="/profile/strategies" className={buttonClass()}>
              {t("all")}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <StrategyPage
      strategy={strategy}
      strategies={loaded.strategies}
      accounts={accounts}
      tab={tabOf(search.get("tab"))}
      onChange={reload}
    />
  );
}
