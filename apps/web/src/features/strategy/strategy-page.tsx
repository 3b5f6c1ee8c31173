import type { Account, Strategy } from "@chartrelay/contract";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { late } from "../../ui/late.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { StateBadge } from "../strategies/index.ts";
import { KillSwitch, stopOf, StopState, useStops } from "../stops/index.ts";
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
  readonly tab: Tab;
  readonly onChange: () => void;
}

/** One strategy: what it needs from TradingView, what came, what it holds, what it earned, and how to stop it. */
export function StrategyPage({ strategy, strategies, accounts, tab, onChange }: StrategyPageProps) {
  const { t } = useTranslation("strategy");
  const { id, name, state } = strategy;
  const { value: stops, reload } = useStops();
  const subject = { scope: "strategy", id, name } as const;
  const stop = stopOf(stops, subject);
  const onStop = () => {
    reload();
    onChange();
  };
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
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 [overflow-wrap:anywhere]">
            <DashboardTitle>{name}</DashboardTitle>
            <StateBadge state={state} />
            <LiveSign />
          </div>
          <div className="flex flex-wrap gap-2">
            {!stop && <StateControl strategy={strategy} onChange={onChange} />}
            <KillSwitch subject={subject} stop={stop} onChange={onStop} />
          </div>
        </div>
      </div>
      {stop && <StopState stop={stop} onLifted={onStop} />}
      <Tabs open={tab} />
      {tab === "overview" && (
        <div className="grid grid-cols-1 items-start gap-4 tablet:gap-6 desktop:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4 tablet:gap-6 desktop:col-span-2">
            <Holdings id={id} />
          </div>
          <MessageBlock id={id} />
          <Signals id={id} isShort />
        </div>
      )}
      {tab === "signals" && <Signals id={id} />}
      {tab === "log" && <Log id={id} />}
      <Suspense>
        {tab === "report" && <StrategyReport id={id} />}
        {tab === "replay" && <Replay key={id} id={id} />}
        {tab === "settings" && (
          <SettingsTab key={id} strategy={strategy} strategies={strategies} accounts={accounts} onChange={onChange} />
        )}
      </Suspense>
    </div>
  );
}
