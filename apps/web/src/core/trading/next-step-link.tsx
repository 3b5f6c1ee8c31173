import { ArrowRight, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { useSite } from "../site.ts";
import { withAccount } from "./corrections.tsx";
import type { NextStep, Refused } from "./next-step.ts";
import { TerminalLink } from "./terminal-link.tsx";

interface NextStepLinkProps {
  readonly step: NextStep;
  readonly refused: Refused;
}

const LOOK = buttonClass("primary", "px-4 text-14");

/** The link that helps most after a refusal. */
export function NextStepLink({ step, refused: { reason, accountId, venue, isDemo, details } }: NextStepLinkProps) {
  const { t } = useTranslation("trading");
  const { telegramBotName } = useSite();
  const inside = (
    <>
      {t(`next_${step}`)}
      <ArrowRight aria-hidden className="size-4" />
    </>
  );
  switch (step) {
    case "account":
      return (
        <Link to={{ pathname: "/profile/api", search: `?account=${encodeURIComponent(accountId)}` }} className={LOOK}>
          {inside}
        </Link>
      );
    case "builder":
      return (
        <Link to="/profile/build" state={{ message: messageToMend(details, accountId) }} className={LOOK}>
          {inside}
        </Link>
      );
    case "subscription":
      // A document of its own: features/subscription/checkout-page.ts.
      return (
        <Link to="/profile/checkout" reloadDocument className={LOOK}>
          {inside}
        </Link>
      );
    case "terminal":
      return venue ? <TerminalLink venue={venue} isDemo={isDemo} className={LOOK} /> : null;
    case "bot":
      return (
        <a href={`https://t.me/${telegramBotName}`} target="_blank" rel="noopener noreferrer" className={LOOK}>
          {t("next_bot")}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      );
    case "support":
      return (
        <Link to="/contacts" className={LOOK}>
          {inside}
        </Link>
      );
    case "faq":
      return (
        <Link to={{ pathname: "/faq", hash: reason }} target="_blank" rel="noopener" className={LOOK}>
          {inside}
        </Link>
      );
  }
}

/** Returns the message to begin with: the corrected one, if it is clear what was meant. */
function messageToMend(details: Refused["details"], accountId: string): string {
  const { corrections = [], body = "" } = details ?? {};
  const [correction, ...others] = corrections;
  return withAccount(correction && others.length === 0 ? correction.message : body, accountId);
}
