import { declineOf, maySameCardPay, type LastCheckout } from "@chartrelay/contract";
import { CircleCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveProvider, useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { buttonClass } from "../../ui/button.tsx";
import { loadLastCheckout } from "./api.ts";
import { checkoutAddress, type LastPayment } from "./checkout-page.ts";
import { Declined } from "./declined.tsx";
import { useLastPayment } from "./use-last-payment.ts";

/** On the page that a failed payment leads to: why it failed, and another try. Nothing on a page opened by itself. */
export function FailedPayment() {
  const payment = useLastPayment();
  if (payment?.result !== "fail") return null;
  return (
    <LiveProvider>
      <Outcome payment={payment} />
    </LiveProvider>
  );
}

/** What the browser saw, until the server knows better: the payment service tells it, too. */
function Outcome({ payment: { plan, reasonCode } }: { readonly payment: LastPayment }) {
  const { t } = useTranslation("declines");
  const dispatch = useAppDispatch();
  const [last, setLast] = useState<LastCheckout | null>(null);
  const ask = useCallback(() => {
    dispatch(loadLastCheckout()).then(setLast, (error: unknown) =>
      log.warn("the latest checkout could not be loaded", error),
    );
  }, [dispatch]);
  useEffect(ask, [ask]);
  useLive({ onEvent: (topic) => topic === "subscription" && ask(), onMissed: ask });

  if (last?.state === "paid") {
    return (
      <section
        role="status"
        className="flex w-full gap-3 rounded-card border border-ok bg-surface p-4 text-16 tablet:p-5"
      >
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        <div>
          <h2 className="font-semibold">{t("paid_title")}</h2>
          <div>{t("paid")}</div>
          <Link to="/profile/overview" className="inline-flex min-h-11 items-center link">
            {t("to_overview")}
          </Link>
        </div>
      </section>
    );
  }
  const code = (last?.state === "declined" ? last.reasonCode : null) ?? reasonCode;
  return (
    <Declined reasonCode={code}>
      {code === undefined ? (
        <button type="button" className={buttonClass("secondary", "px-4")} onClick={ask}>
          {t("check_again")}
        </button>
      ) : (
        <Retries plan={plan} code={code} />
      )}
    </Declined>
  );
}

/** Another try with the same card, if it can pay, and with another one: both at the checkout, a document of its own. */
function Retries({ plan, code }: { readonly plan: LastPayment["plan"]; readonly code: number }) {
  const { t } = useTranslation("declines");
  const mayRetry = maySameCardPay(declineOf(code));
  return (
    <>
      {mayRetry && (
        <a href={checkoutAddress(plan)} className={buttonClass("primary", "px-4")}>
          {t("try_again")}
        </a>
      )}
      <a href={checkoutAddress(plan)} className={buttonClass(mayRetry ? "secondary" : "primary", "px-4")}>
        {t("another_card")}
      </a>
    </>
  );
}
