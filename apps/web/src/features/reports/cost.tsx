import type { Report } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatDecimal, formatMoney } from "../../lib/amounts.ts";
import { Block } from "../../ui/block.tsx";
import { FigureTable } from "../../ui/figure-table.tsx";
import { formatDelay } from "../../core/trading/format-delay.ts";
import { Section } from "./section.tsx";

/** What the execution of all fills cost: time on each part of the way, and slippage. */
export function Cost({ cost }: Pick<Report, "cost">) {
  const { t } = useTranslation("reports");
  return (
    <Block title={t("cost")} hint={t("cost_hint")}>
      <CostFigures cost={cost} />
    </Block>
  );
}

/** The same within the report, which closes it on a phone. */
export function CostSection({ cost }: Pick<Report, "cost">) {
  const { t } = useTranslation("reports");
  return (
    <Section title={t("cost")} hint={t("cost_hint")} wide={<Cost cost={cost} />}>
      <CostFigures cost={cost} />
    </Section>
  );
}

function CostFigures({ cost }: Pick<Report, "cost">) {
  const { t, i18n } = useTranslation("reports");
  const { signalToReceivedMs, receivedToSentMs, sentToFilledMs, slippage } = cost;
  const parts = [
    [t("signal_received"), signalToReceivedMs],
    [t("received_sent"), receivedToSentMs],
    [t("sent_filled"), sentToFilledMs],
  ] as const;
  const signed = (decimal: string | null) =>
    decimal === null ? "–" : formatDecimal(decimal, i18n.language, { isSigned: true });
  return (
    <div className="grid grid-cols-1 gap-6 desktop:grid-cols-2">
      {parts.every(([, ms]) => ms === null) ? (
        <p className="text-14 text-muted">{t("no_delays")}</p>
      ) : (
        <FigureTable
          head={[t("delay_hint"), t("average")]}
          rows={parts.map(([name, ms]) => [name, formatDelay(ms, i18n.language)])}
        />
      )}
      {slippage.length === 0 ? (
        <p className="text-14 text-muted">{t("no_slippage")}</p>
      ) : (
        <FigureTable
          caption={t("slippage")}
          head={[t("slippage"), t("fills"), t("ticks"), t("basis_points"), t("money")]}
          rows={slippage.map(({ currency, fills, ticks, basisPoints, money }) => [
            currency,
            fills,
            signed(ticks),
            signed(basisPoints),
            formatMoney(money, currency, i18n.language, { isSigned: true }),
          ])}
        />
      )}
    </div>
  );
}
