import { shortAccountId, type Order, type OrderDetails } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Identifier } from "../../ui/identifier.tsx";

interface OrderFactsProps {
  readonly order: Order;
  /** Undefined while they are loading. */
  readonly details: OrderDetails | undefined;
}

/** The order in names and values: what decided it first, then how it was sent, then its identifiers. */
export function OrderFacts({ order, details }: OrderFactsProps) {
  const { t } = useTranslation(["order", "orders", "trading"]);
  const { type, open, createdDate, stage, accountId, id } = order;
  const extras = Object.entries(details?.extras ?? {});
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("facts")}</h3>
      <Facts>
        <Fact name={t("type", { ns: "orders" })}>{type ? t(type, { ns: "trading" }) : "-"}</Fact>
        {open !== null && <Fact name={t("price", { ns: "orders" })}>{open}</Fact>}
        {extras.map(([name, value]) => (
          <Fact key={name} name={<code className="font-mono text-12">{name}</code>}>
            {value}
          </Fact>
        ))}
        <Fact name={t("date", { ns: "orders" })}>
          <DateTime at={createdDate} isExact />
        </Fact>
        {stage !== "done" && <Fact name={t("stage", { ns: "orders" })}>{t(`stage_${stage}`, { ns: "orders" })}</Fact>}
        {details && (
          <Fact name={t("attempts")}>
            {details.attempts}
            {details.attempts > 1 && <span className="text-muted"> · {t("attempts_why")}</span>}
          </Fact>
        )}
        {details?.certificate && <Fact name={t("certificate")}>{t(`certificate_${details.certificate}`)}</Fact>}
        <Fact name={t("account_id")}>
          <code className="font-mono text-12">{shortAccountId(accountId)}</code>
        </Fact>
        <Fact name={t("id")}>
          <Identifier id={id} copyLabel={t("copy_id")} />
        </Fact>
      </Facts>
    </section>
  );
}
