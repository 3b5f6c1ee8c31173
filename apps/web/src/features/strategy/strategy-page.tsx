import type { Account, Stop, Strategy } from "@chartrelay/contract";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { late } from "../../ui/late.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { StateBadge } from "../strategies/index.ts";
import { KillSwitch, stopOf, StopState } from "../stops/index.ts";
import type { TabContents } from "./api.ts";
import { Holdings } from "./holdings.tsx";
import { Log } from "./log.tsx";
import { MessageBlock } from "./message-block.tsx";
import { Signals } from "./signals.tsx";
import { StateControl } from "./state-control.tsx";
import { Tabs, type Tab } from "./tabs.tsx";

// The chart's library comes only with the report, the forms only with their tabs.
const StrategyReport = late(() => import("./report.tsx"));
const Replay = late(async () => ({ default: (await import("../replay/index.ts")).Replay }));
const SettingsTab = late(() => import("./settings-tab.tsx"));

interface StrategyPageProps {
  readonly strategy: Strategy;
  readonly strategies: readonly Strategy[];
  readonly accounts: readonly Account[];
  /** Undefined if they aren't known. */
  readonly stops: readonly Stop[] | undefined;
  readonly tab: Tab;
  /** What the tab shows first, if the page's loader has just loaded it. */
  readonly given: TabContents | undefined;
  readonly onChange: () => void;
}

/** One strategy: what it needs from TradingView, what came, what it holds, what it earned, and how to stop it. */
export function StrategyPage({ strategy, strategies, accounts, stops, tab, given, onChange }: StrategyPageProps) {
  const { t } = useTranslation("strategy");
  const { id, name, state } = strategy;
  const subject = { scope: "strategy", id, name } as const;
  const stop = stopOf(stops, subject);
  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      <div className="flex flex-col gap-1">
        <Link
          to="/profile/strategies"
          className="-my-2 inline-flex min-h-11 items-center gap-1.5 self-start text-14 link"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("all")}
        </Link>
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          {/* The sign has a line of its own: its words change, and mustn't move the buttons. */}
          <div className="flex min-w-0 grow basis-80 flex-col gap-1 [overflow-wrap:anywhere]">
            <DashboardTitle>{name}</DashboardTitle>
            <div className="flex h-6 items-center gap-x-4">
              <StateBadge state={state} />
              <LiveSign />
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            {!stop && <StateControl strategy={strategy} onChange={onChange} />}
            <KillSwitch subject={subject} stop={stop} onChange={onChange} />
          </div>
        </div>
      </div>
      {stop && <StopState stop={stop} onLifted={onChange} />}
      <Tabs open={tab} />
      {tab === "overview" && (
        <div className="grid grid-cols-1 items-start gap-4 tablet:gap-6 desktop:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4 tablet:gap-6 desktop:col-span-2">
            <Holdings id={id} given={given?.positions} />
          </div>
          <MessageBlock id={id} />
          <Signals id={id} isShort given={given?.signals} />
        </div>
      )}
      {tab === "signals" && <Signals id={id} given={given?.signals} />}
      {tab === "log" && <Log id={id} given={given?.log} />}
      <Suspense fallback={<TabOnItsWay />}>
        {tab === "report" && <StrategyReport id={id} given={given?.report} />}
        {tab === "replay" && <Replay key={id} id={id} />}
        {tab === "settings" && (
          <SettingsTab key={id} strategy={strategy} strategies={strategies} accounts={accounts} onChange={onChange} />
        )}
      </Suspense>
    </div>
  );
}

/** A tab whose code is loading. */
const TabOnItsWay = () => (
  <OnItsWay className="flex min-h-dvh flex-col gap-4 tablet:gap-6">
    {[1, 2].map((block) => (
      <span key={block} className="flex flex-col gap-4 card p-5">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="h-40" />
      </span>
    ))}
  </OnItsWay>
);
