import { strategyPath, type Stop, type Strategy, type StrategyStanding } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Profit } from "../../core/trading/profit.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { KillSwitch, stopOf } from "../stops/index.ts";
import { Holdings } from "./holdings.tsx";
import { StateBadge } from "./state-badge.tsx";

interface Parts {
  readonly standing: ReadonlyMap<string, StrategyStanding> | undefined;
  readonly stops: readonly Stop[] | undefined;
  readonly onChange: () => void;
}

/** The columns of the strategies. */
export function useStrategyColumns({ standing, stops, onChange }: Parts): readonly Column<Strategy>[] {
  const { t } = useTranslation("strategies");
  return useMemo(
    () => [
      {
        key: "name",
        title: t("name"),
        cell: ({ id, name, members }) => (
          <>
            <Link
              to={strategyPath(id)}
              className="-my-3 inline-block py-3 leading-5 font-semibold link [overflow-wrap:anywhere] tablet:min-w-28 desktop:min-w-40"
            >
              {name}
            </Link>
            <span className="block text-12 text-muted">
              {t("members", { count: members.filter(({ isOn }) => isOn).length })}
            </span>
          </>
        ),
        isWide: true,
        isPlain: true,
      },
      { key: "state", title: t("state"), cell: ({ state }) => <StateBadge state={state} /> },
      { key: "mode", title: t("mode"), cell: ({ mode }) => t(`mode_${mode}`) },
      { key: "position", title: t("position"), cell: ({ id }) => <Holdings standing={standing?.get(id)} /> },
      { key: "drift", title: t("drift"), cell: ({ id }) => <Drift standing={standing?.get(id)} /> },
      {
        key: "today",
        title: t("today"),
        cell: ({ id }) => <Today standing={standing?.get(id)} />,
        isMinor: true,
        isNumber: true,
      },
      {
        key: "stop",
        title: t("stop"),
        cell: ({ id, name }) => {
          const subject = { scope: "strategy", id, name } as const;
          return (
            <KillSwitch
              subject={subject}
              stop={stopOf(stops, subject)}
              onChange={onChange}
              className="w-full px-4 text-14 whitespace-nowrap tablet:-my-2 tablet:w-auto tablet:px-3.5 desktop:px-4"
              isTerse
            />
          );
        },
        isNumber: true,
        isWide: true,
        isPlain: true,
      },
    ],
    [t, standing, stops, onChange],
  );
}

/** In how many accounts it isn't where its last signal wants it. */
function Drift({ standing }: { readonly standing: StrategyStanding | undefined }) {
  const { t } = useTranslation("strategies");
  if (!standing) return <span className="text-muted">–</span>;
  const { drifting } = standing;
  if (drifting === 0) return <span className="text-muted">{t("drift_none")}</span>;
  return <span className="font-medium text-warning">{t("drift_in", { count: drifting })}</span>;
}

function Today({ standing }: { readonly standing: StrategyStanding | undefined }) {
  if (!standing || standing.today.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-col">
      {standing.today.map(({ currency, profit }) => (
        <Profit key={currency} amount={profit} currency={currency} />
      ))}
    </span>
  );
}
