import {
  addMonths,
  declineOf,
  DEFAULT_PLAN,
  maySameCardPay,
  PLAN_TERMS,
  planSavingsKopecks,
  type AskedDocument,
  type LastCheckout,
  type Plan,
  type Subscription,
} from "@chartrelay/contract";
import { Lock } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { longDate } from "../../lib/dates.ts";
import { codeOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { formatRubles } from "../../lib/money.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { acceptDocuments, loadMissingConsents, loadSubscription, openCheckout } from "./api.ts";
import { lastPayment, leaveCheckout, planIn } from "./checkout-page.ts";
import { Declined } from "./declined.tsx";
import { DocumentChecks } from "./document-checks.tsx";
import { PeriodSelector } from "./period-selector.tsx";
import { ProGives } from "./pro-gives.tsx";
import { selectSubscription } from "./slice.ts";
import { payByWidget, WidgetUnavailable } from "./widget.ts";

const SERVER_TROUBLES = ["payments_off", "too_many_requests", "storage_unavailable"] as const;
type Trouble = "widget_unavailable" | "checkout_failed" | (typeof SERVER_TROUBLES)[number];

/** What is bought, for how much and until when, what to agree to, and the button that opens the payment window. */
export function Checkout(given: CheckoutProps) {
  const dispatch = useAppDispatch();
  const subscription = useSelector(selectSubscription);
  if (!subscription) return <LoadFailed onRetry={() => void dispatch(loadSubscription())} />;
  return <CheckoutForm {...given} subscription={subscription} />;
}

interface CheckoutProps {
  readonly last: LastCheckout | null;
  /** The documents that the user still has to agree to. */
  readonly missing: readonly AskedDocument[];
}

interface CheckoutFormProps extends CheckoutProps {
  readonly subscription: Subscription;
}

function CheckoutForm({ subscription, last, missing: missingAtFirst }: CheckoutFormProps) {
  const { t, i18n } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  const [plan, setPlan] = useState<Plan>(() => planIn(search, subscription.plans) ?? DEFAULT_PLAN);
  const { missing, ticked, tick, ask } = useMissingConsents(missingAtFirst);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [wasClosed] = useState(() => lastPayment()?.result === "closed");
  const { priceKopecks } = PLAN_TERMS[plan];
  const isAgreed = missing.every((document) => ticked.has(document));
  const isQuiet = !trouble && !isBusy;

  async function pay(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setTrouble(undefined);
    try {
      await dispatch(acceptDocuments(missing, "checkout"));
      const { widgetUrl, parameters } = await dispatch(openCheckout(plan));
      leaveCheckout(await payByWidget(widgetUrl, parameters), plan, subscription.expiration);
    } catch (error) {
      log.error("a checkout failed", error);
      // A document changed after the page was loaded, so ask for consent now.
      if (codeOf(error) === "consents_needed") await ask();
      setTrouble(troubleOf(error));
      setIsBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void pay(event)} className="mt-4 flex max-w-[960px] flex-col gap-6 tablet:mt-6">
      {isQuiet && last && <LastDeclined last={last} isReady={isAgreed} />}
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_360px]">
        <div className="card p-5 tablet:p-6">
          <PeriodSelector plan={plan} plans={subscription.plans} onChange={setPlan} />
          <ProGives className="mt-6 border-t border-line pt-6" />
        </div>
        <section aria-labelledby="summary" className="card p-5 tablet:p-6 desktop:sticky desktop:top-24">
          <h2 id="summary" className="text-14 text-muted">
            {t("summary")}
          </h2>
          <Sum plan={plan} subscription={subscription} />
          <div className="mt-4 empty:hidden">
            <DocumentChecks documents={missing} ticked={ticked} onTick={tick} />
          </div>
          {wasClosed && isQuiet && (
            <p role="status" className="mt-4 rounded-control bg-accent-soft px-4 py-3 text-14">
              {t("closed")}
            </p>
          )}
          {trouble && <TroubleNote trouble={trouble} />}
          <Button type="submit" disabled={!isAgreed} isBusy={isBusy} className="mt-5 w-full">
            {t("pay", { price: formatRubles(priceKopecks, i18n.language) })}
          </Button>
          <p className="mt-4 flex gap-2 text-14 text-muted">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t("how")}
          </p>
        </section>
      </div>
    </form>
  );
}

const SUM_ROW = "flex items-baseline justify-between gap-4";

/** What is bought, what it saves, and what it comes to. */
function Sum({ plan, subscription }: { readonly plan: Plan; readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation("checkout");
  const { months, priceKopecks } = PLAN_TERMS[plan];
  const savings = planSavingsKopecks(plan);
  const rubles = (kopecks: number) => formatRubles(kopecks, i18n.language);
  return (
    <dl className="mt-1 flex flex-col gap-2">
      <div className={SUM_ROW}>
        <dt className="text-18 font-semibold">{t("plan_months", { count: months })}</dt>
        <dd className="font-medium tabular">{rubles(priceKopecks + (savings ?? 0))}</dd>
      </div>
      {savings !== undefined && (
        <div className={SUM_ROW}>
          <dt className="text-ok">{t("you_save")}</dt>
          <dd className="text-ok tabular">−{rubles(savings)}</dd>
        </div>
      )}
      <div className={SUM_ROW}>
        <dt className="text-muted">{t("pro_until")}</dt>
        <dd className="text-right tabular">{endAfter(plan, subscription, i18n.language)}</dd>
      </div>
      <div className={`${SUM_ROW} mt-2 border-t border-line pt-3`}>
        <dt className="font-semibold">{t("total")}</dt>
        <dd className="text-28 font-semibold tabular">{rubles(priceKopecks)}</dd>
      </div>
    </dl>
  );
}

/** How long an earlier attempt is worth mentioning: later, the payer is here for something else. */
const RECENT_MS = 60 * 60_000;

/** Says why the latest attempt was declined, and offers another one. */
function LastDeclined({ last, isReady }: { readonly last: LastCheckout; readonly isReady: boolean }) {
  const { t } = useTranslation("declines");
  const { state, at, reasonCode } = last;
  const [isRecent] = useState(() => Date.now() - Date.parse(at) < RECENT_MS);
  if (state !== "declined" || reasonCode === null || !isRecent) return null;
  const mayRetry = maySameCardPay(declineOf(reasonCode));
  return (
    <Declined reasonCode={reasonCode}>
      {mayRetry && (
        <Button type="submit" disabled={!isReady} className="px-4">
          {t("try_again")}
        </Button>
      )}
      <Button type="submit" look={mayRetry ? "secondary" : "primary"} disabled={!isReady} className="px-4">
        {t("another_card")}
      </Button>
    </Declined>
  );
}

/** Keeps the documents that the user still has to agree to, and those that are ticked; `ask` loads them again. */
function useMissingConsents(given: readonly AskedDocument[]) {
  const dispatch = useAppDispatch();
  const [missing, setMissing] = useState(given);
  const [ticked, setTicked] = useState<ReadonlySet<AskedDocument>>(new Set());
  return {
    missing,
    ticked,
    tick: (document: AskedDocument, isTicked: boolean) => {
      const next = new Set(ticked);
      if (isTicked) next.add(document);
      else next.delete(document);
      setTicked(next);
    },
    ask: async () => {
      setTicked(new Set());
      setMissing(await dispatch(loadMissingConsents()));
    },
  };
}

function TroubleNote({ trouble }: { readonly trouble: Trouble }) {
  const { t } = useTranslation("checkout");
  return (
    <div role="alert" className="mt-4 rounded-control border border-error px-4 py-3 text-14">
      <p>
        {t(trouble)} <code className="font-mono text-12 whitespace-nowrap text-muted">{trouble}</code>
      </p>
      {/* A script that arrives late must not start unnoticed: the page is reloaded. */}
      {trouble === "widget_unavailable" && (
        <Button look="secondary" className="mt-3" onClick={() => location.reload()}>
          {t("try_again")}
        </Button>
      )}
    </div>
  );
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof WidgetUnavailable) return "widget_unavailable";
  const code = codeOf(error);
  return SERVER_TROUBLES.find((known) => known === code) ?? "checkout_failed";
}

/** Follows the same rule as the server's grant: from where PRO ends, or from now. */
function endAfter(plan: Plan, { expiration }: Subscription, language: string): string {
  const fromMs = expiration === null ? Date.now() : Date.parse(expiration);
  return longDate(new Date(addMonths(fromMs, PLAN_TERMS[plan].months)), language);
}
