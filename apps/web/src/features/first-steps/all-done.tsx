import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button, buttonClass } from "../../ui/button.tsx";

/** Shown once, in the checklist's place, when the last step is done. */
export function AllDone({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("first-steps");
  return (
    <section
      role="status"
      className="flex animate-rise flex-col items-start gap-4 card border-ok p-5 tablet:flex-row tablet:items-center"
    >
      <svg aria-hidden viewBox="0 0 48 48" fill="none" className="size-12 shrink-0 text-ok" strokeLinecap="round">
        <circle cx="24" cy="24" r="22" stroke="currentColor" strokeWidth="2" opacity="0.35" />
        <path d="M9 30l9-6 6 3" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
        <circle cx="27" cy="26" r="3" fill="currentColor" />
        <path d="M30 23l9-8m0 0h-6m6 0v6" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
      </svg>
      <div className="min-w-0 grow">
        <h2 className="text-18 font-semibold">{t("all_done")}</h2>
        <p className="text-muted">{t("all_done_text")}</p>
      </div>
      <div className="flex shrink-0 gap-2">
        <Link to="/profile/orders" className={buttonClass("primary", "px-4 text-14")}>
          {t("to_orders")}
        </Link>
        <Button look="quiet" className="px-4 text-14" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </section>
  );
}
