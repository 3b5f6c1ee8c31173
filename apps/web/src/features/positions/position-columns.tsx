import { signOf, strategyPath, type HeldPosition } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Drift } from "../../core/trading/drift.tsx";
import { Profit } from "../../core/trading/profit.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { Column } from "../../ui/data-table.tsx";
import { directionOf, ourQuantity } from "./held.ts";

const COLORS = { long: "text-ok", short: "text-error", flat: "text-muted" } as const;

/** The columns of an account's positions. Prices and quantities are exactly as the venue says. */
export function usePositionColumns(
  strategies: ReadonlyMap<string, string>,
  onClose: (position: HeldPosition) => void,
): readonly Column<HeldPosition>[] {
  const { t } = useTranslation("positions");
  return useMemo(
    () => [
      {
        key: "instrument",
        title: t("instrument"),
        cell: (position) => (
          <>
            <span className="block font-medium [overflow-wrap:anywhere]">{position.instrument.ticker}</span>
            <Shares position={position} strategies={strategies} />
          </>
        ),
      },
      {
        key: "quantity",
        title: t("quantity"),
        cell: (position) => <Quantity position={position} />,
        isNumber: true,
      },
      { key: "average", title: t("average"), cell: ({ averagePrice }) => averagePrice ?? "–", isNumber: true },
      { key: "price", title: t("price"), cell: ({ price }) => price ?? "–", isNumber: true },
      {
        key: "profit",
        title: t("profit"),
        cell: ({ openProfit, currency }) => <Profit amount={openProfit} currency={currency} />,
        isNumber: true,
      },
      { key: "drift", title: t("drift"), cell: (position) => <ExplainedDrift position={position} />, isWide: true },
      {
        key: "close",
        title: t("actions"),
        cell: (position) =>
          directionOf(position) !== "flat" && (
            <Button
              look="secondary"
              aria-label={t("close_it", { ticker: position.instrument.ticker })}
              onClick={() => onClose(position)}
              className="w-full px-4 text-14 tablet:-my-2 tablet:w-auto"
            >
              {t("close")}
            </Button>
          ),
        isNumber: true,
        isWide: true,
        isPlain: true,
      },
    ],
    [t, strategies, onClose],
  );
}

function Quantity({ position }: { readonly position: HeldPosition }) {
  const { t } = useTranslation("positions");
  const direction = directionOf(position);
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2 tabular">
      <span className={classNames("font-semibold", COLORS[direction])}>{t(direction)}</span>
      <span className="whitespace-nowrap">{position.quantity}</span>
    </span>
  );
}

interface SharesProps {
  readonly position: HeldPosition;
  /** Their names by id. */
  readonly strategies: ReadonlyMap<string, string>;
}

/** What each strategy holds of it, by its own fills. */
function Shares({ position, strategies }: SharesProps) {
  const { t } = useTranslation("positions");
  if (position.strategies.length === 0) return null;
  return (
    <span className="flex flex-col text-12 text-muted">
      {position.strategies.map(({ id, quantity }) => (
        <span key={id} className="flex min-h-11 flex-wrap items-center gap-x-1.5 tablet:min-h-6">
          <Link to={strategyPath(id)} className="link py-3.5 [overflow-wrap:anywhere] tablet:py-1">
            {strategies.get(id) ?? t("strategy")}
          </Link>
          <span className="tabular">{quantity}</span>
        </span>
      ))}
    </span>
  );
}

/** How far the venue's position is from what our fills add up to, and what that means. */
function ExplainedDrift({ position }: { readonly position: HeldPosition }) {
  const { t } = useTranslation("positions");
  const { drift, quantity } = position;
  if (signOf(drift) === 0) return <Drift drift={drift} />;
  return (
    <>
      <Drift drift={drift} />
      <span className="block text-12 text-muted tablet:max-w-[36ch] tablet:min-w-[24ch]">
        {t("drift_why", { ours: ourQuantity(position), held: quantity })}
      </span>
    </>
  );
}
