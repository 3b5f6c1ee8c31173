import { useTranslation } from "react-i18next";
import { ConnectLink } from "./connect-link.tsx";

export function LastCall() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="last-title" className="container-page">
      <div className="flex flex-col gap-6 card p-6 tablet:p-10 desktop:flex-row desktop:items-center desktop:justify-between">
        <div className="max-w-[60ch]">
          <h2 id="last-title" className="text-28 font-semibold tracking-tight tablet:text-40">
            {t("last_title")}
          </h2>
          <p className="mt-3 text-18 text-muted">{t("last")}</p>
          <p className="mt-3 text-14 text-muted">{t("last_risk")}</p>
        </div>
        <div className="shrink-0">
          <ConnectLink />
        </div>
      </div>
    </section>
  );
}
