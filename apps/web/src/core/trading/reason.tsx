import type { Reason as ReasonCode } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Why an order or an alert was refused: in words, with its code, and with a link to the answer in the FAQ. */
export function Reason({ code }: { readonly code: ReasonCode }) {
  const { t } = useTranslation(["trading", "reasons"]);
  return (
    <div className="flex flex-col gap-1 rounded-control border border-line bg-page p-3">
      <p>{t(code, { ns: "reasons" })}</p>
      <p className="flex flex-wrap items-center gap-x-3 text-14 text-muted">
        <code className="font-mono text-12">{code}</code>
        <Link
          to={{ pathname: "/faq", hash: code }}
          target="_blank"
          rel="noopener"
          className="-my-3 inline-flex min-h-11 items-center link"
        >
          {t("more_in_faq")}
        </Link>
      </p>
    </div>
  );
}
