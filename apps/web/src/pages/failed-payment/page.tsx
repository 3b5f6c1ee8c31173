import { useTranslation } from "react-i18next";
import { IfConfigured } from "../../core/if-configured.tsx";
import { checkoutAddress, FailedPayment, PaymentEnd, useLastPayment } from "../../features/subscription/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { OutcomePage } from "../../ui/outcome-page.tsx";

const CAUSES = ["failed_item_1", "failed_item_2", "failed_item_3"] as const;

export function Component() {
  const { t } = useTranslation("payment");
  const last = useLastPayment();
  const payment = last?.result === "fail" ? last : undefined;
  return (
    <OutcomePage outcome="error" title={t("failed_title")}>
      <PaymentEnd />
      <FailedPayment />
      <p>{t("failed_1")}</p>
      {payment?.reasonCode === undefined && (
        <>
          <p>{t("failed_2")}</p>
          <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-muted">
            {CAUSES.map((cause) => (
              <li key={cause}>{t(cause)}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {payment?.reasonCode === undefined && `${t("failed_check")} `}
        {t("failed_3")}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <IfConfigured name="supportUrl">
          {(url) => (
            <a href={url} rel="noreferrer" className={buttonClass(payment ? "secondary" : "primary")}>
              {t("write_to_support")}
            </a>
          )}
        </IfConfigured>
        {/* What says why the payment failed offers another try, too, unless nobody knows whether it did. */}
        {!payment && (
          // A document of its own: features/subscription/checkout-page.ts.
          <a href={checkoutAddress()} className={buttonClass("secondary")}>
            {t("try_again")}
          </a>
        )}
      </div>
    </OutcomePage>
  );
}
