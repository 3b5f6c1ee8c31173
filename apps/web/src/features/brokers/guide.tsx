import type { ListedVenue } from "@chartrelay/contract";
import { Minus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Island } from "../../core/island.tsx";
import { useSite } from "../../core/site.ts";
import { KeySteps } from "../../core/trading/key-steps.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Glance } from "./glance.tsx";
import { cancelMessage, fixedMessage, strategyMessage } from "./messages.ts";
import { StartLink } from "./start-link.tsx";
import { Supported } from "./supported.tsx";
import { Troubles } from "./troubles.tsx";

const LIMITS = [1, 2, 3, 4] as const;

/** Everything about trading one venue by alerts, from its manifest and its texts. */
export function BrokerGuide({ venue }: { readonly venue: ListedVenue }) {
  const { t, i18n } = useTranslation("brokers");
  const { brand } = useSite();
  const { name, weightPerMinute, documentation } = venue;
  const weight = weightPerMinute && new Intl.NumberFormat(i18n.language).format(weightPerMinute);
  return (
    <div className="container-page flex flex-col gap-16 pt-10 pb-20 tablet:gap-20">
      <header className="grid gap-x-16 gap-y-8 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:items-start">
        <div>
          <PageTitle>{t(`${name}_title`)}</PageTitle>
          <p className="mt-4 max-w-[62ch] text-18 text-muted">{t(`${name}_lead`, { brand })}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <StartLink />
            <a href="#key" className={buttonClass("secondary")}>
              {t("how_key")}
            </a>
          </div>
          <p className="mt-3 text-14 text-muted">{t("start_note")}</p>
        </div>
        <Glance venue={venue} />
      </header>

      <Part id="supported" title={t("supported")} lead={t("supported_lead")}>
        <Supported venue={venue} />
      </Part>

      <Part id="key" title={t("key")} lead={t("key_lead")}>
        <div className="card p-5 tablet:p-6">
          <KeySteps isAcross venue={venue} />
          <p className="mt-5 border-t border-line pt-4 text-muted">
            <strong className="font-semibold text-ink">{t("key_demo")}.</strong> {t(`${name}_demo`)}
          </p>
        </div>
      </Part>

      <Part id="message" title={t("message")} lead={t("message_lead")}>
        <Link to="/tradingview-alert" className="-mt-3 mb-3 inline-flex min-h-11 items-center link">
          {t("message_pictures")}
        </Link>
        <div className="grid gap-6 desktop:grid-cols-2">
          <Message title={t("message_strategy")} hint={t("message_strategy_hint")} text={strategyMessage(venue)} />
          <Message title={t("message_fixed")} hint={t("message_fixed_hint")} text={fixedMessage(venue)} />
          <Message title={t("message_cancel")} hint={t("message_cancel_hint")} text={cancelMessage()} />
        </div>
      </Part>

      <Part id="troubles" title={t("troubles")} lead={t("troubles_lead")}>
        <Troubles venue={venue} />
      </Part>

      <Part id="limits" title={t("limits")}>
        <ul className="grid gap-x-12 gap-y-4 desktop:grid-cols-2">
          {[...LIMITS.map((number) => t(`${name}_limit_${number}`, { weight })), t("limits_common")].map((limit) => (
            <li key={limit} className="flex gap-3">
              <Minus aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
              {limit}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-14 text-muted">
          {t("limits_source")}{" "}
          <a href={documentation} rel="noreferrer" className="link">
            {t("documentation")}
          </a>
        </p>
      </Part>

      <section
        aria-labelledby="last-title"
        className="flex flex-col gap-6 card p-6 tablet:p-10 desktop:flex-row desktop:items-center desktop:justify-between"
      >
        <div className="max-w-[62ch]">
          <h2 id="last-title" className="text-28 font-semibold tracking-tight">
            {t("last")}
          </h2>
          <p className="mt-3 text-muted">{t("last_lead")}</p>
        </div>
        <StartLink />
      </section>
    </div>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Part({ id, title, lead, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-28 font-semibold tracking-tight">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-2 max-w-[72ch] text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}

interface MessageProps {
  readonly title: string;
  readonly hint: string;
  readonly text: string;
}

function Message({ title, hint, text }: MessageProps) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-18 font-semibold">{title}</h3>
      <p className="text-14 text-muted">{hint}</p>
      <Json text={text} label={title} copy={<Island name="copy" props={{ text }} />} />
    </div>
  );
}
