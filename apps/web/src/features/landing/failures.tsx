import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSite } from "../../core/site.ts";
import { Section } from "./section.tsx";

/** What may go wrong, with the question of the FAQ that answers it. pages/faq/claims.test.ts names the tests behind each. */
export const FAILURES = {
  no_reply: "no_reply",
  twice: "twice",
  burst: "burst",
  restart: "restart",
  storage: "resent",
  misspelt: "repairs",
  late: "age",
  key: "key_ends",
} as const;
const NAMES = Object.keys(FAILURES) as (keyof typeof FAILURES)[];

const CELL = "block tablet:table-cell tablet:px-5 tablet:py-4 tablet:align-top";

/** What happens when something goes wrong: usually, and here. On a phone, each case is a card. */
export function Failures() {
  const { t } = useTranslation("landing");
  const { brand } = useSite();
  const here = t("failures_here", { brand });
  return (
    <Section id="failures" title={t("failures")} lead={t("failures_lead")}>
      <table
        role="table"
        aria-labelledby="failures-title"
        className="mt-8 block text-left tablet:table tablet:w-full tablet:border-separate tablet:border-spacing-0 tablet:overflow-hidden tablet:card"
      >
        <thead role="rowgroup" className="sr-only tablet:not-sr-only tablet:table-header-group">
          <tr role="row" className="text-14">
            <th role="columnheader" scope="col" className="w-[26%] px-5 py-4 font-medium text-muted">
              {t("failures_when")}
            </th>
            <th role="columnheader" scope="col" className="w-[30%] px-5 py-4 font-medium text-muted">
              {t("failures_usually")}
            </th>
            <th role="columnheader" scope="col" className="bg-accent-soft px-5 py-4 font-semibold text-accent">
              {here}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-4 tablet:table-row-group">
          {NAMES.map((name) => (
            <tr
              key={name}
              role="row"
              className="block card p-5 tablet:table-row tablet:*:border-t tablet:*:border-line"
            >
              <th role="rowheader" scope="row" className={`${CELL} text-18 font-semibold tablet:text-16`}>
                {t(`failure_${name}`)}
              </th>
              <td role="cell" className={`${CELL} mt-3 text-muted tablet:mt-0`}>
                <span aria-hidden className="block text-12 font-medium tablet:hidden">
                  {t("failures_usually")}
                </span>
                {t(`failure_${name}_usually`)}
              </td>
              <td
                role="cell"
                className={`${CELL} mt-3 rounded-control bg-accent-soft p-3 tablet:mt-0 tablet:rounded-none`}
              >
                <span aria-hidden className="block text-12 font-semibold text-accent tablet:hidden">
                  {here}
                </span>
                {t(`failure_${name}_here`)}{" "}
                <Link
                  to={{ pathname: "/faq", hash: FAILURES[name] }}
                  aria-label={t("failures_more_about", { what: t(`failure_${name}`) })}
                  className="-my-3 inline-flex min-h-11 items-center text-14 link"
                >
                  {t("failures_more")}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
