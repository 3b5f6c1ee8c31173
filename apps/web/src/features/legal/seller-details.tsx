import type { Seller } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { IfConfigured } from "../../core/if-configured.tsx";

const DETAILS = [
  "name",
  "inn",
  "ogrnip",
  "address",
  "bank",
  "bik",
  "account",
  "correspondentAccount",
] as const satisfies readonly (keyof Seller)[];
/** Numbers that readers compare digit by digit. */
const NUMBERS: ReadonlySet<keyof Seller> = new Set(["inn", "ogrnip", "bik", "account", "correspondentAccount"]);

/** The seller's bank and tax details. */
export function SellerDetails() {
  const { t } = useTranslation("legal");
  return (
    <section id="seller">
      <h2 className="text-22 font-semibold">{t("seller")}</h2>
      <IfConfigured name="seller" otherwise={<p className="mt-3 text-muted">{t("seller_missing")}</p>}>
        {(seller) => (
          <dl className="mt-4 grid gap-x-6 gap-y-1 tablet:grid-cols-[220px_minmax(0,1fr)] tablet:gap-y-3">
            {DETAILS.map((name) => (
              <Detail key={name} name={t(`seller_${name}`)} value={seller[name]} isNumber={NUMBERS.has(name)} />
            ))}
            <IfConfigured name="contactEmail">
              {(email) => <Detail name={t("seller_email")} value={email} />}
            </IfConfigured>
          </dl>
        )}
      </IfConfigured>
    </section>
  );
}

interface DetailProps {
  readonly name: string;
  readonly value: string;
  readonly isNumber?: boolean;
}

function Detail({ name, value, isNumber = false }: DetailProps) {
  return (
    <>
      <dt className="text-14 text-muted tablet:text-16">{name}</dt>
      <dd className={isNumber ? "mb-2 font-mono [overflow-wrap:anywhere] tablet:mb-0" : "mb-2 tablet:mb-0"}>{value}</dd>
    </>
  );
}
