import type { OrderDetails } from "@chartrelay/contract";
import { CircleX, Info, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Corrections } from "./corrections.tsx";
import { Findings } from "./findings.tsx";
import { NextStepLink } from "./next-step-link.tsx";
import { nextStepOf, severityOf, type Refused } from "./next-step.ts";
import { useSite } from "../site.ts";

const LOOKS = {
  unclear: { Icon: TriangleAlert, icon: "text-warning", box: "border-warning/40 bg-warning/8" },
  passing: { Icon: Info, icon: "text-warning", box: "border-warning/40 bg-warning/8" },
  mistake: { Icon: CircleX, icon: "text-error", box: "border-error/40 bg-error/6" },
} as const;

/**
 * Why something was refused or what isn't known about it, and what to do next: what is wrong, the broker's own words,
 * the corrected message, and the one link that helps most. The code and the FAQ stay within reach.
 */
export function Refusal(refused: Refused) {
  const { reason, details } = refused;
  const { t, i18n } = useTranslation(["trading", "reasons", "faq-reasons"]);
  const { Icon, icon, box } = LOOKS[severityOf(reason)];
  const { telegramBotName } = useSite();
  const step = nextStepOf(refused, telegramBotName !== undefined);
  // A corrected message is better than advice on how to correct it.
  const isMoreToDo = !details?.corrections.length && i18n.exists(reason, { ns: "faq-reasons" });
  return (
    <section aria-label={t("refusal")} className={classNames("flex flex-col gap-4 rounded-card border p-4", box)}>
      <div className="flex gap-3">
        <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", icon)} />
        <div className="flex min-w-0 grow flex-col gap-2">
          <p className="font-semibold">{t(reason, { ns: "reasons" })}</p>
          {details && <Findings problems={details.problems} repairs={[]} />}
          {details?.venueWords && <p className="text-14">{t("venue_words", { words: details.venueWords })}</p>}
          {details && <Rules rules={details.rules} />}
          {isMoreToDo && <p className="text-14 text-muted">{t(`faq-reasons:${reason as "EXPIRED"}`)}</p>}
        </div>
      </div>
      {details && <Corrections corrections={details.corrections} accountId={refused.accountId} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <NextStepLink step={step} refused={refused} />
        <span className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
          <code className="font-mono">{reason}</code>
          {step !== "faq" && (
            <Link
              to={{ pathname: "/faq", hash: reason }}
              target="_blank"
              rel="noopener"
              className="-my-3 inline-flex min-h-11 items-center link"
            >
              {t("more_in_faq")}
            </Link>
          )}
        </span>
      </div>
    </section>
  );
}

/** The bounds that our own refusals name; other entries are the venue's business. */
const RULES = ["priceStep", "step", "min", "max", "value", "contracts"] as const;

/** Which field breaks which bounds, in numbers. */
function Rules({ rules }: { readonly rules: OrderDetails["rules"] }) {
  const { t } = useTranslation("trading");
  const { field } = rules;
  const known = RULES.flatMap((name) => (rules[name] === undefined ? [] : [[name, rules[name]] as const]));
  if (field === undefined && known.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-14">
      {field !== undefined && (
        <span>
          {t("rule_field")} <code className="font-mono">{field}</code>
        </span>
      )}
      {known.map(([name, value]) => (
        <span key={name}>
          {t(`rule_${name}`)} <span className="font-medium tabular">{value}</span>
        </span>
      ))}
    </p>
  );
}
