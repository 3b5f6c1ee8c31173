import { useTranslation } from "react-i18next";
import { Json } from "../../ui/json.tsx";
import { TestProgress } from "./test-progress.tsx";
import type { SentTest } from "./use-test-order.ts";

/** All about a test order: how far it has come, what was sent, and what the broker answered. */
export function TestReport({ sent }: { readonly sent: SentTest }) {
  const { t } = useTranslation("orders");
  return (
    <>
      <TestProgress sent={sent} />
      <section className="flex flex-col gap-2">
        <h3 className="text-14 font-medium">{t("message_sent")}</h3>
        <Json text={sent.test.message} label={t("message_sent")} />
      </section>
      {sent.order?.responseServerJson && (
        <section className="flex flex-col gap-2">
          <h3 className="text-14 font-medium">{t("response")}</h3>
          <Json text={sent.order.responseServerJson} label={t("response")} />
        </section>
      )}
    </>
  );
}
