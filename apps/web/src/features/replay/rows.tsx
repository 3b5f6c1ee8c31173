import type { ReplayReport, ReplayRow } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Row } from "./row.tsx";

const FILTERS = {
  all: () => true,
  different: ({ isDifferent }) => isDifferent,
  refused: ({ refusal, orders }) => refusal !== null || orders.some(({ outcome }) => outcome === "refused"),
  rounded: ({ isRounded }) => isRounded,
} as const satisfies Record<string, (row: ReplayRow) => boolean>;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

const ROWS = 20;

/** The alerts of a replay, oldest first, a page at a time; at first those that went otherwise than TradingView reports. */
export function Rows({ report: { rows, accounts, different } }: { readonly report: ReplayReport }) {
  const { t } = useTranslation("replay");
  const [shownBy, showBy] = useState<Filter>(different > 0 ? "different" : "all");
  const [{ page, size }, setPlace] = useState({ page: 0, size: ROWS });
  const shown = rows.filter(FILTERS[shownBy]);
  return (
    <Block title={t("rows")}>
      <div role="group" aria-label={t("show")} className="flex flex-wrap gap-2">
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shownBy}
            onClick={() => {
              showBy(name);
              setPlace({ page: 0, size });
            }}
            className={buttonClass(name === shownBy ? "primary" : "secondary")}
          >
            {t(`show_${name}`)} <span className="tabular">{rows.filter(FILTERS[name]).length}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <p className="text-14 text-muted">{t(`none_${shownBy}`)}</p>
      ) : (
        <ol aria-label={t("rows")} className="flex flex-col">
          {shown.slice(page * size, (page + 1) * size).map((row) => (
            <Row key={row.entry} row={row} accounts={accounts} />
          ))}
        </ol>
      )}
      {shown.length > size && (
        <Pager
          page={page}
          size={size}
          total={shown.length}
          onChange={(next, nextSize) => setPlace({ page: next, size: nextSize })}
        />
      )}
    </Block>
  );
}
