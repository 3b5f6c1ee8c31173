import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSite } from "../../core/site.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ConnectLink } from "./connect-link.tsx";
import { RelayScene } from "./relay-scene.tsx";

/** What the product does, in words and in action. */
export function Hero() {
  const { t } = useTranslation("landing");
  const { brand } = useSite();
  return (
    <div className="container-page pt-8 tablet:pt-16">
      <div className="grid gap-x-16 gap-y-6 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:items-start">
        <h1 className="text-40 font-semibold tracking-tight tablet:text-56">{t("title")}</h1>
        <div className="desktop:pt-1.5">
          <p className="max-w-[58ch] text-18 text-muted">{t("lead", { brand })}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ConnectLink />
            <Link to="/#start" preventScrollReset className={buttonClass("secondary")}>
              {t("how")}
            </Link>
          </div>
          <p className="mt-3 text-14 text-muted">{t("hero_note")}</p>
        </div>
      </div>
      <RelayScene />
    </div>
  );
}
