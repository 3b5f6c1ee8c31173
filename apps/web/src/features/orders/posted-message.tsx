import { MASKED_ACCOUNT_ID, type OrderDetails } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Findings } from "../../core/trading/findings.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";

/** The message as it was posted, and what the parser made of it. */
export function PostedMessage({ details }: { readonly details: OrderDetails }) {
  const { t } = useTranslation(["orders", "trading"]);
  const { body, verdict, problems, repairs } = details;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t("message")}</h3>
      <p className="text-14 text-muted">{t(`verdict_${verdict}`, { ns: "trading" })}</p>
      <Findings problems={problems} repairs={repairs} />
      <Json text={body} label={t("message")} />
      {verdict !== "ok" && (
        <Link
          to="/profile/api#check"
          // The checker reads it as its owner would post it now.
          state={{ message: body.replaceAll(MASKED_ACCOUNT_ID, details.accountId) }}
          className={buttonClass("secondary", "self-start px-4 text-14")}
        >
          {t("check_message")}
        </Link>
      )}
    </section>
  );
}
