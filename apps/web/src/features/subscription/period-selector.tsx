import { PLAN_TERMS, planSavingsKopecks, type Plan } from "@chartrelay/contract";
import { useId } from "react";
import { useTexts } from "../../lib/texts.ts";
import { formatRubles } from "../../lib/money.ts";
import { classNames } from "../../ui/class-names.ts";

/** The plans on public offer: the one-ruble plan is for one account only. */
const PUBLIC_PLANS = ["1m", "3m", "6m", "12m"] as const satisfies readonly Plan[];

interface PeriodSelectorProps {
  readonly plan: Plan;
  readonly onChange: (plan: Plan) => void;
  /** The plans on offer; the public ones by default. */
  readonly plans?: readonly Plan[];
}

/** The periods of PRO, with the price and the savings of each. All prices are visible, whichever is chosen. */
export function PeriodSelector({ plan, onChange, plans = PUBLIC_PLANS }: PeriodSelectorProps) {
  const { t } = useTexts("tariffs");
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-14 font-medium">{t("period")}</legend>
      <div className="flex flex-col gap-2">
        {plans.map((each) => (
          <Period key={each} plan={each} group={group} isChosen={each === plan} onChoose={() => onChange(each)} />
        ))}
      </div>
    </fieldset>
  );
}

interface PeriodProps {
  readonly plan: Plan;
  readonly group: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Period({ plan, group, isChosen, onChoose }: PeriodProps) {
  const { t, language } = useTexts("tariffs");
  const { months, priceKopecks, discounted } = PLAN_TERMS[plan];
  const savings = planSavingsKopecks(plan);
  const rubles = (kopecks: number) => formatRubles(kopecks, language);
  return (
    <label
      className={classNames(
        "grid min-h-14 cursor-pointer grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border px-4 py-2",
        "transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        isChosen ? "border-accent bg-accent-soft" : "border-edge hover:border-accent",
      )}
    >
      <input
        type="radio"
        name={group}
        value={plan}
        checked={isChosen}
        onChange={onChoose}
        className="choice outline-none"
      />
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t("months", { count: months })}</span>
        {discounted && (
          <span className="rounded-full border border-ok px-2 text-12 font-semibold text-ok">{t("discount")}</span>
        )}
        {savings !== undefined && <span className="text-14 text-ok">{t("savings", { price: rubles(savings) })}</span>}
      </span>
      <span className="text-right">
        <span className="block font-semibold tabular">{rubles(priceKopecks)}</span>
        {months > 1 && (
          <span className="block text-12 text-muted tabular">
            {t("a_month", { price: rubles(Math.round(priceKopecks / months / 100) * 100) })}
          </span>
        )}
      </span>
    </label>
  );
}
