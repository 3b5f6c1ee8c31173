import { PLAN_TERMS, PLANS } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useIsHydrated } from "../../lib/hydrated.ts";
import { formatRubles } from "../../lib/money.ts";
import { planIn } from "./checkout-page.ts";

/** On the way to the checkout: the plan that was chosen among the tariffs, if the address names one. */
export function ChosenPlan() {
  const { t, i18n } = useTranslation("auth");
  const { search } = useLocation();
  const plan = planIn(search, PLANS);
  // A prerendered page has no plan.
  if (!useIsHydrated() || !plan) return null;
  const { months, priceKopecks } = PLAN_TERMS[plan];
  return (
    <p className="mb-4 rounded-control bg-accent-soft px-4 py-3 text-14">
      {t("chosen_plan", { count: months, price: formatRubles(priceKopecks, i18n.language) })}
    </p>
  );
}
