import { DEFAULT_PLAN, HOME_PAGE, PLAN_TERMS, type Plan } from "@chartrelay/contract";
import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSelector } from "react-redux";
import { useTexts } from "../../lib/texts.ts";
import { selectUser } from "../../core/session/slice.ts";
import { checkoutAddress, PeriodSelector } from "../subscription/index.ts";
import { formatRubles } from "../../lib/money.ts";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";

/** TRIAL and PRO. Both send signed-out visitors to the registration: specification, section 2. */
export function TariffCards({ heading }: { readonly heading: CardProps["heading"] }) {
  const { t } = useTexts("tariffs");
  const isSignedIn = useSelector(selectUser) !== undefined;
  const [plan, setPlan] = useState<Plan>(DEFAULT_PLAN);
  return (
    <>
      <div className="mt-8 grid gap-4 desktop:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] desktop:gap-6">
        <Card
          heading={heading}
          name="TRIAL"
          purpose={t("trial")}
          price={{ kopecks: 0, term: t("trial_price") }}
          features={[t("trial_1"), t("trial_2"), t("trial_3"), t("trial_4")]}
        >
          {isSignedIn ? (
            <TariffLink to={HOME_PAGE} look="secondary" text={t("dashboard")} />
          ) : (
            <TariffLink to="/registration" look="secondary" text={t("register")} />
          )}
        </Card>
        <Card
          heading={heading}
          name="PRO"
          purpose={t("pro")}
          price={{ kopecks: PLAN_TERMS[plan].priceKopecks, term: t("pro_price", { count: PLAN_TERMS[plan].months }) }}
          features={[t("pro_1"), t("pro_2"), t("pro_3"), t("pro_4"), t("pro_5")]}
          isPaid
        >
          <PeriodSelector plan={plan} onChange={setPlan} />
          {isSignedIn ? (
            <TariffLink to={checkoutAddress(plan)} look="primary" text={t("choose")} />
          ) : (
            <TariffLink to={`/registration?plan=${plan}`} look="primary" text={t("register")} />
          )}
        </Card>
      </div>
      <p className="mt-4 max-w-[80ch] text-14 text-muted">
        {t("terms")}{" "}
        <a href="/offer" className="link">
          {t("terms_offer")}
        </a>
      </p>
    </>
  );
}

interface CardProps {
  /** One level below the heading above the cards. */
  readonly heading: "h2" | "h3";
  readonly name: string;
  readonly purpose: string;
  readonly price: { readonly kopecks: number; readonly term: string };
  readonly features: readonly string[];
  /** Has a choice of periods, which stands beside the rest where there is room, so that both cards are as tall. */
  readonly isPaid?: boolean;
  readonly children: ReactNode;
}

function Card({ heading: Heading, name, purpose, price, features, isPaid = false, children }: CardProps) {
  const { language } = useTexts("tariffs");
  return (
    <article
      aria-label={name}
      className={classNames(
        "grid gap-x-10 gap-y-6 card p-6 tablet:grid-cols-2 tablet:grid-rows-[auto_1fr] tablet:p-8",
        isPaid ? "border-accent shadow-card" : "desktop:flex desktop:flex-col",
      )}
    >
      <div>
        <Heading className="text-22 font-semibold tracking-wide">{name}</Heading>
        <p className="mt-1 text-muted">{purpose}</p>
        <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
          <span className="text-40 font-semibold tabular">{formatRubles(price.kopecks, language)}</span>
          <span className="text-muted">{price.term}</span>
        </p>
      </div>
      <ul className={classNames("flex flex-col gap-2.5", !isPaid && "tablet:row-span-2")}>
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
            {feature}
          </li>
        ))}
      </ul>
      <div
        className={classNames(
          "flex flex-col justify-between gap-6",
          isPaid ? "tablet:col-start-2 tablet:row-span-2 tablet:row-start-1" : "mt-auto tablet:col-start-1",
        )}
      >
        {children}
      </div>
    </article>
  );
}

interface TariffLinkProps {
  readonly to: string;
  readonly look: "primary" | "secondary";
  readonly text: string;
}

function TariffLink({ to, look, text }: TariffLinkProps) {
  return (
    <a href={to} className={buttonClass(look, "w-full")}>
      {text}
    </a>
  );
}
