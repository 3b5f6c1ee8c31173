import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSite } from "../../core/site.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

const WAY = ["way_1", "way_2", "way_3", "way_4", "way_5"] as const;
const FIGURES = ["figure_age", "figure_tv", "figure_flow", "figure_order"] as const;
const KEYS = ["keys_1", "keys_2", "keys_3", "keys_4"] as const;
const NOT = ["not_1", "not_2", "not_3", "not_4"] as const;

/** What happens to an alert and to a key, in words that we can be held to. */
export function Component() {
  const { t } = useTranslation("about");
  const { brand } = useSite();
  return (
    <div className="container-page py-12">
      <PageTitle>{t("title")}</PageTitle>
      <p className="mt-4 max-w-[68ch] text-18 text-muted">{t("lead", { brand })}</p>

      <h2 className="mt-16 text-28 font-semibold">{t("way")}</h2>
      <ol className="mt-6 grid gap-x-6 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-5">
        {WAY.map((step, index) => (
          <li key={step} className="border-t-2 border-accent pt-4">
            <h3 className="flex items-baseline gap-2 text-18 font-semibold">
              <span aria-hidden className="text-accent tabular">
                {index + 1}
              </span>
              {t(`${step}_title`)}
            </h3>
            <p className="mt-2 text-muted">{t(step)}</p>
          </li>
        ))}
      </ol>

      <h2 className="mt-16 text-28 font-semibold">{t("figures")}</h2>
      <dl className="mt-6 grid gap-4 tablet:grid-cols-2 desktop:grid-cols-4 desktop:gap-6">
        {FIGURES.map((figure) => (
          <div key={figure} className="flex flex-col-reverse justify-end gap-1 card p-6">
            <dt className="text-muted">{t(`${figure}_text`)}</dt>
            <dd className="text-40 font-semibold">{t(figure)}</dd>
          </div>
        ))}
      </dl>

      <div className="mt-16 grid gap-x-16 gap-y-12 desktop:grid-cols-2">
        <Points title={t("keys")} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />}>
          {KEYS.map((point) => t(point))}
        </Points>
        <Points title={t("not")} icon={<Minus aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />}>
          {NOT.map((point) => t(point))}
        </Points>
      </div>

      <section className="mt-16 flex flex-wrap items-center justify-between gap-6 card p-6 tablet:p-8">
        <div>
          <h2 className="text-22 font-semibold">{t("see")}</h2>
          <p className="mt-1 text-muted">{t("see_text")}</p>
        </div>
        <Link to="/profile" className={buttonClass("secondary")}>
          {t("test_profile")}
        </Link>
      </section>
    </div>
  );
}

interface PointsProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: readonly string[];
}

function Points({ title, icon, children }: PointsProps) {
  return (
    <section>
      <h2 className="text-22 font-semibold">{title}</h2>
      <ul className="mt-4 flex flex-col gap-3">
        {children.map((point) => (
          <li key={point} className="flex gap-3">
            {icon}
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}
