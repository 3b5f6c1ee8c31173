import type { Stop, Strategy } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import {
  Link,
  useLoaderData,
  useLocation,
  useParams,
  useRevalidator,
  useSearchParams,
  type LoaderFunction,
} from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { fetchStrategies } from "../../core/trading/strategies.ts";
import { loadAccounts, selectAccounts } from "../../features/accounts/index.ts";
import { tryFetchStops } from "../../features/stops/index.ts";
import { fetchTab, StrategyPage, tabOf, type TabContents } from "../../features/strategy/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";

interface Loaded {
  readonly strategies?: readonly Strategy[];
  readonly stops?: readonly Stop[];
  readonly contents?: TabContents;
}

export const loader: LoaderFunction = async ({ context, params: { id = "" }, request }) => {
  const loaded: { -readonly [Part in keyof Loaded]: Loaded[Part] } = {};
  const tab = tabOf(new URL(request.url).searchParams.get("tab"));
  const load = loadBehindSignIn(loadAccounts(), async (dispatch) => {
    const [strategies, stops] = await Promise.all([
      dispatch(fetchStrategies()).catch(() => undefined),
      dispatch(tryFetchStops()),
    ]);
    if (strategies) loaded.strategies = strategies;
    if (stops) loaded.stops = stops;
    // The address may name a strategy that is gone, or another user's.
    if (strategies?.some((each) => each.id === id)) loaded.contents = await dispatch(fetchTab(id, tab));
  });
  await context.get(dispatchContext)(load);
  return loaded;
};

/** Another tab is another part of the page, not other data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname;

const TOPICS: ReadonlySet<string> = new Set(["strategy", "account", "stop"]);

/** One strategy, at an address of its own. */
export function Component() {
  const { t } = useTranslation("strategy");
  const { id } = useParams();
  const { key } = useLocation();
  // Another tab was opened since: what the loader loaded for the first one grows old.
  const [firstKey] = useState(key);
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
      stops={loaded.stops}
      tab={tabOf(search.get("tab"))}
      given={key === firstKey ? loaded.contents : undefined}
      onChange={reload}
    />
  );
}
