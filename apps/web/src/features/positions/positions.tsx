import type { AccountHoldings, HeldPosition } from "@chartrelay/contract";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useRegularReload } from "../../core/live/use-regular-reload.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { fetchStrategies } from "../../core/trading/strategies.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { log } from "../../lib/log.ts";
import { stopOf } from "../stops/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { late } from "../../ui/late.ts";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { AccountCard } from "./account-card.tsx";
import { fetchHoldings, type Holdings } from "./api.ts";
import { keyOf } from "./held.ts";

const loadDialog = () => import("./close-dialog.tsx");
const CloseDialog = late(loadDialog);

/** Topics of events that change what is shown. A fill is reported as a change of its order, too. */
const TOPICS: ReadonlySet<string> = new Set(["positions", "order", "account", "stop"]);

/** Prices move, and trades are made elsewhere: no event tells of that. */
const RELOAD_EVERY_MS = 30_000;
/** The same while we or a venue don't answer. */
const RETRY_EVERY_MS = 5_000;

/** What the accounts hold and how much money they have. It updates as things happen. */
export function Positions({ given }: { readonly given: Holdings | undefined }) {
  const { t } = useTranslation("positions");
  const { value, error, reload } = useLoaded(fetchHoldings, given);
  useLiveReload(TOPICS, reload);
  const isUnanswered = error !== undefined || value?.accounts.some(isUnread) === true;
  useRegularReload(reload, isUnanswered ? RETRY_EVERY_MS : RELOAD_EVERY_MS);
  const names = useStrategyNames(value);
  usePreloaded(loadDialog);
  const [closing, setClosing] = useState<HeldPosition>();
  const stopClosing = useCallback(() => setClosing(undefined), []);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{t("title")}</DashboardTitle>
        {value && <LiveSign />}
      </div>
      {error !== undefined && (
        <div className="card">
          <LoadFailed error={error} onRetry={reload} />
        </div>
      )}
      {error === undefined && !value && <CardsOnTheirWay />}
      {value?.accounts.length === 0 && (
        <div className="card">
          <Empty
            title={t("no_accounts")}
            reason={t("no_accounts_reason")}
            action={
              <Link to="/profile/api" className={buttonClass()}>
                {t("link_account")}
              </Link>
            }
          />
        </div>
      )}
      {value && <Cards holdings={value} strategies={names} onClose={setClosing} onStop={reload} />}
      <Suspense>
        {closing && value && <CloseDialog position={closing} holdings={value} onClose={stopClosing} />}
      </Suspense>
    </div>
  );
}

const isUnread = ({ positions, money }: AccountHoldings) => [positions, money].some(({ state }) => state === "unknown");

interface CardsProps {
  readonly holdings: Holdings;
  readonly strategies: ReadonlyMap<string, string>;
  readonly onClose: (position: HeldPosition) => void;
  /** A stop was pulled or lifted. */
  readonly onStop: () => void;
}

const NONE: readonly HeldPosition[] = [];

/** A card for each account, in the order in which they were added: live updates move none of them. */
function Cards({ holdings: { accounts, positions, stops }, ...rest }: CardsProps) {
  const byAccount = useMemo(() => Map.groupBy(positions, ({ accountId }) => accountId), [positions]);
  return accounts.map((account) => (
    <AccountCard
      key={account.accountId}
      account={account}
      positions={byAccount.get(account.accountId)?.toSorted(byTicker) ?? NONE}
      stop={stopOf(stops, { scope: "account", id: account.accountId, account })}
      {...rest}
    />
  ));
}

const NAMELESS: ReadonlyMap<string, string> = new Map();

/** Loads what strategies are called, once something is held for one. */
function useStrategyNames(holdings: Holdings | undefined): ReadonlyMap<string, string> {
  const dispatch = useAppDispatch();
  const [names, setNames] = useState(NAMELESS);
  const isNeeded = holdings?.positions.some(({ strategies }) => strategies.some(({ id }) => !names.has(id))) ?? false;
  useEffect(() => {
    if (!isNeeded) return;
    const load = async () => {
      const strategies = await dispatch(fetchStrategies());
      setNames(new Map(strategies.map(({ id, name }) => [id, name])));
    };
    load().catch((error: unknown) => log.warn("the strategies' names could not be loaded", error));
  }, [dispatch, isNeeded]);
  return names;
}

const byTicker = (one: HeldPosition, other: HeldPosition) => (keyOf(one) < keyOf(other) ? -1 : 1);

function CardsOnTheirWay() {
  return (
    <OnItsWay className="flex flex-col gap-4">
      {[1, 2].map((card) => (
        <span key={card} className="flex flex-col gap-4 card p-4 tablet:p-5">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-24" />
        </span>
      ))}
    </OnItsWay>
  );
}
