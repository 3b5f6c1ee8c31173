import type { Subscription } from "@chartrelay/contract";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { longDate } from "../../lib/dates.ts";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { loadSubscription } from "./api.ts";
import { checkoutAddress, planIn } from "./checkout-page.ts";
import { ProGives } from "./pro-gives.tsx";
import { selectSubscription } from "./slice.ts";

/** The tariff, its end, what PRO gives, and where to buy it. Needs the texts `checkout` and `tariffs`. */
export function SubscriptionBlock() {
  const { t } = useTranslation("checkout");
  const subscription = useSelector(selectSubscription);
  const dispatch = useAppDispatch();
  const load = () => void dispatch(loadSubscription());
  useLive({ onEvent: (topic) => topic === "subscription" && load(), onMissed: load });
  return (
    <section aria-labelledby="subscription" className="card p-5">
      <h2 id="subscription" className="text-18 font-semibold">
        {t("subscription")}
      </h2>
      {subscription ? <Tariff subscription={subscription} /> : <LoadFailed onRetry={load} />}
    </section>
  );
}

/** From so many days before its end, the tariff says what happens then. */
const ENDING_DAYS = 7;

function Tariff({ subscription }: { readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation("checkout");
  const { search } = useLocation();
  const { type, expiration, daysLeft, endedDate, plans } = subscription;
  const isPro = type === "PRO";
  const isEnding = daysLeft !== null && daysLeft <= ENDING_DAYS;
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          className={classNames(
            "rounded-full border px-3 py-0.5 text-14 font-semibold tracking-wide",
            isPro ? "border-accent bg-accent-soft text-accent" : "border-edge text-muted",
          )}
        >
          {type}
        </span>
        {expiration === null ? (
          <span className="text-muted">{t("trial_says")}</span>
        ) : (
          <span>
            <time dateTime={expiration} title={`${expiration.slice(0, 16).replace("T", " ")} UTC`}>
              {t("until", { date: longDate(expiration, i18n.language) })}
            </time>
            <span className={isEnding ? "font-medium text-warning" : "text-muted"}>
              {" "}
              · {t("days_left", { count: daysLeft ?? 0 })}
            </span>
          </span>
        )}
      </p>
      {(isEnding || endedDate !== undefined) && (
        <p className="mt-3 flex gap-2 rounded-control border border-line bg-page p-3 text-14">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {endedDate === undefined ? t("ending_says") : t("ended_says", { date: longDate(endedDate, i18n.language) })}
        </p>
      )}
      {!isPro && (
        <div className="mt-4">
          <p className="mb-2 text-14 text-muted">{t("pro_gives")}</p>
          <ProGives />
        </div>
      )}
      {/* A separate document: see checkout-page.ts. */}
      <a href={checkoutAddress(planIn(search, plans))} className={buttonClass("primary", "mt-5 w-full tablet:w-auto")}>
        {t(isPro ? "prolong" : "upgrade")}
      </a>
    </>
  );
}
