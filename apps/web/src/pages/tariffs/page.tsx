import { Check, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

/** What each tariff includes, side by side. */
const FEATURES = [
  { text: "compare_demo", isInTrial: true },
  { text: "compare_live", isInTrial: false },
  { text: "compare_venues", isInTrial: true },
  { text: "compare_telegram", isInTrial: true },
  { text: "compare_alerts", isInTrial: true },
  { text: "compare_journal", isInTrial: true },
  { text: "compare_test", isInTrial: true },
] as const;
const PAYING = ["paying_1", "paying_2", "paying_3", "paying_4"] as const;

/** The tariffs, and what buyers ask before paying. */
export function Component() {
  const { t } = useTranslation("tariffs");
  return (
    <div className="container-page py-12">
      <PageTitle>{t("title")}</PageTitle>
      <p className="mt-3 max-w-[60ch] text-18 text-balance text-muted">{t("lead")}</p>
      <Island name="tariffs" props={{ heading: "h2" }} />
      <Comparison />
      <section className="mt-16">
        <h2 className="text-28 font-semibold">{t("paying")}</h2>
        <dl className="mt-6 grid gap-x-12 gap-y-6 tablet:grid-cols-2">
          {PAYING.map((name) => (
            <div key={name}>
              <dt className="text-18 font-semibold">{t(`${name}_title`)}</dt>
              <dd className="mt-1 text-muted">{t(name)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Comparison() {
  const { t } = useTranslation("tariffs");
  return (
    <section className="mt-16">
      <h2 id="compare" className="text-28 font-semibold">
        {t("compare")}
      </h2>
      <div className="mt-6 overflow-hidden card">
        <table aria-labelledby="compare" className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-14">
              <th scope="col" className="px-4 py-3 font-medium text-muted tablet:px-6">
                {t("feature")}
              </th>
              <th scope="col" className="w-20 px-2 py-3 text-center font-semibold tablet:w-40">
                TRIAL
              </th>
              <th scope="col" className="w-20 px-2 py-3 text-center font-semibold tablet:w-40">
                PRO
              </th>
            </tr>
          </thead>
          <tbody>
            {FEATURES.map(({ text, isInTrial }) => (
              <tr key={text} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-3 font-normal tablet:px-6">
                  {t(text)}
                </th>
                <Has it={isInTrial} />
                <Has it />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Has({ it }: { readonly it: boolean }) {
  const { t } = useTranslation("tariffs");
  const Icon = it ? Check : Minus;
  return (
    <td className="px-2 py-3">
      <Icon aria-hidden className={it ? "mx-auto size-5 text-ok" : "mx-auto size-5 text-muted"} />
      <span className="sr-only">{t(it ? "yes" : "no")}</span>
    </td>
  );
}
