import type { OrderDetails } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Corrections, withAccount } from "../../core/trading/corrections.tsx";
import { Findings } from "../../core/trading/findings.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Json } from "../../ui/json.tsx";
import { markedParts, type Place } from "./marked-parts.ts";

/** The message as it was posted, with marks where it is wrong or was repaired, and what the parser made of it. */
export function PostedMessage({ details }: { readonly details: OrderDetails }) {
  const { t } = useTranslation(["order", "trading"]);
  const { body, verdict, problems, repairs, corrections, reason, accountId } = details;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("message")}</h3>
      <p className="text-14 text-muted">{t(`verdict_${verdict}`, { ns: "trading" })}</p>
      {/* The problems of a refused message are with its reason. */}
      <Findings problems={reason === null ? problems : []} repairs={repairs} />
      {problems.length + repairs.length === 0 ? (
        <Json text={body} label={t("message")} />
      ) : (
        <MarkedText text={body} problems={problems} repairs={repairs} label={t("message")} />
      )}
      {reason === null && <Corrections corrections={corrections} accountId={accountId} />}
      {verdict !== "ok" && reason === null && (
        <Link
          to="/profile/build"
          // The checker reads it as its owner would post it now.
          state={{ message: withAccount(body, accountId) }}
          className={buttonClass("secondary", "self-start px-4 text-14")}
        >
          {t("check_message")}
        </Link>
      )}
    </section>
  );
}

interface MarkedTextProps {
  readonly text: string;
  readonly problems: readonly Place[];
  readonly repairs: readonly Place[];
  readonly label: string;
}

function MarkedText({ text, problems, repairs, label }: MarkedTextProps) {
  return (
    <div className="relative rounded-control border border-line bg-page">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-80 overflow-auto p-3 pr-14 font-mono text-14 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {markedParts(text, problems, repairs).map(({ start, part, mark }) =>
          mark ? (
            <mark
              key={start}
              className={
                mark === "problem"
                  ? "rounded-[4px] bg-error/15 text-ink underline decoration-error decoration-wavy underline-offset-4"
                  : "rounded-[4px] bg-warning/15 text-ink underline decoration-warning underline-offset-4"
              }
            >
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </pre>
      <div className="absolute top-1 right-1">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
